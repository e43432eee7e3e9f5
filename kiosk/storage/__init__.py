"""Durable storage of games, records and settings; play goes on whatever happens to the disk."""

from __future__ import annotations

from kiosk.storage.queries import SavedGame
from kiosk.storage.state_report import (
    StateError,
    build_state_report,
    export_records_csv,
    format_state,
)
from kiosk.storage.store import Store, resume_saved_game

__all__ = [
    "SavedGame",
    "StateError",
    "Store",
    "build_state_report",
    "export_records_csv",
    "format_state",
    "resume_saved_game",
]
