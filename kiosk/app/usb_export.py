"""Where records go to and come from: a stick that is plugged in and mounted, else the state."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from engine.messages import MessageOrText, format_english, make_message
from kiosk.storage import Store

NAME = "bakehouse-records.csv"
MOUNTS = ("media/*", "media/*/*", "run/media/*/*", "mnt/*")
"""Where sticks are mounted, by hand or by a desktop."""
LARGEST = 10_000_000
"""Bytes: no machine has ever so many records."""


class StickError(Exception):
    """It did not work; the line says why."""

    def __init__(self, line: MessageOrText) -> None:
        """Say this line."""
        super().__init__(format_english(line))
        self.line = line


def export(store: Store, top: Path, folder: Path) -> Path:
    """Write all records into a new file; answers where it is now.

    Args:
        store: Where they are kept.
        top: Where this machine's files begin.
        folder: The state directory, for want of a stick.

    Raises:
        StickError: it cannot be written.
    """
    place = next((stick for stick in sticks(top) if os.access(stick, os.W_OK)), folder)
    file, new = place / NAME, place / f"{NAME}.new"
    try:
        with new.open("w", encoding="utf-8", newline="") as stream:
            stream.write(store.export_csv())
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(file)
    except OSError as error:
        raise StickError(f"{file}: {error.strerror}") from error
    return file


def take_in(store: Store, top: Path, folder: Path) -> tuple[int, int, Path]:
    """Add the records of such a file; answers how many were new, how many known, and its name.

    Raises:
        StickError: there is no file, or it is none of records; nothing is added.
    """
    from kiosk.storage.csv_records import RecordsFileError

    files = [place / NAME for place in (*sticks(top), folder)]
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        raise StickError(
            make_message("No {name} on a stick or in {folder}", name=NAME, folder=str(folder))
        )
    try:
        with file.open("rb") as stream:
            taken = store.import_csv(stream.read(LARGEST).decode("utf-8"))
    except RecordsFileError as error:
        raise StickError(f"{file}:{error}") from error
    except (OSError, ValueError) as error:
        raise StickError(f"{file}: {error}") from error
    return taken.added, taken.existing, file


def sticks(top: Path) -> Iterator[Path]:
    """The folders that are mounted where sticks are."""
    for pattern in MOUNTS:
        yield from (place for place in sorted(top.glob(pattern)) if place.is_mount())
