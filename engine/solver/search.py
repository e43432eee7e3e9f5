"""Resumable search: best-first runs with different weights that take turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.position import Move, Position
from engine.solver.bitsets import LookupTables
from engine.solver.dead_ends import is_dead_end
from engine.solver.dig_moves import add_dig_moves
from engine.solver.heuristics import Weights, choose_weights
from engine.solver.nodes import SearchNodes
from engine.solver.shorten import shorten_solution
from engine.solver.single_moves import add_single_moves
from engine.solver.solution import expand_macros
from engine.solver.verdict import Solution, Verdict
from engine.variants import Rules

# Limits of a search: positions expanded, and memory.
MAX_STATES: Final = 250_000
MAX_BYTES: Final = 512_000_000

_MEMORY_CHECK_STATES: Final = 128  # the memory is checked each time after so many positions
_FIRST_SLICE_STATES: Final = 500  # the length of a turn in the first round; it doubles each round
# Afterwards the first run gets every other turn: eight runs would need long to exhaust the states.
_FAVOUR_FIRST_RUN_AFTER_STATES: Final = MAX_STATES

# Status of a run.
SEARCHING: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2  # no position is left to expand: the start is lost


class SearchRun:
    """One deterministic best-first search with fixed weights."""

    def __init__(self, lookup: LookupTables, weights: Weights, start: Position) -> None:
        self.nodes: SearchNodes = SearchNodes(lookup, weights, start)
        self._can_dig: bool = lookup.can_dig

    @property
    def status(self) -> int:
        """SEARCHING, WON or EXHAUSTED."""
        if self.nodes.winning_link:
            return WON
        return SEARCHING if self.nodes.open_count else EXHAUSTED

    def advance(self, max_nodes: int) -> None:
        """Expand that many positions, or fewer if the run ends."""
        nodes = self.nodes
        end = nodes.expanded_count + max_nodes
        while nodes.expanded_count < end and not nodes.winning_link and nodes.open_count:
            if nodes.open_next() and is_dead_end(nodes):
                continue
            if self._can_dig:
                add_dig_moves(nodes)
            else:
                add_single_moves(nodes)


class Search:
    """Search for the verdict on a position, resumable at any point.

    The answer and the number of positions do not depend on the steps, the machine or the time.
    The runs take turns, because where one is misled another often is not. Each would visit all
    reachable positions in the end, so the first that is exhausted proves the position lost.
    """

    def __init__(
        self,
        rules: Rules,
        position: Position,
        max_states: int = MAX_STATES,
        max_bytes: int = MAX_BYTES,
        should_shorten: bool = True,
    ) -> None:
        self.solution: Solution | None = None  # set at the end
        self.states: int = 0  # positions expanded
        self._rules: Rules = rules
        self._start: Position = position
        self._max_states: int = max_states
        self._max_bytes: int = max_bytes
        self._should_shorten: bool = should_shorten
        self._lookup: LookupTables = LookupTables(rules, position)
        self._weights: tuple[Weights, ...] = choose_weights(rules)
        self._runs: list[SearchRun] = []
        self._current: int = 0
        self._next_run: int = 1
        self._slice_states: int = _FIRST_SLICE_STATES
        self._slice_left: int = _FIRST_SLICE_STATES

    @property
    def memory_bytes(self) -> int:
        """Estimated memory of all runs."""
        return sum(run.nodes.memory_bytes for run in self._runs)

    def advance(self, max_states: int) -> Solution | None:
        """Expand that many positions, or fewer if the search ends; return its solution if it has.

        To cancel a search, stop advancing it.
        """
        end = min(self.states + max_states, self._max_states)
        while self.solution is None:
            run = self._select_run()
            if run.status == SEARCHING and self.states < end:
                self._advance_run(run, end - self.states)
            self._update_solution(run)
            if self.states >= end:
                break
        return self.solution

    def _select_run(self) -> SearchRun:
        if self._slice_left == 0:
            if self.states >= _FAVOUR_FIRST_RUN_AFTER_STATES and self._current > 0:
                self._current = 0
            else:
                if self._next_run == len(self._weights):
                    self._next_run = 0
                    self._slice_states *= 2
                self._current = self._next_run
                self._next_run += 1
            self._slice_left = self._slice_states
        if self._current == len(self._runs):
            weights = self._weights[self._current]
            self._runs.append(SearchRun(self._lookup, weights, self._start))
        return self._runs[self._current]

    def _advance_run(self, run: SearchRun, max_states: int) -> None:
        """Advance a run, at most to the end of its turn and to the next check of the memory."""
        count_before = run.nodes.expanded_count
        until_check = _MEMORY_CHECK_STATES - self.states % _MEMORY_CHECK_STATES
        run.advance(min(max_states, self._slice_left, until_check))
        self.states += run.nodes.expanded_count - count_before
        self._slice_left -= run.nodes.expanded_count - count_before

    def _update_solution(self, run: SearchRun) -> None:
        moves: Sequence[Move] = ()
        if run.status == WON:
            macros = run.nodes.trace_macros(run.nodes.winning_link)
            moves = expand_macros(self._rules, self._lookup, self._start, macros)
            if self._should_shorten:
                moves = shorten_solution(self._rules, self._start, moves)
            verdict = Verdict.WINNABLE
        elif run.status == EXHAUSTED:
            verdict = Verdict.LOST
        elif self.states >= self._max_states or (
            self.states % _MEMORY_CHECK_STATES == 0 and self.memory_bytes > self._max_bytes
        ):
            verdict = Verdict.UNKNOWN
        else:
            return
        self.solution = Solution(verdict, tuple(moves), self.states)
        self._runs.clear()


def solve(
    rules: Rules,
    position: Position,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
    is_cancelled: Callable[[], bool] | None = None,
) -> Solution:
    """Search until there is a verdict.

    It is UNKNOWN at the first limit reached, or soon after `is_cancelled` returned True.
    """
    search = Search(rules, position, max_states, max_bytes)
    solution = search.advance(0)
    while solution is None:
        if is_cancelled is not None and is_cancelled():
            return Solution(Verdict.UNKNOWN, (), search.states)
        solution = search.advance(_MEMORY_CHECK_STATES)
    return solution
