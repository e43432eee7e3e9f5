"""Output to stdout and stderr, which can be closed, full, or unable to encode a character."""

from __future__ import annotations

import io
import os
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import NamedTuple, TextIO, cast

MAX_LOG_LINES = 100


class LogLevel(IntEnum):
    """Severity, by syslog's numbers."""

    ERROR = 3
    """The program ends."""
    WARNING = 4
    """Play continues, but something should be repaired."""
    INFO = 6


class LogLine(NamedTuple):
    """One line and its severity."""

    text: str
    level: LogLevel


class LogBuffer(io.TextIOBase):
    """A stderr replacement that keeps the last log lines for the service menu."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.lines: deque[LogLine] = deque(maxlen=MAX_LOG_LINES)

    def get_recent_lines(self) -> tuple[LogLine, ...]:
        """Return the kept lines, the latest first."""
        return tuple(reversed(self.lines))

    def write(self, text: str) -> int:
        """Write to the original stream, if there is one."""
        return self._stream.write(text) if self._stream else len(text)

    def flush(self) -> None:
        """Flush the original stream, if there is one."""
        if self._stream and not self._stream.closed:
            self._stream.flush()

    def fileno(self) -> int:
        """Return the file descriptor of the original stream."""
        if self._stream is None:
            raise OSError("there is no file")
        return self._stream.fileno()


@contextmanager
def capture_log() -> Iterator[LogBuffer]:
    """Replace stderr by a `LogBuffer`."""
    previous, log_buffer = sys.stderr, LogBuffer(sys.stderr)
    sys.stderr = cast("TextIO", log_buffer)
    try:
        yield log_buffer
    finally:
        sys.stderr = previous


class CommandFailedError(Exception):
    """A command failed; the text is one line, `status` the exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def log_problem(text: str, level: LogLevel = LogLevel.WARNING) -> None:
    """Write one line to stderr, if possible; in the systemd journal with its level."""
    line = " ".join(text.split())
    _buffer_line(line, level)
    if _is_journal_stream():
        line = f"<{level.value}>{line.removeprefix('bakehouse: ')}"
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()


def log_info(text: str) -> None:
    """Write one line if stderr is the systemd journal; do not bother people at a shell."""
    if _is_journal_stream():
        log_problem(text, LogLevel.INFO)
    else:
        _buffer_line(text, LogLevel.INFO)


def _buffer_line(line: str, level: LogLevel) -> None:
    if isinstance(sys.stderr, LogBuffer):
        sys.stderr.lines.append(LogLine(line.removeprefix("bakehouse: "), level))


def _is_journal_stream() -> bool:
    # systemd names device and inode of the journal's socket; see systemd.exec(5).
    stream = os.environ.get("JOURNAL_STREAM")
    if not stream:
        return False
    with suppress(OSError, ValueError, AttributeError):
        status = os.fstat(sys.stderr.fileno())
        return stream == f"{status.st_dev}:{status.st_ino}"
    return False


def print_out(text: str) -> None:
    """Print lines to stdout.

    Raises:
        OSError: They cannot be written.
    """
    if sys.stdout is None:
        return
    # A locale that lacks a letter must not prevent the whole output.
    encoding = sys.stdout.encoding or "utf-8"
    printable = text.encode(encoding, "backslashreplace").decode(encoding)
    sys.stdout.write(printable if printable.endswith("\n") else f"{printable}\n")
    sys.stdout.flush()
