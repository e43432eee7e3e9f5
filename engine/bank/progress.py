"""How far a search got, told on standard error."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

_BAR = 30
_BLINK = 0.2
"""Seconds between two pictures of the bar."""
_PAUSE = 30.0
"""Seconds between two lines where there is no terminal."""


class Progress:
    """A bar on a terminal, a plain line now and then elsewhere, nothing where nobody can look."""

    def __init__(self, stream: TextIO | None, clock: Callable[[], float], goal: int) -> None:
        """Starts at nothing out of `goal` deals. The clock tells seconds."""
        self._stream = stream
        self._clock = clock
        self._goal = goal
        self._terminal = stream is not None and stream.isatty()
        self._told = clock()
        self._open = False

    def show(self, found: int, last: int) -> None:
        """Tells, if it is time, that so many deals were found up to a deal number."""
        now = self._clock()
        if now - self._told >= (_BLINK if self._terminal else _PAUSE):
            self._told = now
            self._write(f"{found} of {self._goal} deals, up to deal {last}", found)

    def close(self) -> None:
        """Leaves the bar standing and goes to a new line."""
        if self._open and self._stream is not None:
            self._stream.write("\n")
            self._stream.flush()
        self._open = False

    def _write(self, words: str, found: int) -> None:
        if self._stream is None:
            return
        if self._terminal:
            filled = _BAR * found // max(self._goal, 1)
            self._stream.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {words}\x1b[K")
        else:
            self._stream.write(f"{words}\n")
        self._stream.flush()
        self._open = self._terminal
