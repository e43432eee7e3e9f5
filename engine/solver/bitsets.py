"""Lookup tables of a search, computed once from the rules and the start position.

A set of cards is an integer with one bit per card (a bitset).
"""

from __future__ import annotations

from typing import Final

from engine.cards import DECK, Card
from engine.position import EMPTY, Position
from engine.variants import Build, Filling, Grouping, Rules

BOTTOM: Final = 52  # in place of a card below the bottom card of a column
ALL_CARDS: Final = (1 << 52) - 1

# The place of a card takes three bits of a key; on a foundation they are 0.
_PLACE_AS_DEALT: Final = 1
_PLACE_ON_CARD: Final = 2
_PLACE_AT_BOTTOM: Final = 6
_PLACE_IN_CELL: Final = 7


class LookupTables:
    """Rules in the form that a search needs; lists are indexed by card.

    The start position only determines how keys are encoded.
    """

    def __init__(self, rules: Rules, start: Position) -> None:
        variant = rules.variant
        builds_in_suit = variant.tableau is Build.SUIT and variant.foundations is Build.SUIT
        self.cell_count: int = rules.cells
        self.can_any_fill_empty: bool = rules.filling is Filling.ANY
        self.empty_column_fillers: int = {
            Filling.ANY: ALL_CARDS,
            Filling.KING: 0xF << 48,
            Filling.NOTHING: 0,
        }[rules.filling]
        self.can_move_groups: bool = rules.grouping is not Grouping.NONE
        self.can_move_whole_runs: bool = rules.grouping is Grouping.WHOLE
        self.can_return: bool = variant.allows_returns
        # Where all piles build in suit returns never help; README.md has the proof.
        self.should_search_returns: bool = variant.allows_returns and not builds_in_suit
        # True where `dig_moves` generates the moves.
        self.can_dig: bool = builds_in_suit and self.can_move_groups
        self.column_targets: tuple[bytes, ...] = rules.tableau_targets
        self.column_predecessors: list[int] = [
            make_bitset(higher) for higher in rules.tableau_targets
        ]
        self.column_successors: list[int] = _invert_bitsets(self.column_predecessors)
        self.column_successors.append(self.empty_column_fillers)  # for BOTTOM
        piles_by_card = [make_bitset(piles) for piles in rules.foundation_targets]
        # The cards of the same rank that the same foundations accept, the card included.
        self.foundation_equivalents: list[int] = [
            make_bitset(bytes(c for c in _list_rank(card) if piles_by_card[c] == piles))
            for card, piles in enumerate(piles_by_card)
        ]
        # The cards of the rank below that only go to foundations which accept the card as well.
        self.foundation_predecessors: list[int] = [
            make_bitset(bytes(c for c in _list_rank(card - 4) if not piles_by_card[c] & ~piles))
            for card, piles in enumerate(piles_by_card)
        ]
        self.foundation_successors: list[int] = _invert_bitsets(self.foundation_predecessors)
        self.safe_requirements: list[int] = [self._find_safe_requirements(card) for card in DECK]
        # The share of a card in the key of a position, indexed by card * 64 + card beneath it.
        self.place_keys: list[int] = _compute_place_keys(rules, start)
        self.cell_keys: list[int] = [_PLACE_IN_CELL << 3 * card for card in DECK]

    def _find_safe_requirements(self, card: Card) -> int:
        """Return the cards that must be home for the card to be safe; README.md has the proof."""
        required = self.foundation_predecessors[card]
        for lower in _list_rank(card - 4):
            if self.column_successors[card] >> lower & 1:
                required |= self.foundation_predecessors[lower] | self.column_successors[lower]
        return required


def make_bitset(cards: bytes) -> int:
    """Return cards, or pile numbers, as a bitset."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def make_cell_bitset(position: Position) -> int:
    """Return the cards in cells as a bitset."""
    return make_bitset(bytes(card for card in position.cells if card != EMPTY))


def find_home_cards(position: Position) -> int:
    """Return the cards on foundations as a bitset."""
    cards_in_play = make_cell_bitset(position)
    for column in position.columns:
        cards_in_play |= make_bitset(column)
    return ALL_CARDS ^ cards_in_play


def _list_rank(card: int) -> range:
    """Return the four cards of the card's rank; none for a number below 0."""
    return range(card & ~3, (card & ~3) + 4) if card >= 0 else range(0)


def _invert_bitsets(sets: list[int]) -> list[int]:
    """Return for each card the cards whose set contains it."""
    inverse = [0] * len(sets)
    for card, cards in enumerate(sets):
        while cards:
            bit = cards & -cards
            cards ^= bit
            inverse[bit.bit_length() - 1] |= 1 << card
    return inverse


def _compute_place_keys(rules: Rules, start: Position) -> list[int]:
    """Return the key shares of cards in columns.

    A card is where it was dealt, on one of at most four cards it was moved onto, at the bottom of
    a column, in a cell or on a foundation: three bits. So two positions have the same key if and
    only if they are equal up to the order of columns and of cells.
    """
    place_keys = [0] * (len(DECK) * 64)
    for card, targets in enumerate(rules.tableau_targets):
        place_keys[card * 64 + BOTTOM] = _PLACE_AT_BOTTOM << 3 * card
        for index, higher in enumerate(targets):
            place_keys[card * 64 + higher] = _PLACE_ON_CARD + index << 3 * card
    for column in start.columns:
        card_below = BOTTOM
        for card in column:
            place_keys[card * 64 + card_below] = _PLACE_AS_DEALT << 3 * card
            card_below = card
    return place_keys
