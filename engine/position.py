"""Positions, moves, pile numbers, and the cards on the foundations."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.cards import DECK, Card, format_card_symbol, make_card
from engine.variants import Rules

# A free cell.
EMPTY = 255


class Position(NamedTuple):
    """The place of all 52 cards; the rules are kept separately.

    Attributes:
        columns: the tableau from left to right, each column from the bottom card to the top card.
        cells: one byte per cell in play: its card, or EMPTY.
        foundations: the heights, 0 to 13, by the suit of the Ace: C D H S.
    """

    columns: tuple[bytes, ...]
    cells: bytes
    foundations: bytes


# Pile numbers: columns are 0 to 12, cells 16 to 19.
FIRST_CELL = 16
MAX_CELLS = 4
# The foundations as a target; the rules decide which of them takes the card.
HOME = 32
# The foundations as sources are 36 to 39, C D H S.
FIRST_FOUNDATION = 36


class Move(NamedTuple):
    """A number of cards from the top of one pile to another."""

    source: int
    target: int
    # Hides tuple.count, which nobody asks of a move.
    count: int = 1  # type: ignore[assignment]


def is_column(pile: int) -> bool:
    """Return True for a tableau column."""
    return 0 <= pile < FIRST_CELL


def is_cell(pile: int) -> bool:
    """Return True for a free cell."""
    return FIRST_CELL <= pile < FIRST_CELL + MAX_CELLS


def is_foundation(pile: int) -> bool:
    """Return True for a single foundation, which can only be a source."""
    return FIRST_FOUNDATION <= pile < FIRST_FOUNDATION + 4


def arrange_foundation_cards(rules: Rules, position: Position) -> tuple[bytes, ...]:
    """Return the cards on each foundation, C D H S, the Ace first.

    Foundations that build in colours do not determine which of two equal piles holds a card; then
    this is one of the possible arrangements.
    """
    missing = find_missing_cards(position)
    piles: list[list[Card]] = [[], [], [], []]
    for rank, alike, cards in _list_equivalent_cards(rules):
        home_cards = [card for card in cards if card in missing]
        open_piles = [pile for pile in alike if position.foundations[pile] > rank]
        for pile, card in zip(open_piles, home_cards, strict=True):
            piles[pile].append(card)
    return tuple(bytes(pile) for pile in piles)


def find_missing_cards(position: Position) -> set[Card]:
    """Return the cards that are neither in a column nor in a cell."""
    return set(DECK).difference(*position.columns, set(position.cells) - {EMPTY})


def derive_heights(rules: Rules, missing: Collection[Card]) -> bytes:
    """Return the heights of the foundations that hold exactly these cards.

    Raises:
        ValueError: there is no such arrangement, or more than one.
    """
    heights = [0, 0, 0, 0]
    for rank, alike, cards in _list_equivalent_cards(rules):
        home_cards = [card for card in cards if card in missing]
        ready_piles = [pile for pile in alike if heights[pile] == rank]
        if len(home_cards) > len(ready_piles):
            raise ValueError(
                f"the {format_card_symbol(home_cards[-1])} is missing, and cannot be at home yet"
            )
        if 0 < len(home_cards) < len(ready_piles):
            raise ValueError(
                f"the {format_card_symbol(home_cards[0])} may be on either of two foundations:"
                " expected a line 'Foundations: …'"
            )
        for pile in ready_piles[: len(home_cards)]:
            heights[pile] = rank + 1
    return bytes(heights)


def explain_height_mismatch(rules: Rules, missing: Collection[Card], heights: bytes) -> str | None:
    """Return why foundations of these heights cannot hold exactly these cards, or None."""
    for rank, alike, cards in _list_equivalent_cards(rules):
        home_cards = [card for card in cards if card in missing]
        table_cards = [card for card in cards if card not in missing]
        home_count = sum(heights[pile] > rank for pile in alike)
        if len(home_cards) > home_count:
            symbol = format_card_symbol(home_cards[-1])
            return f"the {symbol} is missing: it is neither on the table nor at home"
        if len(home_cards) < home_count:
            return (
                f"the {format_card_symbol(table_cards[0])} is there twice: on the table and at home"
            )
    return None


def _list_equivalent_cards(rules: Rules) -> Iterator[tuple[int, bytes, list[Card]]]:
    for rank in range(13):
        cards = [make_card(rank, suit) for suit in range(4)]
        for alike in dict.fromkeys(rules.foundation_targets[card] for card in cards):
            yield rank, alike, [card for card in cards if rules.foundation_targets[card] == alike]
