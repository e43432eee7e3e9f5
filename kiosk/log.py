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


class LogLevel(IntEnum):
    """How much a line matters, as the journal counts it."""

    ERROR = 3
    """The program ends."""
    WARNING = 4
    """Play goes on, but somebody should see to it."""
    INFO = 6
    """What an operator may want to know later."""


class LogLine(NamedTuple):
    """A line that was told, and how much it matters."""

    text: str
    level: LogLevel


MAX_LOG_LINES = 100
"""Lines that are remembered."""


class LogBuffer(io.TextIOBase):
    """Stands for stderr while the game runs, and remembers the last lines that were told."""

    def __init__(self, stream: TextIO | None) -> None:
        """Everything goes on to `below`, if that is there."""
        self._stream = stream
        self._lines: deque[LogLine] = deque(maxlen=MAX_LOG_LINES)

    def add_line(self, text: str, level: LogLevel) -> None:
        """Remember a line."""
        self._lines.append(LogLine(text, level))

    def get_recent_lines(self) -> tuple[LogLine, ...]:
        """What is remembered, the latest first."""
        return tuple(reversed(self._lines))

    def write(self, text: str) -> int:
        """Write, if that can be."""
        return self._stream.write(text) if self._stream else len(text)

    def flush(self) -> None:
        """Write what is not written yet."""
        if self._stream and not self._stream.closed:
            self._stream.flush()

    def fileno(self) -> int:
        """The number of the file below."""
        if self._stream is None:
            raise OSError("there is no file")
        return self._stream.fileno()


@contextmanager
def capture_log() -> Iterator[LogBuffer]:
    """What is told inside is remembered."""
    previous, log_buffer = sys.stderr, LogBuffer(sys.stderr)
    sys.stderr = cast("TextIO", log_buffer)
    try:
        yield log_buffer
    finally:
        sys.stderr = previous


class CommandFailedError(Exception):
    """A command could not do what it was asked for; the text is one line."""

    def __init__(self, message: str, status: int = 1) -> None:
        """`status` is what the command ends with."""
        super().__init__(message)
        self.status = status


def log_problem(text: str, level: LogLevel = LogLevel.WARNING) -> None:
    """One line on stderr, if anybody reads it; in the journal it has its level."""
    line = " ".join(text.split())
    _buffer_line(line, level)
    if _is_journal_stream():
        line = f"<{level.value}>{line.removeprefix('bakehouse: ')}"
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()


def log_info(text: str) -> None:
    """One line for the journal, where stderr leads there; a person at a shell is spared it."""
    if _is_journal_stream():
        log_problem(text, LogLevel.INFO)
    else:
        _buffer_line(text, LogLevel.INFO)


def _buffer_line(line: str, level: LogLevel) -> None:
    if isinstance(sys.stderr, LogBuffer):
        sys.stderr.add_line(line.removeprefix("bakehouse: "), level)


def _is_journal_stream() -> bool:
    """Whether what is written to stderr is kept by systemd, which says so by the file's numbers."""
    stream = os.environ.get("JOURNAL_STREAM")
    if not stream:
        return False
    with suppress(OSError, ValueError, AttributeError):
        status = os.fstat(sys.stderr.fileno())
        return stream == f"{status.st_dev}:{status.st_ino}"
    return False


def print_out(text: str) -> None:
    """Lines on stdout; raises OSError where they cannot be written."""
    if sys.stdout is None:
        return
    # A locale that lacks a letter must not cost the whole answer.
    encoding = sys.stdout.encoding or "utf-8"
    printable = text.encode(encoding, "backslashreplace").decode(encoding)
    sys.stdout.write(printable if printable.endswith("\n") else f"{printable}\n")
    sys.stdout.flush()
