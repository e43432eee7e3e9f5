"""Overlays on every screen: the sign that saving fails, and countdowns."""

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


def make_battery_warning(percent: int) -> Message:
    """Return the warning of a low battery."""
    return make_message("The battery is nearly empty: {percent} %", percent=percent)


def apply_overlays(
    frame: Frame, context: SceneContext, power_off_seconds: int | None, reset_seconds: int | None
) -> Frame:
    """Return the frame with the overlays that are visible now.

    Args:
        frame: The frame of the top scene.
        context: The settings and services of the scenes.
        power_off_seconds: The countdown of an empty battery; None: not running.
        reset_seconds: The countdown before a reset; None: not running.
    """
    overlays: list[Drawable] = []
    if not context.get_power_status().is_saved:
        overlays.append(_build_unsaved_sign(frame.size))
    if power_off_seconds is not None:
        overlays += _build_dialog(
            context, _list_power_off_lines(context.translator, power_off_seconds)
        )
    elif reset_seconds is not None:
        overlays += _build_dialog(context, _list_reset_lines(context.translator, reset_seconds))
    return frame._replace(foreground=(*frame.foreground, *overlays)) if overlays else frame


def _build_unsaved_sign(size: tuple[int, int]) -> Button:
    side = max(16, min(size) // 14)
    return Button(Box(size[0] - side, 0, side, side), "warning", "", side, primary=True)


def _list_reset_lines(translator: Translator, seconds_left: int) -> tuple[str, ...]:
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


def _list_power_off_lines(translator: Translator, seconds_left: int) -> tuple[str, ...]:
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


def _build_dialog(context: SceneContext, lines: tuple[str, ...]) -> list[Drawable]:
    """Return a centred dialog; its first line is the heading."""
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
    return drawables
