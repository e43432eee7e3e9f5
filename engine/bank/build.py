"""Search, check, measure in parallel; write."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from itertools import chain, islice
from itertools import count as counted
from multiprocessing.connection import wait
from pathlib import Path
from statistics import mean, median
from threading import Thread
from typing import NamedTuple, TextIO, TypeVar
from zlib import crc32

from engine.bank.bank import GRADES, Bank, Graded, Terms
from engine.bank.difficulty import PLAYOUTS, Measure, grade_of, measure, solved
from engine.codes import encode
from engine.deals import MAX_NUMBER
from engine.solver import Verdict

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 3
"""Tasks given out for every process: one at work, the others waiting, so that none is idle."""
_NICENESS = 15


def in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """The results of tasks, endlessly many if need be; close it to leave the rest undone.

    Raises:
        BrokenProcessPool: where a process was killed from outside.
    """
    processes = len(os.sched_getaffinity(0))
    # A forked process would keep its siblings' pipes open, and none would see the parent die.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _begin)
    remaining = iter(tasks)
    try:
        given: deque[Future[Result]] = deque(
            _given(pool, work, task) for task in islice(remaining, _AHEAD * processes)
        )
        while given:
            yield given.popleft().result()
            given.extend(_given(pool, work, task) for task in islice(remaining, 1))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
            process.join()


def _given(pool: ProcessPoolExecutor, work: Callable[[Task], Result], task: Task) -> Future[Result]:
    """Gives a task out. Ctrl+C is for the parent only: a process that starts here never gets it."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _begin() -> None:
    """What a process does first."""
    os.nice(_NICENESS)
    Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


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


_CHECK_BATCH = 8


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
    starts = range(0, len(deals), _CHECK_BATCH)
    trials = [Trial(terms, deals[start : start + _CHECK_BATCH], grades) for start in starts]
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


def measure_deals(begun: Bank, count: int, show: Callable[[int, int], None]) -> list[Measure]:
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


_PAUSE = 5.0
"""Seconds between two writings: so much work is lost at most."""


class Keeper:
    """Writes a bank to a file; without a file it only remembers it."""

    def __init__(self, path: Path | None, clock: Callable[[], float], bank: Bank) -> None:
        """Nothing is written yet. The clock tells seconds."""
        self.bank = bank
        """The last bank it was told."""
        self._path = path
        self._clock = clock
        self._written = clock()

    def keep(self, bank: Bank) -> None:
        """Remembers the bank, and writes it if the last time is long ago.

        Raises:
            OSError: where it cannot be written.
        """
        self.bank = bank
        if self._clock() - self._written >= _PAUSE:
            self.write()

    def write(self) -> None:
        """Writes what it was told last: whole, or not at all.

        Raises:
            OSError: where it cannot be written.
        """
        if self._path is None:
            return
        draft = self._path.with_name(f"{self._path.name}.new")
        with draft.open("w", encoding="ascii") as file:
            file.write(self.bank.text())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._path)
        self._written = self._clock()


_BAR = 30
_BLINK = 0.2
"""Seconds between two pictures of the bar."""
_REFRESH_SECONDS = 30.0
"""Seconds between two lines where there is no terminal."""


class Progress:
    """A bar on a terminal, a plain line now and then elsewhere, nothing where nobody can look."""

    def __init__(self, stream: TextIO | None, clock: Callable[[], float], goal: int) -> None:
        """Starts at nothing out of `goal` deals. The clock tells seconds."""
        self._stream = stream
        self._clock = clock
        self._goal = goal
        self._terminal = stream is not None and stream.isatty()
        self._told = clock()
        self._open = False

    def show(self, found: int, last: int) -> None:
        """Tells, if it is time, that so many deals were found up to a deal number."""
        now = self._clock()
        if now - self._told >= (_BLINK if self._terminal else _REFRESH_SECONDS):
            self._told = now
            self._write(f"{found} of {self._goal} deals, up to deal {last}", found)

    def close(self) -> None:
        """Leaves the bar standing and goes to a new line."""
        if self._open and self._stream is not None:
            self._stream.write("\n")
            self._stream.flush()
        self._open = False

    def _write(self, words: str, found: int) -> None:
        if self._stream is None:
            return
        if self._terminal:
            filled = _BAR * found // max(self._goal, 1)
            self._stream.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {words}\x1b[K")
        else:
            self._stream.write(f"{words}\n")
        self._stream.flush()
        self._open = self._terminal
