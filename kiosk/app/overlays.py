"""What lies over every screen: the sign that nothing is saved, the countdown."""

from __future__ import annotations

from engine.messages import Phrase, phrase
from kiosk.frame import Align, Box, Button, Frame, Ink, Label, Panel, PanelKind, Record, wrapped
from kiosk.i18n import Words
from kiosk.layout import text_size
from kiosk.ui.scene import Stage


def refused(reason: str) -> Phrase:
    """That the machine goes on, and why."""
    return phrase("The machine cannot be powered off: {reason}", reason=reason)


def with_unsaved(frame: Frame) -> Frame:
    """The frame with the sign that saving does not work."""
    side = max(16, min(frame.size) // 14)
    sign = Button(Box(frame.size[0] - side, 0, side, side), "warning", "", side, first=True)
    return frame._replace(moving=(*frame.moving, sign))


def nearly_empty(percent: int) -> Phrase:
    """The warning of a battery."""
    return phrase("The battery is nearly empty: {percent} %", percent=percent)


def reset_lines(words: Words, left: int) -> tuple[str, ...]:
    """What a table that was left says before it is cleared, `left` seconds from now."""
    return (
        words.say("Are you still there?"),
        words.plural(
            "The table is cleared in {count} second.",
            "The table is cleared in {count} seconds.",
            left,
            count=left,
        ),
        words.say("Touch or press anything to go on."),
    )


def last_lines(words: Words, left: int) -> tuple[str, ...]:
    """What is said before an empty battery powers the machine off, `left` seconds from now."""
    return (
        words.say("The battery is empty"),
        words.plural(
            "Power off in {count} second.", "Power off in {count} seconds.", left, count=left
        ),
        words.say("Your game is saved; plug in to go on."),
    )


def with_dialog(frame: Frame, stage: Stage, lines: tuple[str, ...]) -> Frame:
    """The frame with these lines in its middle, the first of which is their heading."""
    px = round(text_size(stage.size) * 1.2)
    width = min(stage.size[0] - 2 * px, px * 18)
    rows = [row for line in lines for row in wrapped(stage.measure, line, px, width - px)]
    step = round(px * 1.5)
    height = len(rows) * step + px
    box = Box((stage.size[0] - width) // 2, (stage.size[1] - height) // 2, width, height)
    records: list[Record] = [Panel(box, PanelKind.DIALOG)]
    for row, text in enumerate(rows):
        place = Box(box.x, box.y + px // 2 + row * step, width, step)
        ink = Ink.TEXT if row else Ink.ACCENT
        records.append(Label(place, text, px, ink, Align.CENTRE, not row))
    return frame._replace(moving=(*frame.moving, *records))
