"""Verdict and solution; a module of its own because mypyc cannot compile `StrEnum`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.position import Move


class Verdict(StrEnum):
    """Result of a search: LOST is a proof, UNKNOWN means that the search gave up."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"


class Solution(NamedTuple):
    """Verdict, the moves that win (none unless WINNABLE), and the positions expanded."""

    verdict: Verdict
    moves: tuple[Move, ...]
    states: int
