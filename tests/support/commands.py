"""The result of an engine command, and the form of a refused one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class CommandResult(NamedTuple):
    """The result of a command."""

    status: int
    out: str
    err: str


RunCommand = Callable[..., CommandResult]


def get_error_line(result: CommandResult, status: int) -> str:
    """Return the one line with which a command ended; a usage line may stand before it."""
    assert result.status == status
    assert result.out == ""
    assert result.err.endswith("\n")
    usage, line = ("\n" + result.err).rsplit("\n", 2)[:2]
    assert usage == "" or (status == 2 and usage.startswith("\nusage: "))
    assert usage.count("\n") <= 1
    return line
