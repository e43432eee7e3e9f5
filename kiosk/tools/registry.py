"""The commands beside the game, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kiosk.tools.check_config import check_config
from kiosk.tools.probe import probe
from kiosk.tools.records import records
from kiosk.tools.shot import shot
from kiosk.tools.state import state

TOOLS: dict[str, Callable[[Sequence[str], Mapping[str, str]], int]] = {
    "shot": shot,
    "state": state,
    "records": records,
    "check-config": check_config,
    "probe": probe,
}
"""Each takes the words behind its name and the environment, and answers the exit status."""
