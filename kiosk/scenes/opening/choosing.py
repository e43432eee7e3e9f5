"""What is chosen so far on the New game screen; each turn leaves a game that there is."""

from __future__ import annotations

from itertools import combinations
from typing import TypeVar

from engine.variants import Rules, Variant, rules_of
from kiosk.wish import Kind, Wish

GRADES = (None, 1, 2, 3, 4, 5)
"""The difficulties that can be asked for; None is any."""

Value = TypeVar("Value")


def houses(record: Variant) -> list[str]:
    """Every choice of the game's house rules, in the order in which a button turns through them."""
    letters = record.house_rules
    return ["".join(some) for n in range(len(letters) + 1) for some in combinations(letters, n)]


class Choosing:
    """A wish in the making. Every game keeps the cells and house rules chosen for it."""

    def __init__(self, wish: Wish) -> None:
        """Begin with this wish."""
        self.wish = wish
        self.seen = ""
        self._before: dict[str, Rules] = {}

    @property
    def rules(self) -> Rules:
        """The game as it would be dealt."""
        return self.wish.rules

    def look(self, name: str) -> None:
        """The button of this name is in focus now."""
        self.seen = name

    def rules_for(self, record: Variant) -> Rules:
        """The game as it would be dealt if it was this one."""
        if record is self.rules.variant:
            return self.rules
        return self._before.get(record.key) or rules_of(record)

    def game(self, record: Variant) -> None:
        """This game, as it was chosen before, else with its first number of cells."""
        rules = self.rules_for(record)
        self._before[self.rules.variant.key] = self.rules
        self._take(rules)

    def cells(self, step: int) -> None:
        """The next (1) or previous (-1) number of cells of the same game."""
        record = self.rules.variant
        self._take(rules_of(record, _turned(record.cells, self.rules.cells, step)))

    def house(self, step: int) -> None:
        """Other house rules of the same game."""
        record = self.rules.variant
        house = _turned(houses(record), self.rules.house, step)
        self._take(rules_of(record, self.rules.cells, house))

    def kind(self, step: int) -> None:
        """Another kind of deal."""
        self.wish = self.wish._replace(kind=_turned(tuple(Kind), self.wish.kind, step))

    def grade(self, step: int) -> None:
        """Another difficulty."""
        self.wish = self.wish._replace(grade=_turned(GRADES, self.wish.grade, step))

    def _take(self, rules: Rules) -> None:
        self.wish = self.wish._replace(rules=rules)


def _turned(values: tuple[Value, ...] | list[Value], value: Value, step: int) -> Value:
    return values[(values.index(value) + step) % len(values)]
