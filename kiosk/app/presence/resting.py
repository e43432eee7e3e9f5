"""A finger that rests anywhere but in a corner for five seconds asks for touch to be put right.

Where touch is turned or mirrored no button can be hit, but resting is the same everywhere.
"""

from __future__ import annotations

from kiosk.actions import Message, Pointer, Touch
from kiosk.app.presence.corners import corner_at
from kiosk.gesture import is_near, slop

RESTS = 5.0
"""Seconds."""


class Resting:
    """Watches the pointer, and takes nothing from it."""

    def __init__(self) -> None:
        """No finger is down."""
        self._down: Pointer | None = None

    def see(self, message: Message, size: tuple[int, int]) -> None:
        """A message passes by, on a picture of this size in pixels."""
        if not isinstance(message, Pointer):
            self._down = None
        elif message.touch is Touch.DOWN:
            self._down = None if corner_at(message.x, message.y, size) else message
        elif self._down is not None:
            still = is_near(message, self._down, slop(size))
            if message.touch is not Touch.MOVE or not still:
                self._down = None

    def due(self) -> float | None:
        """When the finger that is down has rested long enough."""
        return None if self._down is None else self._down.time + RESTS

    def ripe(self, now: float) -> bool:
        """Whether it has, which is said once."""
        due = self.due()
        if due is None or now < due:
            return False
        self._down = None
        return True
