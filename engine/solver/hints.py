"""Next move of known solutions, and the last winnable position of a lost game."""

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
    """Table of the shortest known way to win from each position of the solutions added.

    Each known position has a next move, and that leads to a known position with fewer moves left.
    So following the hints wins and never visits a position twice, whatever is added on the way.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._next_moves: dict[CanonicalKey, tuple[int, CardMove]] = {}

    def add_solution(self, position: Position, moves: Sequence[Move]) -> None:
        """Store legal moves that win from the position, except where a shorter way is known."""
        for index, move in enumerate(moves):
            moves_left = len(moves) - index
            key = make_canonical_key(position)
            entry = self._next_moves.get(key)
            if entry is None or moves_left < entry[0]:
                self._next_moves[key] = (moves_left, convert_to_card_move(position, move))
            position = play(self._rules, position, move)

    def find_next_move(self, position: Position) -> Move | None:
        """Return the next move to a win; None if no solution is known."""
        entry = self._next_moves.get(make_canonical_key(position))
        return None if entry is None else convert_to_move(self._rules, position, entry[1])

    def count_moves_left(self, position: Position) -> int | None:
        """Return the length of the known solution; None if there is none.

        Following the hints may take fewer moves, where solutions meet.
        """
        entry = self._next_moves.get(make_canonical_key(position))
        return None if entry is None else entry[0]

    def has_key(self, key: CanonicalKey) -> bool:
        """Return True if a solution is known from the positions with this key."""
        return key in self._next_moves

    def find_solution(self, position: Position) -> list[Move]:
        """Return all hints from the position to the win; none if no solution is known."""
        moves = []
        move = self.find_next_move(position)
        while move is not None:
            moves.append(move)
            position = play(self._rules, position, move)
            move = self.find_next_move(position)
        return moves


class LastWinnableSearch:
    """Resumable bisection for the last winnable position of a lost game.

    All positions after a lost one are lost, so the winnable ones come first. Positions that the
    solver cannot decide are skipped.

    Args:
        rules: the game.
        positions: the positions in the order of play; the last one is lost.
        max_states: limit of each search.
        max_bytes: limit of each search.
    """

    def __init__(
        self,
        rules: Rules,
        positions: Sequence[Position],
        max_states: int = MAX_STATES,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        # The last position known to be winnable; when done, each later one is lost or undecided.
        self.index: int | None = None
        self.solution: Solution | None = None  # of that position
        self._rules = rules
        self._positions = positions
        self._max_states, self._max_bytes = max_states, max_bytes
        self._candidates = list(range(len(positions) - 1))
        self._search: Search | None = None
        self._current = 0

    @property
    def is_done(self) -> bool:
        """True when the index is final."""
        return not self._candidates

    def advance(self, max_states: int) -> bool:
        """Expand that many positions, or fewer if the bisection ends; return `is_done`."""
        while self._candidates and max_states > 0:
            if self._search is None:
                self._current = self._candidates[len(self._candidates) // 2]
                position = self._positions[self._current]
                self._search = Search(self._rules, position, self._max_states, self._max_bytes)
            states_before = self._search.states
            solution = self._search.advance(max_states)
            max_states -= max(self._search.states - states_before, 1)
            if solution is not None:
                self._record_solution(solution)
                self._search = None
        return self.is_done

    def _record_solution(self, solution: Solution) -> None:
        if solution.verdict is Verdict.WINNABLE:
            self.index = self._current
            self.solution = solution
            self._candidates = [index for index in self._candidates if index > self._current]
        elif solution.verdict is Verdict.LOST:
            self._candidates = [index for index in self._candidates if index < self._current]
        else:
            self._candidates.remove(self._current)
