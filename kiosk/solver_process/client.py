"""Ask without blocking."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import engine
import kiosk
from kiosk.effects import Advice, Think

if TYPE_CHECKING:
    from subprocess import Popen

PROGRAM = """\
import sys
sys.path[:0] = sys.argv[2:]
from kiosk.solver_process.worker import main
main(int(sys.argv[1]))
"""
SOON = 0.04
"""Seconds from the question to the start of the process: the screen first shows that it thinks."""
TRIES = 2
"""So many times a question is asked where the process ends without an answer."""
STARTS, WITHIN = 4, 60.0
"""So many times in so many seconds the process is started, then it is left alone for a while."""
LONGEST_LETTER = 1 << 20
PATIENCE = 0.2
"""Seconds to wait at the end for a process that was killed."""


class Wakes(Protocol):
    """What sleeps until something arrives: `input.events.Events`."""

    def watch(self, fd: int) -> None:
        """Let this file descriptor end the sleep when it can be read."""
        ...

    def unwatch(self, fd: int) -> None:
        """Look no more at it."""
        ...


class Advisor:
    """Asks the solver's process, which is started with the first question; its answers are heard.

    A process that ended is started again with the next question, or once with the same one.
    """

    def __init__(
        self, wakes: Wakes, clock: Callable[[], float], command: Callable[[], list[str]]
    ) -> None:
        """Nothing is started yet.

        Args:
            wakes: Told what to watch for answers.
            clock: Gives monotonic seconds.
            command: What starts the process.
        """
        self._wakes, self._clock, self._command = wakes, clock, command
        self._worker: Popen[bytes] | None = None
        self._dying: list[Popen[bytes]] = []
        self._starts: deque[float] = deque(maxlen=STARTS)
        self._think: Think | None = None
        self._number = 0
        self._tries = 0
        self._start_at = 0.0
        self._read = b""
        self._poll = select.poll()

    @property
    def process(self) -> int | None:
        """The number of the process, while there is one."""
        return None if self._worker is None else self._worker.pid

    def due(self, now: float) -> float | None:
        """When `answers` has something to do, if ever: something has arrived, or is to be sent."""
        if self._worker is None:
            return None if self._think is None else self._start_at
        return now if self._poll.poll(0) else None

    def ask(self, think: Think) -> None:
        """Ask this in place of whatever was asked before."""
        self._think, self._tries = think, TRIES
        if self._worker is None:
            self._start_at = self._clock() + SOON
        else:
            self._send(think)

    def rest(self) -> None:
        """Let the process think no more, if there is one."""
        if self._think is None:
            return
        self._think = None
        if self._worker is not None:
            from kiosk.solver_process.protocol import resting

            self._write(resting())

    def answers(self) -> list[Advice]:
        """What has arrived since; here the process is started, and noticed where it has ended."""
        lines = [] if self._worker is None else self._receive(self._worker)
        found = [advice for line in lines for advice in self._believed(line)]
        if self._worker is None and self._think is not None and self._tries:
            self._send(self._think)
        if self._worker is None and self._think is not None:
            from engine.solver import Verdict

            self._think = None
            found.append(Advice(Verdict.UNKNOWN))
        return found

    def close(self) -> None:
        """End the process; nothing is to be called afterwards."""
        self._part()
        for worker in self._dying:
            try:
                worker.wait(PATIENCE)
            except Exception:
                # On a busy machine it goes later; Python would warn of it, as if it were forgotten.
                worker.returncode = -signal.SIGKILL

    def _believed(self, line: bytes) -> list[Advice]:
        from kiosk.solver_process.protocol import answered

        advice = None if self._think is None else answered(line, self._number, self._think)
        if advice is None:
            return []
        if advice.last:
            self._think = None
        return [advice]

    # The process

    def _send(self, think: Think) -> None:
        from kiosk.solver_process.protocol import asking

        self._tries -= 1
        self._number += 1
        if self._worker is None:
            self._start()
        if self._worker is not None:
            self._write(asking(self._number, think))

    def _start(self) -> None:
        from subprocess import DEVNULL, PIPE, Popen

        now = self._clock()
        if len(self._starts) == STARTS and now - self._starts[0] < WITHIN:
            return
        self._starts.append(now)
        self._reap()
        try:
            worker = Popen(
                self._command(), bufsize=0, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd="/"
            )
        except (OSError, ValueError):
            return
        assert worker.stdin is not None
        assert worker.stdout is not None
        for end in (worker.stdin, worker.stdout):
            os.set_blocking(end.fileno(), False)
        self._worker, self._read = worker, b""
        self._poll.register(worker.stdout.fileno(), select.POLLIN)
        self._wakes.watch(worker.stdout.fileno())

    def _write(self, line: bytes) -> None:
        """Write without waiting; a process that does not read any more is given up."""
        assert self._worker is not None
        assert self._worker.stdin is not None
        try:
            written = os.write(self._worker.stdin.fileno(), line)
        except OSError:
            written = 0
        if written < len(line):
            self._part()

    def _receive(self, worker: Popen[bytes]) -> list[bytes]:
        """The whole lines that have arrived."""
        assert worker.stdout is not None
        with suppress(BlockingIOError):
            while part := os.read(worker.stdout.fileno(), 1 << 16):
                self._read += part
            self._part()
        *lines, self._read = self._read.split(b"\n")
        if len(self._read) > LONGEST_LETTER:
            self._part()
        return lines

    def _part(self) -> None:
        """Be done with the process, whether it still runs or not."""
        if self._worker is None:
            return
        worker, self._worker, self._start_at = self._worker, None, 0.0
        assert worker.stdin is not None
        assert worker.stdout is not None
        self._poll.unregister(worker.stdout.fileno())
        self._wakes.unwatch(worker.stdout.fileno())
        worker.stdin.close()
        worker.stdout.close()
        worker.kill()
        self._dying.append(worker)
        self._reap()

    def _reap(self) -> None:
        self._dying = [worker for worker in self._dying if worker.poll() is None]


def command() -> list[str]:
    """What starts the solver's process, wherever this is run from."""
    roots = {str(Path(package.__path__[0]).parent) for package in (engine, kiosk)}
    return [sys.executable, "-I", "-S", "-c", PROGRAM, str(os.getpid()), *sorted(roots)]


class Asked(Protocol):
    """Answers questions about positions, later; nobody waits for it."""

    def due(self, now: float) -> float | None:
        """When `answers` has something to do, if ever."""
        ...

    def ask(self, think: Think) -> None:
        """Ask this in place of whatever was asked before."""
        ...

    def rest(self) -> None:
        """The last question needs no answer."""
        ...

    def answers(self) -> list[Advice]:
        """What has been found since, for the last question."""
        ...


class Nobody:
    """The silent twin of `client.Advisor`."""

    def __init__(self) -> None:
        """Nothing is asked yet."""
        self._open = False

    def due(self, now: float) -> float | None:
        """At once, where something was asked."""
        return now if self._open else None

    def ask(self, think: Think) -> None:
        """Take the question, which will come to nothing."""
        self._open = True

    def rest(self) -> None:
        """Forget it."""
        self._open = False

    def answers(self) -> list[Advice]:
        """That nothing is known."""
        from engine.solver import Verdict

        asked, self._open = self._open, False
        return [Advice(Verdict.UNKNOWN)] if asked else []
