"""Every action is on the disk once it is done; whatever happens to the disk, play goes on."""

from __future__ import annotations

from kiosk.storage.queries import Kept, Records
from kiosk.storage.state_report import StateError, records_csv, state_report, state_text
from kiosk.storage.store import Resumed, Store, kept_game, replayed

__all__ = [
    "Kept",
    "Records",
    "Resumed",
    "StateError",
    "Store",
    "kept_game",
    "records_csv",
    "replayed",
    "state_report",
    "state_text",
]
