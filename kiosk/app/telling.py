"""Lines for stdout and stderr, which may be closed, full, or unable to write every letter."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from enum import IntEnum


class Level(IntEnum):
    """How much a line matters, as the journal counts it."""

    ERROR = 3
    """The program ends."""
    WARNING = 4
    """Play goes on, but somebody should see to it."""
    INFO = 6
    """What an operator may want to know later."""


class FailedError(Exception):
    """A command could not do what it was asked for; the text is one line."""

    def __init__(self, message: str, status: int = 1) -> None:
        """`status` is what the command ends with."""
        super().__init__(message)
        self.status = status


def complain(text: str, level: Level = Level.WARNING) -> None:
    """One line on stderr, if anybody reads it; in the journal it has its level."""
    line = " ".join(text.split())
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
