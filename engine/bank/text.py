"""The text of a bank: a head of named lines, then the deals; README.md describes it."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from typing import NamedTuple

from engine.deals import MAX_NUMBER

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
