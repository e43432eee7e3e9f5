"""Search, check and measure deals in parallel; write a growing bank."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from itertools import chain, islice
from multiprocessing.connection import wait
from pathlib import Path
from statistics import mean, median
from threading import Thread
from typing import NamedTuple, TextIO, TypeVar
from zlib import crc32

from engine.bank.bank_file import GRADES, Bank, BankSpec, GradedDeal
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

UPDATE_INTERVAL_SECONDS = 5.0
_BATCH_SIZE = 8
_TASKS_PER_PROCESS = 3  # one runs, the others wait, so that no process is idle
_WORKER_NICENESS = 15


def run_in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """Run tasks on all cores and yield their results in order; close it to drop the rest.

    Raises:
        BrokenProcessPool: a process was killed from outside.
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
    # Ctrl+C is for the parent only: a process that starts with SIGINT blocked never gets it.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _initialize_worker() -> None:
    os.nice(_WORKER_NICENESS)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class SearchBatch(NamedTuple):
    """Deal numbers that one process searches before it reports."""

    spec: BankSpec
    numbers: range


def search_batch(batch: SearchBatch) -> list[DealMeasure]:
    """Measure the winnable deals of a batch."""
    solutions = {number: solve_deal(batch.spec, number) for number in batch.numbers}
    return [
        measure_deal(batch.spec, number, solution)
        for number, solution in solutions.items()
        if solution.verdict is Verdict.WINNABLE
    ]


def make_batches(spec: BankSpec, first: int) -> Iterator[SearchBatch]:
    """Yield all deals from a number on."""
    for start in range(first, MAX_DEAL_NUMBER + 1, _BATCH_SIZE):
        yield SearchBatch(spec, range(start, min(start + _BATCH_SIZE, MAX_DEAL_NUMBER + 1)))


def build_bank(bank: Bank, count: int, on_progress: Callable[[Bank], None]) -> Bank:
    """Extend a bank to `count` deals, or to all that there are, if these are fewer.

    `on_progress` is called with the bank whenever it has grown. The result does not depend on the
    number of processes.
    """
    if len(bank.deals) >= count:
        return bank
    batches = make_batches(bank.spec, bank.last_number + 1)
    with closing(run_in_order(search_batch, batches)) as results:
        for measures in results:
            bank = _extend_bank(bank, count, measures)
            on_progress(bank)
            if len(bank.deals) >= count:
                break
    return bank


def _extend_bank(bank: Bank, count: int, measures: list[DealMeasure]) -> Bank:
    # The search of a full bank ends with its last deal, not with the batch.
    last_number = min(bank.last_number + _BATCH_SIZE, MAX_DEAL_NUMBER)
    new_deals = [
        GradedDeal(measure.number, compute_grade(bank.spec, measure)) for measure in measures
    ]
    new_deals = new_deals[: count - len(bank.deals)]
    is_full = len(bank.deals) + len(new_deals) == count
    return bank.extend(new_deals[-1].number if is_full and new_deals else last_number, new_deals)


class CheckBatch(NamedTuple):
    """Deals of a bank that one process solves again."""

    spec: BankSpec
    deals: tuple[GradedDeal, ...]
    should_check_grades: bool


def sample_deals(bank: Bank, count: int | None) -> tuple[GradedDeal, ...]:
    """Return a sample of the deals, spread evenly and always the same; None means all."""
    if count is None:
        return bank.deals
    chosen = sorted(bank.deals, key=lambda deal: crc32(str(deal.number).encode()))[:count]
    return tuple(sorted(chosen))


def check_batch(batch: CheckBatch) -> list[str]:
    """Return a line for each deal that differs from the bank."""
    return [line for deal in batch.deals if (line := _check_deal(batch, deal))]


def check_deals(
    spec: BankSpec, deals: tuple[GradedDeal, ...], should_check_grades: bool
) -> Generator[str, None, None]:
    """Check deals on all cores and yield a line for each that differs from the bank."""
    batches = [
        CheckBatch(spec, deals[start : start + _BATCH_SIZE], should_check_grades)
        for start in range(0, len(deals), _BATCH_SIZE)
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


def measure_deals(
    empty_bank: Bank, count: int, on_progress: Callable[[int, int], None]
) -> list[DealMeasure]:
    """Measure the first `count` winnable deals from the first number of an empty bank on.

    `on_progress` is called with the number of deals found and the last deal number.
    """
    measures: list[DealMeasure] = []
    batches = make_batches(empty_bank.spec, empty_bank.first_number)
    with closing(run_in_order(search_batch, batches)) as results:
        for measure in islice(chain.from_iterable(results), count):
            measures.append(measure)
            on_progress(len(measures), measure.number)
    return measures


def compute_fifths(measures: list[DealMeasure]) -> tuple[int, ...]:
    """Return the highest difficulty of each of the four easiest fifths."""
    ordered = sorted(measure.difficulty for measure in measures)
    return tuple(ordered[max(len(ordered) * part // 5 - 1, 0)] for part in GRADES[:-1])


def format_table(spec: BankSpec, measures: list[DealMeasure]) -> str:
    """Format the limits that these deals suggest, and their measures by present grade."""
    if not measures:
        return "no winnable deal\n"
    lines = [
        f"fifths end at {', '.join(map(str, compute_fifths(measures)))}",
        "| grade | deals | positions | cards left | playouts won | moves |",
        "|---|---|---|---|---|---|",
    ]
    for grade in GRADES:
        chosen = [one for one in measures if compute_grade(spec, one) == grade]
        if chosen:
            lines.append(
                f"| {grade} | {len(chosen)} | {median(one.states for one in chosen):.0f}"
                f" | {mean(one.cards_left for one in chosen) / PLAYOUTS_PER_DEAL:.1f}"
                f" | {mean(one.playouts_won for one in chosen) / PLAYOUTS_PER_DEAL:.1%}"
                f" | {median(one.moves for one in chosen):.0f} |"
            )
    return "\n".join(lines) + "\n"


class BankWriter:
    """Writes a growing bank to its file every few seconds; without a file it only keeps it."""

    def __init__(self, path: Path | None, clock: Callable[[], float], bank: Bank) -> None:
        self.bank = bank
        self._path = path
        self._clock = clock
        self._last_written = clock()

    def update(self, bank: Bank) -> None:
        """Keep the bank, and write it if the last time is long enough ago.

        Raises:
            OSError: it cannot be written.
        """
        self.bank = bank
        if self._clock() - self._last_written >= UPDATE_INTERVAL_SECONDS:
            self.write()

    def write(self) -> None:
        """Write the bank, completely or not at all.

        Raises:
            OSError: it cannot be written.
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


class SearchProgress:
    """Prints a line about a search for `goal` deals every few seconds; the stream may be None."""

    def __init__(self, stream: TextIO | None, clock: Callable[[], float], goal: int) -> None:
        self._stream = stream
        self._clock = clock
        self._goal = goal
        self._last_shown = clock()

    def show(self, found_count: int, last_number: int) -> None:
        """Print the progress, if the last line is long enough ago."""
        now = self._clock()
        if self._stream is not None and now - self._last_shown >= UPDATE_INTERVAL_SECONDS:
            self._last_shown = now
            line = f"{found_count} of {self._goal} deals, up to deal {last_number}"
            print(line, file=self._stream, flush=True)
