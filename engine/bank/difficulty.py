"""How hard a winnable deal is: one number from what the solver and a sensible player meet."""

from __future__ import annotations

from typing import NamedTuple

from engine.bank.bank import Terms
from engine.bank.limits import limits_of
from engine.bank.playouts import PLAYOUTS, cards_left
from engine.deals import deal
from engine.rules import is_won, play, why_not
from engine.solver import Solution, Verdict, solve
from engine.variants import Rules

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
