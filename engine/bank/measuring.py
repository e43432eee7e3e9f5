"""How hard the deals of a game are: what its limits and grades rest on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from itertools import chain, islice
from statistics import mean, median

from engine.bank.bank import GRADES, Bank, Terms
from engine.bank.building import batches, search
from engine.bank.difficulty import Measure, grade_of
from engine.bank.playouts import PLAYOUTS
from engine.bank.pool import in_order


def measure(begun: Bank, count: int, show: Callable[[int, int], None]) -> list[Measure]:
    """What is met in the first so many winnable deals of a game.

    Args:
        begun: an empty bank: the terms, and where to begin.
        count: how many deals are measured.
        show: is told how many were found, and up to which deal number.
    """
    found: list[Measure] = []
    with closing(in_order(search, batches(begun.terms, begun.first))) as results:
        for one in islice(chain.from_iterable(results), count):
            found.append(one)
            show(len(found), one.number)
    return found


def fifths(measures: list[Measure]) -> tuple[int, ...]:
    """The highest difficulties of the four easiest fifths."""
    ordered = sorted(one.difficulty for one in measures)
    return tuple(ordered[max(len(ordered) * part // 5 - 1, 0)] for part in GRADES[:-1])


def table(terms: Terms, measures: list[Measure]) -> str:
    """The limits that these deals suggest, and what is met in each grade as it is now."""
    if not measures:
        return "no winnable deal\n"
    lines = [
        f"fifths end at {', '.join(map(str, fifths(measures)))}",
        "| grade | deals | positions | cards left | playouts won | moves |",
        "|---|---|---|---|---|---|",
    ]
    for grade in GRADES:
        alike = [one for one in measures if grade_of(terms, one) == grade]
        if alike:
            lines.append(_row(grade, alike))
    return "\n".join(lines) + "\n"


def _row(grade: int, alike: list[Measure]) -> str:
    return (
        f"| {grade} | {len(alike)} | {median(one.states for one in alike):.0f}"
        f" | {mean(one.left for one in alike) / PLAYOUTS:.1f}"
        f" | {mean(one.won for one in alike) / PLAYOUTS:.1%}"
        f" | {median(one.moves for one in alike):.0f} |"
    )
