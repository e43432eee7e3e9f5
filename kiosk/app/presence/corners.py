"""The corners of the picture, where a finger that rests means something of its own.

However touch is swapped or mirrored, a corner is a corner, and its opposite is the opposite one.
"""

from __future__ import annotations

from typing import NamedTuple

from kiosk.actions import Message, Pointer, Touch

RESTS = 5.0
"""Seconds in each of the two corners."""
WITHIN = 10.0
"""Seconds from leaving the first corner to coming down in the opposite one."""

Corner = tuple[bool, bool]
"""Whether it is at the right, and whether it is at the bottom."""


def corner_at(x: int, y: int, size: tuple[int, int]) -> Corner | None:
    """The corner in which this pixel of the picture lies, if it does."""
    reach = max(32, min(size) // 6)
    width, height = size
    across = x < reach or x >= width - reach
    down = y < reach or y >= height - reach
    return (x >= reach, y >= reach) if across and down else None


class _Rest(NamedTuple):
    corner: Corner
    time: float


class Corners:
    """Watches a finger that rests in one corner, and then in the opposite one."""

    def __init__(self) -> None:
        """No finger is down."""
        self._down: _Rest | None = None
        self._left: _Rest | None = None

    def see(self, message: Message, size: tuple[int, int]) -> None:
        """A message passes by, on a picture of this size in pixels."""
        if not isinstance(message, Pointer):
            self._down = self._left = None
            return
        corner = corner_at(message.x, message.y, size)
        if message.touch is Touch.DOWN:
            self._down = None if corner is None else _Rest(corner, message.time)
        elif self._down and (message.touch is not Touch.MOVE or corner != self._down.corner):
            rested = message.time - self._down.time >= RESTS
            self._left = _Rest(self._down.corner, message.time) if rested else None
            self._down = None

    def due(self) -> float | None:
        """When the finger that is down has rested long enough, if it is in the second corner."""
        if self._down is None or self._left is None:
            return None
        opposite = all(a != b for a, b in zip(self._down.corner, self._left.corner, strict=True))
        soon = self._down.time - self._left.time <= WITHIN
        return self._down.time + RESTS if opposite and soon else None
