"""`records`: all records to a file of comma-separated values, or those of such a file added."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from engine.messages import format_english
from kiosk import arguments
from kiosk.arguments import UsageError
from kiosk.log import FailedError, tell
from kiosk.paths import state_dir
from kiosk.storage import StateError, Store, export_records_csv

STREAM = "-"
"""Stands for stdout or stdin."""


def records(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Export or import; what was imported before is known again and not counted twice.

    Args:
        words: `--export FILE|-` or `--import FILE|-`, `--state-dir DIR`.
        environ: Says where the state directory is, if no option does.

    Raises:
        UsageError, FailedError: where that cannot be done.
    """
    options = dict.fromkeys(("--export", "--import", "--state-dir"), arguments.text)
    typed = cast("dict[str, str]", arguments.read(words, options).options)
    folder = state_dir(typed.get("--state-dir"), environ)
    if ("--export" in typed) == ("--import" in typed):
        raise UsageError("records needs either --export FILE or --import FILE")
    if "--export" in typed:
        _export(folder, typed["--export"])
    else:
        tell(_import(folder, typed["--import"]))
    return 0


def _export(folder: Path, file: str) -> None:
    try:
        text = export_records_csv(folder)
    except StateError as error:
        raise FailedError(str(error)) from error
    if text is None:
        raise FailedError(f"no records are kept in {folder}")
    if file == STREAM:
        tell(text)
        return
    try:
        Path(file).write_text(text, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        raise FailedError(f"{file} cannot be written: {_cause(error)}") from error


def _import(folder: Path, file: str) -> str:
    """Add what the file tells; answers what to say about it."""
    from kiosk.storage.csv_records import RecordsFileError, parse_csv

    text = _read(file)
    try:
        parse_csv(text)  # before anything is made where nothing is to be brought in
    except RecordsFileError as error:
        raise FailedError(f"{file}:{error}", 2) from error
    store, notices = Store.open(folder)
    try:
        if not store.is_saved:
            raise FailedError(format_english(notices[0]))
        taken = store.import_csv(text)
        trouble = store.pop_warning()
        if trouble:
            raise FailedError(format_english(trouble))
    finally:
        store.close()
    return "\n".join(
        [*map(format_english, notices), f"{taken.added} added, {taken.existing} were known"]
    )


def _read(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == STREAM else Path(file).read_bytes()
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FailedError(f"{file} is not UTF-8 text", 2) from error
    except (OSError, ValueError) as error:
        raise FailedError(f"{file} cannot be read: {_cause(error)}", 2) from error


def _cause(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
