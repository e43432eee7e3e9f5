"""Buttons and a rotary encoder at the pins of a Raspberry Pi, through gpiozero.

gpiozero calls back on a thread of its own, and an exception there would end all buttons: a callback
notes the edge and wakes the loop, nothing else. Whatever is wrong with pins is told, and the game
goes on with the others.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from kiosk.bindings import Bindings
from kiosk.input.buttons import Buttons
from kiosk.input.pins import ENCODER, Pins
from kiosk.input.workplace import workplace
from kiosk.profiles import Wiring

CLOSING = 0.5
"""Seconds that closing the pins may take at most."""
NONE = "Buttons do not work"
"""So begins what is wrong with all pins at once."""
REMEDIES = (
    (
        ("PermissionError",),
        ("permission", "not allowed"),
        "the pins may not be opened; add the user to the group gpio",
    ),
    (
        ("BadPinFactory",),
        ("gpiochip",),
        f"{NONE}: no library reaches the pins of this machine; "
        "apt install python3-lgpio, or set hardware to none",
    ),
    (
        ("ImportError", "ModuleNotFoundError"),
        (),
        f"{NONE}: gpiozero is missing; apt install python3-gpiozero",
    ),
    (
        ("GPIOPinInUse",),
        ("busy",),
        "another program or a dtoverlay in config.txt uses the pin; end that, or choose another",
    ),
    (
        ("PinInvalidPin", "PinNoPins", "ValueError"),
        (),
        "this machine has no such pin; choose one from 0 to 27",
    ),
    (("PinFixedPull",), (), "the pin has a pull-up on the board; set gpio.pull_up to true"),
)
"""What is wrong by the exception's name or by signs in its text, and the remedy."""


class Header:
    """The pins that are open; closed at the end, whatever happens."""

    def __init__(self, wake: Callable[[], None], clock: Callable[[], float]) -> None:
        """`wake` ends the loop's sleep, `clock` gives monotonic seconds."""
        self._wake, self._clock = wake, clock
        self._open: dict[str, Any] = {}
        self._inverted = False

    def open(self, wiring: Wiring) -> list[str]:
        """Open the pins of a wiring; what did not work, a line each."""
        wanted = dict(wiring.pins)
        wanted.update(zip(ENCODER, wiring.encoder or (), strict=False))
        # gpiozero ties the active level to the pull, so the other combination is turned here.
        self._inverted = wiring.pull_up is not None and wiring.pull_up != wiring.active_low
        broken: dict[str, dict[str, int]] = {}
        for name, pin in wanted.items():
            try:
                self._open[name] = _contact(pin, wiring)
            except Exception as error:
                cause = remedied(error)
                if cause.startswith(NONE):  # and so it would be with the next
                    return [*_broken(broken), cause]
                broken.setdefault(cause, {})[name] = pin
        return _broken(broken)

    def levels(self) -> dict[str, bool]:
        """Whether each open contact is closed now."""
        return {name: self.level(name) for name in self._open}

    def level(self, name: str) -> bool:
        """Whether this contact is closed now; one that cannot be read is not."""
        try:
            return bool(self._open[name].is_active) != self._inverted
        except Exception:
            return False

    def listen(self, note: Callable[[str, bool, float], None]) -> None:
        """From now on every edge is noted, on whatever thread it comes."""
        for name, contact in self._open.items():
            contact.when_activated = partial(self._hear, note, name, not self._inverted)
            contact.when_deactivated = partial(self._hear, note, name, self._inverted)

    def close(self) -> None:
        """Give the pins back; takes no longer than half a second."""
        in_time(self._close)

    def _close(self) -> None:
        for contact in self._open.values():
            with suppress(Exception):
                contact.close()

    def _hear(
        self, note: Callable[[str, bool, float], None], name: str, closed: bool, *_: object
    ) -> None:
        # An exception that leaves a callback ends the thread of all buttons.
        with suppress(Exception):
            note(name, closed, self._clock())
            self._wake()


def in_time(close: Callable[[], None]) -> None:
    """Close something, and wait for it no longer than half a second."""
    if sys.is_finalizing():  # a thread would never begin any more, and its starter never go on
        close()
        return
    closing = threading.Thread(target=close, daemon=True)
    closing.start()
    closing.join(CLOSING)


@contextmanager
def opened(
    wiring: Wiring,
    bindings: Bindings,
    buttons: Buttons,
    wake: Callable[[], None],
    tell: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[tuple[Pins | None, list[str]]]:
    """The pins of a wiring as an input device, and what is wrong with some; closed at the end.

    Args:
        wiring: What is at which pin.
        bindings: Say what buttons mean.
        buttons: Those of all devices.
        wake: Ends the loop's sleep; called from another thread.
        tell: Takes a line for people while the game runs.
        clock: Monotonic seconds.
    """
    header = Header(wake, clock)
    with workplace(os.environ):
        troubles = header.open(wiring)
    try:
        levels = header.levels()
        pins = None
        if levels:
            pins = Pins(wiring, bindings, buttons, header.level, levels, tell, clock())
            header.listen(pins.note)
        yield pins, troubles
    finally:
        header.close()


def told(name: str, pin: int, error: Exception) -> str:
    """What is wrong with what is at a pin, and what to do about it, in one line."""
    cause = remedied(error)
    return cause if cause.startswith(NONE) else f"The {name} (GPIO{pin}) does not work: {cause}"


def remedied(error: Exception) -> str:
    """The remedy for what has gone wrong with a pin; begins with `NONE` where it is so with all."""
    kind, text = type(error).__name__, " ".join(str(error).split())
    said = text.lower()
    for kinds, signs, remedy in REMEDIES:
        if kind in kinds or any(sign in said for sign in signs):
            return remedy
    return f"{text or kind}; choose another pin, or look at the wiring"


def _broken(causes: Mapping[str, Mapping[str, int]]) -> list[str]:
    """A line for each cause, with all the buttons that do not work for it."""
    lines = []
    for cause, pins in causes.items():
        names = ", ".join(f"{name} (GPIO{pin})" for name, pin in pins.items())
        what = "button {} does" if len(pins) == 1 else "buttons {} do"
        lines.append(f"The {what.format(names)} not work: {cause}")
    return lines


def _contact(pin: int, wiring: Wiring) -> Any:
    from gpiozero import DigitalInputDevice

    active = None if wiring.pull_up is not None else not wiring.active_low
    return DigitalInputDevice(pin, pull_up=wiring.pull_up, active_state=active, bounce_time=None)
