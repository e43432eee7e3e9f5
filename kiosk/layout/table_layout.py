"""Best arrangement of the piles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from kiosk.frame import Box
from kiosk.layout.metrics import least_strip, long_column, text_size
from kiosk.layout.toolbar import Bar, bar, bar_size, mirrored


class Shape(NamedTuple):
    """What a game asks of the table: columns, cells, cards dealt to a column, foundations."""

    columns: int
    cells: int
    dealt: int
    foundations: int = 4


class Table(NamedTuple):
    """A whole table, in pixels.

    `columns`, `cells` and `foundations` are hit areas, `…_cards` the places of a pile's first card.
    A covered strip is `strip` to `widest_strip` high. `rows` are the columns of each row, and
    `field` is what the rows share.
    """

    size: tuple[int, int]
    card: tuple[int, int]
    gap: int
    strip: int
    widest_strip: int
    field: Box
    rows: tuple[int, ...]
    columns: tuple[Box, ...]
    cells: tuple[Box, ...]
    foundations: tuple[Box, ...]
    column_cards: tuple[Box, ...]
    cell_cards: tuple[Box, ...]
    foundation_cards: tuple[Box, ...]
    bar: Bar
    note: Box
    text: int


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


RATIO = 1.42
"""Height of a card by its width, where there is room: that of a bridge card (88 x 62 mm)."""
FLATTEST = 1.2
"""The least height of a card by its width: below it the cards stop looking like cards."""
WIDEST = 0.5
"""The highest strip of a covered card by the card's height: a wider fan falls apart."""
LARGE = 1.4
"""How much higher the lowest strip is for a large index: 12 pixels of 14, or 9 of 11."""
FEW_DEALT = 5
"""Up to so many cards dealt to a column, most columns stay short."""


