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

from engine.bank.bank import GRADES, Bank, BankSpec, GradedDeal
from engine.bank.difficulty import (
    PLAYOUTS_PER_DEAL,
    DealMeasure,
    compute_grade,
    measure_deal,
    solve_deal,
)
from engine.codes import encode
from engine.deals import MAX_DEAL_NUMBER
from engine.solver import Verdict

Task = TypeVar("Task")
Result = TypeVar("Result")

_TASKS_PER_PROCESS = 3
"""Tasks given out for every process: one at work, the others waiting, so that none is idle."""
_WORKER_NICENESS = 15


def run_in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """The results of tasks, endlessly many if need be; close it to leave the rest undone.

    Raises:
        BrokenProcessPool: where a process was killed from outside.
    """
    process_count = len(os.sched_getaffinity(0))
    # A forked process would keep its siblings' pipes open, and none would see the parent die.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(process_count, context, _initialize_worker)
    remaining = iter(tasks)
    try:
        futures: deque[Future[Result]] = deque(
            _submit(pool, work, task)
            for task in islice(remaining, _TASKS_PER_PROCESS * process_count)
        )
        while futures:
            yield futures.popleft().result()
            futures.extend(_submit(pool, work, task) for task in islice(remaining, 1))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
            process.join()


def _submit(
    pool: ProcessPoolExecutor, work: Callable[[Task], Result], task: Task
) -> Future[Result]:
    """Gives a task out. Ctrl+C is for the parent only: a process that starts here never gets it."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _initialize_worker() -> None:
    """What a process does first."""
    os.nice(_WORKER_NICENESS)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


_SEARCH_BATCH_SIZE = 8
"""Deal numbers that one process searches before it tells what it found."""


class SearchBatch(NamedTuple):
    """Deal numbers to be searched together."""

    spec: BankSpec
    numbers: range


def search_batch(batch: SearchBatch) -> list[DealMeasure]:
    """What is met in the winnable deals of a batch."""
    measures = []
    for number in batch.numbers:
        solution = solve_deal(batch.spec, number)
        if solution.verdict is Verdict.WINNABLE:
            measures.append(measure_deal(batch.spec, number, solution))
    return measures


def make_batches(spec: BankSpec, first: int) -> Iterator[SearchBatch]:
    """All deals from a number on."""
    for start in counted(first, _SEARCH_BATCH_SIZE):
        if start > MAX_DEAL_NUMBER:
            return
        yield SearchBatch(spec, range(start, min(start + _SEARCH_BATCH_SIZE, MAX_DEAL_NUMBER + 1)))


def build_bank(bank: Bank, count: int, on_progress: Callable[[Bank], None]) -> Bank:
    """The bank with so many deals, or with all that there are, if these are fewer.

    Which deals these are does not depend on how many processes search.

    Args:
        bank: where the search goes on.
        count: how many deals it is to have.
        on_progress: is told the bank again and again as it grows.
    """
    if len(bank.deals) >= count:
        return bank
    with closing(
        run_in_order(search_batch, make_batches(bank.spec, bank.last_number + 1))
    ) as results:
        for measures in results:
            bank = _extend_bank(bank, count, measures)
            on_progress(bank)
            if len(bank.deals) >= count:
                break
    return bank


def _extend_bank(bank: Bank, count: int, measures: list[DealMeasure]) -> Bank:
    """The bank after its next batch; where it is full the search got to its last deal only."""
    last_number = min(bank.last_number + _SEARCH_BATCH_SIZE, MAX_DEAL_NUMBER)
    new_deals = [
        GradedDeal(measure.number, compute_grade(bank.spec, measure)) for measure in measures
    ]
    new_deals = new_deals[: count - len(bank.deals)]
    is_full = len(bank.deals) + len(new_deals) == count
    return bank.extend(new_deals[-1].number if is_full and new_deals else last_number, new_deals)


_CHECK_BATCH = 8


class CheckBatch(NamedTuple):
    """Deals of a bank to be solved again."""

    spec: BankSpec
    deals: tuple[GradedDeal, ...]
    should_check_grades: bool
    """Whether their grades are measured again too."""


def sample_deals(bank: Bank, count: int | None) -> tuple[GradedDeal, ...]:
    """So many deals of the bank, spread evenly and always the same; None means all."""
    if count is None:
        return bank.deals
    chosen = sorted(bank.deals, key=lambda deal: crc32(str(deal.number).encode()))[:count]
    return tuple(sorted(chosen))


def check_batch(batch: CheckBatch) -> list[str]:
    """One line for each deal that is not what the bank says."""
    problems = [_check_deal(batch, deal) for deal in batch.deals]
    return [line for line in problems if line]


def check_deals(
    spec: BankSpec, deals: tuple[GradedDeal, ...], should_check_grades: bool
) -> Generator[str, None, None]:
    """The complaints about these deals, found on all cores."""
    starts = range(0, len(deals), _CHECK_BATCH)
    batches = [
        CheckBatch(spec, deals[start : start + _CHECK_BATCH], should_check_grades)
        for start in starts
    ]
    with closing(run_in_order(check_batch, batches)) as results:
        yield from chain.from_iterable(results)


def _check_deal(batch: CheckBatch, deal: GradedDeal) -> str:
    spec = batch.spec
    name = f"deal {deal.number} ({encode(spec.rules, deal.number)})"
    solution = solve_deal(spec, deal.number)
    if solution.verdict is Verdict.LOST:
        return f"{name}: it cannot be won"
    if solution.verdict is Verdict.UNKNOWN:
        return f"{name}: no line that wins was found in {spec.max_states} positions"
    if not batch.should_check_grades:
        return ""
    grade = compute_grade(spec, measure_deal(spec, deal.number, solution))
    return "" if grade == deal.grade else f"{name}: grade {grade}, not {deal.grade}"


def measure_deals(begun: Bank, count: int, show: Callable[[int, int], None]) -> list[DealMeasure]:
    """What is met in the first so many winnable deals of a game.

    Args:
        begun: an empty bank: the terms, and where to begin.
        count: how many deals are measured.
        show: is told how many were found, and up to which deal number.
    """
    found: list[DealMeasure] = []
    with closing(
        run_in_order(search_batch, make_batches(begun.spec, begun.first_number))
    ) as results:
        for one in islice(chain.from_iterable(results), count):
            found.append(one)
            show(len(found), one.number)
    return found


def compute_fifths(measures: list[DealMeasure]) -> tuple[int, ...]:
    """The highest difficulties of the four easiest fifths."""
    ordered = sorted(one.difficulty for one in measures)
    return tuple(ordered[max(len(ordered) * part // 5 - 1, 0)] for part in GRADES[:-1])


def format_table(spec: BankSpec, measures: list[DealMeasure]) -> str:
    """The limits that these deals suggest, and what is met in each grade as it is now."""
    if not measures:
        return "no winnable deal\n"
    lines = [
        f"fifths end at {', '.join(map(str, compute_fifths(measures)))}",
        "| grade | deals | positions | cards left | playouts won | moves |",
        "|---|---|---|---|---|---|",
    ]
    for grade in GRADES:
        grade_measures = [one for one in measures if compute_grade(spec, one) == grade]
        if grade_measures:
            lines.append(_format_row(grade, grade_measures))
    return "\n".join(lines) + "\n"


def _format_row(grade: int, measures: list[DealMeasure]) -> str:
    return (
        f"| {grade} | {len(measures)} | {median(one.states for one in measures):.0f}"
        f" | {mean(one.cards_left for one in measures) / PLAYOUTS_PER_DEAL:.1f}"
        f" | {mean(one.playouts_won for one in measures) / PLAYOUTS_PER_DEAL:.1%}"
        f" | {median(one.moves for one in measures):.0f} |"
    )


_WRITE_INTERVAL_SECONDS = 5.0
"""Seconds between two writings: so much work is lost at most."""


class BankWriter:
    """Writes a bank to a file; without a file it only remembers it."""

    def __init__(self, path: Path | None, clock: Callable[[], float], bank: Bank) -> None:
        """Nothing is written yet. The clock tells seconds."""
        self.bank = bank
        """The last bank it was told."""
        self._path = path
        self._clock = clock
        self._last_written = clock()

    def update(self, bank: Bank) -> None:
        """Remembers the bank, and writes it if the last time is long ago.

        Raises:
            OSError: where it cannot be written.
        """
        self.bank = bank
        if self._clock() - self._last_written >= _WRITE_INTERVAL_SECONDS:
            self.write()

    def write(self) -> None:
        """Writes what it was told last: whole, or not at all.

        Raises:
            OSError: where it cannot be written.
        """
        if self._path is None:
            return
        temporary_path = self._path.with_name(f"{self._path.name}.new")
        with temporary_path.open("w", encoding="ascii") as file:
            file.write(self.bank.to_text())
            file.flush()
            os.fsync(file.fileno())
        temporary_path.replace(self._path)
        self._last_written = self._clock()


_BAR_WIDTH = 30
_BAR_INTERVAL_SECONDS = 0.2
"""Seconds between two pictures of the bar."""
_REFRESH_SECONDS = 30.0
"""Seconds between two lines where there is no terminal."""


class SearchProgress:
    """A bar on a terminal, a plain line now and then elsewhere, nothing where nobody can look."""

    def __init__(self, stream: TextIO | None, clock: Callable[[], float], goal: int) -> None:
        """Starts at nothing out of `goal` deals. The clock tells seconds."""
        self._stream = stream
        self._clock = clock
        self._goal = goal
        self._is_terminal = stream is not None and stream.isatty()
        self._last_shown = clock()
        self._is_bar_open = False

    def show(self, found_count: int, last_number: int) -> None:
        """Tells, if it is time, that so many deals were found up to a deal number."""
        now = self._clock()
        if now - self._last_shown >= (
            _BAR_INTERVAL_SECONDS if self._is_terminal else _REFRESH_SECONDS
        ):
            self._last_shown = now
            self._write(
                f"{found_count} of {self._goal} deals, up to deal {last_number}", found_count
            )

    def close(self) -> None:
        """Leaves the bar standing and goes to a new line."""
        if self._is_bar_open and self._stream is not None:
            self._stream.write("\n")
            self._stream.flush()
        self._is_bar_open = False

    def _write(self, text: str, found_count: int) -> None:
        if self._stream is None:
            return
        if self._is_terminal:
            filled = _BAR_WIDTH * found_count // max(self._goal, 1)
            self._stream.write(f"\r[{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] {text}\x1b[K")
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()
        self._is_bar_open = self._is_terminal
