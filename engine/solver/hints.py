"""Next move of known solutions; last winnable position."""

from __future__ import annotations

from collections.abc import Sequence

from engine.position import Move, Position
from engine.rules import play
from engine.solver.search import MAX_BYTES, MAX_STATES, Search
from engine.solver.solution import Looks, Step, looks, move_of, step_of
from engine.solver.verdict import Solution, Verdict
from engine.variants import Rules


class Hints:
    """The shortest known way to win from each position of the lines that were learnt.

    Every position that is known has a next move and the number of moves that are left, and that
    move leads to a position that is known to have fewer of them left. So following hints always
    ends in a win and never comes by the same position twice, whatever is learnt on the way.
    """

    def __init__(self, rules: Rules) -> None:
        """Knows nothing yet."""
        self._rules = rules
        self._known: dict[Looks, tuple[int, Step]] = {}

    def learn(self, position: Position, moves: Sequence[Move]) -> None:
        """Remembers a line that wins from the position, wherever it is shorter than what is known.

        The moves must be legal one after the other.
        """
        left = len(moves)
        for move in moves:
            known = self._known.get(looks(position))
            if known is None or left < known[0]:
                self._known[looks(position)] = (left, step_of(position, move))
            position = play(self._rules, position, move)
            left -= 1

    def next_move(self, position: Position) -> Move | None:
        """The next move on the way to win; None where no line is known from here."""
        known = self._known.get(looks(position))
        return None if known is None else move_of(self._rules, position, known[1])

    def moves_left(self, position: Position) -> int | None:
        """How many moves the line that is known has from here; None where none is known.

        It may turn out to be fewer when lines meet.
        """
        known = self._known.get(looks(position))
        return None if known is None else known[0]

    def knows(self, seen: Looks) -> bool:
        """Whether a line is known from the positions that look like this."""
        return seen in self._known

    def line(self, position: Position) -> list[Move]:
        """All hints from here to the win; none where no line is known from here."""
        moves = []
        move = self.next_move(position)
        while move is not None:
            moves.append(move)
            position = play(self._rules, position, move)
            move = self.next_move(position)
        return moves


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
