"""Measure, grades and their limits."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from engine.bank.bank import Terms
from engine.cards import KING, rank_of
from engine.deals import deal
from engine.movegen import legal_moves
from engine.position import CELL, EMPTY, HOME, Move, Position
from engine.rules import is_won, play, run_length, why_not
from engine.solver import Solution, Verdict, solve
from engine.solver.solution import looks
from engine.variants import Rules

PLAYOUTS: Final = 32
"""How often each deal is played."""

_MOST_MOVES: Final = 250
"""A player who has not won by then gives up."""
_ONTO_CARD: Final = 12
_INTO_EMPTY: Final = 2
_INTO_CELL: Final = 1
_RUN_LEFT: Final = 1
"""For a card that leaves the one it lies on in sequence."""
_DIGGING: Final = 3
"""How many times likelier a move is that takes cards off a wanted one."""


def cards_left(rules: Rules, start: Position, seed: int) -> tuple[int, int]:
    """How many cards are not at home when playouts end, all added up, and how many of them win.

    Equal calls give equal answers: chance comes from the seed, on every Python alike.
    """
    left = won = 0
    for index in range(PLAYOUTS):
        end = played_out(rules, start, Random(seed * PLAYOUTS + index))
        left += 52 - sum(end.foundations)
        won += is_won(end)
    return left, won


def played_out(rules: Rules, start: Position, chance: Random) -> Position:
    """The table at which one playout ends: won, stuck, or after too many moves."""
    position = start
    seen = {looks(start)}
    for _ in range(_MOST_MOVES):
        for move in _in_order_of_liking(rules, position, chance):
            after = play(rules, position, move)
            if looks(after) not in seen:
                seen.add(looks(after))
                position = after
                break
        else:
            break
    return position


def _in_order_of_liking(rules: Rules, position: Position, chance: Random) -> Iterator[Move]:
    """The moves that make sense, drawn one after the other; those home come first."""
    moves = _sensible(rules, position)
    home = [move for move in moves if move.target == HOME]
    yield from home[:1]
    digs = _digs(rules, position)
    weighed = [(_weight(rules, position, move, digs), move) for move in moves if move not in home]
    total = sum(weight for weight, _ in weighed)
    while total:
        drawn = int(chance.random() * total)
        for index, (weight, _) in enumerate(weighed):
            drawn -= weight
            if drawn < 0:
                total -= weight
                yield weighed.pop(index)[1]
                break


def _sensible(rules: Rules, position: Position) -> list[Move]:
    """Legal moves without those that differ from others by the place of a card only."""
    empty = next((pile for pile, column in enumerate(position.columns) if not column), None)
    cell = CELL + position.cells.find(EMPTY)
    targets = {cell, empty, HOME, *(p for p, column in enumerate(position.columns) if column)}
    return [
        move
        for move in legal_moves(rules, position)
        if move.source < HOME and move.target in targets and _moves_all(rules, position, move)
    ]


def _moves_all(rules: Rules, position: Position, move: Move) -> bool:
    """Whether an empty column gets a whole run, and not one that has a column of its own."""
    if move.target >= CELL or move.source >= CELL or position.columns[move.target]:
        return True
    column = position.columns[move.source]
    return len(column) > move.count and move.count == run_length(rules, column)


def _digs(rules: Rules, position: Position) -> set[int]:
    """The columns that hold a card which a foundation waits for."""
    heights = position.foundations
    wanted = {
        card
        for pile in range(4)
        for card in range(4 * heights[pile], 4 * heights[pile] + 4)
        if pile in rules.homes[card % 52]
    }
    return {p for p, column in enumerate(position.columns) if not wanted.isdisjoint(column)}


def _weight(rules: Rules, position: Position, move: Move, digs: set[int]) -> int:
    if move.source >= CELL:
        king = rank_of(position.cells[move.source - CELL]) == KING
        onto_card = bool(position.columns[move.target])
        return _ONTO_CARD if onto_card or king else _INTO_EMPTY
    weight = _INTO_CELL
    if move.target < CELL:
        column = position.columns[move.source]
        if run_length(rules, column) > move.count:
            weight = _RUN_LEFT
        elif position.columns[move.target] or rank_of(column[-move.count]) == KING:
            weight = _ONTO_CARD
        else:
            weight = _INTO_EMPTY
    return weight * (_DIGGING if move.source in digs else 1)


_ELSEWHERE: Final = (110, 120, 130, 140)
"""For a game that was never measured."""

_LIMITS: Final[dict[str, tuple[int, ...]]] = {
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
"""By the tag, the cells and the house rules, as game codes have them. See README.md."""


def limits_of(rules: Rules) -> tuple[int, ...]:
    """The highest difficulties of grades 1 to 4."""
    return _LIMITS.get(f"{rules.variant.tag}-C{rules.cells}{rules.house}", _ELSEWHERE)


MAX_STATES = 100_000
"""How many positions the solver looks at before a deal is left out."""
MAX_BYTES = 128_000_000
"""How much memory it takes before a deal is left out: what a small machine has."""


class Measure(NamedTuple):
    """What was met in one winnable deal."""

    number: int
    states: int
    """Positions that the solver looked at until it had a line."""
    moves: int
    """Moves of that line."""
    left: int
    """Cards not at home where sensible play ended, all playouts added up."""
    won: int
    """Playouts that won."""

    @property
    def difficulty(self) -> int:
        """The number that grades go by.

        Four for every doubling of the solver's positions, two for every card that sensible play
        leaves, one for every two moves of the line.
        """
        quarters = (self.states**4).bit_length() - 1
        return quarters + 2 * self.left // PLAYOUTS + self.moves // 2


def terms_for(rules: Rules) -> Terms:
    """The terms on which banks of a game are built."""
    return Terms(rules, MAX_STATES, MAX_BYTES, limits_of(rules))


def measure(terms: Terms, number: int, solution: Solution) -> Measure:
    """What is met in a deal that has this solution, a line that wins."""
    left, won = cards_left(terms.rules, deal(terms.rules, number), number)
    return Measure(number, solution.states, len(solution.moves), left, won)


def grade_of(terms: Terms, measure: Measure) -> int:
    """The grade, from 1, the easiest, to 5."""
    return 1 + sum(measure.difficulty > limit for limit in terms.limits)


def solved(terms: Terms, number: int) -> Solution:
    """What the solver says of a deal; a line counts only if the judge of moves lets it win."""
    start = deal(terms.rules, number)
    solution = solve(terms.rules, start, terms.max_states, terms.max_bytes)
    position = start
    for move in solution.moves:
        if why_not(terms.rules, position, move) is not None:
            break
        position = play(terms.rules, position, move)
    if solution.verdict is Verdict.WINNABLE and not is_won(position):
        return solution._replace(verdict=Verdict.UNKNOWN)
    return solution
