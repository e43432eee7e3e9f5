"""Known solutions and verdicts."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.game import Game
from engine.movegen import legal_moves
from engine.position import Move, Position
from engine.rules import is_won, play
from engine.solver import Hints, Verdict
from engine.solver.solution import Looks, looks
from engine.variants import Rules
from kiosk.effects import Advice, Effect, Rest, Think

FAR = 1000
"""So many moves back the last winnable position is looked for."""


class Next(NamedTuple):
    """The game can be won, beginning with this move."""

    move: Move


class Lost(NamedTuple):
    """The game cannot be won any more; so many moves back it could.

    `back` is 0 where no such position is known, and `sure` says whether all was looked through.
    """

    back: int
    sure: bool


class Undecided(NamedTuple):
    """The solver gave up, nobody knows; so many moves back it is known, or 0."""

    back: int


Outlook = Next | Lost | Undecided


class Counsel:
    """Steady advice for one game: who follows it wins, wherever they strayed in between."""

    def __init__(self, rules: Rules) -> None:
        """Nothing is known and nothing asked yet."""
        self._rules = rules
        self._hints = Hints(rules)
        self._lost: set[Looks] = set()
        self._past: set[Looks] = set()
        self._undecided: set[Looks] = set()
        self._asked: Game | None = None
        # A long game has a thousand positions, which are gone through after every move.
        self._seen: dict[Position, Looks] = {}
        self._last: tuple[Game, Outlook | None] | None = None

    def outlook(self, game: Game) -> Outlook | None:
        """What is known of the position on the table; None where that is nothing yet."""
        if self._last is None or self._last[0] is not game:
            self._last = game, self._outlook(game)
        return self._last[1]

    def _outlook(self, game: Game) -> Outlook | None:
        move = self._next_move(game.position)
        if move is not None:
            return Next(move)
        way = self._way(game)
        if not self._lost.isdisjoint(way):
            back = self._moves_back(game)
            first = way[-back] if back else way[0]
            return Lost(back, first in self._lost or first in self._past)
        return Undecided(self._moves_back(game)) if way[-1] in self._undecided else None

    def follow(self, game: Game) -> list[Effect]:
        """The game is here now: ask where something is missing, else let the solver rest."""
        if game.state == "won" or _is_settled(self.outlook(game)):
            asked, self._asked = self._asked, None
            return [Rest()] if asked is not None else []
        if self._asked is game:
            return []
        self._asked = game
        return [Think(game, self._moves_back(game) or len(self._way(game)) - 1)]

    def line(self, game: Game) -> list[Move]:
        """All moves of a way to win from the position on the table; none where none is known."""
        return self._hints.line(game.position) if self._next_move(game.position) else []

    def learn(self, advice: Advice) -> None:
        """Remember the answer to what was asked last."""
        game = self._asked
        if game is None:
            return
        self._last = None
        here = self._way(game)[-1]
        if advice.moves:
            self._hints.learn(game.steps[game.at - advice.back].position, advice.moves)
        if advice.verdict is Verdict.LOST:
            self._lost.add(here)
        if advice.last:
            self._asked = None
            if here in self._lost:
                back = self._moves_back(game)
                self._past.update(self._way(game)[-back:])
            elif advice.verdict is Verdict.UNKNOWN:
                self._undecided.add(here)

    def _next_move(self, position: Position) -> Move | None:
        """The next move of a known line, or one that leads onto such a line."""
        if is_won(position):
            return None
        move = self._hints.next_move(position)
        if move is None and self._joins(position):
            move = self._hints.next_move(position)
        return move

    def _joins(self, position: Position) -> bool:
        """Whether one move leads onto a known line; it is then part of it."""
        ways = []
        for move in legal_moves(self._rules, position):
            after = play(self._rules, position, move)
            left = 0 if is_won(after) else self._hints.moves_left(after)
            if left is not None:
                ways.append((left, move, after))
        if not ways:
            return False
        _, move, after = min(ways)
        self._hints.learn(position, [move, *self._hints.line(after)])
        return True

    def _moves_back(self, game: Game) -> int:
        """How many moves ago the game was last known to be winnable; 0 where it never was."""
        way = self._way(game)
        return next((n for n in range(1, len(way)) if self._hints.knows(way[-1 - n])), 0)

    def _way(self, game: Game) -> list[Looks]:
        """The positions from the deal, or the last restart, to the one on the table."""
        first, seen = game.at, self._seen
        while game.steps[first].move is not None and game.at - first < FAR:
            first -= 1
        positions = [step.position for step in game.steps[first : game.at + 1]]
        for position in positions:
            if position not in seen:
                seen[position] = looks(position)
        return [seen[position] for position in positions]


def _is_settled(outlook: Outlook | None) -> bool:
    """Whether there is nothing left to ask."""
    return outlook is not None and not (isinstance(outlook, Lost) and not outlook.sure)


class Odds(Enum):
    """Told apart by shape alone; the values are the icons."""

    WINNABLE = "confirm"
    LOST = "close"
    UNKNOWN = "unknown"
