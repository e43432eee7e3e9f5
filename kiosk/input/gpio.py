"""Open and close pins; error remedies."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from kiosk.events import InputEvent
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
from kiosk.timers import Deadline, Timers


class GpioInputs:
    """The pins that are open; closed at the end, whatever happens."""

    def __init__(self, wake: Callable[[], None], clock: Callable[[], float]) -> None:
        """`wake` ends the loop's sleep, `clock` gives monotonic seconds."""
        self._wake, self._clock = wake, clock
        self._inputs: dict[str, Any] = {}
        self._is_inverted = False

    def open(self, wiring: Wiring) -> list[str]:
        """Open the pins of a wiring; what did not work, a line each."""
        pins = dict(wiring.pins)
        pins.update(zip(ENCODER_CONTACT_NAMES, wiring.encoder or (), strict=False))
        # gpiozero ties the active level to the pull, so the other combination is turned here.
        self._is_inverted = wiring.pull_up is not None and wiring.pull_up != wiring.active_low
        failures: dict[str, dict[str, int]] = {}
        for name, pin in pins.items():
            try:
                self._inputs[name] = _open_input(pin, wiring)
            except Exception as error:
                cause = explain_error(error)
                if cause.startswith(ALL_PINS_BROKEN):  # and so it would be with the next
                    return [*_format_failures(failures), cause]
                failures.setdefault(cause, {})[name] = pin
        return _format_failures(failures)

    def read_levels(self) -> dict[str, bool]:
        """Whether each open contact is closed now."""
        return {name: self.read_level(name) for name in self._inputs}

    def read_level(self, name: str) -> bool:
        """Whether this contact is closed now; one that cannot be read is not."""
        try:
            return bool(self._inputs[name].is_active) != self._is_inverted
        except Exception:
            return False

    def set_edge_callback(self, callback: Callable[[str, bool, float], None]) -> None:
        """From now on every edge is noted, on whatever thread it comes."""
        for name, contact in self._inputs.items():
            contact.when_activated = partial(self._on_edge, callback, name, not self._is_inverted)
            contact.when_deactivated = partial(self._on_edge, callback, name, self._is_inverted)

    def close(self) -> None:
        """Give the pins back; takes no longer than half a second."""
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
    timers: Timers,
    emit: Callable[[InputEvent], object],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[tuple[GpioContacts | None, list[str]]]:
    """The pins of a wiring as an input device, and what is wrong with some; closed at the end.

    Args:
        wiring: What is at which pin.
        bindings: Say what buttons mean.
        buttons: Those of all devices.
        wake: Ends the loop's sleep; called from another thread.
        report: Takes a line for people while the game runs.
        timers: The timers of the loop.
        emit: Takes presses and releases.
        clock: Monotonic seconds.
    """
    inputs = GpioInputs(wake, clock)
    with use_lgpio_folder(os.environ):
        troubles = inputs.open(wiring)
    try:
        levels = inputs.read_levels()
        pins = None
        if levels:
            pins = GpioContacts(
                wiring, bindings, buttons, inputs.read_level, levels, report, clock(), timers, emit
            )
            inputs.set_edge_callback(pins.add_edge)
        yield pins, troubles
        if pins is not None:
            pins.close()
    finally:
        inputs.close()


def _format_failures(causes: Mapping[str, Mapping[str, int]]) -> list[str]:
    """A line for each cause, with all the buttons that do not work for it."""
    lines = []
    for cause, pins in causes.items():
        names = ", ".join(f"{name} (GPIO{pin})" for name, pin in pins.items())
        subject = "button {} does" if len(pins) == 1 else "buttons {} do"
        lines.append(f"The {subject.format(names)} not work: {cause}")
    return lines


def _open_input(pin: int, wiring: Wiring) -> Any:
    from gpiozero import DigitalInputDevice

    active_state = None if wiring.pull_up is not None else not wiring.active_low
    return DigitalInputDevice(
        pin, pull_up=wiring.pull_up, active_state=active_state, bounce_time=None
    )


class GpioButtons:
    """The buttons at pins: opens the pins, and others when settings or the screen change.

    While buttons are learnt or tested, every pin is open at which one may be. A pin is never open
    twice; what is held while pins change says nothing more.
    """

    def __init__(
        self,
        get_wiring: Callable[[str], Wiring | None],
        bindings: InputBindings,
        buttons: HeldButtons,
        wake: Callable[[], None],
        notify: Callable[[str], None],
        clock: Callable[[], float],
        timers: Timers,
        emit: Callable[[InputEvent], object],
    ) -> None:
        """Nothing is open.

        Args:
            get_wiring: Asks what is at which pin on the screen of this name: it may be any button.
            bindings: Say what buttons mean, and which screen is shown.
            buttons: Those of all devices.
            wake: Ends the loop's sleep.
            notify: Takes a line for people while the game runs.
            clock: Monotonic seconds.
            timers: The timers of the loop.
            emit: Takes presses and releases.
        """
        self._timers, self._emit = timers, emit
        self._reopen_deadline = Deadline(timers, self._on_reopen)
        bindings.subscribe(self.check_wiring)
        self._get_wiring, self._bindings, self._buttons = get_wiring, bindings, buttons
        self._wake, self._notify, self._clock = wake, notify, clock
        self._current_wiring: tuple[bool, Wiring | None] = (False, None)
        self._pins: GpioContacts | None = None
        self._stack = ExitStack()

    def open_pins(self) -> list[str]:
        """Open the pins in use; what is wrong with some, a line each."""
        return self._reopen((False, self._get_wiring("")))

    def close(self) -> None:
        """Give all pins back."""
        self._stack.close()

    def check_wiring(self) -> None:
        """Open other pins in the next turn if they are wanted now."""
        is_changed = self._current_wiring != self._get_wanted_wiring()
        self._reopen_deadline.set(0.0 if is_changed else None)

    def _on_reopen(self, now: float) -> None:
        if self._pins:
            self._pins.update(now)
        for event in self._buttons.release_all(now, GPIO_DEVICE):
            self._emit(event)
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
        # Of a pin where nobody knows of a button it is no news that something holds it.
        notify = (lambda line: None) if is_learning else self._notify
        pins = open_gpio_contacts(
            *(wiring, self._bindings, self._buttons, self._wake, notify),
            timers=self._timers,
            emit=self._emit,
            clock=self._clock,
        )
        self._pins, problems = self._stack.enter_context(pins)
        return problems
