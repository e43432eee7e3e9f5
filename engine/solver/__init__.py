"""Solver: the verdict on a position, a solution, and hints that follow it.

`solve` runs until there is a verdict, `Search` can be advanced in steps. `Hints` looks up the next
move of known solutions. `LastWinnableSearch` finds the last position of a lost game that could
still be won.
"""

from __future__ import annotations

from types import BuiltinFunctionType
from typing import Final

from engine.solver.hints import Hints, LastWinnableSearch
from engine.solver.search import MAX_BYTES, MAX_STATES, Search, solve
from engine.solver.verdict import Solution, Verdict

IS_COMPILED: Final = isinstance(solve, BuiltinFunctionType)  # by mypyc: same answers, faster

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
