"""Powering off and restarting through systemd's logind, which asks polkit: no root, no sudo.

`busctl`, a part of systemd, speaks to it in a process of its own, so that the game waits for
nothing; see org.freedesktop.login1(5).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from subprocess import Popen

BUS = ("call", "org.freedesktop.login1", "/org/freedesktop/login1")
MANAGER = "org.freedesktop.login1.Manager"
LOOK = 0.1
"""Seconds between two looks at whether there is an answer."""
PATIENCE = 10.0
"""Seconds after which there will be none."""
YES = 's "yes"'
"""What busctl writes where we may; "challenge" would ask for a password that nobody can type."""


class Ending(StrEnum):
    """What the machine can be made to do, by the name of logind's method."""

    POWER_OFF = "PowerOff"
    REBOOT = "Reboot"


class _Call(NamedTuple):
    """A question or an order that is on its way."""

    ending: Ending
    process: Popen[str]
    asks: bool
    until: float


class Logind:
    """Orders for logind and its answers; times are monotonic seconds. It never raises or waits."""

    def __init__(self, program: Sequence[str] = ("busctl", "--system")) -> None:
        """Nothing is known yet; `program` is what speaks to the bus."""
        self._program = program
        self._calls: list[_Call] = []
        self._next = 0.0
        self.able: frozenset[Ending] = frozenset()
        """What logind lets us do."""

    def begin(self, now: float) -> None:
        """Ask what we may do."""
        for ending in Ending:
            self._call(ending, now, f"Can{ending.value}")

    def order(self, ending: Ending, now: float) -> str | None:
        """Let the machine do that; why it cannot even be asked for, if so."""
        # The answer is no question back to the person: nobody could type a password here.
        return self._call(ending, now, ending.value, "b", "false")

    def due(self) -> float | None:
        """When to look for answers, if any are awaited."""
        return self._next if self._calls else None

    def advance(self, now: float) -> list[str]:
        """Look for answers; why an order was not carried out, a line each."""
        self._next = now + LOOK
        waiting, calls = [], self._calls
        told: list[str] = []
        for call in calls:
            if call.process.poll() is None and now < call.until:
                waiting.append(call)
            else:
                told += self._answered(call)
        self._calls = waiting
        return told

    def close(self) -> None:
        """Wait for nothing more."""
        for call in self._calls:
            _end(call.process)
        self._calls = []

    def _call(self, ending: Ending, now: float, *words: str) -> str | None:
        # Start-up is dear, and this comes after the first picture.
        from subprocess import DEVNULL, PIPE, Popen

        command = [*self._program, *BUS, MANAGER, *words]
        try:
            process = Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, text=True, cwd="/")
        except OSError as error:
            return error.strerror or str(error)
        self._calls.append(_Call(ending, process, len(words) == 1, now + PATIENCE))
        self._next = now + LOOK
        return None

    def _answered(self, call: _Call) -> list[str]:
        """Take what was said; a reason where an order was refused."""
        late = call.process.poll() is None
        out, err = _end(call.process)
        if call.asks:
            if not late and out.strip() == YES:
                self.able |= {call.ending}
            return []
        if late:
            return ["there is no answer"]
        return [] if call.process.returncode == 0 else [" ".join(err.split()) or "refused"]


def _end(process: Popen[str]) -> tuple[str, str]:
    """What the process has said; it is ended if it still runs."""
    from subprocess import TimeoutExpired

    if process.poll() is None:
        process.kill()
    with suppress(TimeoutExpired, OSError, ValueError):
        return process.communicate(timeout=0.5)
    return "", ""
