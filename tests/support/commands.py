"""What a command of the engine answered, and how a refused one must look."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Told(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


Run = Callable[..., Told]


def refused(told: Told, status: int) -> str:
    """The one line with which a command ended."""
    assert told.status == status
    assert told.out == ""
    assert told.err.endswith("\n")
    assert told.err.count("\n") == 1
    return told.err.removesuffix("\n")
