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


def refused(reason: str) -> Message:
    """That the machine goes on, and why."""
    return make_message("The machine cannot be powered off: {reason}", reason=reason)


def with_unsaved(frame: Frame) -> Frame:
    """The frame with the sign that saving does not work."""
    side = max(16, min(frame.size) // 14)
    sign = Button(Box(frame.size[0] - side, 0, side, side), "warning", "", side, primary=True)
    return frame._replace(foreground=(*frame.foreground, sign))


def nearly_empty(percent: int) -> Message:
    """The warning of a battery."""
    return make_message("The battery is nearly empty: {percent} %", percent=percent)


def reset_lines(words: Translator, left: int) -> tuple[str, ...]:
    """What a table that was left says before it is cleared, `left` seconds from now."""
    return (
        words.translate("Are you still there?"),
        words.translate_plural(
            "The table is cleared in {count} second.",
            "The table is cleared in {count} seconds.",
            left,
            count=left,
        ),
        words.translate("Touch or press anything to go on."),
    )


def last_lines(words: Translator, left: int) -> tuple[str, ...]:
    """What is said before an empty battery powers the machine off, `left` seconds from now."""
    return (
        words.translate("The battery is empty"),
        words.translate_plural(
            "Power off in {count} second.", "Power off in {count} seconds.", left, count=left
        ),
        words.translate("Your game is saved; plug in to go on."),
    )


def with_dialog(frame: Frame, context: SceneContext, lines: tuple[str, ...]) -> Frame:
    """The frame with these lines in its middle, the first of which is their heading."""
    px = round(text_size(context.size) * 1.2)
    width = min(context.size[0] - 2 * px, px * 18)
    rows = [row for line in lines for row in wrap_text(context.measurer, line, px, width - px)]
    step = round(px * 1.5)
    height = len(rows) * step + px
    box = Box((context.size[0] - width) // 2, (context.size[1] - height) // 2, width, height)
    records: list[Drawable] = [Panel(box, PanelKind.DIALOG)]
    for row, text in enumerate(rows):
        place = Box(box.x, box.y + px // 2 + row * step, width, step)
        ink = TextColour.TEXT if row else TextColour.ACCENT
        records.append(Label(place, text, px, ink, Align.CENTRE, not row))
    return frame._replace(foreground=(*frame.foreground, *records))
