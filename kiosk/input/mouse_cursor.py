"""Show/hide the cursor."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kiosk.events import Message
from kiosk.input.device import Listener

FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)


class Arrow(Listener):
    """Shows the arrow when a mouse moves, hides it when a finger touches; says nothing itself.

    Nothing may depend on the arrow being seen: old SDL took a hidden one for relative motion.
    """

    def __init__(self, show: Callable[[bool], object], *, seen: bool) -> None:
        """`show` makes the arrow visible or not; `seen`: whether it is at the start."""
        self._show = show
        self._seen = seen
        show(seen)

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """Look which of the two is used; the motion that SDL makes up at the start has no way."""
        if event.type in FINGERS:
            self._change(False)
        elif event.type == pygame.MOUSEMOTION and has_moved(event):
            self._change(True)
        return []

    def _change(self, seen: bool) -> None:
        if seen != self._seen:
            self._seen = seen
            self._show(seen)


def has_moved(event: pygame.event.Event) -> bool:
    """Whether this motion is a mouse's own: a finger's has a mark, one that SDL makes up no way."""
    return not getattr(event, "touch", False) and tuple(event.rel) != (0, 0)


class Hover(Listener):
    """A device that says nothing to the game. It is `input.device.Device`."""

    def __init__(self, stir: Callable[[float], None]) -> None:
        """`stir` takes the time at which the mouse moved."""
        self._stir = stir

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """Look whether the mouse has moved."""
        if event.type == pygame.MOUSEMOTION and has_moved(event):
            self._stir(now)
        return []
