"""Every action is on the disk once it is done; whatever happens to the disk, play goes on."""

from __future__ import annotations

from kiosk.storage.queries import RecordCounts, SavedGame
from kiosk.storage.state_report import (
    StateError,
    build_state_report,
    export_records_csv,
    format_state,
)
from kiosk.storage.store import ResumedGame, Store, replay_saved, resume_saved_game

__all__ = [
    "RecordCounts",
    "ResumedGame",
    "SavedGame",
    "StateError",
    "Store",
    "build_state_report",
    "export_records_csv",
    "format_state",
    "replay_saved",
    "resume_saved_game",
]
