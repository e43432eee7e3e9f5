"""Solutions and verdicts known for the positions of one game."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Game
from engine.movegen import legal_moves
from engine.position import Move, Position
from engine.rules import is_won, play
from engine.solver import Hints, Verdict
from engine.solver.solution import CanonicalKey, make_canonical_key
from engine.variants import Rules
from kiosk.effects import CancelThinking, Effect, SolverAnswer, Think

MAX_MOVES_BACK = 1000  # limit of the search for the last winnable position


class WinnablePosition(NamedTuple):
    """The game can be won, beginning with this move."""

    move: Move


class LostPosition(NamedTuple):
    """The game cannot be won any more; so many moves back it could."""

    moves_back: int  # 0 where no such position is known
    is_certain: bool  # once all positions were searched


class UndecidedPosition(NamedTuple):
    """The solver gave up; so many moves back a solution is known, or 0."""

    moves_back: int


Assessment = WinnablePosition | LostPosition | UndecidedPosition


class SolverMemory:
    """Consistent hints for one game: following them wins, also after detours."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._hints = Hints(rules)
        self._lost_positions: set[CanonicalKey] = set()
        self._searched_positions: set[CanonicalKey] = set()
        self._undecided_positions: set[CanonicalKey] = set()
        self._pending_game: Game | None = None
        # A long game has a thousand positions, which are gone through after every move.
        self._keys_by_position: dict[Position, CanonicalKey] = {}
        self._last_assessment: tuple[Game, Assessment | None] | None = None

    def assess(self, game: Game) -> Assessment | None:
        """Return what is known of the game's position; None where that is nothing yet."""
        if self._last_assessment is None or self._last_assessment[0] is not game:
            self._last_assessment = game, self._compute_assessment(game)
        return self._last_assessment[1]

    def _compute_assessment(self, game: Game) -> Assessment | None:
        move = self._find_next_move(game.position)
        if move is not None:
            return WinnablePosition(move)
        path = self._build_path(game)
        if not self._lost_positions.isdisjoint(path):
            moves_back = self._count_moves_back(game)
            first_unwinnable = path[-moves_back] if moves_back else path[0]
            is_certain = first_unwinnable in self._lost_positions | self._searched_positions
            return LostPosition(moves_back, is_certain)
        if path[-1] in self._undecided_positions:
            return UndecidedPosition(self._count_moves_back(game))
        return None

    def update_request(self, game: Game) -> list[Effect]:
        """Ask the solver where something is missing, else cancel its search."""
        if game.state == "won" or _is_final(self.assess(game)):
            pending_game, self._pending_game = self._pending_game, None
            return [CancelThinking()] if pending_game is not None else []
        if self._pending_game is game:
            return []
        self._pending_game = game
        return [Think(game, self._count_moves_back(game) or len(self._build_path(game)) - 1)]

    def find_solution(self, game: Game) -> list[Move]:
        """Return all moves of a solution of the position; none where none is known."""
        if self._find_next_move(game.position) is None:
            return []
        return self._hints.find_solution(game.position)

    def record_answer(self, answer: SolverAnswer) -> None:
        """Store the answer to the last question."""
        game = self._pending_game
        if game is None:
            return
        self._last_assessment = None
        current_key = self._build_path(game)[-1]
        if answer.moves:
            start = game.steps[game.step_index - answer.moves_back]
            self._hints.add_solution(start.position, answer.moves)
        if answer.verdict is Verdict.LOST:
            self._lost_positions.add(current_key)
        if answer.is_final:
            self._pending_game = None
            if current_key in self._lost_positions:
                moves_back = self._count_moves_back(game)
                self._searched_positions.update(self._build_path(game)[-moves_back:])
            elif answer.verdict is Verdict.UNKNOWN:
                self._undecided_positions.add(current_key)

    def _find_next_move(self, position: Position) -> Move | None:
        if is_won(position):
            return None
        move = self._hints.find_next_move(position)
        if move is None and self._join_known_solution(position):
            move = self._hints.find_next_move(position)
        return move

    def _join_known_solution(self, position: Position) -> bool:
        """Extend a known solution by a move that leads onto it; return whether there is one."""
        candidates = []
        for move in legal_moves(self._rules, position):
            next_position = play(self._rules, position, move)
            moves_left = 0 if is_won(next_position) else self._hints.count_moves_left(next_position)
            if moves_left is not None:
                candidates.append((moves_left, move, next_position))
        if not candidates:
            return False
        _, move, next_position = min(candidates)
        self._hints.add_solution(position, [move, *self._hints.find_solution(next_position)])
        return True

    def _count_moves_back(self, game: Game) -> int:
        """Return the number of moves since the last winnable position; 0 where none is known."""
        path = self._build_path(game)
        return next((n for n in range(1, len(path)) if self._hints.has_key(path[-1 - n])), 0)

    def _build_path(self, game: Game) -> list[CanonicalKey]:
        """Return the positions from the deal, or the last restart, to the present one."""
        first, keys_by_position = game.step_index, self._keys_by_position
        while game.steps[first].move is not None and game.step_index - first < MAX_MOVES_BACK:
            first -= 1
        positions = [step.position for step in game.steps[first : game.step_index + 1]]
        for position in positions:
            if position not in keys_by_position:
                keys_by_position[position] = make_canonical_key(position)
        return [keys_by_position[position] for position in positions]


def _is_final(assessment: Assessment | None) -> bool:
    is_uncertain = isinstance(assessment, LostPosition) and not assessment.is_certain
    return assessment is not None and not is_uncertain
