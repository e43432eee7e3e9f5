"""The difficulty of a deal: random playouts, measure, grades and their limits."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from engine.bank.bank_file import BankSpec
from engine.cards import KING, rank_of
from engine.deals import deal
from engine.movegen import legal_moves
from engine.position import EMPTY, FIRST_CELL, HOME, Move, Position
from engine.rules import get_run_length, is_won, play, why_not
from engine.solver import Solution, Verdict, solve
from engine.solver.solution import make_canonical_key
from engine.variants import Rules

PLAYOUTS_PER_DEAL: Final = 32
MAX_STATES_PER_DEAL: Final = 100_000
MAX_BYTES_PER_DEAL: Final = 128_000_000  # what a small machine has
_MAX_PLAYOUT_MOVES: Final = 250

# Relative probabilities of the moves of a playout, by what they do with the card.
_ONTO_CARD_WEIGHT: Final = 12
_INTO_EMPTY_WEIGHT: Final = 2
_INTO_CELL_WEIGHT: Final = 1
_BREAK_RUN_WEIGHT: Final = 1
_DIGGING_FACTOR: Final = 3  # for taking cards off one that a foundation needs next


def run_playouts(rules: Rules, start: Position, seed: int) -> tuple[int, int]:
    """Return the cards not on foundations at the end, summed over all playouts, and the wins.

    The result depends only on the arguments, not on the Python version.
    """
    left_count = won_count = 0
    for index in range(PLAYOUTS_PER_DEAL):
        end = play_out(rules, start, Random(seed * PLAYOUTS_PER_DEAL + index))
        left_count += 52 - sum(end.foundations)
        won_count += is_won(end)
    return left_count, won_count


def play_out(rules: Rules, start: Position, rng: Random) -> Position:
    """Play until the game is won or stuck, or for `_MAX_PLAYOUT_MOVES`; return the position."""
    position = start
    seen = {make_canonical_key(start)}
    for _ in range(_MAX_PLAYOUT_MOVES):
        for move in _draw_moves(rules, position, rng):
            after = play(rules, position, move)
            if make_canonical_key(after) not in seen:
                seen.add(make_canonical_key(after))
                position = after
                break
        else:
            break
    return position


def _draw_moves(rules: Rules, position: Position, rng: Random) -> Iterator[Move]:
    moves = _list_sensible_moves(rules, position)
    home_moves = [move for move in moves if move.target == HOME]
    yield from home_moves[:1]
    digging_columns = _find_digging_columns(rules, position)
    weighted_moves = [
        (_weigh_move(rules, position, move, digging_columns), move)
        for move in moves
        if move not in home_moves
    ]
    total = sum(weight for weight, _ in weighted_moves)
    while total:
        draw = int(rng.random() * total)
        for index, (weight, _) in enumerate(weighted_moves):
            draw -= weight
            if draw < 0:
                total -= weight
                yield weighted_moves.pop(index)[1]
                break


def _list_sensible_moves(rules: Rules, position: Position) -> list[Move]:
    # Of moves that differ only in which empty column or cell they use, keep one.
    empty = next((pile for pile, column in enumerate(position.columns) if not column), None)
    cell = FIRST_CELL + position.cells.find(EMPTY)
    targets = {cell, empty, HOME, *(p for p, column in enumerate(position.columns) if column)}
    return [
        move
        for move in legal_moves(rules, position)
        if move.source < HOME and move.target in targets and _keeps_run_whole(rules, position, move)
    ]


def _keeps_run_whole(rules: Rules, position: Position, move: Move) -> bool:
    # An empty column takes whole runs only, and none that already has a column of its own.
    if move.target >= FIRST_CELL or move.source >= FIRST_CELL or position.columns[move.target]:
        return True
    column = position.columns[move.source]
    return len(column) > move.count and move.count == get_run_length(rules, column)


def _find_digging_columns(rules: Rules, position: Position) -> set[int]:
    heights = position.foundations
    wanted = {
        card
        for pile in range(4)
        for card in range(4 * heights[pile], 4 * heights[pile] + 4)
        if pile in rules.foundation_targets[card % 52]
    }
    return {p for p, column in enumerate(position.columns) if not wanted.isdisjoint(column)}


def _weigh_move(rules: Rules, position: Position, move: Move, digging_columns: set[int]) -> int:
    if move.source >= FIRST_CELL:
        is_king = rank_of(position.cells[move.source - FIRST_CELL]) == KING
        onto_card = bool(position.columns[move.target])
        return _ONTO_CARD_WEIGHT if onto_card or is_king else _INTO_EMPTY_WEIGHT
    weight = _INTO_CELL_WEIGHT
    if move.target < FIRST_CELL:
        column = position.columns[move.source]
        if get_run_length(rules, column) > move.count:
            weight = _BREAK_RUN_WEIGHT
        elif position.columns[move.target] or rank_of(column[-move.count]) == KING:
            weight = _ONTO_CARD_WEIGHT
        else:
            weight = _INTO_EMPTY_WEIGHT
    return weight * (_DIGGING_FACTOR if move.source in digging_columns else 1)


_DEFAULT_GRADE_LIMITS: Final = (110, 120, 130, 140)  # for games without measurement

# Tag, cells and house rules, as in game codes; measured as README.md describes.
_GRADE_LIMITS: Final[dict[str, tuple[int, ...]]] = {
    "BK-C4": (157, 165, 172, 179),
    "BK-C3": (159, 167, 173, 180),
    "BK-C2": (157, 164, 170, 177),
    "BK-C1": (153, 161, 167, 173),
    "KO-C4": (155, 162, 169, 176),
    "KO-C3": (152, 160, 166, 172),
    "KO-C2": (150, 157, 161, 166),
    "KO-C1": (136, 145, 149, 153),
    "BD-C0": (128, 142, 153, 167),
    "BD-C0E": (59, 66, 77, 88),
    "BD-C0G": (54, 59, 64, 79),
    "BD-C0EG": (52, 53, 55, 57),
    "GM-C0": (145, 158, 171, 185),
    "GM-C0E": (100, 122, 137, 156),
    "GM-C0G": (60, 73, 98, 119),
    "GM-C0EG": (53, 57, 62, 73),
    "SP-C0": (103, 115, 126, 137),
    "SP-C0E": (55, 60, 65, 75),
    "SP-C0G": (55, 59, 63, 70),
    "SP-C0EG": (52, 53, 55, 56),
}


def get_grade_limits(rules: Rules) -> tuple[int, ...]:
    """Return the highest difficulties of grades 1 to 4."""
    return _GRADE_LIMITS.get(
        f"{rules.variant.tag}-C{rules.cells}{rules.house_rules}", _DEFAULT_GRADE_LIMITS
    )


class DealMeasure(NamedTuple):
    """Figures of one winnable deal; playouts are summed over `PLAYOUTS_PER_DEAL`."""

    number: int
    states: int  # positions that the solver expanded
    moves: int  # of its solution
    cards_left: int  # not on foundations when playouts ended
    playouts_won: int

    @property
    def difficulty(self) -> int:
        """Four points per doubling of states, two per card left, one per two moves."""
        search_points = (self.states**4).bit_length() - 1
        return search_points + 2 * self.cards_left // PLAYOUTS_PER_DEAL + self.moves // 2


def make_bank_spec(rules: Rules) -> BankSpec:
    """Return the spec of the shipped banks of a game."""
    return BankSpec(rules, MAX_STATES_PER_DEAL, MAX_BYTES_PER_DEAL, get_grade_limits(rules))


def measure_deal(spec: BankSpec, number: int, solution: Solution) -> DealMeasure:
    """Measure a deal by its solution, which must win, and by playouts."""
    left_count, won_count = run_playouts(spec.rules, deal(spec.rules, number), number)
    return DealMeasure(number, solution.states, len(solution.moves), left_count, won_count)


def compute_grade(spec: BankSpec, measure: DealMeasure) -> int:
    """Return the grade: 1, the easiest, to 5."""
    return 1 + sum(measure.difficulty > limit for limit in spec.limits)


def solve_deal(spec: BankSpec, number: int) -> Solution:
    """Solve a deal; a solution counts only if its moves are legal and win."""
    start = deal(spec.rules, number)
    solution = solve(spec.rules, start, spec.max_states, spec.max_bytes)
    position = start
    for move in solution.moves:
        if why_not(spec.rules, position, move) is not None:
            break
        position = play(spec.rules, position, move)
    if solution.verdict is Verdict.WINNABLE and not is_won(position):
        return solution._replace(verdict=Verdict.UNKNOWN)
    return solution
