"""Print the saved game."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from kiosk.log import CommandFailedError, print_out
from kiosk.paths import state_dir
from kiosk.storage import StateError, build_state_report, format_state
from kiosk.tools.argument_types import add_state_dir_option


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options."""
    add_state_dir_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace, environ: Mapping[str, str]) -> int:
    """Print the saved game as text or JSON, also while the game is running.

    Raises:
        CommandFailedError: no game is saved, or it cannot be read.
    """
    directory = state_dir(args.state_dir, environ)
    try:
        if args.json:
            report = build_state_report(directory)
            output = None if report is None else json.dumps(report)
        else:
            output = format_state(directory)
    except StateError as error:
        raise CommandFailedError(str(error)) from error
    if output is None:
        raise CommandFailedError(f"no game is saved in {directory}")
    print_out(output)
    return 0
