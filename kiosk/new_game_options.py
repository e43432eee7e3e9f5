"""What is asked for before a deal: the game as it is played, which kind of deal, how hard."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.variants import Rules, find_rules

ANY_GRADE = "any"
"""The word for a deal of any difficulty."""


class DealKind(StrEnum):
    """Which deals may come."""

    WINNABLE = "winnable"
    """Only those of the bank, which can be won."""
    ANY = "any"
    """All of them, also those that are lost from the start."""
    TODAY = "today"
    """The one of the date, the same on every device; it can be won."""


class DealStatus(StrEnum):
    """What is known of the deal on the table."""

    WINNABLE = "winnable"
    """It is in the bank: there is a way to win it."""
    TODAY = "today"
    """It is today's, and in the bank."""
    NONE = "none"
    """Nothing: it may be lost from the start."""


class NewGameOptions(NamedTuple):
    """A choice as it is made on the New game screen; `grade` (1 to 5) None means any difficulty."""

    rules: Rules
    kind: DealKind = DealKind.WINNABLE
    grade: int | None = None

    def to_text(self) -> str:
        """The wish as a line that `parse_wish` reads."""
        house, grade = self.rules.house_rules or "-", self.grade or ANY_GRADE
        return f"{self.rules.variant.key} {self.rules.cells} {house} {self.kind} {grade}"


def parse_new_game_options(text: str) -> NewGameOptions:
    """Reads a wish.

    Raises:
        ValueError: where it is none, or one of a game that there is not.
    """
    key, cells, house, kind, grade = text.split(" ")
    rules = find_rules(key, int(cells), "" if house == "-" else house)
    return NewGameOptions(rules, DealKind(kind), None if grade == ANY_GRADE else int(grade))
