"""An input device with its own timers and its own queue of events."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kiosk.events import InputEvent
from kiosk.input.bindings import InputBindings
from kiosk.input.gamepad import Gamepad
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.keyboard import Keyboard
from kiosk.input.pad_layouts import PadOpener
from kiosk.input.pointer import PointerDevice
from kiosk.loop import Device
from kiosk.timers import Timers


class Plugged:
    """A device as the loop uses it; all that it emits is returned."""

    def __init__(self, build: Callable[..., Device], *arguments: object) -> None:
        """`build` makes the device of these arguments, timers and what takes its events."""
        self.timers, self.emitted = Timers(), list[InputEvent]()
        self.device = build(*arguments, self.timers, self.emitted.append)

    def handle_event(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """Hand over an SDL event, if the device listens to its type."""
        handler = self.device.handlers.get(event.type)
        return handler(event, now) if handler else []

    def release_all(self, now: float) -> list[InputEvent]:
        """Release all that is held."""
        return self.device.release_all(now)

    def tick(self, now: float) -> list[InputEvent]:
        """Run what is due by now."""
        self.timers.run_due(now)
        emitted = list(self.emitted)
        self.emitted.clear()
        return emitted

    def next_deadline(self) -> float | None:
        """When something is due."""
        return self.timers.next_deadline()


def plug_pointer(get_transform: Callable[[], object]) -> Plugged:
    """A pointer device."""
    return Plugged(PointerDevice, get_transform)


def plug_keyboard(bindings: InputBindings | None = None) -> Plugged:
    """A keyboard."""
    bindings = bindings or InputBindings()
    return Plugged(lambda *queues: Keyboard(bindings, HeldButtons(*queues)))


def plug_gamepad(bindings: InputBindings, pads: PadOpener | None) -> Plugged:
    """A gamepad."""
    return Plugged(lambda timers, emit: Gamepad(bindings, HeldButtons(timers, emit), pads))
