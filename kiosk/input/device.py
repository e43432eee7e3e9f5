"""What every input device answers; `table.py` names the devices there are."""

from __future__ import annotations

from typing import Protocol

import pygame

from kiosk.actions import Message


class Device(Protocol):
    """Turns SDL's events of one kind into messages; times are given, in monotonic seconds."""

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """What the event means; nothing where it belongs to another device."""
        ...

    def due(self) -> float | None:
        """When `tick` has something to say without any event, if ever."""
        ...

    def tick(self, now: float) -> list[Message]:
        """What has become due by now: a key that is held repeats."""
        ...

    def drop(self, now: float) -> list[Message]:
        """Let go of everything that is held: what is released from now on is not reported to us."""
        ...


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
