"""Export and import of records on a mounted USB drive, else in the state directory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from engine.messages import MessageOrText, format_english, make_message
from kiosk.storage import Store

RECORDS_FILE_NAME = "bakehouse-records.csv"
USB_MOUNT_PATTERNS = ("media/*", "media/*/*", "run/media/*/*", "mnt/*")
"""Mount points of USB drives, mounted by hand or by a desktop."""
MAX_IMPORT_BYTES = 10_000_000


class UsbError(Exception):
    """The transfer failed; `message` says why."""

    def __init__(self, message: MessageOrText) -> None:
        super().__init__(format_english(message))
        self.message = message


def export_records(store: Store, root_dir: Path, state_dir: Path) -> Path:
    """Write all records into a new file; return its path.

    Raises:
        UsbError: The file cannot be written.
    """
    target_dir = next(
        (stick for stick in list_usb_drives(root_dir) if os.access(stick, os.W_OK)), state_dir
    )
    file, temporary_file = target_dir / RECORDS_FILE_NAME, target_dir / f"{RECORDS_FILE_NAME}.new"
    try:
        with temporary_file.open("w", encoding="utf-8", newline="") as stream:
            stream.write(store.export_csv())
            stream.flush()
            os.fsync(stream.fileno())
        temporary_file.replace(file)
    except OSError as error:
        raise UsbError(f"{file}: {error.strerror}") from error
    return file


def import_records(store: Store, root_dir: Path, state_dir: Path) -> tuple[int, int, Path]:
    """Add the records of an exported file; return how many were new and known, and its path.

    Raises:
        UsbError: There is no file of records; nothing is added.
    """
    from kiosk.storage.csv_records import RecordsFileError

    files = [place / RECORDS_FILE_NAME for place in (*list_usb_drives(root_dir), state_dir)]
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        raise UsbError(
            make_message(
                "No {name} on a stick or in {folder}", name=RECORDS_FILE_NAME, folder=str(state_dir)
            )
        )
    try:
        with file.open("rb") as stream:
            result = store.import_csv(stream.read(MAX_IMPORT_BYTES).decode("utf-8"))
    except RecordsFileError as error:
        raise UsbError(f"{file}:{error}") from error
    except (OSError, ValueError) as error:
        raise UsbError(f"{file}: {error}") from error
    return result.added, result.existing, file


def list_usb_drives(root_dir: Path) -> Iterator[Path]:
    """Yield the directories where USB drives are mounted."""
    for pattern in USB_MOUNT_PATTERNS:
        yield from (place for place in sorted(root_dir.glob(pattern)) if place.is_mount())
