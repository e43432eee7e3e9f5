"""The buttons at pins as one device, whichever pins those are by now: some can be learnt."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import pygame

from kiosk.actions import Message
from kiosk.bindings import OWN, Bindings
from kiosk.input.buttons import Buttons
from kiosk.input.pins import Pins
from kiosk.profiles import Wiring
from kiosk.scenes.catalogue import LEARN, TEST


class Board:
    """Opens pins, and others when it is told to. It is an input device.

    While buttons are learnt or tested, every pin is open at which one may be. A pin is never open
    twice; what is held while pins change says nothing more.
    """

    def __init__(
        self,
        wiring: Callable[[str], Wiring | None],
        bindings: Bindings,
        buttons: Buttons,
        wake: Callable[[], None],
        tell: Callable[[str], None],
        clock: Callable[[], float],
    ) -> None:
        """Nothing is open.

        Args:
            wiring: Asks what is at which pin on the screen of this name: it may be any button.
            bindings: Say what buttons mean, and which screen is shown.
            buttons: Those of all devices.
            wake: Ends the loop's sleep.
            tell: Takes a line for people while the game runs.
            clock: Monotonic seconds.
        """
        self._wiring, self._bindings, self._buttons = wiring, bindings, buttons
        self._wake, self._tell, self._clock = wake, tell, clock
        self._open: tuple[bool, Wiring | None] = (False, None)
        self._pins: Pins | None = None
        self._stack = ExitStack()

    def begin(self) -> list[str]:
        """Open the pins in use; what is wrong with some, a line each."""
        return self._turn_to((False, self._wiring("")))

    def close(self) -> None:
        """Give all pins back."""
        self._stack.close()

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """Nothing: pins are none of SDL's business."""
        return []

    def due(self) -> float | None:
        """At once where other pins are wanted, else when a button says something by itself."""
        if self._open != self._wanted():
            return 0.0
        return self._pins.due() if self._pins else None

    def tick(self, now: float) -> list[Message]:
        """What buttons say by now, those at pins that are given up for the last time."""
        said = self._pins.tick(now) if self._pins else []
        wanted = self._wanted()
        if self._open != wanted:
            said += self._buttons.drop(now, OWN)
            for trouble in self._turn_to(wanted):
                if not wanted[0]:
                    self._tell(trouble)
        return said

    def drop(self, now: float) -> list[Message]:
        """Nothing: pins report a release whether the window is seen or not."""
        return []

    def _wanted(self) -> tuple[bool, Wiring | None]:
        wiring = self._wiring(self._bindings.screen)
        return self._bindings.screen in (LEARN, TEST), wiring

    def _turn_to(self, wanted: tuple[bool, Wiring | None]) -> list[str]:
        self._stack.close()
        self._open, self._pins = wanted, None
        learning, wiring = wanted
        if wiring is None:
            return []
        # Of a pin where nobody knows of a button it is no news that something holds it.
        tell = (lambda line: None) if learning else self._tell
        # gpiozero takes a part of the start-up, and most machines have no buttons at pins.
        from kiosk.input.gpio import opened

        pins = opened(wiring, self._bindings, self._buttons, self._wake, tell, self._clock)
        self._pins, troubles = self._stack.enter_context(pins)
        return troubles
