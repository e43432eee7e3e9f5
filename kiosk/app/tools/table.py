"""The tools beside the game, by the names they are called with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kiosk.app.tools.checking import check_config
from kiosk.app.tools.probe import probe
from kiosk.app.tools.records import records
from kiosk.app.tools.shot import shot
from kiosk.app.tools.state import state

TOOLS: dict[str, Callable[[Sequence[str], Mapping[str, str]], int]] = {
    "shot": shot,
    "state": state,
    "records": records,
    "check-config": check_config,
    "probe": probe,
}
"""Each takes the words behind its name and the environment, and answers the exit status."""
