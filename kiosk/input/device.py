"""What every input device answers; `table.py` names the devices there are."""

from __future__ import annotations

from kiosk.events import Message


class Listener:
    """The part of a device that only listens: it has nothing to say without an event."""

    def due(self) -> float | None:
        """Never."""
        return None

    def tick(self, now: float) -> list[Message]:
        """Nothing."""
        return []

    def drop(self, now: float) -> list[Message]:
        """Nothing is held."""
        return []
