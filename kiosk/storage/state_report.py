"""Read-only report of a saved game, for the command `state`."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from engine.game import Game, game_to_dict
from engine.notation import format_board
from kiosk.storage import files, queries
from kiosk.storage.database import DATABASE_ERRORS, NewerError, copy_to_memory
from kiosk.storage.queries import RecordCounts
from kiosk.storage.store import replay_saved

Answer = TypeVar("Answer")


class StateError(Exception):
    """A saved game cannot be read; the text is one line."""


class SavedState(NamedTuple):
    """The current deal, won or not, its clock in seconds, and the records of all games."""

    game: Game
    seconds: float
    records: RecordCounts


def load_state(state_dir: Path) -> SavedState | None:
    """Load what is saved in a state directory, even while the game runs; None if nothing is.

    Raises:
        StateError: It is damaged, written by a newer Bakehouse, or unreadable.
    """
    return _query_copy(state_dir, _read_state)


def export_records_csv(state_dir: Path) -> str | None:
    """Return the records of a state directory as CSV; see `load_state`."""
    from kiosk.storage.csv_records import export_csv

    return _query_copy(state_dir, export_csv)


def _read_state(database: sqlite3.Connection) -> SavedState | None:
    saved_game = queries.select_current(database)
    if saved_game is None:
        return None
    game = replay_saved(saved_game, saved_game.undo_limit)
    return SavedState(game, saved_game.seconds, queries.count_records(database))


def _query_copy(
    state_dir: Path, query: Callable[[sqlite3.Connection], Answer | None]
) -> Answer | None:
    path = state_dir / files.DATABASE_NAME
    try:
        with contextlib.closing(copy_to_memory(path)) as database:
            return query(database)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NewerError as error:
        raise StateError(f"{path} is of a newer Bakehouse") from error
    except OSError as error:
        raise StateError(f"{path} cannot be read: {error.strerror or error}") from error
    except DATABASE_ERRORS as error:
        raise StateError(f"{path} is damaged: {' '.join(str(error).split())}") from error


def build_state_report(state_dir: Path) -> dict[str, Any] | None:
    """Return what is saved as plain values for JSON; see `load_state`."""
    state = load_state(state_dir)
    if state is None:
        return None
    return {
        **game_to_dict(state.game),
        "seconds": state.seconds,
        "undo": state.game.undo_count,
        "redo": state.game.redo_count,
        "records": state.records,
    }


def format_state(state_dir: Path) -> str | None:
    """Return what is saved as lines for people; see `load_state`."""
    state = load_state(state_dir)
    if state is None:
        return None
    game = state.game
    facts = {
        "code": game.code,
        "game": game.rules.variant.name,
        "score": "-" if game.score is None else game.score,
        "state": game.state,
        "moves": game.moves_played,
        "seconds": round(state.seconds),
        "undo": game.undo_count,
        "redo": game.redo_count,
    }
    for key, counts in state.records.items():
        if counts["played"]:
            facts[key] = f"{counts['played']} played, {counts['won']} won"
    board = format_board(game.position, game.rules).rstrip("\n")
    return "\n".join([board, *(f"# {name}: {value}" for name, value in facts.items())])
