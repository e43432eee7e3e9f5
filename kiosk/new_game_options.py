"""Options of a new game: variant, kind of deal, difficulty."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.variants import Rules, find_rules

ANY_GRADE = "any"


class DealKind(StrEnum):
    """Kind of the deals to choose from."""

    WINNABLE = "winnable"
    """Deals of the bank, which are known to be winnable."""
    ANY = "any"
    """All deals, including unwinnable ones."""
    TODAY = "today"
    """The deal of the day, the same on every device; it is winnable."""


class DealStatus(StrEnum):
    """Knowledge about the current deal."""

    WINNABLE = "winnable"
    TODAY = "today"
    """It is the deal of the day, and winnable."""
    NONE = "none"
    """Unknown: the deal may be unwinnable."""


class NewGameOptions(NamedTuple):
    """A choice on the New game screen; `grade` is 1 to 5, or None for any difficulty."""

    rules: Rules
    kind: DealKind = DealKind.WINNABLE
    grade: int | None = None

    def to_text(self) -> str:
        """Return the line that `parse_new_game_options` reads."""
        house_rules, grade = self.rules.house_rules or "-", self.grade or ANY_GRADE
        return f"{self.rules.variant.key} {self.rules.cells} {house_rules} {self.kind} {grade}"


def parse_new_game_options(text: str) -> NewGameOptions:
    """Parse a line of `NewGameOptions.to_text`.

    Raises:
        ValueError: The line is malformed or names an unknown game.
    """
    key, cells, house_rules, kind, grade = text.split(" ")
    rules = find_rules(key, int(cells), "" if house_rules == "-" else house_rules)
    return NewGameOptions(rules, DealKind(kind), None if grade == ANY_GRADE else int(grade))
