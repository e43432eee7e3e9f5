"""The saved game as the command `state` shows it, without a change to anything that is saved."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from engine.game import Game, as_json
from engine.notation import board_text
from kiosk.storage import files, queries
from kiosk.storage.database import FAILURES, NewerError, copied
from kiosk.storage.queries import Records
from kiosk.storage.store import replayed

Answer = TypeVar("Answer")


class StateError(Exception):
    """A saved game that cannot be shown; the text is one line that says why."""


class Saved(NamedTuple):
    """The deal on the table, won or not, its clock in seconds, and the records of all games."""

    game: Game
    seconds: float
    records: Records


def saved(state_dir: Path) -> Saved | None:
    """What is saved in a state directory; None where nothing is. The game may be running.

    Raises:
        StateError: it is damaged, of a newer Bakehouse, or cannot be read.
    """
    return _looked_up(state_dir, _saved)


def records_csv(state_dir: Path) -> str | None:
    """The records of a state directory as CSV; None where there are none. The game may be running.

    Raises:
        StateError: see `saved`.
    """
    from kiosk.storage.csv_records import exported

    return _looked_up(state_dir, exported)


def _saved(database: sqlite3.Connection) -> Saved | None:
    kept = queries.on_table(database)
    if kept is None:
        return None
    return Saved(replayed(kept, kept.undo_limit), kept.seconds, queries.records(database))


def _looked_up(
    state_dir: Path, question: Callable[[sqlite3.Connection], Answer | None]
) -> Answer | None:
    """The answer of the database, of which a copy is asked; None where there is no database."""
    path = state_dir / files.DATABASE
    try:
        with contextlib.closing(copied(path)) as database:
            return question(database)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NewerError as error:
        raise StateError(f"{path} is of a newer Bakehouse") from error
    except OSError as error:
        raise StateError(f"{path} cannot be read: {error.strerror or error}") from error
    except FAILURES as error:
        raise StateError(f"{path} is damaged: {' '.join(str(error).split())}") from error


def state_report(state_dir: Path) -> dict[str, Any] | None:
    """What is saved as plain values for JSON; see `saved`."""
    found = saved(state_dir)
    if found is None:
        return None
    return {
        **as_json(found.game),
        "seconds": found.seconds,
        "undo": found.game.undo_count,
        "redo": found.game.redo_count,
        "records": found.records,
    }


def state_text(state_dir: Path) -> str | None:
    """What is saved as lines for people; see `saved`."""
    found = saved(state_dir)
    if found is None:
        return None
    game = found.game
    facts = {
        "code": game.code,
        "game": game.rules.variant.name,
        "score": "-" if game.score is None else game.score,
        "state": game.state,
        "moves": game.played,
        "seconds": round(found.seconds),
        "undo": game.undo_count,
        "redo": game.redo_count,
    }
    for key, counts in found.records.items():
        if counts["played"]:
            facts[key] = f"{counts['played']} played, {counts['won']} won"
    board = board_text(game.position, game.rules).rstrip("\n")
    return "\n".join([board, *(f"# {name}: {value}" for name, value in facts.items())])
