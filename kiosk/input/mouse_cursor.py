"""Mouse cursor, and mouse movements as a sign of activity."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kiosk.events import InputEvent
from kiosk.loop import Device


class MouseCursor(Device):
    """Shows the cursor when a mouse moves and hides it when a finger touches.

    No other part may depend on it: old SDL took a hidden cursor as a request for relative motion.
    """

    def __init__(
        self,
        set_visible: Callable[[bool], object],
        *,
        is_visible: bool,
        note_activity: Callable[[float], None] = lambda now: None,
    ) -> None:
        """Let `note_activity` take the time of each movement of a mouse, in monotonic seconds."""
        self._set_visible, self._note_activity = set_visible, note_activity
        self._is_visible = is_visible
        set_visible(is_visible)
        self.handlers = {
            pygame.FINGERDOWN: self._on_finger,
            pygame.FINGERMOTION: self._on_finger,
            pygame.MOUSEMOTION: self._on_mouse_motion,
        }

    def _on_finger(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        self._show(False)
        return []

    def _on_mouse_motion(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        # SDL marks motions that come from touches; those that it makes up have no distance.
        if not getattr(event, "touch", False) and tuple(event.rel) != (0, 0):
            self._show(True)
            self._note_activity(now)
        return []

    def _show(self, is_visible: bool) -> None:
        if is_visible != self._is_visible:
            self._is_visible = is_visible
            self._set_visible(is_visible)
