"""`state`: the saved game, for people or as JSON, whether or not the game is running."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from kiosk import arguments
from kiosk.log import FailedError, tell
from kiosk.paths import state_dir
from kiosk.storage import StateError, build_state_report, format_state


def state(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Tell the saved game; 1 where there is none.

    Args:
        words: `--state-dir DIR`, `--json`.
        environ: Says where the state directory is, if no option does.
    """
    typed = arguments.read(words, {"--state-dir": arguments.text, "--json": None}).options
    folder = typed.get("--state-dir")
    directory = state_dir(folder if isinstance(folder, str) else None, environ)
    try:
        if "--json" in typed:
            report = build_state_report(directory)
            found = None if report is None else json.dumps(report)
        else:
            found = format_state(directory)
    except StateError as error:
        raise FailedError(str(error)) from error
    if found is None:
        raise FailedError(f"no game is saved in {directory}")
    tell(found)
    return 0
