"""Next move of known solutions; last winnable position."""

from __future__ import annotations

from collections.abc import Sequence

from engine.position import Move, Position
from engine.rules import play
from engine.solver.search import MAX_BYTES, MAX_STATES, Search
from engine.solver.solution import (
    CanonicalKey,
    CardMove,
    convert_to_card_move,
    convert_to_move,
    make_canonical_key,
)
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
        self._next_moves: dict[CanonicalKey, tuple[int, CardMove]] = {}

    def add_solution(self, position: Position, moves: Sequence[Move]) -> None:
        """Remembers a line that wins from the position, wherever it is shorter than what is known.

        The moves must be legal one after the other.
        """
        moves_left = len(moves)
        for move in moves:
            entry = self._next_moves.get(make_canonical_key(position))
            if entry is None or moves_left < entry[0]:
                self._next_moves[make_canonical_key(position)] = (
                    moves_left,
                    convert_to_card_move(position, move),
                )
            position = play(self._rules, position, move)
            moves_left -= 1

    def find_next_move(self, position: Position) -> Move | None:
        """The next move on the way to win; None where no line is known from here."""
        entry = self._next_moves.get(make_canonical_key(position))
        return None if entry is None else convert_to_move(self._rules, position, entry[1])

    def count_moves_left(self, position: Position) -> int | None:
        """How many moves the line that is known has from here; None where none is known.

        It may turn out to be fewer when lines meet.
        """
        entry = self._next_moves.get(make_canonical_key(position))
        return None if entry is None else entry[0]

    def has_key(self, key: CanonicalKey) -> bool:
        """Whether a line is known from the positions that look like this."""
        return key in self._next_moves

    def find_solution(self, position: Position) -> list[Move]:
        """All hints from here to the win; none where no line is known from here."""
        moves = []
        move = self.find_next_move(position)
        while move is not None:
            moves.append(move)
            position = play(self._rules, position, move)
            move = self.find_next_move(position)
        return moves


class LastWinnableSearch:
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
        self._last_winnable = -1
        self._candidates = list(range(len(positions) - 1))
        self._search: Search | None = None
        self._current = 0

    @property
    def is_done(self) -> bool:
        """Whether nothing more can be found out."""
        return not self._candidates

    @property
    def index(self) -> int | None:
        """Which position is the last that is known to be winnable; None while none is known.

        It is final when `done`, and then every later one is lost, or was not decided.
        """
        return self._last_winnable if self._last_winnable >= 0 else None

    def advance(self, max_states: int) -> bool:
        """Looks at so many positions more, or until the end; answers whether it is done."""
        while self._candidates and max_states > 0:
            if self._search is None:
                self._current = self._candidates[len(self._candidates) // 2]
                self._search = Search(self._rules, self._positions[self._current], *self._limits)
            states_before = self._search.states
            solution = self._search.advance(max_states)
            max_states -= max(self._search.states - states_before, 1)
            if solution is not None:
                self._record_solution(solution)
                self._search = None
        return self.is_done

    def _record_solution(self, solution: Solution) -> None:
        if solution.verdict is Verdict.WINNABLE:
            self._last_winnable = self._current
            self.solution = solution
            self._candidates = [index for index in self._candidates if index > self._current]
        elif solution.verdict is Verdict.LOST:
            self._candidates = [index for index in self._candidates if index < self._current]
        else:
            self._candidates.remove(self._current)
