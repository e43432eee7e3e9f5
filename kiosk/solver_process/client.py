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
from kiosk.effects import SolverAnswer, Think

if TYPE_CHECKING:
    from subprocess import Popen

PROGRAM = """\
import sys
sys.path[:0] = sys.argv[2:]
from kiosk.solver_process.worker import main
main(int(sys.argv[1]))
"""
START_DELAY_SECONDS = 0.04
"""Seconds from the question to the start of the process: the screen first shows that it thinks."""
MAX_TRIES = 2
"""So many times a question is asked where the process ends without an answer."""
MAX_RESTARTS, RESTART_WINDOW_SECONDS = 4, 60.0
"""So many times in so many seconds the process is started, then it is left alone for a while."""
MAX_MESSAGE_BYTES = 1 << 20
EXIT_WAIT_SECONDS = 0.2
"""Seconds to wait at the end for a process that was killed."""


class FdWatcher(Protocol):
    """What sleeps until something arrives: `input.events.Events`."""

    def add_fd(self, fd: int) -> None:
        """Let this file descriptor end the sleep when it can be read."""
        ...

    def remove_fd(self, fd: int) -> None:
        """Look no more at it."""
        ...


class SolverClient:
    """Asks the solver's process, which is started with the first question; its answers are heard.

    A process that ended is started again with the next question, or once with the same one.
    """

    def __init__(
        self, watcher: FdWatcher, clock: Callable[[], float], command: Callable[[], list[str]]
    ) -> None:
        """Nothing is started yet.

        Args:
            watcher: Told what to watch for answers.
            clock: Gives monotonic seconds.
            command: What starts the process.
        """
        self._watcher, self._clock, self._command = watcher, clock, command
        self._worker: Popen[bytes] | None = None
        self._dying: list[Popen[bytes]] = []
        self._starts: deque[float] = deque(maxlen=MAX_RESTARTS)
        self._request: Think | None = None
        self._request_number = 0
        self._tries_left = 0
        self._start_at = 0.0
        self._buffer = b""
        self._poll = select.poll()

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return None if self._worker is None else self._worker.pid

    def next_deadline(self, now: float) -> float | None:
        """When `answers` has something to do, if ever: something has arrived, or is to be sent."""
        if self._worker is None:
            return None if self._request is None else self._start_at
        return now if self._poll.poll(0) else None

    def ask(self, request: Think) -> None:
        """Ask this in place of whatever was asked before."""
        self._request, self._tries_left = request, MAX_TRIES
        if self._worker is None:
            self._start_at = self._clock() + START_DELAY_SECONDS
        else:
            self._send(request)

    def cancel(self) -> None:
        """Let the process think no more, if there is one."""
        if self._request is None:
            return
        self._request = None
        if self._worker is not None:
            from kiosk.solver_process.protocol import encode_cancel

            self._write(encode_cancel())

    def poll_answers(self) -> list[SolverAnswer]:
        """What has arrived since; here the process is started, and noticed where it has ended."""
        lines = [] if self._worker is None else self._receive(self._worker)
        answers = [advice for line in lines for advice in self._decode(line)]
        if self._worker is None and self._request is not None and self._tries_left:
            self._send(self._request)
        if self._worker is None and self._request is not None:
            from engine.solver import Verdict

            self._request = None
            answers.append(SolverAnswer(Verdict.UNKNOWN))
        return answers

    def close(self) -> None:
        """End the process; nothing is to be called afterwards."""
        self._kill()
        for worker in self._dying:
            try:
                worker.wait(EXIT_WAIT_SECONDS)
            except Exception:
                # On a busy machine it goes later; Python would warn of it, as if it were forgotten.
                worker.returncode = -signal.SIGKILL

    def _decode(self, line: bytes) -> list[SolverAnswer]:
        from kiosk.solver_process.protocol import decode_answer

        advice = (
            None
            if self._request is None
            else decode_answer(line, self._request_number, self._request)
        )
        if advice is None:
            return []
        if advice.is_final:
            self._request = None
        return [advice]

    # The process

    def _send(self, request: Think) -> None:
        from kiosk.solver_process.protocol import encode_request

        self._tries_left -= 1
        self._request_number += 1
        if self._worker is None:
            self._start()
        if self._worker is not None:
            self._write(encode_request(self._request_number, request))

    def _start(self) -> None:
        from subprocess import DEVNULL, PIPE, Popen

        now = self._clock()
        if len(self._starts) == MAX_RESTARTS and now - self._starts[0] < RESTART_WINDOW_SECONDS:
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
        self._worker, self._buffer = worker, b""
        self._poll.register(worker.stdout.fileno(), select.POLLIN)
        self._watcher.add_fd(worker.stdout.fileno())

    def _write(self, line: bytes) -> None:
        """Write without waiting; a process that does not read any more is given up."""
        assert self._worker is not None
        assert self._worker.stdin is not None
        try:
            written = os.write(self._worker.stdin.fileno(), line)
        except OSError:
            written = 0
        if written < len(line):
            self._kill()

    def _receive(self, worker: Popen[bytes]) -> list[bytes]:
        """The whole lines that have arrived."""
        assert worker.stdout is not None
        with suppress(BlockingIOError):
            while chunk := os.read(worker.stdout.fileno(), 1 << 16):
                self._buffer += chunk
            self._kill()
        *lines, self._buffer = self._buffer.split(b"\n")
        if len(self._buffer) > MAX_MESSAGE_BYTES:
            self._kill()
        return lines

    def _kill(self) -> None:
        """Be done with the process, whether it still runs or not."""
        if self._worker is None:
            return
        worker, self._worker, self._start_at = self._worker, None, 0.0
        assert worker.stdin is not None
        assert worker.stdout is not None
        self._poll.unregister(worker.stdout.fileno())
        self._watcher.remove_fd(worker.stdout.fileno())
        worker.stdin.close()
        worker.stdout.close()
        worker.kill()
        self._dying.append(worker)
        self._reap()

    def _reap(self) -> None:
        self._dying = [worker for worker in self._dying if worker.poll() is None]


def build_worker_command() -> list[str]:
    """What starts the solver's process, wherever this is run from."""
    roots = {str(Path(package.__path__[0]).parent) for package in (engine, kiosk)}
    return [sys.executable, "-I", "-S", "-c", PROGRAM, str(os.getpid()), *sorted(roots)]


class Solver(Protocol):
    """Answers questions about positions, later; nobody waits for it."""

    def next_deadline(self, now: float) -> float | None:
        """When `answers` has something to do, if ever."""
        ...

    def ask(self, request: Think) -> None:
        """Ask this in place of whatever was asked before."""
        ...

    def cancel(self) -> None:
        """The last question needs no answer."""
        ...

    def poll_answers(self) -> list[SolverAnswer]:
        """What has been found since, for the last question."""
        ...


class NullSolver:
    """The silent twin of `client.Advisor`."""

    def __init__(self) -> None:
        """Nothing is asked yet."""
        self._is_asked = False

    def next_deadline(self, now: float) -> float | None:
        """At once, where something was asked."""
        return now if self._is_asked else None

    def ask(self, request: Think) -> None:
        """Take the question, which will come to nothing."""
        self._is_asked = True

    def cancel(self) -> None:
        """Forget it."""
        self._is_asked = False

    def poll_answers(self) -> list[SolverAnswer]:
        """That nothing is known."""
        from engine.solver import Verdict

        was_asked, self._is_asked = self._is_asked, False
        return [SolverAnswer(Verdict.UNKNOWN)] if was_asked else []
