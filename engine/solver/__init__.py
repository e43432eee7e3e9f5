"""The solver: whether a position can be won, and how; hints that lead there.

`solve` answers at once, a `Search` step by step. `Hints` keeps lines that win and always knows the
next move. `TurningPoint` finds the last position of a lost game that could still be won.
"""

from __future__ import annotations

from types import BuiltinFunctionType
from typing import Final

from engine.solver.hints import Hints, LastWinnableSearch
from engine.solver.search import MAX_BYTES, MAX_STATES, Search, solve
from engine.solver.verdict import Solution, Verdict

IS_COMPILED: Final = isinstance(solve, BuiltinFunctionType)
"""Whether mypyc compiled it: the same answers, sooner."""

__all__ = [
    "IS_COMPILED",
    "MAX_BYTES",
    "MAX_STATES",
    "Hints",
    "LastWinnableSearch",
    "Search",
    "Solution",
    "Verdict",
    "solve",
]
