"""Choose the arrangement of the piles that shows the largest cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from kiosk.frame import Box
from kiosk.layout.metrics import long_column_cards, min_strip_height, text_size
from kiosk.layout.toolbar import Toolbar, mirror_toolbar, place_toolbar, toolbar_thickness

CARD_ASPECT = 1.42
"""Height of a card by its width, where there is room: a bridge card's (88 x 62 mm)."""
MIN_CARD_ASPECT = 1.2
"""Below it the cards stop looking like cards."""
MAX_STRIP_FRACTION = 0.5
"""The highest strip of a covered card by the card's height: a wider fan falls apart."""
LARGE_INDEX_FACTOR = 1.4
"""Lowest strip for a large index by that for a normal one: 12 pixels of 14, or 9 of 11."""
MAX_SHORT_DEAL = 5
"""With at most so many cards dealt to a column, most columns stay short."""


class TableShape(NamedTuple):
    """Numbers of a game's piles, and of the cards dealt to its longest column."""

    columns: int
    cells: int
    cards_dealt: int
    foundations: int = 4


class TableLayout(NamedTuple):
    """A whole table, in pixels.

    `..._areas` are hit areas, `..._cards` the boxes of a pile's first card. A covered strip is
    `min_strip` to `max_strip` high. `rows` is the number of columns in each row, and
    `tableau_area` is shared by the rows.
    """

    size: tuple[int, int]
    card_size: tuple[int, int]
    gap: int
    min_strip: int
    max_strip: int
    tableau_area: Box
    rows: tuple[int, ...]
    column_areas: tuple[Box, ...]
    cell_areas: tuple[Box, ...]
    foundation_areas: tuple[Box, ...]
    column_cards: tuple[Box, ...]
    cell_cards: tuple[Box, ...]
    foundation_cards: tuple[Box, ...]
    toolbar: Toolbar
    message_area: Box
    text_px: int


def share_row_heights(layout: TableLayout, lengths: Sequence[int]) -> TableLayout:
    """Return the layout with its height shared among the rows by the columns' lengths."""
    if len(layout.rows) == 1:
        return layout
    needs, first = [], 0
    for count in layout.rows:
        needs.append(max(1, *lengths[first : first + count]))
        first += count
    heights = _compute_row_heights(layout, needs)
    picture = Box(0, 0, *layout.size)
    y, first = layout.tableau_area.y, 0
    cards, areas = list(layout.column_cards), list(layout.column_areas)
    for count, height in zip(layout.rows, heights, strict=True):
        for column in range(first, first + count):
            cards[column] = cards[column]._replace(y=y)
            area = areas[column]._replace(y=y - layout.gap, h=height + layout.gap)
            areas[column] = clip_box(area, picture)
        y, first = y + height + layout.gap, first + count
    return layout._replace(column_cards=tuple(cards), column_areas=tuple(areas))


