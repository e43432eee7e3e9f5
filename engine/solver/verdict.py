"""What a search tells. It stays plain Python: older mypyc cannot compile a `StrEnum`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.position import Move


class Verdict(StrEnum):
    """What is known of a position."""

    WINNABLE = "winnable"
    """There is a line that wins."""
    LOST = "lost"
    """There is none: all that can be reached was searched."""
    UNKNOWN = "unknown"
    """The search gave up."""


class Solution(NamedTuple):
    """What a search found."""

    verdict: Verdict
    moves: tuple[Move, ...]
    """A line that wins, each move legal after those before it; empty where none was found."""
    states: int
    """How many positions were looked at."""
