"""Export or import the records of finished games as CSV."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from engine.cli.options import EXIT_BAD_INPUT, explain_file_error
from engine.messages import format_english
from kiosk.log import CommandFailedError, print_out
from kiosk.paths import state_dir
from kiosk.storage import StateError, Store, export_records_csv
from kiosk.tools.argument_types import add_state_dir_option, parse_text

STANDARD_STREAM = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options."""
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument(
        "--export", metavar="FILE", type=parse_text, help="the file to write, - for stdout"
    )
    action.add_argument(
        "--import",
        dest="import_file",
        metavar="FILE",
        type=parse_text,
        help="the file to read, - for stdin",
    )
    add_state_dir_option(parser)


def run(args: Namespace, environ: Mapping[str, str]) -> int:
    """Export or import records; a record that is already there is not imported again.

    Raises:
        CommandFailedError: the file or the records cannot be read or written.
    """
    directory = state_dir(args.state_dir, environ)
    if args.export:
        _export_file(directory, args.export)
    else:
        print_out(_import_file(directory, args.import_file))
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
        raise CommandFailedError(
            f"{file} cannot be written: {explain_file_error(error)}"
        ) from error


def _import_file(folder: Path, file: str) -> str:
    from kiosk.storage.csv_records import RecordsFileError, parse_csv

    text = _read_file(file)
    try:
        parse_csv(text)  # before a store is created
    except RecordsFileError as error:
        raise CommandFailedError(f"{file}:{error}", EXIT_BAD_INPUT) from error
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
        raise CommandFailedError(f"{file} is not UTF-8 text", EXIT_BAD_INPUT) from error
    except (OSError, ValueError) as error:
        raise CommandFailedError(
            f"{file} cannot be read: {explain_file_error(error)}", EXIT_BAD_INPUT
        ) from error
