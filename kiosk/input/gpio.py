"""Buttons at GPIO pins: opening and closing the pins."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from kiosk.hardware.gpio_library import (
    ALL_PINS_BROKEN,
    close_with_timeout,
    explain_error,
    use_lgpio_folder,
)
from kiosk.hardware.profiles import Wiring
from kiosk.input.bindings import GPIO_DEVICE, LEARN_MODE, TEST, InputBindings
from kiosk.input.gpio_buttons import ENCODER_CONTACT_NAMES, GpioContacts
from kiosk.input.held_buttons import HeldButtons
from kiosk.timers import Deadline


class GpioInputs:
    """Open input pins."""

    def __init__(self, wake: Callable[[], None], clock: Callable[[], float]) -> None:
        self._wake, self._clock = wake, clock
        self._inputs: dict[str, Any] = {}
        self._is_inverted = False

    def open(self, wiring: Wiring) -> list[str]:
        """Open the pins of a wiring; return one line for each failure."""
        pins = dict(wiring.pins)
        pins.update(zip(ENCODER_CONTACT_NAMES, wiring.encoder or (), strict=False))
        # gpiozero ties the active level to the pull resistor: other combinations are inverted.
        self._is_inverted = wiring.pull_up is not None and wiring.pull_up != wiring.active_low
        failures: dict[str, dict[str, int]] = {}
        for name, pin in pins.items():
            try:
                self._inputs[name] = _open_input(pin, wiring)
            except Exception as error:
                cause = explain_error(error)
                if cause.startswith(ALL_PINS_BROKEN):  # all others would fail, too
                    return [*_format_failures(failures), cause]
                failures.setdefault(cause, {})[name] = pin
        return _format_failures(failures)

    def read_levels(self) -> dict[str, bool]:
        """Return for each contact if it is closed."""
        return {name: self.read_level(name) for name in self._inputs}

    def read_level(self, name: str) -> bool:
        """Return True if a contact is closed; one that cannot be read counts as open."""
        try:
            return bool(self._inputs[name].is_active) != self._is_inverted
        except Exception:
            return False

    def set_edge_callback(self, callback: Callable[[str, bool, float], None]) -> None:
        """Call back with each edge, in a thread of the pin library."""
        for name, contact in self._inputs.items():
            contact.when_activated = partial(self._on_edge, callback, name, not self._is_inverted)
            contact.when_deactivated = partial(self._on_edge, callback, name, self._is_inverted)

    def close(self) -> None:
        """Close the pins, within half a second."""
        close_with_timeout(self._close_inputs)

    def _close_inputs(self) -> None:
        for contact in self._inputs.values():
            with suppress(Exception):
                contact.close()

    def _on_edge(
        self, callback: Callable[[str, bool, float], None], name: str, is_closed: bool, *_: object
    ) -> None:
        # An exception that leaves a callback ends the thread of all buttons.
        with suppress(Exception):
            callback(name, is_closed, self._clock())
            self._wake()


@contextmanager
def open_gpio_contacts(
    wiring: Wiring,
    bindings: InputBindings,
    buttons: HeldButtons,
    wake: Callable[[], None],
    report: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[tuple[GpioContacts | None, list[str]]]:
    """Open the pins of a wiring; yield its contacts (None without any) and lines about failures.

    Another thread calls `wake`, which ends the loop's sleep; `report` takes a message for players.
    """
    inputs = GpioInputs(wake, clock)
    with use_lgpio_folder(os.environ):
        troubles = inputs.open(wiring)
    try:
        levels = inputs.read_levels()
        pins, now, read_level = None, clock(), inputs.read_level
        if levels:
            pins = GpioContacts(wiring, bindings, buttons, read_level, levels, report, now)
            inputs.set_edge_callback(pins.add_edge)
        yield pins, troubles
        if pins is not None:
            pins.close()
    finally:
        inputs.close()


def _format_failures(causes: Mapping[str, Mapping[str, int]]) -> list[str]:
    lines = []
    for cause, pins in causes.items():
        names = ", ".join(f"{name} (GPIO{pin})" for name, pin in pins.items())
        subject = "button {} does" if len(pins) == 1 else "buttons {} do"
        lines.append(f"The {subject.format(names)} not work: {cause}")
    return lines


def _open_input(pin: int, wiring: Wiring) -> Any:
    from gpiozero import DigitalInputDevice

    state = None if wiring.pull_up is not None else not wiring.active_low
    return DigitalInputDevice(pin, pull_up=wiring.pull_up, active_state=state, bounce_time=None)


class GpioButtons:
    """The buttons at pins: opens the pins, and others when settings or the screen change.

    While buttons are learnt or tested, every pin is open that may have a button. A button that is
    held while pins change causes no more events.
    """

    def __init__(
        self,
        get_wiring: Callable[[str], Wiring | None],
        bindings: InputBindings,
        buttons: HeldButtons,
        wake: Callable[[], None],
        notify: Callable[[str], None],
        clock: Callable[[], float],
    ) -> None:
        """Open nothing yet; `get_wiring` returns the wiring for an input mode.

        For the other arguments see `open_gpio_contacts`; `notify` takes a message for players.
        """
        self._reopen_deadline = Deadline(buttons.timers, self._on_reopen)
        bindings.subscribe(self.check_wiring)
        self._get_wiring, self._bindings, self._buttons = get_wiring, bindings, buttons
        self._wake, self._notify, self._clock = wake, notify, clock
        self._current_wiring: tuple[bool, Wiring | None] = (False, None)
        self._pins: GpioContacts | None = None
        self._stack = ExitStack()

    def open_pins(self) -> list[str]:
        """Open the pins in use; return one line for each failure."""
        return self._reopen((False, self._get_wiring("")))

    def close(self) -> None:
        """Close all pins."""
        self._stack.close()

    def check_wiring(self) -> None:
        """Open other pins in the next turn if they are wanted now."""
        is_changed = self._current_wiring != self._get_wanted_wiring()
        self._reopen_deadline.set(0.0 if is_changed else None)

    def _on_reopen(self, now: float) -> None:
        if self._pins:
            self._pins.update(now)
        for event in self._buttons.release_all(now, GPIO_DEVICE):
            self._buttons.emit(event)
        wanted_wiring = self._get_wanted_wiring()
        for problem in self._reopen(wanted_wiring):
            if not wanted_wiring[0]:
                self._notify(problem)

    def _get_wanted_wiring(self) -> tuple[bool, Wiring | None]:
        wiring = self._get_wiring(self._bindings.input_mode)
        return self._bindings.input_mode in (LEARN_MODE, TEST), wiring

    def _reopen(self, wanted_wiring: tuple[bool, Wiring | None]) -> list[str]:
        self._stack.close()
        self._current_wiring, self._pins = wanted_wiring, None
        is_learning, wiring = wanted_wiring
        if wiring is None:
            return []
        # A closed contact at a pin that may have no button is no problem.
        notify = (lambda line: None) if is_learning else self._notify
        pins = open_gpio_contacts(
            wiring, self._bindings, self._buttons, self._wake, notify, self._clock
        )
        self._pins, problems = self._stack.enter_context(pins)
        return problems
