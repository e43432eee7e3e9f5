"""Every card in its place on the table: where it lies, what of it is seen, what a touch means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.position import CELL, EMPTY, FOUNDATION, Position, is_cell, is_column
from engine.variants import Filling
from kiosk.frame import Box, Card, SlotKind
from kiosk.intent import Spot
from kiosk.layout import Fold, Table, fan

SHOWN_SUITS = (2, 0, 1, 3)
"""The order of the foundations from left to right: H C D S, as the text form of a board has it."""


class Lying(NamedTuple):
    """A card in its place: its whole box, what of it is seen, the height of its index in pixels."""

    card: int
    spot: Spot
    box: Box
    seen: Box
    strip: int
    covered: bool


class Folded(NamedTuple):
    """Cards of a column that are folded away, and the counter that stands for them."""

    column: int
    fold: Fold
    box: Box


class Spread(NamedTuple):
    """A whole table of cards, in the order in which they lie on each other."""

    lying: tuple[Lying, ...]
    folds: tuple[Folded, ...]

    def seen(self) -> tuple[Box, ...]:
        """What is seen of every card."""
        return tuple(place.seen for place in self.lying)

    def of(self, card: int) -> Lying | None:
        """Where this card lies; None where it is folded away or under another at home."""
        return next((place for place in self.lying if place.card == card), None)

    def top_of(self, pile: int) -> Lying | None:
        """The top card of this pile."""
        tops = [p for p in self.lying if p.spot.pile == pile and not p.covered]
        return tops[-1] if tops else None

    def tops_of(self, pile: int, count: int) -> tuple[Lying, ...]:
        """What is seen of the uppermost `count` cards of this pile, the lowest of them first."""
        cards = [place for place in self.lying if place.spot.pile == pile]
        if not cards or cards[-1].spot.place is None:
            return tuple(cards)
        first = cards[-1].spot.place - count
        return tuple(card for card in cards if (card.spot.place or 0) > first)


def spread(
    table: Table, position: Position, tops: tuple[int | None, ...], opened: Spot | None = None
) -> Spread:
    """Lay out a position: `tops` are the cards on the foundations.

    `opened` names the column that is spread over the whole height, and the card that must be seen.
    """
    lying: list[Lying] = []
    folds: list[Folded] = []
    for place, suit in enumerate(SHOWN_SUITS):
        card = tops[suit]
        if card is not None:
            lying.append(_single(table, card, FOUNDATION + suit, table.foundation_cards[place]))
    for cell, card in enumerate(position.cells):
        if card != EMPTY:
            lying.append(_single(table, card, CELL + cell, table.cell_cards[cell]))
    wide = opened.pile if opened else None
    for column in sorted(range(len(position.columns)), key=lambda column: column == wide):
        focus = opened.place if opened and column == wide else None
        cards, counters = _column(table, column, position.columns[column], focus)
        lying.extend(cards)
        folds.extend(counters)
    return Spread(tuple(lying), tuple(folds))


def folded(table: Table, position: Position, column: int) -> bool:
    """Whether this column does not fit into its place without a fold."""
    box = table.column_cards[column]
    room = table.columns[column].bottom - box.y
    return bool(fan(len(position.columns[column]), box.y, room, table).folds)


def _single(table: Table, card: int, pile: int, box: Box) -> Lying:
    return Lying(card, Spot(pile), box, box, table.widest_strip, covered=False)


def _column(
    table: Table, column: int, cards: bytes, focus: int | None
) -> tuple[list[Lying], list[Folded]]:
    box = table.column_cards[column]
    top = box.y if focus is None else min(box.y, table.foundation_cards[0].y)
    room = table.columns[column].bottom - top
    fanned = fan(len(cards), top, room, table, focus=focus)
    index = next((s.height for s in fanned.strips if s.height < box.h), table.widest_strip)
    lying = []
    for strip in fanned.strips:
        whole = box._replace(y=strip.y)
        covered = strip.place < len(cards) - 1
        seen = whole._replace(h=strip.height) if covered else whole
        spot = Spot(column, strip.place)
        lying.append(Lying(cards[strip.place], spot, whole, seen, index, covered))
    folds = [Folded(column, f, box._replace(y=f.y, h=f.height)) for f in fanned.folds]
    return lying, folds


def piles(table: Table) -> Iterator[tuple[int, Box]]:
    """Every pile with its hit area, columns first."""
    yield from enumerate(table.columns)
    yield from ((CELL + cell, box) for cell, box in enumerate(table.cells))
    yield from (
        (FOUNDATION + suit, table.foundations[place]) for place, suit in enumerate(SHOWN_SUITS)
    )


def empty_box(table: Table, pile: int) -> Box:
    """Where the first card of this pile lies."""
    if is_column(pile):
        return table.column_cards[pile]
    if is_cell(pile):
        return table.cell_cards[pile - CELL]
    return table.foundation_cards[SHOWN_SUITS.index(pile - FOUNDATION)]


def touched(table: Table, laid: Spread, x: int, y: int) -> Spot | Folded | None:
    """What lies under this pixel: a card, an empty place, a counter, or nothing."""
    for folded_away in laid.folds:
        if folded_away.box.holds(x, y):
            return folded_away
    for place in reversed(laid.lying):
        if place.seen.holds(x, y):
            return place.spot
    for pile, box in piles(table):
        if box.holds(x, y):
            top = laid.top_of(pile)
            return top.spot if top else Spot(pile)
    return None


EMPTY_COLUMN = {
    Filling.ANY: SlotKind.COLUMN,
    Filling.KING: SlotKind.KINGS,
    Filling.NOTHING: SlotKind.DEAD,
}
"""How an empty column looks, by what it takes."""


Tops = tuple[int | None, ...]
"""The card on each foundation, in the order C D H S."""


def card(place: Lying, *, lifted: bool = False) -> Card:
    """A card in its place."""
    return Card(place.box, place.card, place.strip, place.covered, lifted)
