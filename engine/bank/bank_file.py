"""A bank of winnable deals: its file format, choosing a deal, the daily deal."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import gcd
from pathlib import Path
from typing import NamedTuple

from engine.deals import MAX_DEAL_NUMBER
from engine.variants import Rules, find_rules

GRADES = range(1, 6)

_TITLE = "Bakehouse bank 1"  # with the version of the format
_FIELDS = ("game", "cells", "rules", "states", "bytes", "limits", "first", "last", "deals")
_GRADE_LETTERS = "abcde"
_BODY_PATTERN = re.compile(r"(?:[1-9][0-9]{0,7}[a-e])*", re.ASCII)
_DEAL_PATTERN = re.compile(r"([0-9]+)([a-e])", re.ASCII)
_LINE_WIDTH = 100
_MAX_FILE_BYTES = 10_000_000


class BankError(ValueError):
    """The file is not a bank; the message gives the cause."""


class GradedDeal(NamedTuple):
    """A winnable deal and its grade: 1, the easiest, to 5."""

    number: int
    grade: int


class BankSpec(NamedTuple):
    """Conditions that a deal must meet to be in a bank."""

    rules: Rules
    max_states: int  # positions after which the solver gives up
    max_bytes: int  # memory at which it gives up
    limits: tuple[int, ...]  # the highest difficulties of grades 1 to 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """The winnable deals of a range of deal numbers, in the order of their numbers."""

    spec: BankSpec
    first_number: int
    last_number: int  # the last deal searched; `first_number` - 1 before the search
    deals: tuple[GradedDeal, ...] = ()

    @classmethod
    def load(cls, path: Path) -> Bank:
        """Read a file.

        Raises:
            OSError: it cannot be read.
            BankError: it is no bank, or a damaged one.
        """
        with path.open("rb") as file:
            data = file.read(_MAX_FILE_BYTES + 1)
        if len(data) > _MAX_FILE_BYTES:
            raise BankError(f"longer than {_MAX_FILE_BYTES} bytes")
        try:
            return cls.parse(data.decode("ascii"))
        except UnicodeDecodeError:
            raise BankError("no text in ASCII") from None

    @classmethod
    def parse(cls, text: str) -> Bank:
        """Parse the text of a bank; README.md describes the format.

        Raises:
            BankError: it is no bank, or a damaged one.
        """
        try:
            return _parse_bank(text)
        except ValueError as error:
            raise BankError(str(error)) from None

    def to_text(self) -> str:
        """Format the bank as text that `parse` reads."""
        rules = self.spec.rules
        values = (
            rules.variant.key,
            rules.cells,
            rules.house_rules or "-",
            self.spec.max_states,
            self.spec.max_bytes,
            " ".join(map(str, self.spec.limits)),
            self.first_number,
            self.last_number,
            len(self.deals),
        )
        head = [f"{name} {value}" for name, value in zip(_FIELDS, values, strict=True)]
        numbers = [self.first_number - 1, *(deal.number for deal in self.deals)]
        body = "".join(
            f"{number - last}{_GRADE_LETTERS[deal.grade - 1]}"
            for (last, number), deal in zip(pairwise(numbers), self.deals, strict=True)
        )
        lines = [body[start : start + _LINE_WIDTH] for start in range(0, len(body), _LINE_WIDTH)]
        return "\n".join([_TITLE, *head, "", *lines]) + "\n"

    def list_numbers(self, grade: int | None = None) -> tuple[int, ...]:
        """Return the deal numbers of a grade, or of all grades, in ascending order."""
        return tuple(deal.number for deal in self.deals if grade in (None, deal.grade))

    def pick(self, number: int, grade: int | None = None) -> int:
        """Return a deal number of the grade (None: of any); the same `number` picks the same deal.

        Consecutive numbers from 0 on pick every deal once before any deal repeats.

        Raises:
            BankError: the bank has no deal of the grade.
        """
        numbers = self.list_numbers(grade)
        if not numbers:
            raise BankError("no deals" if grade is None else f"no deals of grade {grade}")
        return numbers[number % len(numbers)]

    def pick_daily(self, day: int) -> int:
        """Return the deal number of a day; days are counted from any fixed day.

        Each day advances by five eighths of the bank, rounded up to a number coprime to its size:
        the deals of consecutive days are far apart, and every deal comes once before any repeats.

        Raises:
            BankError: the bank has no deals.
        """
        count = len(self.deals)
        step = next((n for n in range(count * 5 // 8, count) if gcd(n, count) == 1), 1)
        return self.pick(day * step)

    def extend(self, last_number: int, new_deals: list[GradedDeal]) -> Bank:
        """Return the bank after a search up to `last_number` that found these deals."""
        return replace(self, last_number=last_number, deals=(*self.deals, *new_deals))


def get_bank_file_name(rules: Rules) -> str:
    """Return the name of the shipped file for a game with its cells and house rules."""
    return f"{rules.variant.key}-{rules.cells}{rules.house_rules}.bank"


def _parse_bank(text: str) -> Bank:
    head, _, body = text.partition("\n\n")
    title, *lines = head.splitlines() or [""]
    if title != _TITLE:
        raise ValueError(f"expected {_TITLE} in its first line, not {title[:40]!a}")
    pairs = [line.partition(" ") for line in lines]
    if tuple(name for name, _, _ in pairs) != _FIELDS:
        raise ValueError(f"expected the lines {', '.join(_FIELDS)} in its head")
    values = {name: value for name, _, value in pairs}
    first, last = _parse_number(values["first"]), _parse_number(values["last"])
    if not 1 <= first <= last + 1 <= MAX_DEAL_NUMBER + 1:
        raise ValueError(f"no search goes from deal {first} to {last}")
    house_rules = "" if values["rules"] == "-" else values["rules"]
    cells = _parse_number(values["cells"])
    spec = BankSpec(
        rules=find_rules(values["game"], cells, house_rules),
        max_states=_parse_number(values["states"]),
        max_bytes=_parse_number(values["bytes"]),
        limits=_parse_limits(values["limits"]),
    )
    deals = _parse_deals("".join(body.split()), first)
    count = _parse_number(values["deals"])
    if len(deals) != count:
        raise ValueError(f"it has {len(deals)} deals, and its head says {count}")
    if deals and deals[-1].number > last:
        raise ValueError(f"deal {deals[-1].number} is beyond {last}, the last searched")
    return Bank(spec=spec, first_number=first, last_number=last, deals=deals)


def _parse_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ValueError(f"{text[:20]!a} is no number")
    return int(text)


def _parse_limits(text: str) -> tuple[int, ...]:
    limits = tuple(map(_parse_number, text.split()))
    if len(limits) != len(_GRADE_LETTERS) - 1 or list(limits) != sorted(limits):
        raise ValueError(f"{text[:40]!a} are no limits: expected 4 numbers, none below the last")
    return limits


def _parse_deals(body: str, first: int) -> tuple[GradedDeal, ...]:
    match = _BODY_PATTERN.match(body)
    end = match.end() if match else 0
    if end != len(body):
        raise ValueError(f"{body[end : end + 20]!a} is no deal: expected a number and a letter")
    parts = _DEAL_PATTERN.findall(body)
    numbers = accumulate((int(step) for step, _ in parts), initial=first - 1)
    next(numbers)
    return tuple(
        GradedDeal(number, _GRADE_LETTERS.index(letter) + 1)
        for number, (_, letter) in zip(numbers, parts, strict=True)
    )
