"""What a command of the engine answered, and how a refused one must look."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class CommandResult(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


RunCommand = Callable[..., CommandResult]


def get_error_line(result: CommandResult, status: int) -> str:
    """The one line with which a command ended."""
    assert result.status == status
    assert result.out == ""
    assert result.err.endswith("\n")
    assert result.err.count("\n") == 1
    return result.err.removesuffix("\n")
