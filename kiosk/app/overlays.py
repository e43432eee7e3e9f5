"""Overlays of all screens: the sign that saving fails, and countdowns."""

from __future__ import annotations

from engine.messages import Message, make_message
from kiosk.frame import (
    Align,
    Box,
    Button,
    Drawable,
    Frame,
    Label,
    Panel,
    PanelKind,
    TextColour,
    wrap_text,
)
from kiosk.i18n import Translator
from kiosk.layout import text_size
from kiosk.ui.scene import SceneContext


def make_power_refusal(reason: str) -> Message:
    """Return the message that the machine cannot be powered off."""
    return make_message("The machine cannot be powered off: {reason}", reason=reason)


def add_unsaved_sign(frame: Frame) -> Frame:
    """Return the frame with the sign that saving fails."""
    side = max(16, min(frame.size) // 14)
    sign = Button(Box(frame.size[0] - side, 0, side, side), "warning", "", side, primary=True)
    return frame._replace(foreground=(*frame.foreground, sign))


def make_battery_warning(percent: int) -> Message:
    """Return the warning of a low battery."""
    return make_message("The battery is nearly empty: {percent} %", percent=percent)


def list_reset_lines(translator: Translator, seconds_left: int) -> tuple[str, ...]:
    """Return the text of the countdown before a reset."""
    return (
        translator.translate("Are you still there?"),
        translator.translate_plural(
            "The table is cleared in {count} second.",
            "The table is cleared in {count} seconds.",
            seconds_left,
            count=seconds_left,
        ),
        translator.translate("Touch or press anything to go on."),
    )


def list_power_off_lines(translator: Translator, seconds_left: int) -> tuple[str, ...]:
    """Return the text of the countdown before an empty battery powers off the machine."""
    return (
        translator.translate("The battery is empty"),
        translator.translate_plural(
            "Power off in {count} second.",
            "Power off in {count} seconds.",
            seconds_left,
            count=seconds_left,
        ),
        translator.translate("Your game is saved; plug in to go on."),
    )


def add_dialog(frame: Frame, context: SceneContext, lines: tuple[str, ...]) -> Frame:
    """Return the frame with lines in its middle; the first one is a heading."""
    font_px = round(text_size(context.size) * 1.2)
    width = min(context.size[0] - 2 * font_px, font_px * 18)
    rows = [
        row for line in lines for row in wrap_text(context.measurer, line, font_px, width - font_px)
    ]
    row_height = round(font_px * 1.5)
    height = len(rows) * row_height + font_px
    box = Box((context.size[0] - width) // 2, (context.size[1] - height) // 2, width, height)
    drawables: list[Drawable] = [Panel(box, PanelKind.DIALOG)]
    for row, text in enumerate(rows):
        row_box = Box(box.x, box.y + font_px // 2 + row * row_height, width, row_height)
        colour = TextColour.TEXT if row else TextColour.ACCENT
        drawables.append(Label(row_box, text, font_px, colour, Align.CENTRE, not row))
    return frame._replace(foreground=(*frame.foreground, *drawables))
