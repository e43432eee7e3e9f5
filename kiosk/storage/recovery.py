"""Whatever the state directory is like, there is a database to play with, and a notice why."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from engine.messages import Message, make_message
from kiosk.storage import files, wal_check
from kiosk.storage.database import (
    DATABASE_ERRORS,
    DamagedError,
    InUseError,
    NewerError,
    copy_to_memory,
    create_in_memory,
    open_database,
)

MOVES_MISSING = make_message("A part of the saved game was damaged: the last moves may be missing.")


class StorageMode(Enum):
    """Where what is written goes."""

    DISK = "disk"
    """Into the state directory."""
    WAITING = "waiting"
    """Nowhere yet: the database is a copy of what can be read but, so far, not written."""
    MEMORY = "memory"
    """Into memory, for good."""


class OpenedDatabase(NamedTuple):
    """A database to play with."""

    database: sqlite3.Connection
    mode: StorageMode
    notice: Message | None = None
    lock: int | None = None

    def close(self) -> None:
        """Ends it; the lock last."""
        with contextlib.suppress(sqlite3.Error):
            self.database.close()
        if self.lock is not None:
            os.close(self.lock)


def open_or_recover(folder: Path) -> OpenedDatabase:
    """The database in the folder, or one in memory with a notice that says why. Never raises."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = files.lock(folder)
    except BlockingIOError:
        return open_in_memory(
            make_message(
                "Nothing is saved: another Bakehouse is using {folder}.", folder=str(folder)
            )
        )
    except (OSError, ValueError) as error:
        return _open_read_only_copy(folder, _describe_error(error))
    storage = _open_locked(folder / files.DATABASE_NAME, lock)
    if storage.lock is None:
        os.close(lock)
    return storage


def retry_open(folder: Path) -> OpenedDatabase | None:
    """The database in the folder, if it can be written by now and is whole."""
    lock = None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = files.lock(folder, patience=0)
        return OpenedDatabase(
            open_database(folder / files.DATABASE_NAME), StorageMode.DISK, lock=lock
        )
    except DATABASE_ERRORS:
        if lock is not None:
            os.close(lock)
        return None


def _open_locked(path: Path, lock: int) -> OpenedDatabase:
    try:
        commit_frames = wal_check.read_commit_frames(path)
        database = open_database(path)
        return OpenedDatabase(
            database,
            StorageMode.DISK,
            MOVES_MISSING if wal_check.has_lost_commits(database, commit_frames) else None,
            lock,
        )
    except DamagedError:
        return replace_damaged(path, lock)
    except NewerError:
        return open_in_memory(
            make_message(
                "Nothing is saved: {file} is of a newer Bakehouse, and is left as it is.",
                file=str(path),
            )
        )
    except InUseError:
        return open_in_memory(
            make_message("Nothing is saved: another program is using {file}.", file=str(path))
        )
    except DATABASE_ERRORS as error:
        return _open_read_only_copy(path.parent, _describe_error(error))


def replace_damaged(path: Path, lock: int) -> OpenedDatabase:
    """A new database in place of a damaged one, which is kept under another name."""
    try:
        aside = files.set_aside(path)
        notice = make_message(
            "The saved game was damaged. It is kept as {file}, and a new one is begun.",
            file=aside.name,
        )
        return OpenedDatabase(open_database(path), StorageMode.DISK, notice, lock)
    except DATABASE_ERRORS as error:
        return open_in_memory(
            make_message(
                "Nothing is saved: the saved game is damaged and cannot be replaced ({cause}).",
                cause=_describe_error(error),
            )
        )


def _open_read_only_copy(folder: Path, cause: str) -> OpenedDatabase:
    """What was saved before can still be played on; what cannot be read is begun anew."""
    path = folder / files.DATABASE_NAME
    try:
        database = copy_to_memory(path) if os.path.lexists(path) else create_in_memory()
    except DATABASE_ERRORS:
        unusable = make_message(
            "Nothing is saved: {folder} cannot be used ({cause}).", folder=str(folder), cause=cause
        )
        return open_in_memory(unusable)
    unwritable = make_message(
        "Nothing is saved: {folder} cannot be written ({cause}).", folder=str(folder), cause=cause
    )
    return OpenedDatabase(database, StorageMode.WAITING, unwritable)


def open_in_memory(notice: Message) -> OpenedDatabase:
    """A new database in memory and the notice of it."""
    return OpenedDatabase(create_in_memory(), StorageMode.MEMORY, notice)


def _describe_error(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
