"""Where everything on the table lies, computed from the picture's size and the game's piles; no size is listed.

Two places for the controls (a rail at the side, a foot below) and two for cells and foundations (a row
on top, blocks at both sides) are tried; the one that makes the cards' indices largest wins.
"""

from __future__ import annotations

from typing import NamedTuple

from kiosk.actions import Action
from kiosk.frame import Box

RATIO = 1.42
"""Height of a card by its width, where there is room: that of a bridge card (88 x 62 mm)."""
FLATTEST = 1.2
"""The least height of a card by its width: below it the cards stop looking like cards."""
WIDEST = 0.5
"""The highest strip of a covered card by the card's height: a wider fan falls apart."""
LONG_COLUMN = 15
"""A column that must fit with the smallest strips: 7 cards dealt, and a run of 8 on it, all rows of the vectors' games."""


class Shape(NamedTuple):
    """What a game asks of the table: how many columns, cells and foundations, and the cards dealt to a column."""

    columns: int
    cells: int
    dealt: int
    foundations: int = 4


class Bar(NamedTuple):
    """The slim line of controls: the whole of it, its buttons, and the lines of figures from top to bottom."""

    box: Box
    buttons: tuple[tuple[Action, Box], ...]
    figures: tuple[Box, ...]


class Table(NamedTuple):
    """A whole table: the size of a card, the hit area of each pile, and where its first card lies."""

    size: tuple[int, int]
    card: tuple[int, int]
    strip: int
    widest_strip: int
    columns: tuple[Box, ...]
    cells: tuple[Box, ...]
    foundations: tuple[Box, ...]
    column_cards: tuple[Box, ...]
    cell_cards: tuple[Box, ...]
    foundation_cards: tuple[Box, ...]
    bar: Bar
    note: Box
    text: int


class Strip(NamedTuple):
    """The visible part of one card of a column: its place from the bottom card (0), its top and height in pixels."""

    place: int
    y: int
    height: int


class Fold(NamedTuple):
    """A strip that stands for the cards `first` to `last` of a column, folded away."""

    first: int
    last: int
    y: int
    height: int


class Fan(NamedTuple):
    """How one column is fanned: the visible cards from the bottom card up, and what is folded between them."""

    strips: tuple[Strip, ...]
    folds: tuple[Fold, ...]


def least_strip(size: tuple[int, int]) -> int:
    """The lowest covered strip in pixels: 7 with the pixel face at 240 lines, else 10."""
    return 7 if min(size) <= 240 else 10


def text_size(size: tuple[int, int]) -> int:
    """The em of plain text in pixels for this picture."""
    return max(13, round(min(size) / 22))


