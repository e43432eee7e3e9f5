"""Place the message line where it covers the fewest cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kiosk.frame import Align, Box, Drawable, Label, Panel, PanelKind, TextMeasurer, wrap_text
from kiosk.layout import TableLayout
from kiosk.ui.text_fit import MIN_TEXT_PX

MAX_LINES = 2
"""The text is made smaller, down to the least size, before it takes more lines."""


def build_message(
    layout: TableLayout, cards: Sequence[Box], text: str, measurer: TextMeasurer
) -> Iterable[Drawable]:
    """Yield the message over the foot of the columns.

     It is no wider than its text, and centred unless it would cover cards there. `cards` are the
    visible parts of the cards.
    """
    px = layout.text_px
    lines = wrap_text(measurer, text, px, layout.message_area.w - px)
    while len(lines) > MAX_LINES and px > MIN_TEXT_PX:
        px -= 1
        lines = wrap_text(measurer, text, px, layout.message_area.w - px)
    line_height = round(px * 1.35)
    height = line_height * len(lines) + px // 2
    width = min(layout.message_area.w, max(measurer.measure_width(line, px) for line in lines) + px)
    box = _choose_box(layout.message_area, cards, width, height)
    yield Panel(box, PanelKind.NOTE)
    for row, line in enumerate(lines):
        line_box = Box(box.x, box.y + px // 4 + row * line_height, box.w, line_height)
        yield Label(line_box, line, px, align=Align.CENTRE)


def _choose_box(area: Box, cards: Sequence[Box], width: int, height: int) -> Box:
    """Return the box that covers least, of these the nearest to the middle."""
    centred_left = area.x + (area.w - width) // 2
    edges = {card.right for card in cards} | {card.x - width for card in cards}
    lefts = {centred_left, *(x for x in edges if area.x <= x <= area.right - width)}
    boxes = [Box(x, area.bottom - height, width, height) for x in lefts]
    return min(
        boxes, key=lambda box: (_count_covered_pixels(box, cards), abs(box.x - centred_left), box.x)
    )


def _count_covered_pixels(box: Box, cards: Iterable[Box]) -> int:
    return sum(
        (min(box.right, card.right) - max(box.x, card.x))
        * (min(box.bottom, card.bottom) - max(box.y, card.y))
        for card in cards
        if box.overlaps(card)
    )
