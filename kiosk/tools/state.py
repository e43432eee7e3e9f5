"""`state`: the saved game, for people or as JSON, whether or not the game is running."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from kiosk import arguments
from kiosk.log import CommandFailedError, print_out
from kiosk.paths import state_dir
from kiosk.storage import StateError, build_state_report, format_state


def run_state(argv: Sequence[str], environ: Mapping[str, str]) -> int:
    """Tell the saved game; 1 where there is none.

    Args:
        argv: `--state-dir DIR`, `--json`.
        environ: Says where the state directory is, if no option does.
    """
    parsed_options = arguments.parse_arguments(
        argv, {"--state-dir": arguments.parse_text, "--json": None}
    ).options
    folder = parsed_options.get("--state-dir")
    directory = state_dir(folder if isinstance(folder, str) else None, environ)
    try:
        if "--json" in parsed_options:
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
