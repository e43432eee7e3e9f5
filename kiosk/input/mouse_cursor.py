"""Show/hide the cursor."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kiosk.events import InputEvent
from kiosk.input.device import Listener

FINGER_EVENTS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)


class MouseCursor(Listener):
    """Shows the arrow when a mouse moves, hides it when a finger touches; says nothing itself.

    Nothing may depend on the arrow being seen: old SDL took a hidden one for relative motion.
    """

    def __init__(self, set_visible: Callable[[bool], object], *, is_visible: bool) -> None:
        """`show` makes the arrow visible or not; `seen`: whether it is at the start."""
        self._set_visible = set_visible
        self._is_visible = is_visible
        set_visible(is_visible)

    def handle_event(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """Look which of the two is used; the motion that SDL makes up at the start has no way."""
        if event.type in FINGER_EVENTS:
            self._update(False)
        elif event.type == pygame.MOUSEMOTION and is_mouse_motion(event):
            self._update(True)
        return []

    def _update(self, is_visible: bool) -> None:
        if is_visible != self._is_visible:
            self._is_visible = is_visible
            self._set_visible(is_visible)


def is_mouse_motion(event: pygame.event.Event) -> bool:
    """Whether this motion is a mouse's own: a finger's has a mark, one that SDL makes up no way."""
    return not getattr(event, "touch", False) and tuple(event.rel) != (0, 0)


class MouseActivity(Listener):
    """A device that says nothing to the game. It is `input.device.Device`."""

    def __init__(self, note_activity: Callable[[float], None]) -> None:
        """`stir` takes the time at which the mouse moved."""
        self._note_activity = note_activity

    def handle_event(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """Look whether the mouse has moved."""
        if event.type == pygame.MOUSEMOTION and is_mouse_motion(event):
            self._note_activity(now)
        return []
