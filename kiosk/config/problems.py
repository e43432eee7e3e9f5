"""A problem of a settings file says where it is, what is wrong there and what is allowed."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with a settings file; as text `FILE:LINE: key.path: message`."""

    file: str
    """The file's name as it was given."""
    line: int | None
    """Its line, from 1; None where the file has none (missing, no text)."""
    key: str | None
    """The dotted key, where it is about one."""
    message: str
    """What is wrong; what is allowed."""

    def __str__(self) -> str:
        """The line for people and for editors that jump to it."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"
