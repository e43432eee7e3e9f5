"""The commands beside the game, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kiosk.tools.check_config import run_check_config
from kiosk.tools.probe import run_probe
from kiosk.tools.records import run_records
from kiosk.tools.shot import run_shot
from kiosk.tools.state import run_state

TOOLS: dict[str, Callable[[Sequence[str], Mapping[str, str]], int]] = {
    "shot": run_shot,
    "state": run_state,
    "records": run_records,
    "check-config": run_check_config,
    "probe": run_probe,
}
"""Each takes the words behind its name and the environment, and answers the exit status."""
