"""Place the message line where it covers the fewest cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kiosk.frame import Align, Box, Drawable, Label, Panel, PanelKind, wrap_text
from kiosk.scenes.table.view import TableView
from kiosk.ui.text_fit import MIN_TEXT_PX

MAX_LINES = 2  # the text is made smaller, down to the least size, before it takes more lines


def build_message(view: TableView) -> Iterator[Drawable]:
    """Yield the message, if any, over the foot of the columns.

    It is no wider than its text, and centred unless it would cover cards there.
    """
    if view.message is None:
        return
    text, measurer = view.message[0], view.context.measurer
    area, px = view.layout.message_area, view.layout.text_px
    lines = wrap_text(measurer, text, px, area.w - px)
    while len(lines) > MAX_LINES and px > MIN_TEXT_PX:
        px -= 1
        lines = wrap_text(measurer, text, px, area.w - px)
    line_height = round(px * 1.35)
    height = line_height * len(lines) + px // 2
    width = min(area.w, max(measurer.measure_width(line, px) for line in lines) + px)
    cards = [placed.visible_box for placed in view.card_layout.placed_cards]
    box = _choose_box(area, cards, width, height)
    yield Panel(box, PanelKind.NOTE)
    for row, line in enumerate(lines):
        line_box = Box(box.x, box.y + px // 4 + row * line_height, box.w, line_height)
        yield Label(line_box, line, px, align=Align.CENTRE)


def _choose_box(area: Box, cards: Sequence[Box], width: int, height: int) -> Box:
    """Return the box that covers least, of these the nearest to the middle."""
    centred_x, bottom = area.x + (area.w - width) // 2, area.bottom
    top, last_x = bottom - height, area.right - width
    lefts = {centred_x}
    covered: list[tuple[int, int, int]] = []  # left, right and the height under the message
    for x, y, w, h in cards:
        lefts.update(left for left in (x + w, x - width) if area.x <= left <= last_x)
        covered_height = min(bottom, y + h) - max(top, y)
        if covered_height > 0:
            covered.append((x, x + w, covered_height))

    def rank(left: int) -> tuple[int, int, int]:
        widths = [(min(left + width, right) - max(left, x), h) for x, right, h in covered]
        return sum(w * h for w, h in widths if w > 0), abs(left - centred_x), left

    return Box(min(lefts, key=rank), top, width, height)
