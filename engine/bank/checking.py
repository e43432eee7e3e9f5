"""Whether the deals of a bank are what it says."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import chain
from typing import NamedTuple
from zlib import crc32

from engine.bank.bank import Bank, Terms
from engine.bank.difficulty import grade_of, measure, solved
from engine.bank.pool import in_order
from engine.bank.text import Graded
from engine.codes import encode
from engine.solver import Verdict

_BATCH = 8


class Trial(NamedTuple):
    """Deals of a bank to be solved again."""

    terms: Terms
    deals: tuple[Graded, ...]
    grades: bool
    """Whether their grades are measured again too."""


def sample(bank: Bank, count: int | None) -> tuple[Graded, ...]:
    """So many deals of the bank, spread evenly and always the same; None means all."""
    if count is None:
        return bank.deals
    drawn = sorted(bank.deals, key=lambda deal: crc32(str(deal.number).encode()))[:count]
    return tuple(sorted(drawn))


def complaints(trial: Trial) -> list[str]:
    """One line for each deal that is not what the bank says."""
    found = [_complaint(trial, deal) for deal in trial.deals]
    return [line for line in found if line]


def check(terms: Terms, deals: tuple[Graded, ...], grades: bool) -> Generator[str, None, None]:
    """The complaints about these deals, found on all cores."""
    starts = range(0, len(deals), _BATCH)
    trials = [Trial(terms, deals[start : start + _BATCH], grades) for start in starts]
    with closing(in_order(complaints, trials)) as results:
        yield from chain.from_iterable(results)


def _complaint(trial: Trial, deal: Graded) -> str:
    terms = trial.terms
    name = f"deal {deal.number} ({encode(terms.rules, deal.number)})"
    solution = solved(terms, deal.number)
    if solution.verdict is Verdict.LOST:
        return f"{name}: it cannot be won"
    if solution.verdict is Verdict.UNKNOWN:
        return f"{name}: no line that wins was found in {terms.max_states} positions"
    if not trial.grades:
        return ""
    grade = grade_of(terms, measure(terms, deal.number, solution))
    return "" if grade == deal.grade else f"{name}: grade {grade}, not {deal.grade}"
