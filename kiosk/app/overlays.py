"""What lies over every screen: the sign that nothing is saved, the countdown."""

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
    """That the machine goes on, and why."""
    return make_message("The machine cannot be powered off: {reason}", reason=reason)


def add_unsaved_sign(frame: Frame) -> Frame:
    """The frame with the sign that saving does not work."""
    side = max(16, min(frame.size) // 14)
    sign = Button(Box(frame.size[0] - side, 0, side, side), "warning", "", side, primary=True)
    return frame._replace(foreground=(*frame.foreground, sign))


def make_battery_warning(percent: int) -> Message:
    """The warning of a battery."""
    return make_message("The battery is nearly empty: {percent} %", percent=percent)


def list_reset_lines(translator: Translator, seconds_left: int) -> tuple[str, ...]:
    """What a table that was left says before it is cleared, `left` seconds from now."""
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
    """What is said before an empty battery powers the machine off, `left` seconds from now."""
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
    """The frame with these lines in its middle, the first of which is their heading."""
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
