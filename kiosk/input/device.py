"""What every input device answers; `table.py` names the devices there are."""

from __future__ import annotations

from kiosk.events import InputEvent


class Listener:
    """The part of a device that only listens: it has nothing to say without an event."""

    def next_deadline(self) -> float | None:
        """Never."""
        return None

    def tick(self, now: float) -> list[InputEvent]:
        """Nothing."""
        return []

    def release_all(self, now: float) -> list[InputEvent]:
        """Nothing is held."""
        return []
