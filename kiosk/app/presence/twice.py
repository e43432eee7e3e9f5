"""The second half of a double tap is not for a screen that the first half has opened."""

from __future__ import annotations

from kiosk.actions import Message, Pointer, Touch
from kiosk.gesture import DOUBLE, is_near, slop
from kiosk.scenes.stage import Scene


class Twice:
    """Knows the last tap and the screen that it was meant for."""

    def __init__(self) -> None:
        """Nobody has tapped yet."""
        self._last: tuple[Pointer, Scene] | None = None
        self._taken = False

    def takes(self, message: Message, top: Scene, size: tuple[int, int]) -> bool:
        """Whether the screen on top, on a picture of this size, is not to have this message."""
        if not isinstance(message, Pointer):
            return False
        if message.touch is Touch.DOWN:
            self._taken = self._again(message, top, size)
        if message.touch is Touch.UP and not self._taken:
            self._last = message, top
        return self._taken

    def _again(self, message: Pointer, top: Scene, size: tuple[int, int]) -> bool:
        if self._last is None:
            return False
        before, scene = self._last
        near = is_near(message, before, slop(size))
        return scene is not top and near and message.time - before.time <= DOUBLE
