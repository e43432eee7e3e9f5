"""A bank is a list of winnable deals of one game as it is played, each with its grade."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import gcd
from pathlib import Path
from typing import NamedTuple

from engine.bank.text import Graded, Page, bank_text, parse_page
from engine.variants import Rules, rules_for

GRADES = range(1, 6)
"""The grades, from the easiest to the hardest; README.md says how they are measured."""

_MOST_BYTES = 10_000_000
"""More than a bank of a million deals takes."""


class BankError(ValueError):
    """A file that is no bank; the message says what is wrong with it."""


class Terms(NamedTuple):
    """What a deal had to fulfil to come into a bank."""

    rules: Rules
    max_states: int
    """How many positions the solver looked at before it gave a deal up."""
    max_bytes: int
    """How much memory it took before it gave a deal up."""
    limits: tuple[int, ...]
    """The highest difficulties of grades 1 to 4; what is above them has grade 5."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """The winnable deals among those searched, in the order of their numbers."""

    terms: Terms
    first: int
    """The deal number that the search began with."""
    last: int
    """The deal number that it got to; `first` - 1 where nothing was searched yet."""
    deals: tuple[Graded, ...] = ()

    @classmethod
    def load(cls, path: Path) -> Bank:
        """Reads a file.

        Raises:
            OSError: where it cannot be read.
            BankError: where it is no bank, or a broken one.
        """
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise BankError(f"longer than {_MOST_BYTES} bytes")
        try:
            return cls.parse(data.decode("ascii"))
        except UnicodeDecodeError:
            raise BankError("no text in ASCII") from None

    @classmethod
    def parse(cls, text: str) -> Bank:
        """Reads the text of a bank.

        Raises:
            BankError: where it is none, or a broken one.
        """
        try:
            page = parse_page(text)
            rules = rules_for(page.game, page.cells, page.house)
        except ValueError as error:
            raise BankError(str(error)) from None
        terms = Terms(rules, page.max_states, page.max_bytes, page.limits)
        return cls(terms=terms, first=page.first, last=page.last, deals=page.deals)

    def text(self) -> str:
        """The bank as a text that `parse` reads."""
        terms = self.terms
        rules = terms.rules
        return bank_text(
            Page(
                game=rules.variant.key,
                cells=rules.cells,
                house=rules.house,
                max_states=terms.max_states,
                max_bytes=terms.max_bytes,
                limits=terms.limits,
                first=self.first,
                last=self.last,
                deals=self.deals,
            )
        )

    def graded(self, grade: int) -> tuple[int, ...]:
        """The deal numbers of a grade, the lowest first."""
        return tuple(deal.number for deal in self.deals if deal.grade == grade)

    def pick(self, number: int, grade: int | None = None) -> int:
        """A deal number of the grade, or of any: the same for the same number.

        Consecutive numbers from 0 on pick every deal once before any comes again.

        Raises:
            BankError: where the bank has no deal of the grade.
        """
        numbers = tuple(deal.number for deal in self.deals) if grade is None else self.graded(grade)
        if not numbers:
            raise BankError("no deals" if grade is None else f"no deals of grade {grade}")
        return numbers[number % len(numbers)]

    def daily(self, day: int) -> int:
        """The deal number of a day, which is counted from any day on.

        The days go through the bank in steps of five eighths of it (or the next number that has no
        divisor in common with its length), so that neighbours are far apart and every deal comes
        once before any comes again.

        Raises:
            BankError: where the bank has no deals.
        """
        count = len(self.deals)
        step = next((n for n in range(count * 5 // 8, count) if gcd(n, count) == 1), 1)
        return self.pick(day * step)

    def searched(self, last: int, found: list[Graded]) -> Bank:
        """The bank after a search up to a deal number that found these."""
        return replace(self, last=last, deals=(*self.deals, *found))


def file_name(rules: Rules) -> str:
    """The name of the shipped file for a game as it is played."""
    return f"{rules.variant.key}-{rules.cells}{rules.house}.bank"
