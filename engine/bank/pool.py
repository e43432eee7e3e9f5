"""Work on all cores at low priority, its results in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing.connection import wait
from threading import Thread
from typing import TypeVar

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
