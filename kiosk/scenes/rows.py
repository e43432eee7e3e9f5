"""A page whose choices are a list: a row each, the name at the left, the value at the right."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.frame import Align, Box, Ink, Label, Measure, wrapped
from kiosk.layout import finger, text_size
from kiosk.scenes.fitting import LEAST, beside, first_of
from kiosk.scenes.sheet import (
    MORE,
    MORE_TEXT,
    Choice,
    Page,
    Sheet,
    centred,
    heading,
    help_line,
    roomy,
    surface,
)
from kiosk.scenes.stage import Stage


def lay_rows(stage: Stage, page: Page, number: int) -> Sheet:
    """The sheet of that number (counted from 0, and around): as many rows as fit, evenly shared.

    The last choice stands below the rows on every sheet, beside it the button to the next sheet.
    """
    px = text_size(stage.size)
    margin = max(3, min(stage.size) // 40)
    panel = surface(stage.size, px, margin)
    text = panel.grown(-margin)
    head, foot = round(px * 1.95), round(px * 1.4) if page.help is not None else 0
    gap = max(2, px // 5)
    *rows, last = page.choices
    said = _said(stage, page.lines, text._replace(y=text.y + head), px)
    head += sum(label.box.h for label in said)
    room = text.h - head - foot - gap
    tall = _height(stage, len(rows) + 1, room, gap)
    fits = max(1, room // (tall + gap) - 1)
    sheets = -(-len(rows) // fits)
    each = -(-len(rows) // sheets)
    tall = roomy(px, tall, room // (each + 1) - gap)
    shown = rows[number % sheets * each :][:each]
    boxes = [
        Box(text.x, text.y + head + gap + i * (tall + gap), text.w, tall) for i in range(each + 1)
    ]
    below: list[Choice] = [last]
    if sheets > 1:
        below = [MORE._replace(text=stage.words.say(MORE_TEXT)), last]
    labels = (
        heading(stage, page.heading, text._replace(h=round(px * 1.95))),
        *said,
        *help_line(stage, page.help, text._replace(y=text.bottom - foot, h=foot), px),
    )
    buttons = (*boxes[: len(shown)], *beside(boxes[each], len(below), gap))
    return Sheet(panel, labels, (*shown, *below), buttons, number % sheets, sheets)


def _said(stage: Stage, lines: Sequence[str], box: Box, px: int) -> tuple[Label, ...]:
    """What is told in passing above the rows; of much no more than a third of the height."""
    step = round(px * 1.3)
    rows = [row for line in lines for row in wrapped(stage.measure, line, px, box.w)]
    return centred(box, first_of(rows, max(1, box.h // 3 // step)), step, px)


def _height(stage: Stage, count: int, room: int, gap: int) -> int:
    """How high a row is: fairly, where all fit on one sheet so; else no more than is needed."""
    px = text_size(stage.size)
    least = finger(stage.size, stage.config.display.density)
    fair = max(least, round(px * 2.2))
    return fair if count * (fair + gap) <= room else max(least, round(px * 1.7))


def written(measure: Measure, name: str, value: str, box: Box, px: int) -> tuple[Label, ...]:
    """The two texts of a row in its box; both shrink where they would meet."""
    inner = box._replace(x=box.x + px // 2, w=box.w - px // 2 * 2)

    def wide(size: int) -> int:
        return measure.width(name, size) + measure.width(value, size, bold=True) + size // 2

    while px > LEAST and wide(px) > inner.w:
        px -= 1
    room = measure.width(value, px, bold=True)
    right = inner._replace(x=inner.right - room, w=room)
    left = inner._replace(w=inner.w - room - px // 2)
    return (
        Label(left, name, px),
        Label(right, value, px, Ink.ACCENT, Align.RIGHT, True),
    )