def finger(size: tuple[int, int]) -> int:
    """The least side of a touch target in pixels where the density is not known: a twelfth of the shorter side."""
    return max(24, min(size) // 12)


def table(size: tuple[int, int], shape: Shape) -> Table:
    """The table for a picture of this size (at least 240x240 pixels) and a game of this shape."""
    plans = [
        plan
        for rail in (True, False)
        for sides in (False, True)
        if (plan := _plan(size, shape, rail=rail, sides=sides)) is not None
    ]
    best = max(plans, key=lambda plan: (_merit(plan), plan.card))
    return _lay(best)


class _Plan(NamedTuple):
    size: tuple[int, int]
    shape: Shape
    rail: bool
    sides: bool
    bar: int
    field: Box
    card: tuple[int, int]
    gap: int
    blocks: tuple[int, int]
    room: int


def _merit(plan: _Plan) -> float:
    """How well the cards can be read: the width and the strip of a column as dealt bound the index."""
    strip = min(plan.card[1] * 0.34, _dealt_strip(plan))
    return min(strip * 1.7, plan.card[0]) + 0.45 * plan.card[0]


def _dealt_strip(plan: _Plan) -> float:
    """The strip of a column as dealt, if it may fill the height: the one that columns share, so that rows align."""
    return (plan.room - plan.card[1]) / max(1, plan.shape.dealt - 1)


def _bar_size(size: tuple[int, int], *, rail: bool) -> int:
    text = text_size(size)
    if rail:
        return max(finger(size) + 8, round(text * 3.9))
    return max(finger(size) + 2, text * 2 + 4)


def _gap(width: int) -> int:
    return max(1, round(width * 0.06))


def _plan(size: tuple[int, int], shape: Shape, *, rail: bool, sides: bool) -> _Plan | None:
    """The largest cards of this arrangement, or None where not even the smallest fit."""
    bar = _bar_size(size, rail=rail)
    margin = max(2, min(size) // 100)
    width, height = (size[0] - bar, size[1]) if rail else (size[0], size[1] - bar)
    field = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    least = least_strip(size)
    for card_w in range(field.w // shape.columns, 7, -1):
        gap = _gap(card_w)
        for card_h in range(round(card_w * RATIO), round(card_w * FLATTEST) - 1, -1):
            blocks = _blocks(shape, field.h, card_h, gap) if sides else (0, 0)
            across = shape.columns + sum(blocks)
            top = 0 if sides else card_h + gap * 2
            room = field.h - top
            if across * (card_w + gap) - gap > field.w:
                break
            if not sides and not _row_fits(shape, card_w, gap, field.w):
                break
            long = card_h + (LONG_COLUMN - 1) * least
            fair = card_h + (shape.dealt - 1) * max(least, round(card_h * 0.2))
            if room >= max(long, fair):
                return _Plan(
                    size, shape, rail, sides, bar, field, (card_w, card_h), gap, blocks, room
                )
    return None


def _row_fits(shape: Shape, card_w: int, gap: int, width: int) -> bool:
    count = shape.cells + shape.foundations
    return count * (card_w + gap) + (gap if shape.cells else -gap) <= width


def _blocks(shape: Shape, height: int, card_h: int, gap: int) -> tuple[int, int]:
    """How many cards wide the blocks of cells and of foundations are, stacked as high as fits."""
    rows = max(1, (height + gap) // (card_h + gap))
    return -(-shape.cells // rows), -(-shape.foundations // rows)


def _lay(plan: _Plan) -> Table:
    card_w, card_h = plan.card
    pitch = _pitch(plan)
    used = pitch * (plan.shape.columns + sum(plan.blocks)) - (pitch - card_w)
    left = plan.field.x + (plan.field.w - used) // 2
    top = plan.field.y
    if plan.sides:
        cell_cards = _block(left, top, plan, pitch, plan.shape.cells, plan.blocks[0])
        first = left + plan.blocks[0] * pitch
        beyond = first + plan.shape.columns * pitch
        home_cards = _block(beyond, top, plan, pitch, plan.shape.foundations, plan.blocks[1])
        column_y = top
    else:
        cell_cards = tuple(
            Box(left + i * pitch, top, card_w, card_h) for i in range(plan.shape.cells)
        )
        start = left + used - plan.shape.foundations * pitch + (pitch - card_w)
        home_cards = tuple(
            Box(start + i * pitch, top, card_w, card_h) for i in range(plan.shape.foundations)
        )
        first, column_y = left, top + card_h + plan.gap * 2
    column_cards = tuple(
        Box(first + i * pitch, column_y, card_w, card_h) for i in range(plan.shape.columns)
    )
    floor = plan.field.bottom
    side = (pitch - card_w) // 2
    columns = tuple(
        Box(b.x - side, b.y - plan.gap, pitch, floor - b.y + plan.gap) for b in column_cards
    )
    around = min(side, plan.gap)
    return Table(
        size=plan.size,
        card=plan.card,
        strip=least_strip(plan.size),
        widest_strip=int(min(card_h * WIDEST, _dealt_strip(plan))),
        columns=columns,
        cells=tuple(b.grown(around) for b in cell_cards),
        foundations=tuple(b.grown(around) for b in home_cards),
        column_cards=column_cards,
        cell_cards=cell_cards,
        foundation_cards=home_cards,
        bar=_bar(plan),
        note=_note(plan),
        text=text_size(plan.size),
    )


def _pitch(plan: _Plan) -> int:
    """From one column to the next: spread over the width, but not so far that the columns fall apart."""
    across = plan.shape.columns + sum(plan.blocks)
    spread = (plan.field.w - plan.card[0]) // (across - 1)
    return min(spread, round(plan.card[0] * 1.25))


def _block(left: int, top: int, plan: _Plan, pitch: int, count: int, wide: int) -> tuple[Box, ...]:
    """A block of places, filled row by row."""
    if not count:
        return ()
    down = plan.card[1] + plan.gap * 2
    return tuple(
        Box(left + (i % wide) * pitch, top + (i // wide) * down, *plan.card) for i in range(count)
    )


def _note(plan: _Plan) -> Box:
    """The short line that says why: over the foot of the columns, at most two lines high."""
    height = round(text_size(plan.size) * 1.6)
    field = plan.field
    return Box(field.x, field.bottom - height, field.w, height)


def _bar(plan: _Plan) -> Bar:
    return _rail(plan) if plan.rail else _foot(plan)


def _rail(plan: _Plan) -> Bar:
    """Menu and New above, the figures in the middle, Redo and Undo below, where the thumb is."""
    box = Box(plan.size[0] - plan.bar, 0, plan.bar, plan.size[1])
    line = round(text_size(plan.size) * 1.2)
    lines = 5
    pad = max(2, plan.bar // 20)
    room = box.h - lines * line - 7 * pad
    tall = min(room // 4, round(plan.bar * 0.85))
    inner = Box(box.x + pad, pad, box.w - 2 * pad, tall)
    below = box.bottom - pad - tall
    buttons = (
        (Action.MENU, inner),
        (Action.NEW, inner._replace(y=inner.bottom + pad)),
        (Action.REDO, inner._replace(y=below - tall - pad)),
        (Action.UNDO, inner._replace(y=below)),
    )
    upper = 2 * (tall + pad) + pad
    start = upper + (box.h - 2 * upper - lines * line) // 2
    figures = tuple(Box(box.x + pad, start + i * line, box.w - 2 * pad, line) for i in range(lines))
    return Bar(box, buttons, figures)


def _foot(plan: _Plan) -> Bar:
    """Undo and Redo at the left, the figures in the middle, New and Menu at the right."""
    box = Box(0, plan.size[1] - plan.bar, plan.size[0], plan.bar)
    text = text_size(plan.size)
    pad = 2
    tall = box.h - 2 * pad
    wide = min(round(tall * 1.3), (box.w - round(text * 8.2)) // 4 - pad)
    left = [Box(pad + i * (wide + pad), box.y + pad, wide, tall) for i in range(2)]
    right = [Box(box.w - (2 - i) * (wide + pad), box.y + pad, wide, tall) for i in range(2)]
    middle = Box(left[1].right + pad, box.y + pad, right[0].x - left[1].right - 2 * pad, tall)
    line = tall // 2
    figures = (middle._replace(h=line), middle._replace(y=middle.y + line, h=line))
    actions = (Action.UNDO, Action.REDO, Action.NEW, Action.MENU)
    return Bar(box, tuple(zip(actions, left + right, strict=True)), figures)


def fan(count: int, top: int, room: int, view: Table, *, focus: int | None = None) -> Fan:
    """How `count` cards lie from y = `top` in `room` pixels: evenly, or with their middle folded to a counter.

    With a `focus` (an index from the bottom card) the fold is opened there, and the cards above and
    below are folded instead. The strips are never lower than the view's least strip.
    """
    card_h = view.card[1]
    if count <= 1:
        return Fan(tuple(Strip(i, top, card_h) for i in range(count)), ())
    strip = min(view.widest_strip, (room - card_h) // (count - 1))
    if strip >= view.strip:
        strips = [Strip(i, top + i * strip, strip) for i in range(count - 1)]
        return Fan((*strips, Strip(count - 1, top + (count - 1) * strip, card_h)), ())
    places = max(2, (room - card_h) // view.strip)
    first, last = _window(count - 1, places, focus)
    return _folded(count, top, view, first, last)


def _window(
    covered: int, places: int, focus: int | None
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Which of the covered cards are folded: one stretch without a focus, two around it with one."""
    if focus is None:
        return (1, covered - (places - 2) - 1), (0, -1)
    shown = max(1, places - 2)
    start = min(max(0, focus - shown // 2), covered - shown)
    return (0, start - 1), (start + shown, covered - 1)


def _folded(
    count: int, top: int, view: Table, first: tuple[int, int], second: tuple[int, int]
) -> Fan:
    strips: list[Strip] = []
    folds: list[Fold] = []
    y, index = top, 0
    while index < count - 1:
        for low, high in (first, second):
            if index == low and high >= low:
                folds.append(Fold(low, high, y, view.strip))
                index = high + 1
                break
        else:
            strips.append(Strip(index, y, view.strip))
            index += 1
        y += view.strip
    strips.append(Strip(count - 1, y, view.card[1]))
    return Fan(tuple(strips), tuple(folds))
