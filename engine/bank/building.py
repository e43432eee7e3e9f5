"""Finding winnable deals, from a deal number upwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count as counted
from typing import NamedTuple

from engine.bank.bank import Bank, Terms
from engine.bank.difficulty import Measure, grade_of, measure, solved
from engine.bank.pool import in_order
from engine.bank.text import Graded
from engine.deals import MAX_NUMBER
from engine.solver import Verdict

_BATCH = 8
"""Deal numbers that one process searches before it tells what it found."""


class Batch(NamedTuple):
    """Deal numbers to be searched together."""

    terms: Terms
    numbers: range


def search(batch: Batch) -> list[Measure]:
    """What is met in the winnable deals of a batch."""
    found = []
    for number in batch.numbers:
        solution = solved(batch.terms, number)
        if solution.verdict is Verdict.WINNABLE:
            found.append(measure(batch.terms, number, solution))
    return found


def batches(terms: Terms, first: int) -> Iterator[Batch]:
    """All deals from a number on."""
    for start in counted(first, _BATCH):
        if start > MAX_NUMBER:
            return
        yield Batch(terms, range(start, min(start + _BATCH, MAX_NUMBER + 1)))


def build(bank: Bank, count: int, tell: Callable[[Bank], None]) -> Bank:
    """The bank with so many deals, or with all that there are, if these are fewer.

    Which deals these are does not depend on how many processes search.

    Args:
        bank: where the search goes on.
        count: how many deals it is to have.
        tell: is told the bank again and again as it grows.
    """
    if len(bank.deals) >= count:
        return bank
    with closing(in_order(search, batches(bank.terms, bank.last + 1))) as results:
        for measures in results:
            bank = _grown(bank, count, measures)
            tell(bank)
            if len(bank.deals) >= count:
                break
    return bank


def _grown(bank: Bank, count: int, measures: list[Measure]) -> Bank:
    """The bank after its next batch; where it is full the search got to its last deal only."""
    last = min(bank.last + _BATCH, MAX_NUMBER)
    found = [Graded(measure.number, grade_of(bank.terms, measure)) for measure in measures]
    found = found[: count - len(bank.deals)]
    full = len(bank.deals) + len(found) == count
    return bank.searched(found[-1].number if full and found else last, found)
