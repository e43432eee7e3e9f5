"""Steady hints: whoever follows them wins, from every position on a line that is known."""

from __future__ import annotations

from collections.abc import Sequence

from engine.moves import Move
from engine.playing import play
from engine.position import Position
from engine.solver.steps import Looks, Step, looks, move_of, step_of
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
