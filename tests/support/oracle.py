"""A slow, obvious second move generator: lists of card texts, groups carried card by card.

It shares no rule with the engine. It reads the record of a game, and nothing else: whether a group
may go is found out by trying to carry it card by card, which piles at home take a card is seen from
the cards that lie on them.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from engine.cards import format_card
from engine.position import EMPTY, Position
from engine.variants import Rules

RANKS = "A23456789TJQK"
COLOUR_OF_SUIT = {"C": "black", "D": "red", "H": "red", "S": "black"}


def can_build(build: str, card: str, lower: str) -> bool:
    """Return whether `card` is one rank above `lower` and may be its neighbour in that build."""
    if RANKS.index(card[0]) != RANKS.index(lower[0]) + 1:
        return False
    if build == "suit":
        return card[1] == lower[1]
    if build == "colours":
        return COLOUR_OF_SUIT[card[1]] != COLOUR_OF_SUIT[lower[1]]
    return True


@cache
def can_carry(cards: int, free: int, spare: int, filling: str, is_lead_king: bool) -> bool:
    """Return whether a run can go to its target one by one, over free cells and spare columns.

    The cards are numbered from 1, the top card, to `cards`, which leads. Every place holds a tuple
    of them, bottom first. `takes` is what an empty column takes.
    """
    lead = cards
    start: Any = (tuple(range(cards, 0, -1)), (), ((),) * spare, frozenset())
    done = tuple(range(cards, 0, -1))
    seen, waiting = {start}, [start]
    while waiting:
        source, target, columns, cells = waiting.pop()
        if target == done:
            return True
        piles = (source, target, *columns)
        tops = [(index, pile[-1]) for index, pile in enumerate(piles) if pile]
        for origin, card in [*tops, *((-1, card) for card in cells)]:
            piles_left = list(piles)
            if origin >= 0:
                piles_left[origin] = piles_left[origin][:-1]
            cells_left = cells - {card}
            if origin >= 0 and len(cells) < free:
                _add_state(
                    (
                        piles_left[0],
                        piles_left[1],
                        tuple(sorted(piles_left[2:])),
                        cells_left | {card},
                    ),
                    seen,
                    waiting,
                )
            for index, pile in enumerate(piles_left):
                if index == origin or not can_put(index, pile, card, lead, filling, is_lead_king):
                    continue
                piles_after = [*piles_left[:index], (*pile, card), *piles_left[index + 1 :]]
                _add_state(
                    (piles_after[0], piles_after[1], tuple(sorted(piles_after[2:])), cells_left),
                    seen,
                    waiting,
                )
    return False


def _add_state(state: Any, seen: set[Any], waiting: list[Any]) -> None:
    """Puts a state that was not met before on the list."""
    if state not in seen:
        seen.add(state)
        waiting.append(state)


def can_put(
    index: int, pile: tuple[int, ...], card: int, lead: int, filling: str, is_lead_king: bool
) -> bool:
    """Return whether a place takes the card: 0 is the source, 1 the target, others spare."""
    if pile:
        return pile[-1] == card + 1
    if index == 0:
        return False
    if index == 1:
        return card == lead
    return filling == "any" or (filling == "king" and is_lead_king and card == lead)


class Oracle:
    """A table of lists, changed by every move."""

    def __init__(self, rules: Rules, position: Position) -> None:
        """Takes over a position; where home is not built in suit only Aces may lie there."""
        record = rules.variant
        self.rules = rules
        self.tableau, self.foundation_build = str(record.tableau), str(record.foundations)
        self.filling = "any" if "E" in rules.house_rules else str(record.filling)
        self.grouping = "whole" if "G" in rules.house_rules else str(record.grouping)
        self.columns = [[format_card(card) for card in column] for column in position.columns]
        self.cells = [None if card == EMPTY else format_card(card) for card in position.cells]
        self.foundations: dict[str, list[str]] = {}
        for suit, height in zip("CDHS", position.foundations, strict=True):
            self.foundations[suit] = [rank + suit for rank in RANKS[:height]]
            assert height < 2 or self.foundation_build == "suit"

    def copy(self) -> Oracle:
        """Another table with the same cards."""
        other = object.__new__(Oracle)
        other.__dict__ = dict(self.__dict__)
        other.columns = [list(column) for column in self.columns]
        other.cells = list(self.cells)
        other.foundations = {suit: list(pile) for suit, pile in self.foundations.items()}
        return other

    def list_moves(self) -> list[str]:
        """Every legal move, sorted."""
        if sum(len(pile) for pile in self.foundations.values()) == 52:
            return []
        moves = []
        for number, column in enumerate(self.columns):
            moves += self.list_column_moves(number, column)
        for name, card in zip("abcd", self.cells, strict=False):
            if card is not None:
                moves += [
                    f"{name}-{t + 1}" for t in range(len(self.columns)) if self.can_go_onto(card, t)
                ]
                moves += [f"{name}-h"] * (self.find_foundation(card) is not None)
        for suit, pile in self.foundations.items() if self.rules.variant.allows_returns else ():
            if pile:
                columns = range(len(self.columns))
                moves += [f"h{suit}-{t + 1}" for t in columns if self.can_go_onto(pile[-1], t)]
                moves += [f"h{suit}-{cell}" for cell in self.list_free_cells()]
        return sorted(moves)

    def list_column_moves(self, number: int, column: list[str]) -> list[str]:
        """The moves from one column."""
        moves = []
        if column:
            moves += [f"{number + 1}-{cell}" for cell in self.list_free_cells()]
            moves += [f"{number + 1}-h"] * (self.find_foundation(column[-1]) is not None)
        for count in range(1, len(column) + 1):
            group = column[-count:]
            for target in range(len(self.columns)):
                if (
                    target != number
                    and self.can_go_onto(group[0], target)
                    and self.can_move_group(group, target)
                ):
                    star = f"*{count}" if count > 1 else ""
                    moves.append(f"{number + 1}-{target + 1}{star}")
        return moves

    def list_free_cells(self) -> list[str]:
        """The names of the free cells."""
        return [name for name, card in zip("abcd", self.cells, strict=False) if card is None]

    def can_go_onto(self, card: str, target: int) -> bool:
        """Return whether the column takes the card by itself."""
        column = self.columns[target]
        if column:
            return can_build(self.tableau, column[-1], card)
        return self.filling == "any" or (self.filling == "king" and card[0] == "K")

    def can_move_group(self, group: list[str], target: int) -> bool:
        """Return whether these cards are in sequence and there is room to carry them."""
        if len(group) == 1:
            return True
        pairs = list(pairwise(group))
        if self.grouping == "none" or not all(can_build(self.tableau, a, b) for a, b in pairs):
            return False
        if self.grouping == "whole":
            return True
        others = [column for index, column in enumerate(self.columns) if index != target]
        spare = sum(column == [] for column in others)
        king = group[0][0] == "K"
        return can_carry(len(group), len(self.list_free_cells()), spare, self.filling, king)

    def find_foundation(self, card: str) -> str | None:
        """The pile at home that takes the card: the first, in the order H C D S."""
        for suit in "HCDS":
            pile = self.foundations[suit]
            if pile and can_build(self.foundation_build, card, pile[-1]):
                return suit
            if not pile and card == "A" + suit:
                return suit
        return None

    def play(self, move: str) -> None:
        """Plays a move of the list."""
        piles, _, count = move.partition("*")
        source, target = piles.split("-")
        if source[0] == "h":
            cards = [self.foundations[source[1]].pop()]
        elif source in "abcd":
            cards = [self.cells["abcd".index(source)] or ""]
            self.cells["abcd".index(source)] = None
        else:
            column = self.columns[int(source) - 1]
            cards = column[-int(count or 1) :]
            del column[-int(count or 1) :]
        if target == "h":
            self.foundations[self.find_foundation(cards[0]) or ""].append(cards[0])
        elif target in "abcd":
            self.cells["abcd".index(target)] = cards[0]
        else:
            self.columns[int(target) - 1] += cards

    def perft(self, depth: int) -> int:
        """The number of sequences of moves, by playing every one of them."""
        if depth == 0:
            return 1
        count = 0
        for move in self.list_moves():
            other = self.copy()
            other.play(move)
            count += other.perft(depth - 1)
        return count

    def get_piles(self) -> tuple[list[list[str]], list[str | None], list[int]]:
        """Columns, cells and heights, to be compared with the engine's."""
        return self.columns, self.cells, [len(pile) for pile in self.foundations.values()]
