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
from engine.messages import Phrase, phrase
from kiosk.stats import Rank, Result, Standing
from kiosk.storage import files, queries
from kiosk.storage.database import FAILURES, settle
from kiosk.storage.queries import Kept, Records, Statement
from kiosk.storage.recovery import Keeping, Opened, in_memory, opened, reached, renewed

if TYPE_CHECKING:
    from kiosk.storage.csv_records import TakenIn

Answer = TypeVar("Answer")


def _clock() -> datetime:
    return datetime.now(UTC)


class Store:
    """The saved games of one state directory; because of the disk no method ever raises.

    What cannot be written is owed: it counts as written, and is tried again with the next action.
    """

    def __init__(self, found: Opened, folder: Path, now: Callable[[], datetime]) -> None:
        """Takes over an opened database; use `Store.open`."""
        self._opened = found
        self._folder = folder
        self._now = now
        self._owed: list[Statement] = []
        self._trouble: Phrase | None = None
        self._told = found.keeping is not Keeping.DISK
        self._table: Kept | None = None
        self._deals = self._laid = 0

    @classmethod
    def open(
        cls, state_dir: Path, now: Callable[[], datetime] = _clock
    ) -> tuple[Self, list[Phrase]]:
        """The store of a directory, which is made where it is missing, and notices for the screen.

        Where nothing can be saved the notice says why, and the store keeps all in memory. What is
        damaged is set aside. `now` is the wall clock, which may be wrong.
        """
        found = opened(state_dir)
        store = cls(found, state_dir, now)
        notices = [found.notice] if found.notice else []
        try:
            store._look()
        except FAILURES:
            notices += store.set_aside()
        return store, notices

    @property
    def saving(self) -> bool:
        """Whether everything so far is on the disk."""
        return self._opened.keeping is Keeping.DISK and not self._owed

    def trouble(self) -> Phrase | None:
        """Why saving does not work any more, told once for each time that it begins."""
        text, self._trouble = self._trouble, None
        return text

    def begin(self, code: str, undo_limit: int = UNDO_LIMIT) -> int:
        """Lays a new deal on the table; answers its number. The deal from before is kept."""
        self._deals += 1
        self._laid += 1
        self._table = Kept(self._deals, code, undo_limit=undo_limit)
        created = self._now().isoformat(timespec="seconds")
        lay = queries.LAY, (self._deals, code, created, undo_limit, self._laid)
        settle(self._opened.database)
        self._write(lay, *queries.forgetting())
        return self._deals

    def append(self, entry: str, seconds: float, won: bool = False) -> None:
        """Keeps one entry of the deal on the table; if that can be, it is on the disk at return.

        Raises:
            ValueError: where no deal is on the table.
        """
        table = self._table
        if table is None:
            raise ValueError("no deal is on the table")
        entries = (*table.entries, entry)
        kept = table._replace(entries=entries, seconds=seconds, won=table.won or won)
        statements: list[Statement] = [
            (queries.ENTER, (table.deal, len(entries), entry, seconds, int(won)))
        ]
        if won and not table.won:
            statements.append(queries.won(kept))
        if table.erased and not table.won:
            kept = kept._replace(erased=False)
            statements.append((queries.COUNT, (table.deal,)))
        self._table = kept
        self._write(*statements)

    def helped(self) -> None:
        """The solver has told something of the deal on the table; the first time is kept."""
        table = self._table
        if table is not None and not table.helped and not table.won:
            self._table = table._replace(helped=True)
            self._write((queries.HELP, (table.deal,)))

    def current(self) -> Kept | None:
        """The deal on the table."""
        return self._table

    def find(self, code: str) -> Kept | None:
        """The latest deal of that code that is not won; the code as the engine writes it."""
        return self._read(lambda database: queries.unfinished(database, code), None)

    def unfinished(self) -> Kept | None:
        """The latest deal that is not won, to be resumed: that on the table, else a played one."""
        return self._read(queries.to_resume, None)

    def left(self) -> Kept | None:
        """The latest deal that was left unfinished for the one on the table."""
        return self._read(queries.left, None)

    def resume(self, kept: Kept, undo_limit: int | None = None) -> None:
        """Lays a kept deal on the table again, from now on with that limit of undo."""
        limit = kept.undo_limit if undo_limit is None else undo_limit
        there = self._table is not None and self._table.deal == kept.deal
        if there and limit == kept.undo_limit:
            return
        self._laid += 1
        self._table = kept._replace(undo_limit=limit)
        self._write((queries.RELAY, (self._laid, limit, kept.deal)))

    def records(self) -> Records:
        """Deals played (from their first move on) and won (each at most once) for every game."""
        return self._read(queries.records, {})

    def results(self) -> tuple[Result, ...]:
        """Every deal that counts, in the order of dealing."""
        today = self._now().isoformat()[:10]
        return self._read(lambda database: queries.results(database, today), ())

    def standing(self, rank: Rank) -> Standing | None:
        """The place of the deal on the table among the wins of its kind, if it was won."""
        deal = self._table.deal if self._table else 0
        return self._read(lambda database: queries.standing(database, deal, rank), None)

    def winning(self, deal: int) -> Kept | None:
        """A won deal with its entries up to its first win; None where they are not kept."""
        return self._read(lambda database: queries.winning(database, deal), None)

    def sign(self, initials: str) -> None:
        """The win on the table is this person's."""
        if self._table is not None:
            self._write((queries.SIGN, (initials, self._table.deal)))

    def erase(self) -> None:
        """Nothing counts any more; what can be resumed still can, and counts from then on."""
        if self._table is not None:
            self._table = self._table._replace(erased=True)
        self._write(*queries.erasing())

    def exported(self) -> str:
        """Every decided deal that counts, as CSV; see `exchange`."""
        # Start-up is dear, and hardly ever needs it.
        from kiosk.storage import csv_records

        return self._read(csv_records.exported, csv_records.HEAD)

    def take_in(self, text: str) -> TakenIn:
        """Add the deals of a CSV that are not here yet, as if dealt before all that are.

        Raises:
            csv_records.BadFileError: naming the line, where it is no such file; nothing is added.
        """
        from kiosk.storage import csv_records

        rows = csv_records.rows(text)
        none: list[Statement] = []
        statements = self._read(lambda database: csv_records.new(database, rows), none)
        if statements:
            self._write(*statements)
        return csv_records.TakenIn(len(statements), len(rows) - len(statements))

    def setting(self, key: str) -> str | None:
        """What was set on the device under this key."""
        return self._read(lambda database: queries.setting(database, key), None)

    def settings(self) -> dict[str, str]:
        """Everything that was set on the device, by key."""
        return self._read(queries.settings, {})

    def keep_setting(self, key: str, value: str | None) -> None:
        """Keeps what was set on the device; None clears it."""
        self._write((queries.CLEAR, (key,)) if value is None else (queries.SET, (key, value)))

    def memory(self, key: str) -> str | None:
        """What the device has noted for itself under this key."""
        return self._read(lambda database: queries.memory(database, key), None)

    def remember(self, key: str, value: str | None) -> None:
        """Notes something that is no setting; None forgets it."""
        self._write((queries.FORGET, (key,)) if value is None else (queries.NOTE, (key, value)))

    def dealt(self, prefix: str) -> tuple[str, ...]:
        """The codes that begin so and were ever dealt, that dealt longest ago first."""
        return self._read(lambda database: queries.dealt(database, prefix), ())

    def set_aside(self) -> list[Phrase]:
        """Puts away what was saved, because it makes no sense, and begins anew; answers notices."""
        self._opened.database.close()
        lock = self._opened.lock
        if lock is None:
            self._opened = in_memory(phrase("Nothing is saved: the saved game is damaged."))
        else:
            self._opened = renewed(self._folder / files.DATABASE, lock)
            if self._opened.lock is None:
                os.close(lock)
        self._owed.clear()
        self._told = self._opened.keeping is not Keeping.DISK
        self._look()
        return [self._opened.notice] if self._opened.notice else []

    def close(self) -> None:
        """Writes what is owed if it can, and lets go of the directory."""
        if self._owed:
            self._write()
        self._opened.close()

    def _look(self) -> None:
        query = "SELECT max(0, coalesce(max(id), 0)), max(0, coalesce(max(laid), 0)) FROM deal"
        self._deals, self._laid = self._opened.database.execute(query).fetchone()
        self._table = queries.on_table(self._opened.database)

    def _write(self, *statements: Statement) -> None:
        """Writes everything that is owed and these statements, all or nothing."""
        self._owed.extend(statements)
        if self._opened.keeping is Keeping.WAITING and (found := reached(self._folder)):
            self._opened.close()
            self._opened = found
        if self._opened.keeping is Keeping.WAITING:
            return
        try:
            self._pay("BEGIN IMMEDIATE")
            self._opened.database.execute("COMMIT")
        except sqlite3.Error as error:
            self._take_back()
            told = phrase(
                "Saving does not work: {cause}. It is tried again with every move.",
                cause=str(error),
            )
            self._tell(told)
        else:
            self._owed.clear()
            self._told = False

    def _read(self, question: Callable[[sqlite3.Connection], Answer], unknown: Answer) -> Answer:
        """The answer with all that is owed counted in; `unknown` where there is none."""
        try:
            if self._owed:
                self._pay("BEGIN")
            return question(self._opened.database)
        except FAILURES as error:
            self._tell(phrase("The saved games cannot be read: {cause}.", cause=str(error)))
            return unknown
        finally:
            self._take_back()

    def _pay(self, begin: str) -> None:
        database = self._opened.database
        database.execute(begin)
        for statement in self._owed:
            database.execute(*statement)

    def _take_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._opened.database.in_transaction:
                self._opened.database.execute("ROLLBACK")

    def _tell(self, told: Phrase) -> None:
        if not self._told:
            self._trouble, self._told = told, True


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
