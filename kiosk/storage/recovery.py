"""Open a database whatever the state directory is like, with a notice of what is wrong."""

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
    """Destination of what the store writes."""

    DISK = "disk"
    """To the state directory."""
    WAITING = "waiting"
    """Nowhere yet: the database is a copy of a directory that cannot be written at the moment."""
    MEMORY = "memory"
    """To memory only."""


class OpenedDatabase(NamedTuple):
    """A usable database."""

    database: sqlite3.Connection
    mode: StorageMode
    notice: Message | None = None
    lock: int | None = None

    def close(self) -> None:
        """Close the database, then release the lock."""
        with contextlib.suppress(sqlite3.Error):
            self.database.close()
        if self.lock is not None:
            os.close(self.lock)


def open_or_recover(folder: Path) -> OpenedDatabase:
    """Open the database of a folder, or one in memory with a notice; never raise."""
    try:
        lock = _lock_folder(folder, files.LOCK_WAIT_SECONDS)
    except BlockingIOError:
        used = make_message(
            "Nothing is saved: another Bakehouse is using {folder}.", folder=str(folder)
        )
        return open_in_memory(used)
    except (OSError, ValueError) as error:
        return _open_read_only_copy(folder, _describe_error(error))
    storage = _open_locked(folder / files.DATABASE_NAME, lock)
    if storage.lock is None:
        os.close(lock)
    return storage


def retry_open(folder: Path) -> OpenedDatabase | None:
    """Open the database of a folder, if it can be written by now and is not damaged."""
    lock = None
    try:
        lock = _lock_folder(folder, patience=0)
        database = open_database(folder / files.DATABASE_NAME)
        return OpenedDatabase(database, StorageMode.DISK, lock=lock)
    except DATABASE_ERRORS:
        if lock is not None:
            os.close(lock)
        return None


def _lock_folder(folder: Path, patience: float) -> int:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return files.lock(folder, patience)


def _open_locked(path: Path, lock: int) -> OpenedDatabase:
    try:
        commit_frames = wal_check.read_commit_frames(path)
        database = open_database(path)
        is_incomplete = wal_check.has_lost_commits(database, commit_frames)
        notice = MOVES_MISSING if is_incomplete else None
        return OpenedDatabase(database, StorageMode.DISK, notice, lock)
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
    """Create a new database and keep the damaged one under another name."""
    try:
        kept_path = files.set_aside(path)
        notice = make_message(
            "The saved game was damaged. It is kept as {file}, and a new one is begun.",
            file=kept_path.name,
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
    path, fields = folder / files.DATABASE_NAME, {"folder": str(folder), "cause": cause}
    try:
        database = copy_to_memory(path) if os.path.lexists(path) else create_in_memory()
    except DATABASE_ERRORS:
        return open_in_memory(
            make_message("Nothing is saved: {folder} cannot be used ({cause}).", **fields)
        )
    unwritable = make_message("Nothing is saved: {folder} cannot be written ({cause}).", **fields)
    return OpenedDatabase(database, StorageMode.WAITING, unwritable)


def open_in_memory(notice: Message) -> OpenedDatabase:
    """Create a new database in memory, with a notice."""
    return OpenedDatabase(create_in_memory(), StorageMode.MEMORY, notice)


def _describe_error(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
