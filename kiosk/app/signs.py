"""What lies over every screen: the sign that nothing is saved, the countdown."""

from __future__ import annotations

from kiosk.frame import (
    Align,
    Box,
    Button,
    Frame,
    Ink,
    Label,
    Panel,
    PanelKind,
    Record,
    wrapped,
)
from kiosk.i18n import Words
from kiosk.layout import text_size
from kiosk.scenes.stage import Stage


def refused(words: Words, reason: str) -> str:
    """That the machine goes on, and why."""
    return words.say("The machine cannot be powered off: {reason}", reason=reason)


def with_unsaved(frame: Frame) -> Frame:
    """The frame with the sign that saving does not work."""
    side = max(16, min(frame.size) // 14)
    sign = Button(Box(frame.size[0] - side, 0, side, side), "warning", "", side, first=True)
    return frame._replace(moving=(*frame.moving, sign))


def countdown(stage: Stage, left: int) -> list[Record]:
    """In the middle of the picture: the seconds until the table is cleared."""
    px = round(text_size(stage.size) * 1.2)
    width = min(stage.size[0] - 2 * px, px * 18)
    lines = (
        stage.words.say("Are you still there?"),
        stage.words.plural(
            "The table is cleared in {count} second.",
            "The table is cleared in {count} seconds.",
            left,
            count=left,
        ),
        stage.words.say("Touch or press anything to go on."),
    )
    rows = [row for line in lines for row in wrapped(stage.measure, line, px, width - px)]
    step = round(px * 1.5)
    height = len(rows) * step + px
    box = Box((stage.size[0] - width) // 2, (stage.size[1] - height) // 2, width, height)
    labels = [
        Label(
            Box(box.x, box.y + px // 2 + row * step, width, step),
            text,
            px,
            Ink.TEXT if row else Ink.ACCENT,
            Align.CENTRE,
            not row,
        )
        for row, text in enumerate(rows)
    ]
    return [Panel(box, PanelKind.DIALOG), *labels]
