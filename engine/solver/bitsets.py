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
WHOLE_DECK: Final = (1 << 52) - 1

# Where a card lies takes three bits of a key. At home is 0, so that a won table has the key 0.
_AS_DEALT: Final = 1
_LANDED: Final = 2
_AT_BOTTOM: Final = 6
_IN_CELL: Final = 7


class Tables:
    """The rules as a search needs them."""

    def __init__(self, rules: Rules, start: Position) -> None:
        """Works everything out; the start settles how keys are written, nothing else."""
        record = rules.variant
        in_suit = record.tableau is Build.SUIT and record.foundations is Build.SUIT
        self.cells: int = rules.cells
        self.fills_any: bool = rules.filling is Filling.ANY
        self.fills_king: bool = rules.filling is Filling.KING
        self.whole: bool = rules.grouping is Grouping.WHOLE
        self.digs: bool = in_suit and rules.grouping is not Grouping.NONE
        """Whether columns can be dug run by run, as `engine.solver.digs` does."""
        self.returns: bool = record.returns and not in_suit
        """Whether cards that return from the foundations can matter; see `Foundations`."""
        self.may_return: bool = record.returns
        self.groups: bool = rules.grouping is not Grouping.NONE
        self.lands: list[int] = [card_set(higher) for higher in rules.lands]
        """For every card the cards of a column that it may be laid on."""
        homes = [card_set(piles) for piles in rules.homes]
        self.alike: list[int] = [_alike(homes, card) for card in DECK]
        """For every card those that may take its place at home, itself included."""
        self.beneath: list[int] = [_beneath(homes, card) for card in DECK]
        """For every card those that it may lie on at home."""
        self.above: list[int] = _inverse(self.beneath)
        """For every card those that may lie on it at home."""
        self.carries: list[int] = _inverse(self.lands)
        """For every card those that may be laid on it in a column; last for an empty column."""
        self.carries.append(_fillers(rules))
        self.safe: list[int] = [self._safe(card) for card in DECK]
        """For every card those that must be at home for it to go home without regret."""
        self.places: list[int] = _places(rules, start)
        """What a card, times 64, plus what it lies on adds to the key of a table."""
        self.in_cell: list[int] = [_IN_CELL << 3 * card for card in DECK]
        """What a card in a cell adds to the key."""

    def _safe(self, card: Card) -> int:
        """See `Foundations` for why these suffice."""
        needed = self.beneath[card]
        for lower in range(max((card & ~3) - 4, 0), card & ~3):
            if self.carries[card] >> lower & 1:
                needed |= self.beneath[lower] | self.carries[lower]
        return needed


def card_set(cards: bytes) -> int:
    """The cards, or the piles, as a set."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def _alike(homes: list[int], card: Card) -> int:
    """Those that the same piles take."""
    alike = 0
    for other in range(card & ~3, (card & ~3) + 4):
        if homes[other] == homes[card]:
            alike |= 1 << other
    return alike


def _beneath(homes: list[int], card: Card) -> int:
    """Those of the rank below that only piles take which take the card as well."""
    beneath = 0
    for lower in range(max((card & ~3) - 4, 0), card & ~3):
        if not homes[lower] & ~homes[card]:
            beneath |= 1 << lower
    return beneath


def _inverse(sets: list[int]) -> list[int]:
    """For every card those whose sets it is in."""
    found = [0] * len(sets)
    for card, cards in enumerate(sets):
        while cards:
            bit = cards & -cards
            cards ^= bit
            found[bit.bit_length() - 1] |= 1 << card
    return found


def _fillers(rules: Rules) -> int:
    if rules.filling is Filling.ANY:
        return WHOLE_DECK
    return 0xF << 48 if rules.filling is Filling.KING else 0


def _places(rules: Rules, start: Position) -> list[int]:
    """Keys tell tables apart by what each card lies on; which column is which does not matter.

    A card lies where it lay at the start, on one of at most four cards that it was laid on, at the
    bottom of a column, in a cell, or at home: three bits. Two tables have the same key exactly
    where they are the same up to the order of the columns and of the cells.
    """
    places = [0] * (len(DECK) * 64)
    for card, lands in enumerate(rules.lands):
        places[card * 64 + BOTTOM] = _AT_BOTTOM << 3 * card
        for index, higher in enumerate(lands):
            places[card * 64 + higher] = _LANDED + index << 3 * card
    for column in start.columns:
        lower = BOTTOM
        for card in column:
            places[card * 64 + lower] = _AS_DEALT << 3 * card
            lower = card
    return places


def cards_in_cells(position: Position) -> int:
    """The cards in the cells as a set."""
    return card_set(bytes(card for card in position.cells if card != EMPTY))
