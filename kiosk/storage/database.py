"""The SQLite database of saved games: tables, migrations, integrity checks."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from kiosk.storage import files

MIGRATIONS = (
    """
    CREATE TABLE deal (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL,
        created TEXT NOT NULL,
        undo_limit INTEGER NOT NULL CHECK (undo_limit >= 0),
        state TEXT NOT NULL CHECK (state IN ('open', 'won')),
        laid INTEGER NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE entry (
        deal_id INTEGER NOT NULL REFERENCES deal (id),
        seq INTEGER NOT NULL CHECK (seq > 0),
        text TEXT NOT NULL,
        seconds REAL NOT NULL,
        won INTEGER NOT NULL CHECK (won IN (0, 1)),
        PRIMARY KEY (deal_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE memory (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE deal ADD COLUMN uid TEXT NOT NULL DEFAULT '';
    ALTER TABLE deal ADD COLUMN seconds REAL;
    ALTER TABLE deal ADD COLUMN moves INTEGER;
    ALTER TABLE deal ADD COLUMN helped INTEGER NOT NULL DEFAULT 0 CHECK (helped IN (0, 1));
    ALTER TABLE deal ADD COLUMN initials TEXT NOT NULL DEFAULT '';
    ALTER TABLE deal ADD COLUMN recorded INTEGER NOT NULL DEFAULT 1 CHECK (recorded IN (0, 1));
    ALTER TABLE deal ADD COLUMN erased INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1));
    UPDATE deal SET uid = 'd' || lower(hex(randomblob(8)));
    UPDATE deal SET seconds = (
        SELECT seconds FROM entry WHERE deal_id = deal.id AND won = 1 ORDER BY seq LIMIT 1
    ) WHERE state = 'won';
    UPDATE deal SET moves = (
        SELECT count(*) FROM entry WHERE deal_id = deal.id AND text LIKE '%-%' AND seq <= (
            SELECT min(seq) FROM entry AS win WHERE win.deal_id = deal.id AND win.won = 1
        )
    ) WHERE state = 'won';
    CREATE UNIQUE INDEX deal_uid ON deal (uid);
    CREATE INDEX deal_recorded ON deal (state, laid) WHERE recorded = 1;
    CREATE TRIGGER unrecorded AFTER UPDATE OF recorded ON deal WHEN NEW.recorded = 0 BEGIN
        DELETE FROM entry WHERE deal_id = NEW.id;
        DELETE FROM deal WHERE id = NEW.id AND NEW.moves = 0;
    END;
    """,
)
"""Scripts from each version of the tables to the next one, the first from nothing.

A deal's `created` is the wall clock in UTC and may be wrong: nothing is ordered by it. The current
deal is the one with the highest `laid`. A won deal keeps the `state` won. An entry's `won` means
that it won the game; its `seconds` are the game clock. A `setting` was made on the device and
overrides the files; a `memory` is any other value that the device remembers.

Since version 3: a deal's `uid` is unique among all machines. `seconds` and `moves` (including
undone ones) belong to its first win; for a deal without a win they are set when its entries are
dropped. `recorded` means that the entries are kept, `erased` that the deal does not count. Imported
deals have an `id` and a `laid` below 1.
"""
VERSION = len(MIGRATIONS)
BUSY_WAIT_SECONDS = 1.0
"""Time to wait for another program's lock on the database."""
MAX_WAL_PAGES = 128
"""Log pages (of 4 KiB, one per move) before a checkpoint.

SQLite's default of 1000 would fill a small file system, of which the games need a hundredth.
"""
# The versions for writing and reading: 1, or 2 for WAL; see sqlite.org/fileformat2.html. SQLite
# opens a file with a higher version for writing, and fails only with the first move.
FORMAT_BYTES = slice(18, 20)
NEWEST_FORMAT = 2

_LOCKED_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNAVAILABLE_CODES = {
    *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY),
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN),
}


class UnusableError(Exception):
    """A database exists but cannot be used."""


class DamagedError(UnusableError):
    """The database is corrupt or inconsistent."""


class NewerError(UnusableError):
    """The database was written by a newer Bakehouse."""


class InUseError(UnusableError):
    """Another program holds the database."""


DATABASE_ERRORS = (OSError, ValueError, sqlite3.Error, UnusableError)
"""Exceptions caused by a bad disk; ValueError by texts that are no UTF-8."""


