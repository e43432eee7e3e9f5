"""Bank: file format, pick, daily deal."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import gcd
from pathlib import Path
from typing import NamedTuple

from engine.deals import MAX_DEAL_NUMBER
from engine.variants import Rules, find_rules

_TITLE = "Bakehouse bank"
_VERSION = 1
_FIELDS = ("game", "cells", "rules", "states", "bytes", "limits", "first", "last", "deals")
_GRADE_LETTERS = "abcde"
_BODY_PATTERN = re.compile(r"(?:[1-9][0-9]{0,7}[a-e])*", re.ASCII)
_DEAL_PATTERN = re.compile(r"([0-9]+)([a-e])", re.ASCII)
_LINE_WIDTH = 100


class GradedDeal(NamedTuple):
    """A winnable deal."""

    number: int
    grade: int
    """From 1, the easiest, to 5."""


class BankFile(NamedTuple):
    """What a bank's text says, word by word."""

    game: str
    cells: int
    house_rules: str
    max_states: int
    max_bytes: int
    limits: tuple[int, ...]
    first: int
    last: int
    deals: tuple[GradedDeal, ...]


def format_bank_file(bank_file: BankFile) -> str:
    """The page as text."""
    values = (
        bank_file.game,
        bank_file.cells,
        bank_file.house_rules or "-",
        bank_file.max_states,
        bank_file.max_bytes,
        " ".join(map(str, bank_file.limits)),
        bank_file.first,
        bank_file.last,
        len(bank_file.deals),
    )
    head = [f"{name} {value}" for name, value in zip(_FIELDS, values, strict=True)]
    numbers = [bank_file.first - 1, *(deal.number for deal in bank_file.deals)]
    body = "".join(
        f"{number - last}{_GRADE_LETTERS[deal.grade - 1]}"
        for (last, number), deal in zip(pairwise(numbers), bank_file.deals, strict=True)
    )
    lines = [body[start : start + _LINE_WIDTH] for start in range(0, len(body), _LINE_WIDTH)]
    return "\n".join([f"{_TITLE} {_VERSION}", *head, "", *lines]) + "\n"


def parse_bank_file(text: str) -> BankFile:
    """Reads the text.

    Raises:
        ValueError: saying what is wrong with it.
    """
    head, _, body = text.partition("\n\n")
    title, *lines = head.splitlines() or [""]
    if title != f"{_TITLE} {_VERSION}":
        raise ValueError(f"expected {_TITLE} {_VERSION!a} in its first line, not {title[:40]!a}")
    values = _parse_head(lines)
    first, last = _parse_number(values["first"]), _parse_number(values["last"])
    if not 1 <= first <= last + 1 <= MAX_DEAL_NUMBER + 1:
        raise ValueError(f"no search goes from deal {first} to {last}")
    bank_file = BankFile(
        game=values["game"],
        cells=_parse_number(values["cells"]),
        house_rules="" if values["rules"] == "-" else values["rules"],
        max_states=_parse_number(values["states"]),
        max_bytes=_parse_number(values["bytes"]),
        limits=_parse_limits(values["limits"]),
        first=first,
        last=last,
        deals=_parse_deals("".join(body.split()), first),
    )
    _check_deal_count(bank_file, _parse_number(values["deals"]))
    return bank_file


def _parse_head(lines: list[str]) -> dict[str, str]:
    pairs = [line.partition(" ") for line in lines]
    names = tuple(name for name, _, _ in pairs)
    if names != _FIELDS:
        raise ValueError(f"expected the lines {', '.join(_FIELDS)} in its head")
    return {name: value for name, _, value in pairs}


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


def _check_deal_count(bank_file: BankFile, count: int) -> None:
    if len(bank_file.deals) != count:
        raise ValueError(f"it has {len(bank_file.deals)} deals, and its head says {count}")
    if bank_file.deals and bank_file.deals[-1].number > bank_file.last:
        raise ValueError(
            f"deal {bank_file.deals[-1].number} is beyond {bank_file.last}, the last searched"
        )


GRADES = range(1, 6)
"""The grades, from the easiest to the hardest; README.md says how they are measured."""

_MAX_FILE_BYTES = 10_000_000
"""More than a bank of a million deals takes."""


class BankError(ValueError):
    """A file that is no bank; the message says what is wrong with it."""


class BankSpec(NamedTuple):
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

    spec: BankSpec
    first_number: int
    """The deal number that the search began with."""
    last_number: int
    """The deal number that it got to; `first` - 1 where nothing was searched yet."""
    deals: tuple[GradedDeal, ...] = ()

    @classmethod
    def load(cls, path: Path) -> Bank:
        """Reads a file.

        Raises:
            OSError: where it cannot be read.
            BankError: where it is no bank, or a broken one.
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
        """Reads the text of a bank.

        Raises:
            BankError: where it is none, or a broken one.
        """
        try:
            bank_file = parse_bank_file(text)
            rules = find_rules(bank_file.game, bank_file.cells, bank_file.house_rules)
        except ValueError as error:
            raise BankError(str(error)) from None
        spec = BankSpec(rules, bank_file.max_states, bank_file.max_bytes, bank_file.limits)
        return cls(
            spec=spec,
            first_number=bank_file.first,
            last_number=bank_file.last,
            deals=bank_file.deals,
        )

    def to_text(self) -> str:
        """The bank as a text that `parse` reads."""
        spec = self.spec
        rules = spec.rules
        return format_bank_file(
            BankFile(
                game=rules.variant.key,
                cells=rules.cells,
                house_rules=rules.house_rules,
                max_states=spec.max_states,
                max_bytes=spec.max_bytes,
                limits=spec.limits,
                first=self.first_number,
                last=self.last_number,
                deals=self.deals,
            )
        )

    def list_numbers(self, grade: int) -> tuple[int, ...]:
        """The deal numbers of a grade, the lowest first."""
        return tuple(deal.number for deal in self.deals if deal.grade == grade)

    def pick(self, number: int, grade: int | None = None) -> int:
        """A deal number of the grade, or of any: the same for the same number.

        Consecutive numbers from 0 on pick every deal once before any comes again.

        Raises:
            BankError: where the bank has no deal of the grade.
        """
        numbers = (
            tuple(deal.number for deal in self.deals) if grade is None else self.list_numbers(grade)
        )
        if not numbers:
            raise BankError("no deals" if grade is None else f"no deals of grade {grade}")
        return numbers[number % len(numbers)]

    def pick_daily(self, day: int) -> int:
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

    def extend(self, last_number: int, new_deals: list[GradedDeal]) -> Bank:
        """The bank after a search up to a deal number that found these."""
        return replace(self, last_number=last_number, deals=(*self.deals, *new_deals))


def get_bank_file_name(rules: Rules) -> str:
    """The name of the shipped file for a game as it is played."""
    return f"{rules.variant.key}-{rules.cells}{rules.house_rules}.bank"