def _compute_row_heights(layout: TableLayout, needs: Sequence[int]) -> list[int]:
    room = layout.tableau_area.h - (len(needs) - 1) * layout.gap
    card_h = layout.card_size[1]
    least = [card_h + (need - 1) * layout.min_strip for need in needs]
    wanted = [card_h + (need - 1) * layout.max_strip for need in needs]
    spare = room - sum(least)
    if spare < 0:
        even = (room - len(needs) * card_h) / max(1, sum(need - 1 for need in needs))
        return [card_h + int((need - 1) * even) for need in needs]
    wanted_extra = sum(wanted) - sum(least)
    part = min(1.0, spare / wanted_extra) if wanted_extra else 0.0
    heights = [low + int((high - low) * part) for low, high in zip(least, wanted, strict=True)]
    rest = room - sum(heights)
    return [height + rest // len(heights) for height in heights]


def clip_box(box: Box, bounds: Box) -> Box:
    """Return the part of a box inside `bounds`."""
    x, y = max(box.x, bounds.x), max(box.y, bounds.y)
    return Box(x, y, min(box.right, bounds.right) - x, min(box.bottom, bounds.bottom) - y)


class _Candidate(NamedTuple):
    """An arrangement and its card size; `rows_height` is shared by all rows of columns."""

    size: tuple[int, int]
    shape: TableShape
    density: int | None
    rail: bool
    has_side_blocks: bool
    rows: int
    area: Box
    card: tuple[int, int]
    gap: int
    block_widths: tuple[int, int]
    rows_height: int

    @property
    def columns_per_row(self) -> int:
        """Number of columns in the longest row."""
        return -(-self.shape.columns // self.rows)

    @property
    def places_across(self) -> int:
        """Largest number of piles side by side."""
        top = 0 if self.has_side_blocks else self.shape.cells + self.shape.foundations
        return max(self.columns_per_row + sum(self.block_widths), top)

    @property
    def pitch(self) -> int:
        """Distance between columns: the width shared out, but limited, to keep columns together."""
        spread = (self.area.w - self.card[0]) // (self.places_across - 1)
        return min(spread, round(self.card[0] * 1.25))

    @property
    def left(self) -> int:
        """Left edge of the first pile; the piles are centred."""
        used = self.pitch * (self.places_across - 1) + self.card[0]
        return self.area.x + (self.area.w - used) // 2

    @property
    def columns_top(self) -> int:
        return self.area.y + (0 if self.has_side_blocks else self.card[1] + self.gap * 2)

    @property
    def dealt_strip(self) -> float:
        """Height of a strip of a column as dealt that fills its row, the same for all columns."""
        row = (self.rows_height - (self.rows - 1) * self.gap * 2) / self.rows
        return (row - self.card[1]) / max(1, self.shape.cards_dealt - 1)


def arrange_table(
    size: tuple[int, int],
    shape: TableShape,
    density: int | None = None,
    *,
    left_handed: bool = False,
    large_index: bool = False,
) -> TableLayout:
    """Return the best layout for a game of this shape.

    Args:
        size: Width and height of the picture, each at least 240 pixels.
        shape: The game's piles.
        density: Pixels per inch of the panel, if known.
        left_handed: Mirror the toolbar.
        large_index: Fold long columns before their strips are as low as possible.
    """
    candidates = [
        _find_largest(size, shape, density, rail, has_side_blocks, rows)
        for rail, has_side_blocks, rows in product((True, False), (False, True), (1, 2))
    ]
    best = max(filter(None, candidates), key=lambda one: (_score(one), one.card))
    layout = _build_layout(best, large_index=large_index)
    return _mirror_table(layout, best.rail) if left_handed else layout


def _score(candidate: _Candidate) -> float:
    """Rate the readability: card width and strip of a column as dealt limit the index."""
    strip = min(candidate.card[1] * 0.34, candidate.dealt_strip)
    return min(strip * 1.7, candidate.card[0]) + 0.45 * candidate.card[0]


def _find_largest(
    size: tuple[int, int],
    shape: TableShape,
    density: int | None,
    rail: bool,
    has_side_blocks: bool,
    rows: int,
) -> _Candidate | None:
    thickness = toolbar_thickness(size, rail=rail, density=density)
    margin = max(2, min(size) // 100)
    width, height = (size[0] - thickness, size[1]) if rail else (size[0], size[1] - thickness)
    area = Box(margin, margin, width - 2 * margin, height - 2 * margin)

    def make_candidate(card_w: int, card_h: int) -> _Candidate:
        gap = max(1, round(card_w * 0.06))
        block_widths, rows_height = (0, 0), area.h - card_h - gap * 2
        if has_side_blocks:
            block_rows = max(1, (area.h + gap) // (card_h + gap * 2))
            block_widths = -(-shape.cells // block_rows), -(-shape.foundations // block_rows)
            rows_height = area.h
        return _Candidate(
            *(size, shape, density, rail, has_side_blocks, rows, area),
            card=(card_w, card_h),
            gap=gap,
            block_widths=block_widths,
            rows_height=rows_height,
        )

    for card_w in range(area.w // -(-shape.columns // rows), 7, -1):
        heights = range(round(card_w * CARD_ASPECT), round(card_w * MIN_CARD_ASPECT) - 1, -1)
        if _has_room(make_candidate(card_w, heights[-1])):
            return next(
                one for card_h in heights if _has_room(one := make_candidate(card_w, card_h))
            )
    return None


def _has_room(candidate: _Candidate) -> bool:
    """Check that all rows show a column as dealt in fair strips, and one row a long column.

    Where many cards are dealt to a column, columns grow long everywhere: two rows must fit that.
    """
    (card_w, card_h), gap, rows = candidate.card, candidate.gap, candidate.rows
    if candidate.places_across * (card_w + gap) - gap > candidate.area.w:
        return False
    dealt, fair_strip = candidate.shape.cards_dealt, round(card_h * 0.2)
    if rows > 1 and dealt > MAX_SHORT_DEAL:
        dealt, fair_strip = long_column_cards(candidate.size), round(card_h * 0.4)
    least = min_strip_height(candidate.size)
    long = card_h + (long_column_cards(candidate.size) - 1) * least
    short = (rows - 1) * (card_h + (dealt - 1) * least)
    fair = rows * (card_h + (dealt - 1) * max(least, fair_strip))
    return candidate.rows_height >= max(long + short, fair) + (rows - 1) * gap * 2


def _build_layout(candidate: _Candidate, *, large_index: bool) -> TableLayout:
    size, area, shape, top = candidate.size, candidate.area, candidate.shape, candidate.columns_top
    cells, foundations = _place_side_piles(candidate)
    columns = _place_columns(candidate)
    side = (candidate.pitch - candidate.card[0]) // 2
    margin = min(side, candidate.gap)
    bounds = area.expand(area.x)
    column_area = Box(0, top - candidate.gap, candidate.pitch, area.bottom - top + candidate.gap)
    message_height = round(text_size(size) * 1.6)
    full_rows = (candidate.columns_per_row,) * (candidate.rows - 1)
    layout = TableLayout(
        size=size,
        card_size=candidate.card,
        gap=candidate.gap,
        min_strip=_choose_min_strip(candidate, large_index=large_index),
        max_strip=int(min(candidate.card[1] * MAX_STRIP_FRACTION, candidate.dealt_strip)),
        tableau_area=area._replace(y=top, h=area.bottom - top),
        rows=(*full_rows, shape.columns - sum(full_rows)),
        column_areas=tuple(
            clip_box(column_area._replace(x=box.x - side), bounds) for box in columns
        ),
        cell_areas=tuple(clip_box(box.expand(margin), bounds) for box in cells),
        foundation_areas=tuple(clip_box(box.expand(margin), bounds) for box in foundations),
        column_cards=columns,
        cell_cards=cells,
        foundation_cards=foundations,
        toolbar=place_toolbar(size, rail=candidate.rail, density=candidate.density),
        message_area=area._replace(y=area.bottom - message_height, h=message_height),
        text_px=text_size(size),
    )
    return share_row_heights(layout, [shape.cards_dealt] * shape.columns)


def _choose_min_strip(candidate: _Candidate, *, large_index: bool) -> int:
    least = min_strip_height(candidate.size)
    if not large_index:
        return least
    # A column as dealt never folds.
    return max(least, min(round(least * LARGE_INDEX_FACTOR), int(candidate.dealt_strip)))


def _mirror_table(layout: TableLayout, rail: bool) -> TableLayout:
    """Mirror the toolbar; the piles make room for it, and keep their order."""
    shift = layout.toolbar.box.w if rail else 0

    def move(box: Box) -> Box:
        return box._replace(x=box.x + shift)

    return layout._replace(
        tableau_area=move(layout.tableau_area),
        column_areas=tuple(map(move, layout.column_areas)),
        cell_areas=tuple(map(move, layout.cell_areas)),
        foundation_areas=tuple(map(move, layout.foundation_areas)),
        column_cards=tuple(map(move, layout.column_cards)),
        cell_cards=tuple(map(move, layout.cell_cards)),
        foundation_cards=tuple(map(move, layout.foundation_cards)),
        toolbar=mirror_toolbar(layout.toolbar, layout.size[0]),
        message_area=move(layout.message_area),
    )


def _place_columns(candidate: _Candidate) -> tuple[Box, ...]:
    """Return the boxes of the columns' first cards, as if all were in the first row."""
    per_row, pitch = candidate.columns_per_row, candidate.pitch
    side_places = candidate.places_across - per_row - candidate.block_widths[1]
    first = candidate.left + side_places * pitch // (1 if candidate.has_side_blocks else 2)
    return tuple(
        Box(first + i % per_row * pitch, candidate.columns_top, *candidate.card)
        for i in range(candidate.shape.columns)
    )


def _place_side_piles(candidate: _Candidate) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Place cells at the left and foundations at the right: in the top row, or in blocks."""
    cells, foundations = candidate.shape.cells, candidate.shape.foundations
    cell_width, foundation_width = cells, foundations
    first_foundation = candidate.places_across - foundations
    if candidate.has_side_blocks:
        cell_width, foundation_width = candidate.block_widths
        first_foundation = cell_width + candidate.columns_per_row
    right = candidate.left + first_foundation * candidate.pitch
    return (
        _place_block(candidate, candidate.left, cells, cell_width),
        _place_block(candidate, right, foundations, foundation_width),
    )


def _place_block(candidate: _Candidate, left: int, count: int, width: int) -> tuple[Box, ...]:
    top, row_height = candidate.area.y, candidate.card[1] + candidate.gap * 2
    return tuple(
        Box(left + i % width * candidate.pitch, top + i // width * row_height, *candidate.card)
        for i in range(count)
    )
