"""Lines for stdout and stderr, which may be closed, full, or unable to write every letter."""

from __future__ import annotations

import io
import os
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import NamedTuple, TextIO, cast


class Level(IntEnum):
    """How much a line matters, as the journal counts it."""

    ERROR = 3
    """The program ends."""
    WARNING = 4
    """Play goes on, but somebody should see to it."""
    INFO = 6
    """What an operator may want to know later."""


class Remark(NamedTuple):
    """A line that was told, and how much it matters."""

    text: str
    level: Level


MOST = 100
"""Lines that are remembered."""


class Scroll(io.TextIOBase):
    """Stands for stderr while the game runs, and remembers the last lines that were told."""

    def __init__(self, below: TextIO | None) -> None:
        """Everything goes on to `below`, if that is there."""
        self._below = below
        self._last: deque[Remark] = deque(maxlen=MOST)

    def note(self, text: str, level: Level) -> None:
        """Remember a line."""
        self._last.append(Remark(text, level))

    def last(self) -> tuple[Remark, ...]:
        """What is remembered, the latest first."""
        return tuple(reversed(self._last))

    def write(self, text: str) -> int:
        """Write, if that can be."""
        return self._below.write(text) if self._below else len(text)

    def flush(self) -> None:
        """Write what is not written yet."""
        if self._below and not self._below.closed:
            self._below.flush()

    def fileno(self) -> int:
        """The number of the file below."""
        if self._below is None:
            raise OSError("there is no file")
        return self._below.fileno()


@contextmanager
def remembered() -> Iterator[Scroll]:
    """What is told inside is remembered."""
    before, scroll = sys.stderr, Scroll(sys.stderr)
    sys.stderr = cast("TextIO", scroll)
    try:
        yield scroll
    finally:
        sys.stderr = before


class FailedError(Exception):
    """A command could not do what it was asked for; the text is one line."""

    def __init__(self, message: str, status: int = 1) -> None:
        """`status` is what the command ends with."""
        super().__init__(message)
        self.status = status


def complain(text: str, level: Level = Level.WARNING) -> None:
    """One line on stderr, if anybody reads it; in the journal it has its level."""
    line = " ".join(text.split())
    _note(line, level)
    if _in_journal():
        line = f"<{level.value}>{line.removeprefix('bakehouse: ')}"
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()


def log(text: str) -> None:
    """One line for the journal, where stderr leads there; a person at a shell is spared it."""
    if _in_journal():
        complain(text, Level.INFO)
    else:
        _note(text, Level.INFO)


def _note(line: str, level: Level) -> None:
    if isinstance(sys.stderr, Scroll):
        sys.stderr.note(line.removeprefix("bakehouse: "), level)


def _in_journal() -> bool:
    """Whether what is written to stderr is kept by systemd, which says so by the file's numbers."""
    stream = os.environ.get("JOURNAL_STREAM")
    if not stream:
        return False
    with suppress(OSError, ValueError, AttributeError):
        status = os.fstat(sys.stderr.fileno())
        return stream == f"{status.st_dev}:{status.st_ino}"
    return False


def tell(text: str) -> None:
    """Lines on stdout; raises OSError where they cannot be written."""
    if sys.stdout is None:
        return
    # A locale that lacks a letter must not cost the whole answer.
    encoding = sys.stdout.encoding or "utf-8"
    shown = text.encode(encoding, "backslashreplace").decode(encoding)
    sys.stdout.write(shown if shown.endswith("\n") else f"{shown}\n")
    sys.stdout.flush()
