"""Lines for stdout and stderr, which may be closed, full, or unable to write every letter."""

from __future__ import annotations

import sys
from contextlib import suppress


class FailedError(Exception):
    """A command could not do what it was asked for; the text is one line."""

    def __init__(self, message: str, status: int = 1) -> None:
        """`status` is what the command ends with."""
        super().__init__(message)
        self.status = status


def complain(text: str) -> None:
    """One line on stderr, if anybody reads it."""
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.write(f"{' '.join(text.split())}\n")
            sys.stderr.flush()


def tell(text: str) -> None:
    """Lines on stdout; raises OSError where they cannot be written."""
    if sys.stdout is None:
        return
    # A locale that lacks a letter must not cost the whole answer.
    encoding = sys.stdout.encoding or "utf-8"
    shown = text.encode(encoding, "backslashreplace").decode(encoding)
    sys.stdout.write(shown if shown.endswith("\n") else f"{shown}\n")
    sys.stdout.flush()
