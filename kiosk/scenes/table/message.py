"""The short line that says why stands where it covers the fewest cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kiosk.frame import Align, Box, Label, Measure, Panel, PanelKind, Record, wrapped
from kiosk.layout import Table
from kiosk.ui.text_fit import LEAST

ROWS = 2
"""Lines that a remark may have as long as it can be written smaller."""


def remark(table: Table, cards: Sequence[Box], text: str, measure: Measure) -> Iterable[Record]:
    """The line, over the foot of the columns; in two lines where it is long, and then smaller.

    Only where that is not enough, a line more covers more.

    It is no wider than its text, and stands in the middle unless it would cover cards there.

    Args:
        table: Where it may stand.
        cards: What is seen of each card.
        text: What is to be said.
        measure: Tells how wide that is.
    """
    px = table.text
    lines = wrapped(measure, text, px, table.note.w - px)
    while len(lines) > ROWS and px > LEAST:
        px -= 1
        lines = wrapped(measure, text, px, table.note.w - px)
    step = round(px * 1.35)
    height = step * len(lines) + px // 2
    width = min(table.note.w, max(measure.width(line, px) for line in lines) + px)
    box = _place(table.note, cards, width, height)
    yield Panel(box, PanelKind.NOTE)
    for row, line in enumerate(lines):
        at = Box(box.x, box.y + px // 4 + row * step, box.w, step)
        yield Label(at, line, px, align=Align.CENTRE)


def _place(room: Box, cards: Sequence[Box], width: int, height: int) -> Box:
    """The place at the foot of the room that covers least, of these the nearest to the middle."""
    middle = room.x + (room.w - width) // 2
    edges = {card.right for card in cards} | {card.x - width for card in cards}
    lefts = {middle, *(x for x in edges if room.x <= x <= room.right - width)}
    boxes = [Box(x, room.bottom - height, width, height) for x in lefts]
    return min(boxes, key=lambda box: (_covered(box, cards), abs(box.x - middle), box.x))


def _covered(box: Box, cards: Iterable[Box]) -> int:
    """How many pixels of cards lie below the box."""
    return sum(
        (min(box.right, card.right) - max(box.x, card.x))
        * (min(box.bottom, card.bottom) - max(box.y, card.y))
        for card in cards
        if box.meets(card)
    )
