"""Whatever the state directory is like, there is a database to play with, and a notice why."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from engine.messages import Phrase, phrase
from kiosk.storage import files, wal_check
from kiosk.storage.database import (
    FAILURES,
    DamagedError,
    InUseError,
    NewerError,
    connected,
    copied,
    emptied,
)

LACKING = phrase("A part of the saved game was damaged: the last moves may be missing.")


class Keeping(Enum):
    """Where what is written goes."""

    DISK = "disk"
    """Into the state directory."""
    WAITING = "waiting"
    """Nowhere yet: the database is a copy of what can be read but, so far, not written."""
    MEMORY = "memory"
    """Into memory, for good."""


class Opened(NamedTuple):
    """A database to play with."""

    database: sqlite3.Connection
    keeping: Keeping
    notice: Phrase | None = None
    lock: int | None = None

    def close(self) -> None:
        """Ends it; the lock last."""
        with contextlib.suppress(sqlite3.Error):
            self.database.close()
        if self.lock is not None:
            os.close(self.lock)


def opened(folder: Path) -> Opened:
    """The database in the folder, or one in memory with a notice that says why. Never raises."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = files.lock(folder)
    except BlockingIOError:
        return in_memory(
            phrase("Nothing is saved: another Bakehouse is using {folder}.", folder=str(folder))
        )
    except (OSError, ValueError) as error:
        return _waiting(folder, _cause(error))
    found = _locked(folder / files.DATABASE, lock)
    if found.lock is None:
        os.close(lock)
    return found


def reached(folder: Path) -> Opened | None:
    """The database in the folder, if it can be written by now and is whole."""
    lock = None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = files.lock(folder, patience=0)
        return Opened(connected(folder / files.DATABASE), Keeping.DISK, lock=lock)
    except FAILURES:
        if lock is not None:
            os.close(lock)
        return None


def _locked(path: Path, lock: int) -> Opened:
    try:
        ends = wal_check.ends(path)
        database = connected(path)
        return Opened(
            database, Keeping.DISK, LACKING if wal_check.lacks(database, ends) else None, lock
        )
    except DamagedError:
        return renewed(path, lock)
    except NewerError:
        return in_memory(
            phrase(
                "Nothing is saved: {file} is of a newer Bakehouse, and is left as it is.",
                file=str(path),
            )
        )
    except InUseError:
        return in_memory(
            phrase("Nothing is saved: another program is using {file}.", file=str(path))
        )
    except FAILURES as error:
        return _waiting(path.parent, _cause(error))


def renewed(path: Path, lock: int) -> Opened:
    """A new database in place of a damaged one, which is kept under another name."""
    try:
        aside = files.set_aside(path)
        notice = phrase(
            "The saved game was damaged. It is kept as {file}, and a new one is begun.",
            file=aside.name,
        )
        return Opened(connected(path), Keeping.DISK, notice, lock)
    except FAILURES as error:
        return in_memory(
            phrase(
                "Nothing is saved: the saved game is damaged and cannot be replaced ({cause}).",
                cause=_cause(error),
            )
        )


def _waiting(folder: Path, cause: str) -> Opened:
    """What was saved before can still be played on; what cannot be read is begun anew."""
    path = folder / files.DATABASE
    try:
        database = copied(path) if os.path.lexists(path) else emptied()
    except FAILURES:
        unusable = phrase(
            "Nothing is saved: {folder} cannot be used ({cause}).", folder=str(folder), cause=cause
        )
        return in_memory(unusable)
    unwritable = phrase(
        "Nothing is saved: {folder} cannot be written ({cause}).", folder=str(folder), cause=cause
    )
    return Opened(database, Keeping.WAITING, unwritable)


def in_memory(notice: Phrase) -> Opened:
    """A new database in memory and the notice of it."""
    return Opened(emptied(), Keeping.MEMORY, notice)


def _cause(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
