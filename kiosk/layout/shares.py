"""Where columns lie in more than one row, how the height is shared out among the rows."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.frame import Box
from kiosk.layout.table import Table


def shared(view: Table, lengths: Sequence[int]) -> Table:
    """The same table, its height shared out among the rows by need of columns of these lengths."""
    if len(view.rows) == 1:
        return view
    needs, first = [], 0
    for count in view.rows:
        needs.append(max(1, *lengths[first : first + count]))
        first += count
    heights = _shares(view, needs)
    y, first = view.field.y, 0
    cards, areas = list(view.column_cards), list(view.columns)
    for count, height in zip(view.rows, heights, strict=True):
        for column in range(first, first + count):
            cards[column] = cards[column]._replace(y=y)
            area = areas[column]._replace(y=y - view.gap, h=height + view.gap)
            areas[column] = within(area, Box(0, 0, *view.size))
        y, first = y + height + view.gap, first + count
    return view._replace(column_cards=tuple(cards), columns=tuple(areas))


def _shares(view: Table, needs: Sequence[int]) -> list[int]:
    """The height of each row: what its longest column needs, then what it would like to have."""
    room = view.field.h - (len(needs) - 1) * view.gap
    card_h = view.card[1]
    least = [card_h + (need - 1) * view.strip for need in needs]
    wanted = [card_h + (need - 1) * view.widest_strip for need in needs]
    spare = room - sum(least)
    if spare < 0:
        even = (room - len(needs) * card_h) / max(1, sum(need - 1 for need in needs))
        return [card_h + int((need - 1) * even) for need in needs]
    wishes = sum(wanted) - sum(least)
    part = min(1.0, spare / wishes) if wishes else 0.0
    heights = [low + int((high - low) * part) for low, high in zip(least, wanted, strict=True)]
    rest = room - sum(heights)
    return [height + rest // len(heights) for height in heights]


def within(box: Box, bounds: Box) -> Box:
    """The part of a box that is inside of another one."""
    x, y = max(box.x, bounds.x), max(box.y, bounds.y)
    return Box(x, y, min(box.right, bounds.right) - x, min(box.bottom, bounds.bottom) - y)
