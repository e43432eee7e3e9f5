"""Position, Move, pile numbers, foundation heights."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.cards import DECK, Card, format_card_symbol, make_card
from engine.variants import Rules

EMPTY = 255
"""What a free cell holds."""


class Position(NamedTuple):
    """Where all 52 cards lie. Which rules hold is told apart from it, by `Rules`."""

    columns: tuple[bytes, ...]
    """The tableau from left to right; in each column the bottom card first, the top card last."""
    cells: bytes
    """One byte for each cell in play: its card, or EMPTY."""
    foundations: bytes
    """The heights, 0 … 13, of the foundations, by the suit of their Ace: C D H S."""


FIRST_CELL = 16
"""The first cell; cells are 16 … 19. Smaller numbers are columns, 0 … 12 from left to right."""
MAX_CELLS = 4
"""The most cells a game has."""
HOME = 32
"""The foundations as a target: which of them takes a card is settled by the rules."""
FIRST_FOUNDATION = 36
"""The foundation of clubs as a source; 36 … 39 in the order C D H S."""


class Move(NamedTuple):
    """Cards from the top of one pile to another; piles are the small numbers above."""

    source: int
    target: int
    # Hides tuple.count, which nobody asks of a move.
    count: int = 1  # type: ignore[assignment]


def is_column(pile: int) -> bool:
    """Whether the pile is a tableau column."""
    return 0 <= pile < FIRST_CELL


def is_cell(pile: int) -> bool:
    """Whether the pile is a free cell."""
    return FIRST_CELL <= pile < FIRST_CELL + MAX_CELLS


def is_foundation(pile: int) -> bool:
    """Whether the pile is one foundation, named as a source."""
    return FIRST_FOUNDATION <= pile < FIRST_FOUNDATION + 4


def arrange_foundation_cards(rules: Rules, position: Position) -> tuple[bytes, ...]:
    """For each foundation, C D H S, the cards on it, the Ace first.

    Where foundations build in colours the heights leave open on which of two like piles a card
    lies; then this is one of the ways in which they can lie.
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
    """The cards that lie neither in a column nor in a cell."""
    return set(DECK).difference(*position.columns, set(position.cells) - {EMPTY})


def derive_heights(rules: Rules, missing: Collection[Card]) -> bytes:
    """The heights of the foundations where exactly these cards lie on them.

    Raises:
        ValueError: where they cannot, or where they can in several ways.
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
    """Why just these cards cannot lie on foundations of these heights; None where they can."""
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
    """Cards that the same foundations may take: rank, foundations, cards; Aces first."""
    for rank in range(13):
        cards = [make_card(rank, suit) for suit in range(4)]
        for alike in dict.fromkeys(rules.foundation_targets[card] for card in cards):
            yield rank, alike, [card for card in cards if rules.foundation_targets[card] == alike]
