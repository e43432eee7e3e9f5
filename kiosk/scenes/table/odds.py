"""What is known of the game on the table, as the small sign beside its figures tells it."""

from __future__ import annotations

from enum import Enum


class Odds(Enum):
    """Told apart by shape alone; the values are the icons."""

    WINNABLE = "confirm"
    LOST = "close"
    UNKNOWN = "unknown"
