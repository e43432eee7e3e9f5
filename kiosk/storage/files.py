"""The files of the saved game: a lock for one Bakehouse, damaged ones set aside, copies."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from itertools import count
from pathlib import Path

DATABASE = "bakehouse.db"
LOCK = "bakehouse.lock"
LOCK_WAIT = 1.0
"""Seconds that another Bakehouse, which may be on its way out, is waited for."""

_COMPANIONS = ("-wal", "-journal", "-shm")
"""What SQLite lays beside a database; the database is not whole without the first two."""
_LOOKS = 5
_PAUSE = 0.02


def lock(folder: Path, patience: float = LOCK_WAIT) -> int:
    """The open lock file; it is held until it is closed or the process ends, however it ends.

    A record lock and no flock: a child process, such as the solver's, must not inherit it.

    Raises:
        BlockingIOError: another process holds it, and did so for `patience` seconds.
        OSError: the folder cannot be written.
    """
    file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except OSError as error:
            if not isinstance(error, (BlockingIOError, PermissionError)):
                os.close(file)
                raise
            if time.monotonic() >= end:
                os.close(file)
                raise BlockingIOError(error.errno, "in use") from error
        time.sleep(_PAUSE)


def orphaned(path: Path) -> bool:
    """Whether a missing database left companions, which SQLite would apply to a new one."""
    return not path.exists() and any(_beside(path, name).exists() for name in _COMPANIONS)


def set_aside(path: Path) -> Path:
    """Renames the database and its companions to `….damaged-1`, -2 and so on; answers the new path.

    Raises:
        OSError: the folder cannot be written.
    """
    free = next(
        aside
        for number in count(1)
        if not any(
            _exists(_beside(aside := _beside(path, f".damaged-{number}"), name))
            for name in ("", *_COMPANIONS)
        )
    )
    for name in ("", *_COMPANIONS):
        if _exists(_beside(path, name)):
            _beside(path, name).rename(_beside(free, name))
    sync_folder(path.parent)
    return free


def remove(path: Path) -> None:
    """Removes a database and its companions, as far as they are there."""
    for name in ("", *_COMPANIONS):
        _beside(path, name).unlink(missing_ok=True)


def copy(path: Path, target: Path) -> None:
    """Copies a database that may be in use, without its lock: anew where it changed meanwhile.

    Raises:
        OSError: it cannot be read, or the copy not be written.
    """
    # Start-up is dear, and hardly ever needs it.
    import shutil

    for _ in range(_LOOKS):
        remove(target)
        before = _marks(path)
        for name in ("", "-wal", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(_beside(path, name), _beside(target, name))
        if target.exists() and _marks(path) == before:
            return
        time.sleep(_PAUSE)
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


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _exists(path: Path) -> bool:
    return os.path.lexists(path)


def _marks(path: Path) -> list[tuple[int, ...]]:
    marks: list[tuple[int, ...]] = []
    for name in ("", "-wal", "-journal"):
        try:
            found = _beside(path, name).stat()
            marks.append((found.st_ino, found.st_size, found.st_mtime_ns))
        except FileNotFoundError:
            marks.append(())
    return marks