def open_database(path: Path) -> sqlite3.Connection:
    """Open a database, checked and writable; create it if it is missing.

    Raises:
        DamagedError, NewerError, InUseError: It cannot be used.
        sqlite3.Error, OSError: It cannot be read or written.
    """
    if files.has_orphaned_companions(path):
        raise DamagedError("the database is gone, but not what lay beside it")
    if not path.exists():
        _create(path)
    return _open_checked(path)


def create_in_memory() -> sqlite3.Connection:
    """Create a database in memory."""
    database = _connect(":memory:")
    _migrate(database)
    return database


def copy_to_memory(path: Path) -> sqlite3.Connection:
    """Return a copy in memory, without changing any file and without needing a lock.

    A process that has the database open must not call this: closing the file after reading would
    release SQLite's locks on it.

    Raises:
        FileNotFoundError: There is no database.
        DamagedError, NewerError: It cannot be used.
        sqlite3.Error, OSError: It cannot be read or copied.
    """
    if path.exists() and not path.is_file():
        raise DamagedError("the database is no file")
    import tempfile  # Rarely needed, and slow to load.

    # Memory spares the SD card; but not every service may write there.
    shared_memory = "/dev/shm"
    temp_folder = shared_memory if os.access(shared_memory, os.W_OK | os.X_OK) else None
    with tempfile.TemporaryDirectory(dir=temp_folder) as folder:
        copy = Path(folder) / path.name
        files.copy_database(path, copy)
        with contextlib.closing(_open_checked(copy)) as source:
            # A database in memory cannot be in WAL mode.
            source.execute("PRAGMA journal_mode = DELETE")
            memory = _connect(":memory:")
            source.backup(memory)
            return memory


def checkpoint(database: sqlite3.Connection) -> None:
    """Move the log into the tables; called between two games, so that moves rarely have to."""
    with contextlib.suppress(sqlite3.Error):
        database.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _connect(path: Path | str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_WAIT_SECONDS, isolation_level=None)


def _create(path: Path) -> None:
    # Under another name first, so that an unfinished one is never opened.
    new_path = path.with_name(path.name + ".new")
    files.remove_database(new_path)
    try:
        with contextlib.closing(_connect(new_path)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            _migrate(database)
        new_path.rename(path)
    except DATABASE_ERRORS:
        with contextlib.suppress(OSError):
            files.remove_database(new_path)
        raise
    files.sync_folder(path.parent)
    files.sync_folder(path.parent.parent)


def _open_checked(path: Path) -> sqlite3.Connection:
    if not path.is_file() or path.stat().st_size == 0:
        raise DamagedError("the database is empty or no file")
    with path.open("rb") as file:
        if max(file.read(FORMAT_BYTES.stop)[FORMAT_BYTES], default=0) > NEWEST_FORMAT:
            raise DamagedError("the database is of no known format")
    database = _connect(path)
    try:
        _check_and_migrate(database)
    except BaseException as error:
        # A signal can end the program while it waits for a slow card here.
        database.close()
        if isinstance(error, DATABASE_ERRORS):
            raise _classify_error(error) from error
        raise
    return database


def _check_and_migrate(database: sqlite3.Connection) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise NewerError(f"version {version} of the tables")
    if database.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise DamagedError("the database fails its check")
    if version == 0:
        raise DamagedError("the database is not one of Bakehouse")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute(f"PRAGMA wal_autocheckpoint = {MAX_WAL_PAGES}")
    _migrate(database)
    if database.execute("PRAGMA foreign_key_check").fetchone():
        raise DamagedError("moves without their deal")
    # Fail now, not with the first move, if nothing can be written.
    database.execute("BEGIN IMMEDIATE")
    database.execute("ROLLBACK")


def _migrate(database: sqlite3.Connection) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        database.executescript(f"BEGIN;{script};PRAGMA user_version = {number};COMMIT;")


def _classify_error(error: Exception) -> Exception:
    if isinstance(error, (OSError, UnusableError)):
        return error
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code & 0xFF in _LOCKED_CODES:
        return InUseError(str(error))
    if code & 0xFF in _UNAVAILABLE_CODES and code != sqlite3.SQLITE_IOERR_SHORT_READ:
        return error
    return DamagedError(str(error))
