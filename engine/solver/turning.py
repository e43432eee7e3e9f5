"""Where a lost game was still winnable: the last such position on the way to here."""

from __future__ import annotations

from collections.abc import Sequence

from engine.position import Position
from engine.solver.search import MAX_BYTES, MAX_STATES, Search
from engine.solver.verdict import Solution, Verdict
from engine.variants import Rules


class TurningPoint:
    """A search for the last winnable one of the positions from a deal to one that is lost.

    What can be reached from a lost position is lost, so the winnable positions come first, and
    halving finds the last of them after few searches. Positions that stay unknown are left out.
    """

    def __init__(
        self,
        rules: Rules,
        positions: Sequence[Position],
        max_states: int = MAX_STATES,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        """Takes the positions in the order they were played; the last of them is lost.

        The limits are those of each search.
        """
        self.solution: Solution | None = None
        """What was found for the last winnable position; None while none is known."""
        self._rules = rules
        self._positions = positions
        self._limits = (max_states, max_bytes)
        self._winnable = -1
        self._open = list(range(len(positions) - 1))
        self._search: Search | None = None
        self._tried = 0

    @property
    def done(self) -> bool:
        """Whether nothing more can be found out."""
        return not self._open

    @property
    def index(self) -> int | None:
        """Which position is the last that is known to be winnable; None while none is known.

        It is final when `done`, and then every later one is lost, or was not decided.
        """
        return self._winnable if self._winnable >= 0 else None

    def advance(self, count: int) -> bool:
        """Looks at so many positions more, or until the end; answers whether it is done."""
        while self._open and count > 0:
            if self._search is None:
                self._tried = self._open[len(self._open) // 2]
                self._search = Search(self._rules, self._positions[self._tried], *self._limits)
            before = self._search.states
            solution = self._search.advance(count)
            count -= max(self._search.states - before, 1)
            if solution is not None:
                self._learn(solution)
                self._search = None
        return self.done

    def _learn(self, solution: Solution) -> None:
        if solution.verdict is Verdict.WINNABLE:
            self._winnable = self._tried
            self.solution = solution
            self._open = [index for index in self._open if index > self._tried]
        elif solution.verdict is Verdict.LOST:
            self._open = [index for index in self._open if index < self._tried]
        else:
            self._open.remove(self._tried)
