"""The game's side of the solver process: asks questions without blocking."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from kiosk.child_process import ChildProcess, build_child_command
from kiosk.effects import SolverAnswer, Think

START_DELAY_SECONDS = 0.04
"""Delay from the first question to the process start, so that "Thinking" is shown first."""
MAX_TRIES = 2
"""Number of times a question is sent if the process ends without an answer."""
MAX_RESTARTS, RESTART_WINDOW_SECONDS = 4, 60.0
MAX_MESSAGE_BYTES = 1 << 20


class FdWatcher(Protocol):
    """The event loop's sleep, which ends when a watched file descriptor becomes readable."""

    def add_fd(self, fd: int) -> None:
        """Watch a file descriptor."""

    def remove_fd(self, fd: int) -> None:
        """Stop watching a file descriptor."""


class Solver(Protocol):
    """Interface for questions about positions; answers arrive later."""

    def next_deadline(self, now: float) -> float | None:
        """Return when `poll_answers` has to be called, if at all."""

    def ask(self, request: Think) -> None:
        """Replace the current question."""

    def cancel(self) -> None:
        """Drop the current question."""

    def poll_answers(self) -> list[SolverAnswer]:
        """Return the new answers to the current question."""


class SolverClient:
    """Client of the solver process, which starts with the first question (a `Solver`).

    A process that ended is restarted with the next question, or once with the same one.
    """

    def __init__(
        self,
        watcher: FdWatcher,
        clock: Callable[[], float],
        command: Callable[[], Sequence[str]],
    ) -> None:
        self._watcher, self._clock = watcher, clock
        self._child = ChildProcess(
            command, max_starts=MAX_RESTARTS, window_seconds=RESTART_WINDOW_SECONDS
        )
        self._request: Think | None = None
        self._request_number = 0
        self._tries_left = 0
        self._start_at = 0.0
        self._buffer = b""
        self._poll = select.poll()

    @property
    def pid(self) -> int | None:
        """Process number of the solver, if it runs."""
        return self._child.pid

    def next_deadline(self, now: float) -> float | None:
        """Return when `poll_answers` has to be called, if at all."""
        if self.pid is None:
            return None if self._request is None else self._start_at
        return now if self._poll.poll(0) else None

    def ask(self, request: Think) -> None:
        """Replace the current question."""
        self._request, self._tries_left = request, MAX_TRIES
        if self.pid is None:
            self._start_at = self._clock() + START_DELAY_SECONDS
        else:
            self._send(request)

    def cancel(self) -> None:
        """Drop the current question; the process becomes idle."""
        if self._request is None:
            return
        self._request = None
        if self.pid is not None:
            from kiosk.solver_process.protocol import encode_cancel

            self._write(encode_cancel())

    def poll_answers(self) -> list[SolverAnswer]:
        """Return the new answers; start the process if needed, and detect its exit."""
        lines = [] if self.pid is None else self._receive()
        answers = [answer for line in lines for answer in self._decode(line)]
        if self.pid is None and self._request is not None and self._tries_left:
            self._send(self._request)
        if self.pid is None and self._request is not None:
            from engine.solver import Verdict

            self._request = None
            answers.append(SolverAnswer(Verdict.UNKNOWN))
        return answers

    def close(self) -> None:
        """End the process for good."""
        self._stop()
        self._child.close()

    def _decode(self, line: bytes) -> list[SolverAnswer]:
        from kiosk.solver_process.protocol import decode_answer

        if self._request is None:
            return []
        answer = decode_answer(line, self._request_number, self._request)
        if answer is None:
            return []
        if answer.is_final:
            self._request = None
        return [answer]

    def _send(self, request: Think) -> None:
        from kiosk.solver_process.protocol import encode_request

        self._tries_left -= 1
        self._request_number += 1
        if self.pid is None:
            self._start()
        if self.pid is not None:
            self._write(encode_request(self._request_number, request))

    def _start(self) -> None:
        if self._child.start(self._clock()):
            self._buffer = b""
            self._poll.register(self._child.output_fd, select.POLLIN)
            self._watcher.add_fd(self._child.output_fd)

    def _write(self, line: bytes) -> None:
        written = 0
        with suppress(OSError):
            written = os.write(self._child.input_fd, line)
        if written < len(line):  # It does not read any more.
            self._stop()

    def _receive(self) -> list[bytes]:
        with suppress(BlockingIOError):
            while chunk := os.read(self._child.output_fd, 1 << 16):
                self._buffer += chunk
            self._stop()
        *lines, self._buffer = self._buffer.split(b"\n")
        if len(self._buffer) > MAX_MESSAGE_BYTES:
            self._stop()
        return lines

    def _stop(self) -> None:
        if self.pid is not None:
            self._poll.unregister(self._child.output_fd)
            self._watcher.remove_fd(self._child.output_fd)
            self._child.stop()
            self._start_at = 0.0


def build_worker_command() -> list[str]:
    """Return the command line of the solver process."""
    return build_child_command("kiosk.solver_process.worker")
