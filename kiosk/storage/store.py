"""Store: one durable line an action."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
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


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Store:
    """The saved games of one state directory; because of the disk no method ever raises.

    What cannot be written is owed: it counts as written, and is tried again with the next action.
    """

    def __init__(
        self, storage: OpenedDatabase, folder: Path, wall_clock: Callable[[], datetime]
    ) -> None:
        """Takes over an opened database; use `Store.open`."""
        self._storage = storage
        self._folder = folder
        self._wall_clock = wall_clock
        self._pending: list[Statement] = []
        self._warning: Message | None = None
        self._reported = storage.mode is not StorageMode.DISK
        self._current: SavedGame | None = None
        self._last_deal = self._last_sequence = 0

    @classmethod
    def open(
        cls, state_dir: Path, wall_clock: Callable[[], datetime] = _utc_now
    ) -> tuple[Self, list[Message]]:
        """The store of a directory, which is made where it is missing, and notices for the screen.

        Where nothing can be saved the notice says why, and the store keeps all in memory. What is
        damaged is set aside. `now` is the wall clock, which may be wrong.
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
        """Whether everything so far is on the disk."""
        return self._storage.mode is StorageMode.DISK and not self._pending

    def pop_warning(self) -> Message | None:
        """Why saving does not work any more, told once for each time that it begins."""
        warning, self._warning = self._warning, None
        return warning

    def begin_deal(self, code: str, undo_limit: int = UNDO_LIMIT) -> int:
        """Lays a new deal on the table; answers its number. The deal from before is kept."""
        self._last_deal += 1
        self._last_sequence += 1
        self._current = SavedGame(self._last_deal, code, undo_limit=undo_limit)
        created = self._wall_clock().isoformat(timespec="seconds")
        insert = (
            queries.INSERT_DEAL,
            (self._last_deal, code, created, undo_limit, self._last_sequence),
        )
        checkpoint(self._storage.database)
        self._write(insert, *queries.make_cleanup_statements())
        return self._last_deal

    def append_entry(self, entry: str, seconds: float, won: bool = False) -> None:
        """Keeps one entry of the deal on the table; if that can be, it is on the disk at return.

        Raises:
            ValueError: where no deal is on the table.
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
        """The solver has told something of the deal on the table; the first time is kept."""
        current = self._current
        if current is not None and not current.helped and not current.won:
            self._current = current._replace(helped=True)
            self._write((queries.SET_HELPED, (current.deal,)))

    def get_current(self) -> SavedGame | None:
        """The deal on the table."""
        return self._current

    def find_unfinished(self, code: str) -> SavedGame | None:
        """The latest deal of that code that is not won; the code as the engine writes it."""
        return self._read(lambda database: queries.select_unfinished(database, code), None)

    def find_resumable(self) -> SavedGame | None:
        """The latest deal that is not won, to be resumed: that on the table, else a played one."""
        return self._read(queries.select_resumable, None)

    def find_previous_unfinished(self) -> SavedGame | None:
        """The latest deal that was left unfinished for the one on the table."""
        return self._read(queries.select_previous_unfinished, None)

    def resume(self, saved_game: SavedGame, undo_limit: int | None = None) -> None:
        """Lays a kept deal on the table again, from now on with that limit of undo."""
        limit = saved_game.undo_limit if undo_limit is None else undo_limit
        is_current = self._current is not None and self._current.deal == saved_game.deal
        if is_current and limit == saved_game.undo_limit:
            return
        self._last_sequence += 1
        self._current = saved_game._replace(undo_limit=limit)
        self._write((queries.UPDATE_SEQUENCE, (self._last_sequence, limit, saved_game.deal)))

    def count_records(self) -> RecordCounts:
        """Deals played (from their first move on) and won (each at most once) for every game."""
        return self._read(queries.count_records, {})

    def list_results(self) -> tuple[DealResult, ...]:
        """Every deal that counts, in the order of dealing."""
        today = self._wall_clock().isoformat()[:10]
        return self._read(lambda database: queries.select_results(database, today), ())

    def get_ranked_win(self, rank: RankBy) -> RankedWin | None:
        """The place of the deal on the table among the wins of its kind, if it was won."""
        deal = self._current.deal if self._current else 0
        return self._read(lambda database: queries.select_ranked_win(database, deal, rank), None)

    def load_win(self, deal: int) -> SavedGame | None:
        """A won deal with its entries up to its first win; None where they are not kept."""
        return self._read(lambda database: queries.select_win(database, deal), None)

    def set_initials(self, initials: str) -> None:
        """The win on the table is this person's."""
        if self._current is not None:
            self._write((queries.SET_INITIALS, (initials, self._current.deal)))

    def erase_records(self) -> None:
        """Nothing counts any more; what can be resumed still can, and counts from then on."""
        if self._current is not None:
            self._current = self._current._replace(erased=True)
        self._write(*queries.make_erase_statements())

    def export_csv(self) -> str:
        """Every decided deal that counts, as CSV; see `exchange`."""
        # Start-up is dear, and hardly ever needs it.
        from kiosk.storage import csv_records

        return self._read(csv_records.export_csv, csv_records.HEADER_LINE)

    def import_csv(self, text: str) -> ImportResult:
        """Add the deals of a CSV that are not here yet, as if dealt before all that are.

        Raises:
            csv_records.BadFileError: naming the line, where it is no such file; nothing is added.
        """
        from kiosk.storage import csv_records

        rows = csv_records.parse_csv(text)
        none: list[Statement] = []
        statements = self._read(
            lambda database: csv_records.make_import_statements(database, rows), none
        )
        if statements:
            self._write(*statements)
        return csv_records.ImportResult(len(statements), len(rows) - len(statements))

    def get_setting(self, key: str) -> str | None:
        """What was set on the device under this key."""
        return self._read(lambda database: queries.select_setting(database, key), None)

    def get_settings(self) -> dict[str, str]:
        """Everything that was set on the device, by key."""
        return self._read(queries.select_settings, {})

    def set_setting(self, key: str, value: str | None) -> None:
        """Keeps what was set on the device; None clears it."""
        self._write(
            (queries.DELETE_SETTING, (key,))
            if value is None
            else (queries.SET_SETTING, (key, value))
        )

    def get_memory(self, key: str) -> str | None:
        """What the device has noted for itself under this key."""
        return self._read(lambda database: queries.select_memory(database, key), None)

    def set_memory(self, key: str, value: str | None) -> None:
        """Notes something that is no setting; None forgets it."""
        self._write(
            (queries.DELETE_MEMORY, (key,)) if value is None else (queries.SET_MEMORY, (key, value))
        )

    def list_dealt_codes(self, prefix: str) -> tuple[str, ...]:
        """The codes that begin so and were ever dealt, that dealt longest ago first."""
        return self._read(lambda database: queries.select_dealt_codes(database, prefix), ())

    def set_aside(self) -> list[Message]:
        """Puts away what was saved, because it makes no sense, and begins anew; answers notices."""
        self._storage.database.close()
        lock = self._storage.lock
        if lock is None:
            self._storage = open_in_memory(
                make_message("Nothing is saved: the saved game is damaged.")
            )
        else:
            self._storage = replace_damaged(self._folder / files.DATABASE_NAME, lock)
            if self._storage.lock is None:
                os.close(lock)
        self._pending.clear()
        self._reported = self._storage.mode is not StorageMode.DISK
        self._load_current()
        return [self._storage.notice] if self._storage.notice else []

    def close(self) -> None:
        """Writes what is owed if it can, and lets go of the directory."""
        if self._pending:
            self._write()
        self._storage.close()

    def _load_current(self) -> None:
        query = "SELECT max(0, coalesce(max(id), 0)), max(0, coalesce(max(laid), 0)) FROM deal"
        self._last_deal, self._last_sequence = self._storage.database.execute(query).fetchone()
        self._current = queries.select_current(self._storage.database)

    def _write(self, *statements: Statement) -> None:
        """Writes everything that is owed and these statements, all or nothing."""
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
            self._reported = False

    def _read(self, query: Callable[[sqlite3.Connection], Answer], default: Answer) -> Answer:
        """The answer with all that is owed counted in; `unknown` where there is none."""
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
        database = self._storage.database
        database.execute(begin)
        for statement in self._pending:
            database.execute(*statement)

    def _rollback(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._storage.database.in_transaction:
                self._storage.database.execute("ROLLBACK")

    def _report(self, warning: Message) -> None:
        if not self._reported:
            self._warning, self._reported = warning, True


class ResumedGame(NamedTuple):
    """A game to go on with, if there is one, its clock in seconds, and notices for the screen."""

    game: Game | None
    seconds: float
    notices: list[Message]


def replay_saved(saved_game: SavedGame, undo_limit: int) -> Game:
    """The game that the journal of a kept deal tells.

    Raises:
        ValueError: where its code or an entry cannot be.
    """
    rules, number = decode(saved_game.code)
    return Game.replay(rules, number, saved_game.entries, undo_limit)


def resume_saved_game(
    store: Store,
    undo_limit: int = UNDO_LIMIT,
    code: str | None = None,
    saved_game: SavedGame | None = None,
) -> ResumedGame:
    """The latest unfinished game, or that of a code, or just this, laid on the table again.

    One that cannot be replayed is damaged: the store sets it aside and begins anew.
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
