"""The last things that anybody did, for the service menu. They are told nowhere else."""

from __future__ import annotations

from collections import deque

import pygame

from kiosk.actions import Action, Message, Pointer, Press, Resized, Touch
from kiosk.input.device import Listener

LAST = 50


class Inputs(Listener):
    """Hears what goes to the screens; as a device it hears a finger before anything is done to it.

    It is `input.device.Device`. Times are seconds since it began.
    """

    def __init__(self, now: float) -> None:
        """Nobody has done anything yet."""
        self._begun = now
        self._last: deque[tuple[Message, str]] = deque(maxlen=LAST)
        self.touched: tuple[float, float] | None = None
        """What the touch device said last, from 0 to 1."""

    def note(self, message: Message) -> None:
        """A message passes by; a way is known by its end."""
        if isinstance(message, Resized):
            return
        if _moves(message) and self._last and _moves(self._last[-1][0]):
            self._last.pop()
        self._last.append((message, f"{message.time - self._begun:.2f} {_told(message)}"))

    def lines(self) -> tuple[str, ...]:
        """What there was, the latest first."""
        return tuple(line for _, line in reversed(self._last))

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """Note where a finger is by the touch device's own account."""
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            self.touched = event.x, event.y
        return []


def _moves(message: Message) -> bool:
    return isinstance(message, Pointer) and message.touch is Touch.MOVE


def _told(message: Press | Pointer) -> str:
    if isinstance(message, Pointer):
        return f"touch {message.touch.value} {message.x},{message.y}"
    meaning = "-" if message.action is Action.TYPE else message.action.value
    return f"{message.device} {message.button} {'down' if message.down else 'up'}: {meaning}"
