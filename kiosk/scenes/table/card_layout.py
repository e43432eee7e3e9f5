"""The box of every card, the visible part of it, and the hit test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.position import EMPTY, FIRST_CELL, FIRST_FOUNDATION, Position, is_cell, is_column
from engine.variants import Filling
from kiosk.frame import Box, Card, SlotKind
from kiosk.intent import PileSpot
from kiosk.layout import Fold, TableLayout, fan_column

FOUNDATION_SUIT_ORDER = (2, 0, 1, 3)  # left to right: H C D S, as in a board's text form


class PlacedCard(NamedTuple):
    """A card with its box, its visible part and the height of its index in pixels."""

    card: int
    spot: PileSpot
    box: Box
    visible_box: Box
    strip_height: int
    is_covered: bool


class FoldedCards(NamedTuple):
    """The folded cards of a column, and the box of their counter."""

    column: int
    fold: Fold
    box: Box


class CardLayout(NamedTuple):
    """All cards of the table, lower ones first."""

    placed_cards: tuple[PlacedCard, ...]
    folds: tuple[FoldedCards, ...]

    def find_card(self, card: int) -> PlacedCard | None:
        """Return this card, or None where it is folded away or covered on a foundation."""
        return next((placed for placed in self.placed_cards if placed.card == card), None)

    def find_top_card(self, pile: int) -> PlacedCard | None:
        """Return the top card of this pile."""
        cards = (placed for placed in reversed(self.placed_cards) if placed.spot.pile == pile)
        return next((placed for placed in cards if not placed.is_covered), None)

    def find_top_cards(self, pile: int, count: int) -> tuple[PlacedCard, ...]:
        """Return the visible ones of the uppermost `count` cards of this pile, the lowest first."""
        cards = [placed for placed in self.placed_cards if placed.spot.pile == pile]
        if not cards or cards[-1].spot.card_index is None:
            return tuple(cards)
        first = cards[-1].spot.card_index - count
        return tuple(card for card in cards if (card.spot.card_index or 0) > first)


def layout_cards(
    layout: TableLayout,
    position: Position,
    tops: tuple[int | None, ...],
    unfolded: PileSpot | None = None,
) -> CardLayout:
    """Lay out a position; `tops` are the cards on the foundations.

    The column of `unfolded` is spread over the whole height, with its card visible.
    """
    singles = [
        (tops[suit], FIRST_FOUNDATION + suit, box)
        for suit, box in zip(FOUNDATION_SUIT_ORDER, layout.foundation_cards, strict=True)
    ]
    singles += [
        (None if card == EMPTY else card, FIRST_CELL + cell, layout.cell_cards[cell])
        for cell, card in enumerate(position.cells)
    ]
    placed_cards = [
        PlacedCard(card, PileSpot(pile), box, box, layout.max_strip, is_covered=False)
        for card, pile, box in singles
        if card is not None
    ]
    folds: list[FoldedCards] = []
    unfolded_column, visible_index = unfolded or (None, None)
    # The unfolded column is the last: it may overlap the foundations.
    columns = range(len(position.columns))
    for column in sorted(columns, key=lambda column: column == unfolded_column):
        index = visible_index if column == unfolded_column else None
        _place_column(layout, column, position.columns[column], index, placed_cards, folds)
    return CardLayout(tuple(placed_cards), tuple(folds))


def needs_fold(layout: TableLayout, position: Position, column: int) -> bool:
    """Return whether this column does not fit without a fold."""
    box = layout.column_cards[column]
    height = layout.column_areas[column].bottom - box.y
    return bool(fan_column(len(position.columns[column]), box.y, height, layout).folds)


def _place_column(
    layout: TableLayout,
    column: int,
    cards: bytes,
    visible_index: int | None,
    placed_cards: list[PlacedCard],
    folds: list[FoldedCards],
) -> None:
    box = layout.column_cards[column]
    top = box.y if visible_index is None else min(box.y, layout.foundation_cards[0].y)
    height = layout.column_areas[column].bottom - top
    fan = fan_column(len(cards), top, height, layout, focus=visible_index)
    index_height = next((s.height for s in fan.strips if s.height < box.h), layout.max_strip)
    for card_index, y, strip_height in fan.strips:
        card_box = box._replace(y=y)
        is_covered = card_index < len(cards) - 1
        visible_box = card_box._replace(h=strip_height) if is_covered else card_box
        spot, card = PileSpot(column, card_index), cards[card_index]
        placed_cards.append(PlacedCard(card, spot, card_box, visible_box, index_height, is_covered))
    folds += [
        FoldedCards(column, fold, box._replace(y=fold.y, h=fold.height)) for fold in fan.folds
    ]


def list_pile_areas(layout: TableLayout) -> Iterator[tuple[int, Box]]:
    """Yield every pile with its hit area, columns first."""
    yield from enumerate(layout.column_areas)
    yield from enumerate(layout.cell_areas, FIRST_CELL)
    for suit, box in zip(FOUNDATION_SUIT_ORDER, layout.foundation_areas, strict=True):
        yield FIRST_FOUNDATION + suit, box


def get_empty_box(layout: TableLayout, pile: int) -> Box:
    """Return the box of this pile's first card."""
    if is_column(pile):
        return layout.column_cards[pile]
    if is_cell(pile):
        return layout.cell_cards[pile - FIRST_CELL]
    return layout.foundation_cards[FOUNDATION_SUIT_ORDER.index(pile - FIRST_FOUNDATION)]


EMPTY_COLUMN_SLOTS = {  # by the cards that an empty column accepts
    Filling.ANY: SlotKind.COLUMN,
    Filling.KING: SlotKind.KINGS_ONLY,
    Filling.NOTHING: SlotKind.CLOSED,
}


FoundationTops = tuple[int | None, ...]  # the card on each foundation, in the order C D H S


def make_card_drawable(placed_card: PlacedCard, *, lifted: bool = False) -> Card:
    """Return the record of a card."""
    return Card(
        placed_card.box, placed_card.card, placed_card.strip_height, placed_card.is_covered, lifted
    )
