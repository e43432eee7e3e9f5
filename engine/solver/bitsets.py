"""What a search looks up about cards, worked out once from the rules and the table it starts from.

A set of cards is an integer with one bit for each of them.
"""

from __future__ import annotations

from typing import Final

from engine.cards import DECK, Card
from engine.position import EMPTY, Position
from engine.variants import Build, Filling, Grouping, Rules

BOTTOM: Final = 52
"""What the lowest card of a column lies on."""
ALL_CARDS: Final = (1 << 52) - 1

# Where a card lies takes three bits of a key. At home is 0, so that a won table has the key 0.
_PLACE_AS_DEALT: Final = 1
_PLACE_ON_CARD: Final = 2
_PLACE_AT_BOTTOM: Final = 6
_PLACE_IN_CELL: Final = 7


class LookupTables:
    """The rules as a search needs them."""

    def __init__(self, rules: Rules, start: Position) -> None:
        """Works everything out; the start settles how keys are written, nothing else."""
        variant = rules.variant
        builds_in_suit = variant.tableau is Build.SUIT and variant.foundations is Build.SUIT
        self.cell_count: int = rules.cells
        self.can_any_fill_empty: bool = rules.filling is Filling.ANY
        self.can_king_fill_empty: bool = rules.filling is Filling.KING
        self.can_move_whole_runs: bool = rules.grouping is Grouping.WHOLE
        self.can_dig: bool = builds_in_suit and rules.grouping is not Grouping.NONE
        """Whether columns can be dug run by run, as `engine.solver.digs` does."""
        self.should_search_returns: bool = variant.allows_returns and not builds_in_suit
        """Whether cards that return from the foundations can matter; see `Foundations`."""
        self.can_return: bool = variant.allows_returns
        self.can_move_groups: bool = rules.grouping is not Grouping.NONE
        self.column_predecessors: list[int] = [
            make_bitset(higher) for higher in rules.tableau_targets
        ]
        """For every card the cards of a column that it may be laid on."""
        piles_by_card = [make_bitset(piles) for piles in rules.foundation_targets]
        self.foundation_equivalents: list[int] = [
            _find_equivalents(piles_by_card, card) for card in DECK
        ]
        """For every card those that may take its place at home, itself included."""
        self.foundation_predecessors: list[int] = [
            _find_predecessors(piles_by_card, card) for card in DECK
        ]
        """For every card those that it may lie on at home."""
        self.foundation_successors: list[int] = _invert_bitsets(self.foundation_predecessors)
        """For every card those that may lie on it at home."""
        self.column_successors: list[int] = _invert_bitsets(self.column_predecessors)
        """For every card those that may be laid on it in a column; last for an empty column."""
        self.column_successors.append(_find_empty_column_fillers(rules))
        self.safe_requirements: list[int] = [self._find_safe_requirements(card) for card in DECK]
        """For every card those that must be at home for it to go home without regret."""
        self.place_keys: list[int] = _compute_place_keys(rules, start)
        """What a card, times 64, plus what it lies on adds to the key of a table."""
        self.cell_keys: list[int] = [_PLACE_IN_CELL << 3 * card for card in DECK]
        """What a card in a cell adds to the key."""

    def _find_safe_requirements(self, card: Card) -> int:
        """See `Foundations` for why these suffice."""
        required = self.foundation_predecessors[card]
        for lower in range(max((card & ~3) - 4, 0), card & ~3):
            if self.column_successors[card] >> lower & 1:
                required |= self.foundation_predecessors[lower] | self.column_successors[lower]
        return required


def make_bitset(cards: bytes) -> int:
    """The cards, or the piles, as a set."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def _find_equivalents(piles_by_card: list[int], card: Card) -> int:
    """Those that the same piles take."""
    equivalents = 0
    for other in range(card & ~3, (card & ~3) + 4):
        if piles_by_card[other] == piles_by_card[card]:
            equivalents |= 1 << other
    return equivalents


def _find_predecessors(piles_by_card: list[int], card: Card) -> int:
    """Those of the rank below that only piles take which take the card as well."""
    predecessors = 0
    for lower in range(max((card & ~3) - 4, 0), card & ~3):
        if not piles_by_card[lower] & ~piles_by_card[card]:
            predecessors |= 1 << lower
    return predecessors


def _invert_bitsets(sets: list[int]) -> list[int]:
    """For every card those whose sets it is in."""
    inverse = [0] * len(sets)
    for card, cards in enumerate(sets):
        while cards:
            bit = cards & -cards
            cards ^= bit
            inverse[bit.bit_length() - 1] |= 1 << card
    return inverse


def _find_empty_column_fillers(rules: Rules) -> int:
    if rules.filling is Filling.ANY:
        return ALL_CARDS
    return 0xF << 48 if rules.filling is Filling.KING else 0


def _compute_place_keys(rules: Rules, start: Position) -> list[int]:
    """Keys tell tables apart by what each card lies on; which column is which does not matter.

    A card lies where it lay at the start, on one of at most four cards that it was laid on, at the
    bottom of a column, in a cell, or at home: three bits. Two tables have the same key exactly
    where they are the same up to the order of the columns and of the cells.
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


def make_cell_bitset(position: Position) -> int:
    """The cards in the cells as a set."""
    return make_bitset(bytes(card for card in position.cells if card != EMPTY))
