"""`records`: all records to a file of comma-separated values, or those of such a file added."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from engine.messages import format_english
from kiosk import arguments
from kiosk.arguments import UsageError
from kiosk.log import CommandFailedError, print_out
from kiosk.paths import state_dir
from kiosk.storage import StateError, Store, export_records_csv

STANDARD_STREAM = "-"
"""Stands for stdout or stdin."""


def run_records(argv: Sequence[str], environ: Mapping[str, str]) -> int:
    """Export or import; what was imported before is known again and not counted twice.

    Args:
        argv: `--export FILE|-` or `--import FILE|-`, `--state-dir DIR`.
        environ: Says where the state directory is, if no option does.

    Raises:
        UsageError, FailedError: where that cannot be done.
    """
    options = dict.fromkeys(("--export", "--import", "--state-dir"), arguments.parse_text)
    options_given = cast("dict[str, str]", arguments.parse_arguments(argv, options).options)
    folder = state_dir(options_given.get("--state-dir"), environ)
    if ("--export" in options_given) == ("--import" in options_given):
        raise UsageError("records needs either --export FILE or --import FILE")
    if "--export" in options_given:
        _export_file(folder, options_given["--export"])
    else:
        print_out(_import_file(folder, options_given["--import"]))
    return 0


def _export_file(folder: Path, file: str) -> None:
    try:
        text = export_records_csv(folder)
    except StateError as error:
        raise CommandFailedError(str(error)) from error
    if text is None:
        raise CommandFailedError(f"no records are kept in {folder}")
    if file == STANDARD_STREAM:
        print_out(text)
        return
    try:
        Path(file).write_text(text, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        raise CommandFailedError(f"{file} cannot be written: {_format_cause(error)}") from error


def _import_file(folder: Path, file: str) -> str:
    """Add what the file tells; answers what to say about it."""
    from kiosk.storage.csv_records import RecordsFileError, parse_csv

    text = _read_file(file)
    try:
        parse_csv(text)  # before anything is made where nothing is to be brought in
    except RecordsFileError as error:
        raise CommandFailedError(f"{file}:{error}", 2) from error
    store, notices = Store.open(folder)
    try:
        if not store.is_saved:
            raise CommandFailedError(format_english(notices[0]))
        result = store.import_csv(text)
        warning = store.pop_warning()
        if warning:
            raise CommandFailedError(format_english(warning))
    finally:
        store.close()
    return "\n".join(
        [*map(format_english, notices), f"{result.added} added, {result.existing} were known"]
    )


def _read_file(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == STANDARD_STREAM else Path(file).read_bytes()
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandFailedError(f"{file} is not UTF-8 text", 2) from error
    except (OSError, ValueError) as error:
        raise CommandFailedError(f"{file} cannot be read: {_format_cause(error)}", 2) from error


def _format_cause(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
