"""A slow, obvious second move generator: lists of card texts, groups carried card by card.

It shares no rule with the engine. It reads the record of a game, and nothing else: whether a group
may go is found out by trying to carry it card by card, which piles at home take a card is seen from
the cards that lie on them.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from engine.cards import card_text
from engine.position import EMPTY, Position
from engine.variants import Rules

RANKS = "A23456789TJQK"
COLOUR = {"C": "black", "D": "red", "H": "red", "S": "black"}


def follows(build: str, card: str, lower: str) -> bool:
    """Whether `card` is one rank above `lower` and they may be neighbours in that build."""
    if RANKS.index(card[0]) != RANKS.index(lower[0]) + 1:
        return False
    if build == "suit":
        return card[1] == lower[1]
    if build == "colours":
        return COLOUR[card[1]] != COLOUR[lower[1]]
    return True


@cache
def can_be_carried(cards: int, free: int, spare: int, takes: str, lead_is_king: bool) -> bool:
    """Whether a run can go to its target one by one, over free cells and spare columns.

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
            left = list(piles)
            if origin >= 0:
                left[origin] = left[origin][:-1]
            held = cells - {card}
            if origin >= 0 and len(cells) < free:
                _note((left[0], left[1], tuple(sorted(left[2:])), held | {card}), seen, waiting)
            for index, pile in enumerate(left):
                if index == origin or not accepts(index, pile, card, lead, takes, lead_is_king):
                    continue
                put = [*left[:index], (*pile, card), *left[index + 1 :]]
                _note((put[0], put[1], tuple(sorted(put[2:])), held), seen, waiting)
    return False


def _note(state: Any, seen: set[Any], waiting: list[Any]) -> None:
    """Puts a state that was not met before on the list."""
    if state not in seen:
        seen.add(state)
        waiting.append(state)


def accepts(
    index: int, pile: tuple[int, ...], card: int, lead: int, takes: str, lead_is_king: bool
) -> bool:
    """Whether a place takes the card: 0 is the source, 1 the target, the others spare columns."""
    if pile:
        return pile[-1] == card + 1
    if index == 0:
        return False
    if index == 1:
        return card == lead
    return takes == "any" or (takes == "king" and lead_is_king and card == lead)


class Oracle:
    """A table of lists, changed by every move."""

    def __init__(self, rules: Rules, position: Position) -> None:
        """Takes over a position; where home is not built in suit only Aces may lie there."""
        record = rules.variant
        self.rules = rules
        self.tableau, self.building = str(record.tableau), str(record.foundations)
        self.takes = "any" if "E" in rules.house else str(record.filling)
        self.groups = "whole" if "G" in rules.house else str(record.grouping)
        self.columns = [[card_text(card) for card in column] for column in position.columns]
        self.cells = [None if card == EMPTY else card_text(card) for card in position.cells]
        self.home: dict[str, list[str]] = {}
        for suit, height in zip("CDHS", position.foundations, strict=True):
            self.home[suit] = [rank + suit for rank in RANKS[:height]]
            assert height < 2 or self.building == "suit"

    def copy(self) -> Oracle:
        """Another table with the same cards."""
        other = object.__new__(Oracle)
        other.__dict__ = dict(self.__dict__)
        other.columns = [list(column) for column in self.columns]
        other.cells = list(self.cells)
        other.home = {suit: list(pile) for suit, pile in self.home.items()}
        return other

    def moves(self) -> list[str]:
        """Every legal move, sorted."""
        if sum(len(pile) for pile in self.home.values()) == 52:
            return []
        found = []
        for number, column in enumerate(self.columns):
            found += self.from_column(number, column)
        for name, card in zip("abcd", self.cells, strict=False):
            if card is not None:
                found += [f"{name}-{t + 1}" for t in range(len(self.columns)) if self.onto(card, t)]
                found += [f"{name}-h"] * (self.home_for(card) is not None)
        for suit, pile in self.home.items() if self.rules.variant.returns else ():
            if pile:
                columns = range(len(self.columns))
                found += [f"h{suit}-{t + 1}" for t in columns if self.onto(pile[-1], t)]
                found += [f"h{suit}-{cell}" for cell in self.free()]
        return sorted(found)

    def from_column(self, number: int, column: list[str]) -> list[str]:
        """The moves from one column."""
        found = []
        if column:
            found += [f"{number + 1}-{cell}" for cell in self.free()]
            found += [f"{number + 1}-h"] * (self.home_for(column[-1]) is not None)
        for count in range(1, len(column) + 1):
            group = column[-count:]
            for target in range(len(self.columns)):
                if target != number and self.onto(group[0], target) and self.goes(group, target):
                    star = f"*{count}" if count > 1 else ""
                    found.append(f"{number + 1}-{target + 1}{star}")
        return found

    def free(self) -> list[str]:
        """The names of the free cells."""
        return [name for name, card in zip("abcd", self.cells, strict=False) if card is None]

    def onto(self, card: str, target: int) -> bool:
        """Whether the column takes the card, were it alone."""
        column = self.columns[target]
        if column:
            return follows(self.tableau, column[-1], card)
        return self.takes == "any" or (self.takes == "king" and card[0] == "K")

    def goes(self, group: list[str], target: int) -> bool:
        """Whether these cards are in sequence and there is room to carry them."""
        if len(group) == 1:
            return True
        pairs = list(pairwise(group))
        if self.groups == "none" or not all(follows(self.tableau, a, b) for a, b in pairs):
            return False
        if self.groups == "whole":
            return True
        others = [column for index, column in enumerate(self.columns) if index != target]
        spare = sum(column == [] for column in others)
        king = group[0][0] == "K"
        return can_be_carried(len(group), len(self.free()), spare, self.takes, king)

    def home_for(self, card: str) -> str | None:
        """The pile at home that takes the card: the first, in the order H C D S."""
        for suit in "HCDS":
            pile = self.home[suit]
            if pile and follows(self.building, card, pile[-1]):
                return suit
            if not pile and card == "A" + suit:
                return suit
        return None

    def play(self, move: str) -> None:
        """Plays a move of the list."""
        where, _, count = move.partition("*")
        source, target = where.split("-")
        if source[0] == "h":
            cards = [self.home[source[1]].pop()]
        elif source in "abcd":
            cards = [self.cells["abcd".index(source)] or ""]
            self.cells["abcd".index(source)] = None
        else:
            column = self.columns[int(source) - 1]
            cards = column[-int(count or 1) :]
            del column[-int(count or 1) :]
        if target == "h":
            self.home[self.home_for(cards[0]) or ""].append(cards[0])
        elif target in "abcd":
            self.cells["abcd".index(target)] = cards[0]
        else:
            self.columns[int(target) - 1] += cards

    def perft(self, depth: int) -> int:
        """The number of sequences of moves, by playing every one of them."""
        if depth == 0:
            return 1
        count = 0
        for move in self.moves():
            other = self.copy()
            other.play(move)
            count += other.perft(depth - 1)
        return count

    def drawing(self) -> tuple[list[list[str]], list[str | None], list[int]]:
        """Columns, cells and heights, to be compared with the engine's."""
        return self.columns, self.cells, [len(pile) for pile in self.home.values()]
