"""Fan the cards of a column, and fold its middle where they do not fit."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.layout.table_layout import TableLayout


class Strip(NamedTuple):
    """The visible part of one card; `card_index` counts from the bottom card (0)."""

    card_index: int
    y: int
    height: int


class Fold(NamedTuple):
    """A strip that replaces the folded cards `first` to `last` of a column."""

    first: int
    last: int
    y: int
    height: int


class ColumnFan(NamedTuple):
    """The visible cards of a column, from the bottom up, and its folds."""

    strips: tuple[Strip, ...]
    folds: tuple[Fold, ...]


def fan_column(
    count: int, top: int, height: int, layout: TableLayout, *, focus: int | None = None
) -> ColumnFan:
    """Fan `count` cards evenly from y = `top`, or fold their middle.

    With a `focus` (an index from the bottom card) the cards around it are visible, and those above
    and below them are folded. No strip is lower than `layout.min_strip`.
    """
    card_h = layout.card_size[1]
    if count <= 1:
        return ColumnFan(tuple(Strip(i, top, card_h) for i in range(count)), ())
    strip = min(layout.max_strip, (height - card_h) // (count - 1))
    if strip >= layout.min_strip:
        strips = [Strip(i, top + i * strip, strip) for i in range(count - 1)]
        return ColumnFan((*strips, Strip(count - 1, top + (count - 1) * strip, card_h)), ())
    return _fold_column(count, top, layout, (height - card_h) // layout.min_strip, focus)


def _fold_column(
    count: int, top: int, layout: TableLayout, strip_count: int, focus: int | None
) -> ColumnFan:
    strips: list[Strip] = []
    folds: list[Fold] = []
    if focus is None:
        folded = [(1, count - max(2, strip_count))]
    else:
        window = max(1, strip_count - 2)
        start = min(max(0, focus - window // 2), count - 1 - window)
        folded = [(0, start - 1), (start + window, count - 2)]
    ends = {first: last for first, last in folded if last > first}
    y, card_index = top, 0
    while card_index < count - 1:
        if card_index in ends:
            folds.append(Fold(card_index, ends[card_index], y, layout.min_strip))
            card_index = ends[card_index]
        else:
            strips.append(Strip(card_index, y, layout.min_strip))
        card_index += 1
        y += layout.min_strip
    strips.append(Strip(count - 1, y, layout.card_size[1]))
    return ColumnFan(tuple(strips), tuple(folds))
