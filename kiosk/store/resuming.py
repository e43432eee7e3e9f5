"""A kept deal becomes a game again by replaying its journal."""

from __future__ import annotations

from typing import NamedTuple

from engine.codes import decode
from engine.game import UNDO_LIMIT, Game
from engine.phrases import Phrase
from kiosk.store.journal import Store
from kiosk.store.reading import Kept


class Resumed(NamedTuple):
    """A game to go on with, if there is one, its clock in seconds, and notices for the screen."""

    game: Game | None
    seconds: float
    notices: list[Phrase]


def replayed(kept: Kept, undo_limit: int) -> Game:
    """The game that the journal of a kept deal tells.

    Raises:
        ValueError: where its code or an entry cannot be.
    """
    rules, number = decode(kept.code)
    return Game.replay(rules, number, kept.entries, undo_limit)


def kept_game(
    store: Store,
    undo_limit: int = UNDO_LIMIT,
    code: str | None = None,
    kept: Kept | None = None,
) -> Resumed:
    """The latest unfinished game, or that of a code, or just this, laid on the table again.

    One that cannot be replayed is damaged: the store sets it aside and begins anew.
    """
    if kept is None:
        kept = store.unfinished() if code is None else store.find(code)
    if kept is None:
        return Resumed(None, 0.0, [])
    try:
        game = replayed(kept, undo_limit)
    except ValueError:
        return Resumed(None, 0.0, store.set_aside())
    store.resume(kept, undo_limit)
    return Resumed(game, kept.seconds, [])
