"""The files of the saved game: a lock for one Bakehouse, damaged ones set aside, copies."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from itertools import count
from pathlib import Path

DATABASE_NAME = "bakehouse.db"
LOCK_NAME = "bakehouse.lock"
LOCK_WAIT_SECONDS = 1.0
"""Seconds that another Bakehouse, which may be on its way out, is waited for."""

_COMPANIONS = ("-wal", "-journal", "-shm")
"""What SQLite lays beside a database; the database is not whole without the first two."""
_MAX_COPY_TRIES = 5
_RETRY_PAUSE_SECONDS = 0.02


def lock(folder: Path, patience: float = LOCK_WAIT_SECONDS) -> int:
    """The open lock file; it is held until it is closed or the process ends, however it ends.

    A record lock and no flock: a child process, such as the solver's, must not inherit it.

    Raises:
        BlockingIOError: another process holds it, and did so for `patience` seconds.
        OSError: the folder cannot be written.
    """
    file = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except OSError as error:
            if not isinstance(error, (BlockingIOError, PermissionError)):
                os.close(file)
                raise
            if time.monotonic() >= deadline:
                os.close(file)
                raise BlockingIOError(error.errno, "in use") from error
        time.sleep(_RETRY_PAUSE_SECONDS)


def has_orphaned_companions(path: Path) -> bool:
    """Whether a missing database left companions, which SQLite would apply to a new one."""
    return not path.exists() and any(_with_suffix(path, name).exists() for name in _COMPANIONS)


def set_aside(path: Path) -> Path:
    """Renames the database and its companions to `….damaged-1`, -2 and so on; answers the new path.

    Raises:
        OSError: the folder cannot be written.
    """
    new_path = next(
        aside
        for number in count(1)
        if not any(
            _exists(_with_suffix(aside := _with_suffix(path, f".damaged-{number}"), name))
            for name in ("", *_COMPANIONS)
        )
    )
    for name in ("", *_COMPANIONS):
        if _exists(_with_suffix(path, name)):
            _with_suffix(path, name).rename(_with_suffix(new_path, name))
    sync_folder(path.parent)
    return new_path


def remove_database(path: Path) -> None:
    """Removes a database and its companions, as far as they are there."""
    for name in ("", *_COMPANIONS):
        _with_suffix(path, name).unlink(missing_ok=True)


def copy_database(path: Path, target: Path) -> None:
    """Copies a database that may be in use, without its lock: anew where it changed meanwhile.

    Raises:
        OSError: it cannot be read, or the copy not be written.
    """
    # Start-up is dear, and hardly ever needs it.
    import shutil

    for _ in range(_MAX_COPY_TRIES):
        remove_database(target)
        stamps = _read_stamps(path)
        for name in ("", "-wal", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(_with_suffix(path, name), _with_suffix(target, name))
        if target.exists() and _read_stamps(path) == stamps:
            return
        time.sleep(_RETRY_PAUSE_SECONDS)
    if not target.exists():
        raise FileNotFoundError(path)


def sync_folder(folder: Path) -> None:
    """Makes new names in a folder survive a power cut, where the file system can."""
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _with_suffix(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _exists(path: Path) -> bool:
    return os.path.lexists(path)


def _read_stamps(path: Path) -> list[tuple[int, ...]]:
    stamps: list[tuple[int, ...]] = []
    for name in ("", "-wal", "-journal"):
        try:
            status = _with_suffix(path, name).stat()
            stamps.append((status.st_ino, status.st_size, status.st_mtime_ns))
        except FileNotFoundError:
            stamps.append(())
    return stamps
