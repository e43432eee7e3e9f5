"""What a button would do on the table now, for the lights in buttons."""

from __future__ import annotations

from engine.game import Game
from engine.moves import CELL, HOME, Move
from engine.rules import why_not
from kiosk.actions import Action

ANY_TIME = (Action.NEW, Action.MENU, Action.RULES, Action.QUIT)


def able_on_table(game: Game, *, finish: bool) -> frozenset[Action]:
    """The actions that would bring something about; `finish`: whether that is offered."""
    goes = {
        Action.UNDO: game.undo_count > 0,
        Action.REDO: game.redo_count > 0,
        Action.RESTART: bool(game.line),
        Action.HINT: game.state == "playing",
        Action.HOME: _goes_home(game),
        Action.FINISH: finish,
    }
    return frozenset((*ANY_TIME, *(action for action, does in goes.items() if does)))


def _goes_home(game: Game) -> bool:
    """Whether any card on top may go home."""
    rules, position = game.rules, game.position
    piles = (*range(len(position.columns)), *range(CELL, CELL + len(position.cells)))
    return any(why_not(rules, position, Move(pile, HOME)) is None for pile in piles)
