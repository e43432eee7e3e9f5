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

from engine.solver import MAX_STATES, Search, Solution, TurningPoint, Verdict
from kiosk.effects import Advice
from kiosk.solver_process.protocol import Question, answering, asked


class Thinking:
    """First whether the position can be won; if it is lost, where on the way that happened."""

    def __init__(self, question: Question, max_states: int, max_bytes: int) -> None:
        """Nothing is looked at yet; the limits are those of each search."""
        self.number = question.number
        """The number that the answers are to bear."""
        self._question = question
        self._limits = (max_states, max_bytes)
        self._search: Search | None = Search(question.rules, question.positions[-1], *self._limits)
        self._turning: TurningPoint | None = None

    @property
    def done(self) -> bool:
        """Whether the last answer is given."""
        return self._search is None and self._turning is None

    def advance(self, count: int) -> Advice | None:
        """Look at so many positions more; an answer as soon as there is one."""
        if self._search is not None:
            solution = self._search.advance(count)
            return None if solution is None else self._conclude(solution)
        if self._turning is not None and self._turning.advance(count):
            turning, self._turning = self._turning, None
            return self._turned(turning)
        return None

    def give_up(self) -> Advice:
        """The answer where there is no memory for a better one."""
        lost = self._turning is not None
        self._search = self._turning = None
        return Advice(Verdict.LOST if lost else Verdict.UNKNOWN)

    def _conclude(self, solution: Solution) -> Advice:
        self._search = None
        _, rules, positions = self._question
        seeks = solution.verdict is Verdict.LOST and len(positions) > 1
        if seeks:
            self._turning = TurningPoint(rules, positions, *self._limits)
        return Advice(solution.verdict, solution.moves, last=not seeks)

    def _turned(self, turning: TurningPoint) -> Advice:
        if turning.index is None or turning.solution is None:
            return Advice(Verdict.LOST)
        back = len(self._question.positions) - 1 - turning.index
        return Advice(Verdict.LOST, turning.solution.moves, back)


STEP = 64
"""Positions looked at before it is seen whether something else is asked."""
MANY, FEW = 512_000_000, 128_000_000
"""Bytes that a search may take, and where the machine has little."""
LITTLE = 1_000_000_000
"""A machine with less memory than this has little."""
BESIDE = 256_000_000
"""Bytes that the process may take beside what a search counts."""
PR_SET_PDEATHSIG = 1


class EndOfGameError(Exception):
    """The game has gone away."""


class Desk:
    """Where questions come in and answers go out; only the newest question counts."""

    def __init__(self, inward: int, outward: int, max_bytes: int) -> None:
        """Take over the file descriptors that lead to the game and from it."""
        self._inward, self._outward = inward, outward
        self._max_bytes = max_bytes
        self._read = b""
        self._poll = select.poll()
        self._poll.register(inward, select.POLLIN)
        self._thinking: Thinking | None = None

    def turn(self) -> None:
        """Take what was asked, waiting for it if there is nothing to do; think a step.

        Raises:
            EndOfGameError: nobody asks any more.
        """
        while self._poll.poll(None if self._thinking is None else 0):
            self._hear()
        if self._thinking is not None:
            self._think(self._thinking)

    def _hear(self) -> None:
        part = os.read(self._inward, 1 << 16)
        if not part:
            raise EndOfGameError
        *lines, self._read = (self._read + part).split(b"\n")
        if not lines:
            return
        self._thinking = None
        with suppress(ValueError, LookupError, TypeError):
            question = asked(lines[-1])
            if question is not None:
                self._thinking = Thinking(question, MAX_STATES, self._max_bytes)

    def _think(self, thinking: Thinking) -> None:
        try:
            advice = thinking.advance(STEP)
        except MemoryError:
            advice = thinking.give_up()
        if thinking.done:
            self._thinking = None
        if advice is not None:
            self._tell(answering(thinking.number, advice))

    def _tell(self, line: bytes) -> None:
        try:
            while line:
                line = line[os.write(self._outward, line) :]
        except BrokenPipeError as error:
            raise EndOfGameError from error


def step_back(parent: int) -> None:
    """Be the last whom the machine serves, the first whom it can spare, and gone with the game.

    Args:
        parent: The game's process number.
    """
    for name in ("SIGINT", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(OSError):
        os.nice(19)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(0)


def memory_bound(told: Callable[[], str]) -> int:
    """How many bytes a search may take on this machine.

    Args:
        told: Reads what the kernel tells of the memory (`/proc/meminfo`).
    """
    with suppress(OSError, ValueError, IndexError):
        total = told().partition("MemTotal:")[2].split()[0]
        return FEW if int(total) * 1024 < LITTLE else MANY
    return FEW


def main(parent: int) -> None:
    """Serve until the game ends."""
    step_back(parent)
    bound = memory_bound(lambda: Path("/proc/meminfo").read_text(encoding="ascii"))
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (bound + BESIDE, hard))
    desk = Desk(sys.stdin.fileno(), sys.stdout.fileno(), bound)
    with suppress(EndOfGameError):
        while True:
            desk.turn()
