"""Files of the saved game: the lock, the database's companions, damaged ones, copies."""

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
"""Time for another Bakehouse to exit."""

# SQLite's files beside a database, which is incomplete without the first two.
_COMPANIONS = ("-wal", "-journal", "-shm")
_MAX_COPY_TRIES = 5
_RETRY_PAUSE_SECONDS = 0.02


def lock(folder: Path, patience: float = LOCK_WAIT_SECONDS) -> int:
    """Lock a state directory and return the lock's file descriptor, which holds it until closed.

    It is a record lock and no flock, so that a child process does not inherit it.

    Raises:
        BlockingIOError: Another process has held the lock for `patience` seconds.
        OSError: The folder cannot be written.
    """
    file = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except OSError as error:
            is_held = isinstance(error, (BlockingIOError, PermissionError))
            if not is_held or time.monotonic() >= deadline:
                os.close(file)
                if is_held:
                    raise BlockingIOError(error.errno, "in use") from error
                raise
        time.sleep(_RETRY_PAUSE_SECONDS)


def has_orphaned_companions(path: Path) -> bool:
    """Return whether a missing database left companions, which SQLite would apply to a new one."""
    return not path.exists() and any(_with_suffix(path, name).exists() for name in _COMPANIONS)


def set_aside(path: Path) -> Path:
    """Rename a database and its companions to `NAME.damaged-1`, -2 and so on; return the new path.

    Raises:
        OSError: The folder cannot be written.
    """
    names = ("", *_COMPANIONS)
    candidates = (_with_suffix(path, f".damaged-{number}") for number in count(1))
    new_path = next(
        candidate
        for candidate in candidates
        if not any(os.path.lexists(_with_suffix(candidate, name)) for name in names)
    )
    for name in names:
        if os.path.lexists(_with_suffix(path, name)):
            _with_suffix(path, name).rename(_with_suffix(new_path, name))
    sync_folder(path.parent)
    return new_path


def remove_database(path: Path) -> None:
    """Remove a database and its companions, if they exist."""
    for name in ("", *_COMPANIONS):
        _with_suffix(path, name).unlink(missing_ok=True)


def copy_database(path: Path, target: Path) -> None:
    """Copy a database that may be in use, without its lock; retry if it changes meanwhile.

    Raises:
        OSError: It cannot be read, or the copy cannot be written.
    """
    import shutil  # Rarely needed, and slow to load.

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
    """Make new names in a folder survive a power cut, if the file system supports it."""
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _with_suffix(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _read_stamps(path: Path) -> list[tuple[int, ...]]:
    stamps: list[tuple[int, ...]] = []
    for name in ("", "-wal", "-journal"):
        try:
            status = _with_suffix(path, name).stat()
            stamps.append((status.st_ino, status.st_size, status.st_mtime_ns))
        except FileNotFoundError:
            stamps.append(())
    return stamps
