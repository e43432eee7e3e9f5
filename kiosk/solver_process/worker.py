"""Solver process, which reads questions from stdin and writes answers to stdout."""

from __future__ import annotations

import os
import resource
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.solver import MAX_STATES, LastWinnableSearch, Search, Solution, Verdict
from kiosk.effects import SolverAnswer
from kiosk.solver_process.protocol import SolverRequest, decode_request, encode_answer

POSITIONS_PER_STEP = 64
"""Positions searched between two checks for a new question."""
SEARCH_BYTES, SEARCH_BYTES_SMALL_MACHINE = 512_000_000, 128_000_000
SMALL_MACHINE_BYTES = 1_000_000_000
PROCESS_OVERHEAD_BYTES = 256_000_000
"""Memory of the process that `Search.memory_bytes` does not include."""


class SolverJob:
    """One question: can the position be won, and if not, which earlier position could be?"""

    def __init__(self, request: SolverRequest, max_states: int, max_bytes: int) -> None:
        self.number = request.number
        self._request = request
        self._limits = (max_states, max_bytes)
        self._search: Search | None = Search(request.rules, request.positions[-1], *self._limits)
        self._last_winnable: LastWinnableSearch | None = None

    @property
    def is_done(self) -> bool:
        """True after the final answer."""
        return self._search is None and self._last_winnable is None

    def advance(self, count: int) -> SolverAnswer | None:
        """Search through `count` more positions; return an answer as soon as there is one."""
        if self._search is not None:
            solution = self._search.advance(count)
            return None if solution is None else self._conclude(solution)
        if self._last_winnable is not None and self._last_winnable.advance(count):
            last_winnable, self._last_winnable = self._last_winnable, None
            return self._conclude_lost(last_winnable)
        return None

    def give_up(self) -> SolverAnswer:
        """End the search because memory is exhausted, and return the best known answer."""
        is_lost = self._last_winnable is not None
        self._search = self._last_winnable = None
        return SolverAnswer(Verdict.LOST if is_lost else Verdict.UNKNOWN)

    def _conclude(self, solution: Solution) -> SolverAnswer:
        self._search = None
        _, rules, positions = self._request
        seek_last_winnable = solution.verdict is Verdict.LOST and len(positions) > 1
        if seek_last_winnable:
            self._last_winnable = LastWinnableSearch(rules, positions, *self._limits)
        return SolverAnswer(solution.verdict, solution.moves, is_final=not seek_last_winnable)

    def _conclude_lost(self, last_winnable: LastWinnableSearch) -> SolverAnswer:
        if last_winnable.index is None or last_winnable.solution is None:
            return SolverAnswer(Verdict.LOST)
        back = len(self._request.positions) - 1 - last_winnable.index
        return SolverAnswer(Verdict.LOST, last_winnable.solution.moves, back)


class ParentExitedError(Exception):
    """The game has closed the pipe."""


class SolverWorker:
    """Reads questions, searches and answers; a new question replaces the current one."""

    def __init__(self, input_fd: int, output_fd: int, max_bytes: int) -> None:
        self._input_fd, self._output_fd = input_fd, output_fd
        self._max_bytes = max_bytes
        self._buffer = b""
        self._poll = select.poll()
        self._poll.register(input_fd, select.POLLIN)
        self._job: SolverJob | None = None

    def run_once(self) -> None:
        """Read questions, waiting for one if idle, and search one step.

        Raises:
            ParentExitedError: The game has ended.
        """
        while self._poll.poll(None if self._job is None else 0):
            self._read_requests()
        if self._job is not None:
            self._advance(self._job)

    def _read_requests(self) -> None:
        chunk = os.read(self._input_fd, 1 << 16)
        if not chunk:
            raise ParentExitedError
        *lines, self._buffer = (self._buffer + chunk).split(b"\n")
        if not lines:
            return
        self._job = None
        with suppress(ValueError, LookupError, TypeError):
            request = decode_request(lines[-1])
            if request is not None:
                self._job = SolverJob(request, MAX_STATES, self._max_bytes)

    def _advance(self, job: SolverJob) -> None:
        try:
            answer = job.advance(POSITIONS_PER_STEP)
        except MemoryError:
            answer = job.give_up()
        if job.is_done:
            self._job = None
        line = encode_answer(job.number, answer) if answer is not None else b""
        try:
            while line:
                line = line[os.write(self._output_fd, line) :]
        except BrokenPipeError as error:
            raise ParentExitedError from error


def lower_priority() -> None:
    """Use only spare processor time, and be the first victim if memory runs out."""
    with suppress(OSError):
        os.nice(19)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def get_search_limit(read_meminfo: Callable[[], str]) -> int:
    """Return the bytes that a search may use, from the text of `/proc/meminfo`."""
    with suppress(OSError, ValueError, IndexError):
        total_kib = int(read_meminfo().partition("MemTotal:")[2].split()[0])
        if total_kib * 1024 >= SMALL_MACHINE_BYTES:
            return SEARCH_BYTES
    return SEARCH_BYTES_SMALL_MACHINE


def main() -> None:
    """Answer questions until the game ends."""
    lower_priority()
    search_bytes = get_search_limit(lambda: Path("/proc/meminfo").read_text(encoding="ascii"))
    with suppress(OSError, ValueError):
        _, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (search_bytes + PROCESS_OVERHEAD_BYTES, hard_limit))
    worker = SolverWorker(sys.stdin.fileno(), sys.stdout.fileno(), search_bytes)
    with suppress(ParentExitedError):
        while True:
            worker.run_once()
