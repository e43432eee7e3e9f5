"""The process."""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.solver import MAX_STATES, LastWinnableSearch, Search, Solution, Verdict
from kiosk.effects import SolverAnswer
from kiosk.solver_process.protocol import SolverRequest, decode_request, encode_answer


class SolverJob:
    """First whether the position can be won; if it is lost, where on the way that happened."""

    def __init__(self, request: SolverRequest, max_states: int, max_bytes: int) -> None:
        """Nothing is looked at yet; the limits are those of each search."""
        self.number = request.number
        """The number that the answers are to bear."""
        self._request = request
        self._limits = (max_states, max_bytes)
        self._search: Search | None = Search(request.rules, request.positions[-1], *self._limits)
        self._last_winnable: LastWinnableSearch | None = None

    @property
    def is_done(self) -> bool:
        """Whether the last answer is given."""
        return self._search is None and self._last_winnable is None

    def advance(self, count: int) -> SolverAnswer | None:
        """Look at so many positions more; an answer as soon as there is one."""
        if self._search is not None:
            solution = self._search.advance(count)
            return None if solution is None else self._conclude(solution)
        if self._last_winnable is not None and self._last_winnable.advance(count):
            last_winnable, self._last_winnable = self._last_winnable, None
            return self._conclude_lost(last_winnable)
        return None

    def give_up(self) -> SolverAnswer:
        """The answer where there is no memory for a better one."""
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


POSITIONS_PER_STEP = 64
"""Positions looked at before it is seen whether something else is asked."""
SEARCH_BYTES, SEARCH_BYTES_SMALL_MACHINE = 512_000_000, 128_000_000
"""Bytes that a search may take, and where the machine has little."""
SMALL_MACHINE_BYTES = 1_000_000_000
"""A machine with less memory than this has little."""
PROCESS_OVERHEAD_BYTES = 256_000_000
"""Bytes that the process may take beside what a search counts."""
PR_SET_PDEATHSIG = 1


class ParentExitedError(Exception):
    """The game has gone away."""


class SolverWorker:
    """Where questions come in and answers go out; only the newest question counts."""

    def __init__(self, input_fd: int, output_fd: int, max_bytes: int) -> None:
        """Take over the file descriptors that lead to the game and from it."""
        self._input_fd, self._output_fd = input_fd, output_fd
        self._max_bytes = max_bytes
        self._buffer = b""
        self._poll = select.poll()
        self._poll.register(input_fd, select.POLLIN)
        self._job: SolverJob | None = None

    def run_once(self) -> None:
        """Take what was asked, waiting for it if there is nothing to do; think a step.

        Raises:
            EndOfGameError: nobody asks any more.
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
            advice = job.advance(POSITIONS_PER_STEP)
        except MemoryError:
            advice = job.give_up()
        if job.is_done:
            self._job = None
        if advice is not None:
            self._send(encode_answer(job.number, advice))

    def _send(self, line: bytes) -> None:
        try:
            while line:
                line = line[os.write(self._output_fd, line) :]
        except BrokenPipeError as error:
            raise ParentExitedError from error


def lower_priority(parent_pid: int) -> None:
    """Be the last whom the machine serves, the first whom it can spare, and gone with the game.

    Args:
        parent_pid: The game's process number.
    """
    for name in ("SIGINT", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(OSError):
        os.nice(19)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent_pid:
        sys.exit(0)


def get_search_limit(read_meminfo: Callable[[], str]) -> int:
    """How many bytes a search may take on this machine.

    Args:
        read_meminfo: Reads what the kernel tells of the memory (`/proc/meminfo`).
    """
    with suppress(OSError, ValueError, IndexError):
        total_kib = read_meminfo().partition("MemTotal:")[2].split()[0]
        return (
            SEARCH_BYTES_SMALL_MACHINE
            if int(total_kib) * 1024 < SMALL_MACHINE_BYTES
            else SEARCH_BYTES
        )
    return SEARCH_BYTES_SMALL_MACHINE


def main(parent_pid: int) -> None:
    """Serve until the game ends."""
    lower_priority(parent_pid)
    search_bytes = get_search_limit(lambda: Path("/proc/meminfo").read_text(encoding="ascii"))
    with suppress(OSError, ValueError):
        _, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (search_bytes + PROCESS_OVERHEAD_BYTES, hard_limit))
    worker = SolverWorker(sys.stdin.fileno(), sys.stdout.fileno(), search_bytes)
    with suppress(ParentExitedError):
        while True:
            worker.run_once()
