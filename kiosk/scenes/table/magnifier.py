"""What a finger means that came down beside everything, and what it is shown while it rests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.game import Game
from engine.position import HOME, Move, is_cell, is_column, is_foundation
from engine.rules import home_pile
from kiosk import intent
from kiosk.frame import Box, Card, Panel, PanelKind, Record, Slot, SlotKind
from kiosk.intent import Hand, Spot
from kiosk.layout import finger
from kiosk.scenes.table.card_layout import EMPTY_COLUMN, piles
from kiosk.scenes.table.view import Glass

LARGER = 1.5
"""How much larger than on the table cards are under the glass."""
STRIP = 0.34
"""The height of an index by that of an uncovered card."""
MOST_ROWS = 3
"""Rows of places beside the card that was picked up."""
EDGE = 3
"""Pixels between the lens and the edge of the picture."""


def nearest_target(glass: Glass, game: Game, x: int, y: int) -> Spot | None:
    """The pile nearest to a pixel that takes what is selected; None where none is in reach.

    The reach is a finger's width. The controls' line is a place of its own, and nothing is beside
    it.
    """
    hand = glass.hand
    if hand is None or glass.table.bar.box.holds(x, y):
        return None
    takes = {move.target for move in intent.places(game.rules, game.position, hand)}
    reach = finger(glass.stage.size, glass.stage.config.display.density)
    near = []
    for pile, box in piles(glass.table):
        away = max(box.x - x, x - box.right + 1, box.y - y, y - box.bottom + 1, 0)
        target = HOME if is_foundation(pile) else pile
        if away <= reach and target in takes and pile != hand.pile:
            near.append((away, pile))
    return Spot(min(near)[1]) if near else None


def loupe(glass: Glass, game: Game, at: tuple[int, int]) -> Iterator[Record]:
    """The card that a resting finger has picked up, and its places, large and beside the finger."""
    hand = glass.hand
    if hand is None:
        return
    picked_up, places = _picked_up(glass, hand), _places(glass, game, hand)
    lens = _lens(glass, len(places), at)
    yield Panel(lens.panel, PanelKind.NOTE)
    yield _enlarged(picked_up, lens.first)
    for number, place in enumerate(places):
        yield _enlarged(place, lens.place(number))


def _enlarged(record: Card | Slot, box: Box) -> Card | Slot:
    if isinstance(record, Card):
        return record._replace(box=box, strip=round(box.h * STRIP))
    return record._replace(box=box)


class _Lens(NamedTuple):
    """A panel for the card in the hand, and to the right of it its places in rows of so many."""

    panel: Box
    width: int
    height: int
    pad: int
    row: int

    @property
    def first(self) -> Box:
        """Where the card in the hand is shown."""
        return Box(self.panel.x + self.pad, self.panel.y + self.pad, self.width, self.height)

    def place(self, number: int) -> Box:
        """Where a place is shown: they stand a little apart from what was picked up."""
        down, across = divmod(number, self.row)
        return self.first._replace(
            x=self.first.x + (across + 1) * (self.width + self.pad) + self.pad,
            y=self.first.y + down * (self.height + self.pad),
        )


def _lens(glass: Glass, places: int, at: tuple[int, int]) -> _Lens:
    """The lens with the largest cards that is not under the finger, in as few rows as can be."""
    size, (card_w, card_h) = glass.stage.size, glass.table.card
    pad = max(3, min(size) // 60)
    for width in range(round(max(card_w * LARGER, min(size) / 7)), 0, -1):
        height = round(width * card_h / card_w)
        for rows in range(1, MOST_ROWS + 1):
            row = -(-places // rows)
            wide = (row + 1) * width + (row + 3) * pad
            panel = _beside(glass, (wide, rows * (height + pad) + pad), at)
            if panel is not None:
                return _Lens(panel, width, height, pad, row)
    raise AssertionError("a lens of dots has room beside every finger")


def _beside(glass: Glass, panel: tuple[int, int], at: tuple[int, int]) -> Box | None:
    """Where on the picture a panel of this size is beside the finger; None where it has no room."""
    (across, down), (wide, tall), (x, y) = glass.stage.size, panel, at
    reach = finger(glass.stage.size, glass.stage.config.display.density)
    middle = _between(EDGE, x - wide // 2, across - wide - EDGE)
    level = _between(EDGE, y - tall // 2, down - tall - EDGE)
    choices = (
        Box(x + reach, level, wide, tall),
        Box(x - reach - wide, level, wide, tall),
        Box(middle, y - reach - tall, wide, tall),
        Box(middle, y + reach, wide, tall),
    )
    whole = Box(0, 0, across, down)
    return next((box for box in choices if _inside(box, whole)), None)


def _between(least: int, value: int, most: int) -> int:
    return max(least, min(value, most))


def _inside(box: Box, whole: Box) -> bool:
    return box.x >= 0 <= box.y and box.right <= whole.right and box.bottom <= whole.bottom


def _picked_up(glass: Glass, hand: Hand) -> Card:
    first, *_ = glass.laid.tops_of(hand.pile, hand.cards)
    return Card(first.box, first.card, first.strip)


def _places(glass: Glass, game: Game, hand: Hand) -> list[Card | Slot]:
    """Every place that takes it; of cells and of empty columns, which are all alike, one each."""
    moves = intent.places(game.rules, game.position, hand)
    return list(dict.fromkeys(_place(glass, game, move) for move in moves))


def _place(glass: Glass, game: Game, move: Move) -> Card | Slot:
    bare = Box(0, 0, *glass.table.card)
    if is_cell(move.target):
        return Slot(bare, SlotKind.CELL)
    if is_column(move.target):
        column = game.position.columns[move.target]
        empty = Slot(bare, EMPTY_COLUMN[game.rules.filling])
        return Card(bare, column[-1], 0) if column else empty
    card = glass.laid.tops_of(move.source, 1)[0].card
    suit = home_pile(game.rules, game.position, card)
    top = None if suit is None else game.foundation_tops()[suit]
    return Slot(bare, SlotKind.FOUNDATION, suit) if top is None else Card(bare, top, 0)
