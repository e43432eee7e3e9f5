"""A page to be read: many lines of small text from the left, on as many sheets as they need."""

from __future__ import annotations

from kiosk.frame import Box, Ink, Label, wrapped
from kiosk.layout import finger, text_size
from kiosk.scenes.sheet import MORE, MORE_TEXT, Page, Sheet, heading
from kiosk.scenes.stage import Stage

SMALL = 0.8
"""The em of such text, in that of other pages; never less than 11 pixels."""
MARKED = "! "
"""What a line begins with that is to be seen first; it is written in another colour."""


def lay_report(stage: Stage, page: Page, number: int) -> Sheet:
    """The sheet of that number (counted from 0, and around), with all its buttons at its foot."""
    px = text_size(stage.size)
    small = max(11, round(px * SMALL))
    margin = max(3, min(stage.size) // 40)
    panel = Box(0, 0, *stage.size)
    text = panel.grown(-margin)
    head, step = round(px * 1.95), round(small * 1.3)
    tall = max(finger(stage.size, stage.config.display.density), round(px * 1.9))
    fits = max(1, (text.h - head - tall - margin) // step)
    rows = [
        (row, line.startswith(MARKED))
        for line in page.lines
        for row in wrapped(stage.measure, line, small, text.w)
    ]
    sheets = max(1, -(-len(rows) // fits))
    choices = page.choices
    if sheets > 1:
        choices = (MORE._replace(text=stage.words.say(MORE_TEXT)), *choices)
    shown = rows[number % sheets * fits :][:fits]
    labels = tuple(
        Label(
            Box(text.x, text.y + head + i * step, text.w, step),
            row,
            small,
            Ink.WARNING if wrong else Ink.TEXT,
        )
        for i, (row, wrong) in enumerate(shown)
    )
    gap = max(2, px // 4)
    wide = (text.w - (len(choices) - 1) * gap) // len(choices)
    buttons = tuple(
        Box(text.x + i * (wide + gap), text.bottom - tall, wide, tall) for i in range(len(choices))
    )
    top = heading(page.heading, text._replace(h=head), px)
    return Sheet(panel, (top, *labels), choices, buttons, number % sheets, sheets)
