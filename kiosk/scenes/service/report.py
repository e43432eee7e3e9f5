"""A page to be read: lines of text from the left, on as many sheets as they need."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.frame import Box, Ink, Label, wrapped
from kiosk.layout import finger, text_size
from kiosk.scenes.fitting import beside
from kiosk.scenes.sheet import MORE, MORE_TEXT, Page, Sheet, heading
from kiosk.scenes.stage import Stage

SMALL = 0.8
"""The em of text that is long, in that of other pages; never less than 11 pixels."""
MARKED = "! "
"""What a line begins with that is to be seen first; it is written in another colour."""


def lay_report(stage: Stage, page: Page, number: int) -> Sheet:
    """The sheet of that number (counted from 0, and around), with all its buttons at its foot."""
    px = text_size(stage.size)
    margin = max(3, min(stage.size) // 40)
    panel = Box(0, 0, *stage.size)
    text = panel.grown(-margin)
    head = round(px * 1.95)
    tall = max(finger(stage.size, stage.config.display.density), round(px * 1.9))
    room = text.h - head - tall - margin
    size, rows = _written(stage, page.lines, text.w, room)
    step = round(size * 1.3)
    fits = max(1, room // step)
    sheets = max(1, -(-len(rows) // fits))
    choices = page.choices
    if sheets > 1:
        choices = (MORE._replace(text=stage.words.say(MORE_TEXT)), *choices)
    shown = rows[number % sheets * fits :][:fits]
    labels = tuple(
        Label(text._replace(y=text.y + head + i * step, h=step), row, size, ink)
        for i, (row, ink) in enumerate(shown)
    )
    gap = max(2, px // 4)
    foot = text._replace(y=text.bottom - tall, h=tall)
    buttons = tuple(beside(foot, len(choices), gap))
    top = heading(stage, page.heading, text._replace(h=head))
    return Sheet(panel, (top, *labels), choices, buttons, number % sheets, sheets)


def _written(
    stage: Stage, lines: Sequence[str], width: int, room: int
) -> tuple[int, list[tuple[str, Ink]]]:
    """The em of the text, and its rows with the ink of each: small where there are many."""
    px = text_size(stage.size)
    for size in (px, max(11, round(px * SMALL))):
        rows = [
            (row, Ink.WARNING if line.startswith(MARKED) else Ink.TEXT)
            for line in lines
            for row in wrapped(stage.measure, line, size, width)
        ]
        if len(rows) * round(size * 1.3) <= room:
            break
    return size, rows