class _Plan(NamedTuple):
    """An arrangement with its cards; `room` is the height that all rows of columns share."""

    size: tuple[int, int]
    shape: Shape
    density: int | None
    rail: bool
    sides: bool
    rows: int
    field: Box
    card: tuple[int, int]
    gap: int
    blocks: tuple[int, int]
    room: int

    @property
    def abreast(self) -> int:
        """Columns in the longest row."""
        return -(-self.shape.columns // self.rows)

    @property
    def across(self) -> int:
        """Most places side by side: columns and the blocks at their sides, or the row on top."""
        top = 0 if self.sides else self.shape.cells + self.shape.foundations
        return max(self.abreast + sum(self.blocks), top)

    @property
    def pitch(self) -> int:
        """From one column to the next: over the width, but not so far that all falls apart."""
        spread = (self.field.w - self.card[0]) // (self.across - 1)
        return min(spread, round(self.card[0] * 1.25))

    @property
    def left(self) -> int:
        """Where the first place begins: what is used of the width stands in its middle."""
        used = self.pitch * (self.across - 1) + self.card[0]
        return self.field.x + (self.field.w - used) // 2

    @property
    def below(self) -> int:
        """The top of the columns."""
        return self.field.y + (0 if self.sides else self.card[1] + self.gap * 2)

    @property
    def dealt_strip(self) -> float:
        """The strip of a column as dealt, if it filled its row: all columns share it, to align."""
        row = (self.room - (self.rows - 1) * self.gap * 2) / self.rows
        return (row - self.card[1]) / max(1, self.shape.dealt - 1)


def table(
    size: tuple[int, int],
    shape: Shape,
    density: int | None = None,
    *,
    left_handed: bool = False,
    large_index: bool = False,
) -> Table:
    """The table for a game of this shape.

    Args:
        size: The picture's width and height, each at least 240 pixels.
        shape: What the game asks for.
        density: Pixels per inch of the panel, if that is known.
        left_handed: Whether the controls are mirrored.
        large_index: Whether long columns fold before their strips are as low as can be.
    """
    choices = product((True, False), (False, True), (1, 2))
    plans = [_largest(size, shape, density, rail, sides, rows) for rail, sides, rows in choices]
    best = max((plan for plan in plans if plan), key=lambda plan: (_merit(plan), plan.card))
    laid = _lay(best, large_index=large_index)
    return _mirrored(laid, best.rail) if left_handed else laid


def _merit(plan: _Plan) -> float:
    """How well cards are read: their width and the strip of a column as dealt bound the index."""
    strip = min(plan.card[1] * 0.34, plan.dealt_strip)
    return min(strip * 1.7, plan.card[0]) + 0.45 * plan.card[0]


def _largest(
    size: tuple[int, int], shape: Shape, density: int | None, rail: bool, sides: bool, rows: int
) -> _Plan | None:
    """The largest cards of this arrangement, or None where not even the smallest fit."""
    wide = bar_size(size, rail=rail, density=density)
    margin = max(2, min(size) // 100)
    width, height = (size[0] - wide, size[1]) if rail else (size[0], size[1] - wide)
    field = Box(margin, margin, width - 2 * margin, height - 2 * margin)

    def plan(card_w: int, card_h: int) -> _Plan:
        gap = max(1, round(card_w * 0.06))
        blocks = _blocks(shape, field.h, card_h, gap) if sides else (0, 0)
        room = field.h - (0 if sides else card_h + gap * 2)
        card = (card_w, card_h)
        return _Plan(size, shape, density, rail, sides, rows, field, card, gap, blocks, room)

    for card_w in range(field.w // -(-shape.columns // rows), 7, -1):
        heights = range(round(card_w * RATIO), round(card_w * FLATTEST) - 1, -1)
        if _fits(plan(card_w, heights[-1])):
            return next(one for card_h in heights if _fits(one := plan(card_w, card_h)))
    return None


def _fits(plan: _Plan) -> bool:
    return _wide_enough(plan) and _high_enough(plan)


def _wide_enough(plan: _Plan) -> bool:
    return plan.across * (plan.card[0] + plan.gap) - plan.gap <= plan.field.w


def _high_enough(plan: _Plan) -> bool:
    """Whether all rows show a column as dealt in fair strips, and one a long column in the lowest.

    Where many cards are dealt to a column, columns grow long everywhere: two rows must fit that.
    """
    card_h, dealt = plan.card[1], plan.shape.dealt
    strip = round(card_h * 0.2)
    if plan.rows > 1 and dealt > FEW_DEALT:
        dealt, strip = long_column(plan.size), round(card_h * 0.4)
    least = least_strip(plan.size)
    between = (plan.rows - 1) * plan.gap * 2
    long = card_h + (long_column(plan.size) - 1) * least
    short = (plan.rows - 1) * (card_h + (dealt - 1) * least)
    fair = plan.rows * (card_h + (dealt - 1) * max(least, strip))
    return plan.room >= max(long + short, fair) + between


def _blocks(shape: Shape, height: int, card_h: int, gap: int) -> tuple[int, int]:
    """How many cards wide the blocks of cells and of foundations are, stacked as high as fits."""
    rows = max(1, (height + gap) // (card_h + gap * 2))
    return -(-shape.cells // rows), -(-shape.foundations // rows)


def _lay(plan: _Plan, *, large_index: bool) -> Table:
    cells, homes = _singles(plan)
    columns = _columns(plan)
    side = (plan.pitch - plan.card[0]) // 2
    around = min(side, plan.gap)
    whole = plan.field.grown(plan.field.x)
    areas = (
        Box(box.x - side, box.y - plan.gap, plan.pitch, plan.field.bottom - box.y + plan.gap)
        for box in columns
    )
    view = Table(
        size=plan.size,
        card=plan.card,
        gap=plan.gap,
        strip=_lowest(plan, large_index=large_index),
        widest_strip=int(min(plan.card[1] * WIDEST, plan.dealt_strip)),
        field=plan.field._replace(y=plan.below, h=plan.field.bottom - plan.below),
        rows=_rows(plan),
        columns=tuple(within(area, whole) for area in areas),
        cells=tuple(within(box.grown(around), whole) for box in cells),
        foundations=tuple(within(box.grown(around), whole) for box in homes),
        column_cards=columns,
        cell_cards=cells,
        foundation_cards=homes,
        bar=bar(plan.size, rail=plan.rail, density=plan.density),
        note=_note(plan),
        text=text_size(plan.size),
    )
    return shared(view, [plan.shape.dealt] * plan.shape.columns)


def _lowest(plan: _Plan, *, large_index: bool) -> int:
    """The lowest strip; for a large index higher, but so that a column as dealt never folds."""
    least = least_strip(plan.size)
    return max(least, min(round(least * LARGE), int(plan.dealt_strip))) if large_index else least


def _mirrored(view: Table, rail: bool) -> Table:
    """The table with its controls on the other side; cards make room, and stay in order."""
    by = view.bar.box.w if rail else 0

    def moved(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
        return tuple(box._replace(x=box.x + by) for box in boxes)

    return view._replace(
        field=view.field._replace(x=view.field.x + by),
        columns=moved(view.columns),
        cells=moved(view.cells),
        foundations=moved(view.foundations),
        column_cards=moved(view.column_cards),
        cell_cards=moved(view.cell_cards),
        foundation_cards=moved(view.foundation_cards),
        bar=mirrored(view.bar, view.size[0]),
        note=view.note._replace(x=view.note.x + by),
    )


def _rows(plan: _Plan) -> tuple[int, ...]:
    """How many columns each row has."""
    full = [plan.abreast] * (plan.rows - 1)
    return (*full, plan.shape.columns - sum(full))


def _columns(plan: _Plan) -> tuple[Box, ...]:
    """The places of the columns' first cards, as if they all lay in the first row."""
    beside = plan.across - plan.abreast - plan.blocks[1]
    first = plan.left + (beside * plan.pitch if plan.sides else beside * plan.pitch // 2)
    return tuple(
        Box(first + i % plan.abreast * plan.pitch, plan.below, *plan.card)
        for i in range(plan.shape.columns)
    )


def _singles(plan: _Plan) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """The places of cells at the left and foundations at the right: on top, or in blocks."""
    cells, homes = plan.shape.cells, plan.shape.foundations
    if plan.sides:
        beyond = plan.left + (plan.blocks[0] + plan.abreast) * plan.pitch
        return (
            _block(plan, plan.left, cells, plan.blocks[0]),
            _block(plan, beyond, homes, plan.blocks[1]),
        )
    start = plan.left + (plan.across - homes) * plan.pitch
    return _block(plan, plan.left, cells, cells), _block(plan, start, homes, homes)


def _block(plan: _Plan, left: int, count: int, wide: int) -> tuple[Box, ...]:
    """So many places side by side, filled row by row."""
    top, down = plan.field.y, plan.card[1] + plan.gap * 2
    return tuple(
        Box(left + i % wide * plan.pitch, top + i // wide * down, *plan.card) for i in range(count)
    )


def _note(plan: _Plan) -> Box:
    """Where the short line stands that says why: over the foot of the columns."""
    height = round(text_size(plan.size) * 1.6)
    return Box(plan.field.x, plan.field.bottom - height, plan.field.w, height)
