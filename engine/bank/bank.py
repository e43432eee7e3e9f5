"""Bank: file format, pick, daily deal."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import gcd
from pathlib import Path
from typing import NamedTuple

from engine.deals import MAX_NUMBER
from engine.variants import Rules, rules_for

_TITLE = "Bakehouse bank"
_VERSION = 1
_FIELDS = ("game", "cells", "rules", "states", "bytes", "limits", "first", "last", "deals")
_LETTERS = "abcde"
_BODY = re.compile(r"(?:[1-9][0-9]{0,7}[a-e])*", re.ASCII)
_DEAL = re.compile(r"([0-9]+)([a-e])", re.ASCII)
_WIDTH = 100


class Graded(NamedTuple):
    """A winnable deal."""

    number: int
    grade: int
    """From 1, the easiest, to 5."""


class Page(NamedTuple):
    """What a bank's text says, word by word."""

    game: str
    cells: int
    house: str
    max_states: int
    max_bytes: int
    limits: tuple[int, ...]
    first: int
    last: int
    deals: tuple[Graded, ...]


def bank_text(page: Page) -> str:
    """The page as text."""
    values = (
        page.game,
        page.cells,
        page.house or "-",
        page.max_states,
        page.max_bytes,
        " ".join(map(str, page.limits)),
        page.first,
        page.last,
        len(page.deals),
    )
    head = [f"{name} {value}" for name, value in zip(_FIELDS, values, strict=True)]
    before = [page.first - 1, *(deal.number for deal in page.deals)]
    body = "".join(
        f"{number - last}{_LETTERS[deal.grade - 1]}"
        for (last, number), deal in zip(pairwise(before), page.deals, strict=True)
    )
    lines = [body[start : start + _WIDTH] for start in range(0, len(body), _WIDTH)]
    return "\n".join([f"{_TITLE} {_VERSION}", *head, "", *lines]) + "\n"


def parse_page(text: str) -> Page:
    """Reads the text.

    Raises:
        ValueError: saying what is wrong with it.
    """
    head, _, body = text.partition("\n\n")
    title, *lines = head.splitlines() or [""]
    if title != f"{_TITLE} {_VERSION}":
        raise ValueError(f"expected {_TITLE} {_VERSION!a} in its first line, not {title[:40]!a}")
    values = _values(lines)
    first, last = _number(values["first"]), _number(values["last"])
    if not 1 <= first <= last + 1 <= MAX_NUMBER + 1:
        raise ValueError(f"no search goes from deal {first} to {last}")
    page = Page(
        game=values["game"],
        cells=_number(values["cells"]),
        house="" if values["rules"] == "-" else values["rules"],
        max_states=_number(values["states"]),
        max_bytes=_number(values["bytes"]),
        limits=_limits(values["limits"]),
        first=first,
        last=last,
        deals=_deals("".join(body.split()), first),
    )
    _agree(page, _number(values["deals"]))
    return page


def _values(lines: list[str]) -> dict[str, str]:
    pairs = [line.partition(" ") for line in lines]
    names = tuple(name for name, _, _ in pairs)
    if names != _FIELDS:
        raise ValueError(f"expected the lines {', '.join(_FIELDS)} in its head")
    return {name: value for name, _, value in pairs}


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ValueError(f"{text[:20]!a} is no number")
    return int(text)


def _limits(text: str) -> tuple[int, ...]:
    limits = tuple(map(_number, text.split()))
    if len(limits) != len(_LETTERS) - 1 or list(limits) != sorted(limits):
        raise ValueError(f"{text[:40]!a} are no limits: expected 4 numbers, none below the last")
    return limits


def _deals(body: str, first: int) -> tuple[Graded, ...]:
    whole = _BODY.match(body)
    end = whole.end() if whole else 0
    if end != len(body):
        raise ValueError(f"{body[end : end + 20]!a} is no deal: expected a number and a letter")
    parts = _DEAL.findall(body)
    numbers = accumulate((int(step) for step, _ in parts), initial=first - 1)
    next(numbers)
    return tuple(
        Graded(number, _LETTERS.index(letter) + 1)
        for number, (_, letter) in zip(numbers, parts, strict=True)
    )


def _agree(page: Page, count: int) -> None:
    if len(page.deals) != count:
        raise ValueError(f"it has {len(page.deals)} deals, and its head says {count}")
    if page.deals and page.deals[-1].number > page.last:
        raise ValueError(f"deal {page.deals[-1].number} is beyond {page.last}, the last searched")


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
