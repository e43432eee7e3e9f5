"""Resumable portfolio of best-first runs; solve()."""

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

SEARCHING: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2
"""All that can be reached was looked at, and nothing of it is won."""


class SearchRun:
    """A search from one table. Equal calls give equal answers, wherever and whenever."""

    def __init__(self, lookup: LookupTables, weights: Weights, start: Position) -> None:
        """Lays out the start; nothing is looked at yet."""
        self.nodes: SearchNodes = SearchNodes(lookup, weights, start)
        self._can_dig: bool = lookup.can_dig

    @property
    def status(self) -> int:
        """SEARCHING, WON or DRY."""
        if self.nodes.winning_link:
            return WON
        return SEARCHING if self.nodes.open_count else EXHAUSTED

    def advance(self, max_nodes: int) -> int:
        """Looks at so many tables more, or until the end; answers the state."""
        nodes = self.nodes
        end = nodes.expanded_count + max_nodes
        while nodes.expanded_count < end and not nodes.winning_link and nodes.open_count:
            if nodes.open_next() and is_dead_end(nodes):
                continue
            if self._can_dig:
                add_dig_moves(nodes)
            else:
                add_single_moves(nodes)
        return self.status

    def get_winning_macros(self) -> list[int]:
        """The turns of the line that won."""
        return self.nodes.trace_macros(self.nodes.winning_link)


MAX_STATES: Final = 250_000
"""How many positions are usually looked at before a search gives up."""
MAX_BYTES: Final = 512_000_000
"""How much memory a search usually takes before it gives up."""

_MEMORY_CHECK_STATES: Final = 128
"""After so many positions the memory is looked at again."""
_FIRST_SLICE_STATES: Final = 500
"""How many positions an attempt looks at in the first round; twice as many in each later one."""
_FAVOUR_FIRST_RUN_AFTER_STATES: Final = MAX_STATES
"""After so many positions the first attempt has every other turn: the sooner it runs dry."""


class Search:
    """A search from one position.

    It gives the same answer after the same number of positions whatever the steps it was taken in,
    whatever the machine, and whatever else happens. Attempts with different tempers take turns,
    which grow with each round: where one is led astray another often is not. Each of them would
    look at everything in the end, so that the first one that runs dry proves the position lost; in
    a long search one of them is favoured, to get there.
    """

    def __init__(
        self,
        rules: Rules,
        position: Position,
        max_states: int = MAX_STATES,
        max_bytes: int = MAX_BYTES,
        should_shorten: bool = True,
    ) -> None:
        """Starts a search that gives up after so many positions or bytes.

        The line is made shorter in the end, which takes a few milliseconds, unless `tidy` is False.
        """
        self.solution: Solution | None = None
        """What was found; None while nothing is known."""
        self.states: int = 0
        """How many positions were looked at."""
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
        """About how much memory the search takes."""
        return sum(run.nodes.memory_bytes for run in self._runs)

    def advance(self, max_states: int) -> Solution | None:
        """Looks at so many positions more, fewer where the search ends; answers what is known.

        To cancel a search, advance it no more.
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
        """The attempt whose turn it is."""
        if self._slice_left == 0:
            self._switch_run()
        if self._current == len(self._runs):
            weights = self._weights[self._current]
            self._runs.append(SearchRun(self._lookup, weights, self._start))
        return self._runs[self._current]

    def _switch_run(self) -> None:
        """Settles whose turn comes now."""
        if self.states >= _FAVOUR_FIRST_RUN_AFTER_STATES and self._current > 0:
            self._current = 0
        else:
            if self._next_run == len(self._weights):
                self._next_run = 0
                self._slice_states *= 2
            self._current = self._next_run
            self._next_run += 1
        self._slice_left = self._slice_states

    def _advance_run(self, run: SearchRun, max_states: int) -> None:
        """Goes on with the attempt, but not beyond the next look at the memory."""
        count_before = run.nodes.expanded_count
        run.advance(
            min(
                max_states,
                self._slice_left,
                _MEMORY_CHECK_STATES - self.states % _MEMORY_CHECK_STATES,
            )
        )
        self.states += run.nodes.expanded_count - count_before
        self._slice_left -= run.nodes.expanded_count - count_before

    def _update_solution(self, run: SearchRun) -> None:
        """Settles the verdict if it can be told now."""
        moves: Sequence[Move] = ()
        if run.status == WON:
            moves = expand_macros(self._rules, self._lookup, self._start, run.get_winning_macros())
            if self._should_shorten:
                moves = shorten_solution(self._rules, self._start, moves)
            verdict = Verdict.WINNABLE
        elif run.status == EXHAUSTED:
            verdict = Verdict.LOST
        elif self.states >= self._max_states or self._exceeds_memory():
            verdict = Verdict.UNKNOWN
        else:
            return
        self.solution = Solution(verdict, tuple(moves), self.states)
        self._runs.clear()

    def _exceeds_memory(self) -> bool:
        return self.states % _MEMORY_CHECK_STATES == 0 and self.memory_bytes > self._max_bytes


def solve(
    rules: Rules,
    position: Position,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
    is_cancelled: Callable[[], bool] | None = None,
) -> Solution:
    """Whether the position can be won, and how.

    The verdict is UNKNOWN after so many positions or bytes, whichever is met first, or soon after
    `cancelled` answers True; it is asked again and again.
    """
    search = Search(rules, position, max_states, max_bytes)
    solution = search.advance(0)
    while solution is None:
        if is_cancelled is not None and is_cancelled():
            return Solution(Verdict.UNKNOWN, (), search.states)
        solution = search.advance(_MEMORY_CHECK_STATES)
    return solution
