"""A mouse that moves, with no button down, says that somebody is there."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kiosk.actions import Message
from kiosk.input.arrow import has_moved
from kiosk.input.device import Listener


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
