"""Saved games: every action is durable on disk when its method returns."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from engine.codes import decode
from engine.game import UNDO_LIMIT, Game
from engine.messages import Message, make_message
from kiosk.stats import DealResult, RankBy, RankedWin
from kiosk.storage import files, queries
from kiosk.storage.database import DATABASE_ERRORS, checkpoint
from kiosk.storage.queries import RecordCounts, SavedGame, Statement
from kiosk.storage.recovery import (
    OpenedDatabase,
    StorageMode,
    open_in_memory,
    open_or_recover,
    replace_damaged,
    retry_open,
)

if TYPE_CHECKING:
    from kiosk.storage.csv_records import ImportResult

Answer = TypeVar("Answer")
UTC_CLOCK = partial(datetime.now, UTC)


class Store:
    """Saved games of one state directory. No method raises because of the disk.

    Statements that cannot be written stay pending: they count as written, and are retried with
    the next action.
    """

    def __init__(
        self, storage: OpenedDatabase, folder: Path, wall_clock: Callable[[], datetime]
    ) -> None:
        self._storage, self._folder, self._wall_clock = storage, folder, wall_clock
        self._pending: list[Statement] = []
        self._warning: Message | None = None
        self._has_reported = storage.mode is not StorageMode.DISK
        self._current: SavedGame | None = None
        self._last_deal = self._last_sequence = 0

    @classmethod
    def open(
        cls, state_dir: Path, wall_clock: Callable[[], datetime] = UTC_CLOCK
    ) -> tuple[Self, list[Message]]:
        """Open the store of a directory, which is created if missing; return it with notices.

        If nothing can be saved, a notice says why and the store keeps everything in memory. A
        damaged database is set aside. The wall clock may be wrong.
        """
        storage = open_or_recover(state_dir)
        store = cls(storage, state_dir, wall_clock)
        notices = [storage.notice] if storage.notice else []
        try:
            store._load_current()
        except DATABASE_ERRORS:
            notices += store.set_aside()
        return store, notices

    @property
    def is_saved(self) -> bool:
        """True if everything so far is on disk."""
        return self._storage.mode is StorageMode.DISK and not self._pending

    def pop_warning(self) -> Message | None:
        """Return the reason once when saving begins to fail, else None."""
        warning, self._warning = self._warning, None
        return warning

    def begin_deal(self, code: str, undo_limit: int = UNDO_LIMIT) -> int:
        """Save a new deal and make it the current one; return its number."""
        self._last_deal += 1
        self._last_sequence += 1
        self._current = SavedGame(self._last_deal, code, undo_limit=undo_limit)
        created = self._wall_clock().isoformat(timespec="seconds")
        values = (self._last_deal, code, created, undo_limit, self._last_sequence)
        checkpoint(self._storage.database)
        self._write((queries.INSERT_DEAL, values), *queries.make_cleanup_statements())
        return self._last_deal

    def append_entry(self, entry: str, seconds: float, won: bool = False) -> None:
        """Save one entry of the current deal, with the game clock.

        Raises:
            ValueError: There is no current deal.
        """
        current = self._current
        if current is None:
            raise ValueError("no deal is on the table")
        entries = (*current.entries, entry)
        updated = current._replace(entries=entries, seconds=seconds, won=current.won or won)
        statements: list[Statement] = [
            (queries.INSERT_ENTRY, (current.deal, len(entries), entry, seconds, int(won)))
        ]
        if won and not current.won:
            statements.append(queries.make_win_statement(updated))
        if current.erased and not current.won:
            updated = updated._replace(erased=False)
            statements.append((queries.CLEAR_ERASED, (current.deal,)))
        self._current = updated
        self._write(*statements)

    def mark_helped(self) -> None:
        """Record that the solver has helped with the current deal before its first win."""
        current = self._current
        if current is not None and not current.helped and not current.won:
            self._current = current._replace(helped=True)
            self._write((queries.SET_HELPED, (current.deal,)))

    def get_current(self) -> SavedGame | None:
        """Return the current deal."""
        return self._current

    def find_unfinished(self, code: str) -> SavedGame | None:
        """Return the latest unfinished deal of a canonical game code."""
        condition = queries.IS_UNFINISHED_CODE
        return self._read(lambda database: queries.select_latest(database, condition, code), None)

    def find_resumable(self) -> SavedGame | None:
        """Return the latest unfinished deal: the current one, or one with a move."""
        return self._read(partial(queries.select_latest, condition=queries.IS_RESUMABLE), None)

    def find_previous_unfinished(self) -> SavedGame | None:
        """Return the latest deal that was left unfinished for the current one."""
        condition = queries.IS_PREVIOUS_UNFINISHED
        return self._read(partial(queries.select_latest, condition=condition), None)

    def resume(self, saved_game: SavedGame, undo_limit: int | None = None) -> None:
        """Make a saved deal the current one, with its own or a new undo limit."""
        limit = saved_game.undo_limit if undo_limit is None else undo_limit
        is_current = self._current is not None and self._current.deal == saved_game.deal
        if is_current and limit == saved_game.undo_limit:
            return
        self._last_sequence += 1
        self._current = saved_game._replace(undo_limit=limit)
        self._write((queries.UPDATE_SEQUENCE, (self._last_sequence, limit, saved_game.deal)))

    def count_records(self) -> RecordCounts:
        """Count the deals played and won, for every game."""
        return self._read(queries.count_records, {})

    def list_results(self) -> tuple[DealResult, ...]:
        """Return all deals that count, in the order of dealing."""
        today = self._wall_clock().isoformat()[:10]
        return self._read(lambda database: queries.select_results(database, today), ())

    def get_ranked_win(self, rank: RankBy) -> RankedWin | None:
        """Return the rank of the current deal among the wins of its game, if it was won."""
        deal = self._current.deal if self._current else 0
        return self._read(lambda database: queries.select_ranked_win(database, deal, rank), None)

    def load_win(self, deal: int) -> SavedGame | None:
        """Return a won deal with its entries up to the first win; None if they were dropped."""
        return self._read(lambda database: queries.select_win(database, deal), None)

    def set_initials(self, initials: str) -> None:
        """Sign the win of the current deal."""
        if self._current is not None:
            self._write((queries.SET_INITIALS, (initials, self._current.deal)))

    def erase_records(self) -> None:
        """Erase all records; an unfinished deal counts again from its next entry."""
        if self._current is not None:
            self._current = self._current._replace(erased=True)
        self._write(*queries.ERASE_STATEMENTS)

    def export_csv(self) -> str:
        """Return the records as CSV; see `csv_records`."""
        from kiosk.storage import csv_records  # Rarely needed, and slow to load.

        return self._read(csv_records.export_csv, csv_records.HEADER_LINE)

    def import_csv(self, text: str) -> ImportResult:
        """Add the deals of a CSV file that are new, as if dealt before all others.

        Raises:
            csv_records.RecordsFileError: The file is malformed; nothing is added.
        """
        from kiosk.storage import csv_records

        rows = csv_records.parse_csv(text)
        make_statements = partial(csv_records.make_import_statements, rows=rows)
        statements: list[Statement] = self._read(make_statements, [])
        if statements:
            self._write(*statements)
        return csv_records.ImportResult(len(statements), len(rows) - len(statements))

    def get_setting(self, key: str) -> str | None:
        """Return a setting made on the device."""
        return self._read(lambda database: queries.select_value(database, "setting", key), None)

    def get_settings(self) -> dict[str, str]:
        """Return all settings made on the device, by key."""
        return self._read(queries.select_settings, {})

    def set_setting(self, key: str, value: str | None) -> None:
        """Save a setting made on the device; None deletes it."""
        self._write(queries.make_value_statement("setting", key, value))

    def get_memory(self, key: str) -> str | None:
        """Return a value that the device remembers and that is no setting."""
        return self._read(lambda database: queries.select_value(database, "memory", key), None)

    def set_memory(self, key: str, value: str | None) -> None:
        """Save a value that is no setting; None deletes it."""
        self._write(queries.make_value_statement("memory", key, value))

    def list_dealt_codes(self, prefix: str) -> tuple[str, ...]:
        """Return the dealt codes with a prefix, the one dealt longest ago first."""
        return self._read(lambda database: queries.select_dealt_codes(database, prefix), ())

    def set_aside(self) -> list[Message]:
        """Rename the damaged database and begin a new one; return notices."""
        self._storage.database.close()
        lock = self._storage.lock
        if lock is None:
            notice = make_message("Nothing is saved: the saved game is damaged.")
            self._storage = open_in_memory(notice)
        else:
            self._storage = replace_damaged(self._folder / files.DATABASE_NAME, lock)
            if self._storage.lock is None:
                os.close(lock)
        self._pending.clear()
        self._has_reported = self._storage.mode is not StorageMode.DISK
        self._load_current()
        return [self._storage.notice] if self._storage.notice else []

    def close(self) -> None:
        """Write what is pending, if possible, and release the directory."""
        if self._pending:
            self._write()
        self._storage.close()

    def _load_current(self) -> None:
        query = "SELECT max(0, coalesce(max(id), 0)), max(0, coalesce(max(laid), 0)) FROM deal"
        self._last_deal, self._last_sequence = self._storage.database.execute(query).fetchone()
        self._current = queries.select_current(self._storage.database)

    def _write(self, *statements: Statement) -> None:
        self._pending.extend(statements)
        if self._storage.mode is StorageMode.WAITING and (storage := retry_open(self._folder)):
            self._storage.close()
            self._storage = storage
        if self._storage.mode is StorageMode.WAITING:
            return
        try:
            self._execute_pending("BEGIN IMMEDIATE")
            self._storage.database.execute("COMMIT")
        except sqlite3.Error as error:
            self._rollback()
            warning = make_message(
                "Saving does not work: {cause}. It is tried again with every move.",
                cause=str(error),
            )
            self._report(warning)
        else:
            self._pending.clear()
            self._has_reported = False

    def _read(self, query: Callable[[sqlite3.Connection], Answer], default: Answer) -> Answer:
        """Return the result of a query that sees the pending statements as written."""
        try:
            if self._pending:
                self._execute_pending("BEGIN")
            return query(self._storage.database)
        except DATABASE_ERRORS as error:
            self._report(make_message("The saved games cannot be read: {cause}.", cause=str(error)))
            return default
        finally:
            self._rollback()

    def _execute_pending(self, begin: str) -> None:
        self._storage.database.execute(begin)
        for statement in self._pending:
            self._storage.database.execute(*statement)

    def _rollback(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._storage.database.in_transaction:
                self._storage.database.execute("ROLLBACK")

    def _report(self, warning: Message) -> None:
        if not self._has_reported:
            self._warning, self._has_reported = warning, True


class ResumedGame(NamedTuple):
    """A resumed game, if there is one, its clock in seconds, and notices for the screen."""

    game: Game | None
    seconds: float
    notices: list[Message]


def replay_saved(saved_game: SavedGame, undo_limit: int) -> Game:
    """Replay the journal of a saved deal.

    Raises:
        ValueError: The code or an entry is invalid.
    """
    rules, number = decode(saved_game.code)
    return Game.replay(rules, number, saved_game.entries, undo_limit)


def resume_saved_game(
    store: Store,
    undo_limit: int = UNDO_LIMIT,
    code: str | None = None,
    saved_game: SavedGame | None = None,
) -> ResumedGame:
    """Resume a saved game, else the latest unfinished one of a code, else the latest of all.

    A game that cannot be replayed is damaged: the store sets it aside and begins anew.
    """
    if saved_game is None:
        saved_game = store.find_resumable() if code is None else store.find_unfinished(code)
    if saved_game is None:
        return ResumedGame(None, 0.0, [])
    try:
        game = replay_saved(saved_game, undo_limit)
    except ValueError:
        return ResumedGame(None, 0.0, store.set_aside())
    store.resume(saved_game, undo_limit)
    return ResumedGame(game, saved_game.seconds, [])
