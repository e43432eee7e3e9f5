"""The buttons at pins as one device: which pins are open, and when others are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kiosk.events import Action, ButtonEvent, InputEvent
from kiosk.hardware.profiles import Wiring
from kiosk.input import gpio
from kiosk.input.bindings import InputBindings
from kiosk.input.gpio import GpioButtons
from kiosk.input.gpio_buttons import GpioContacts
from kiosk.input.held_buttons import HeldButtons
from kiosk.timers import Timers

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

USED = Wiring(pins={"A": 5}, actions={"A": "undo"})
OTHER = Wiring(pins={"A": 6}, actions={"A": "undo"})
ALL = Wiring(pins={f"GPIO{pin}": pin for pin in (5, 6, 7)})


class Desk:
    """A board, and what is said of it."""

    def __init__(self) -> None:
        self.now = 10.0
        self.used: Wiring | None = USED
        self.told: list[str] = []
        self.bindings = InputBindings()
        self.bindings.set_gpio_buttons(USED.actions, {})
        self.timers, self.emitted = Timers(), list[InputEvent]()
        queues = self.timers, self.emitted.append
        self.board = GpioButtons(
            lambda screen: ALL if screen == "learn" else self.used,
            self.bindings,
            HeldButtons(*queues),
            lambda: None,
            self.told.append,
            lambda: self.now,
        )

    def said(self, seconds: float = 0.1) -> list[tuple[Action, str]]:
        """Return the actions pressed by then."""
        self.now += seconds
        self.board.check_wiring()
        self.timers.run_due(self.now)
        messages = list(self.emitted)
        self.emitted.clear()
        return [
            (m.action, m.button_name)
            for m in messages
            if isinstance(m, ButtonEvent) and m.is_pressed
        ]


@pytest.fixture
def desk(pins: MockFactory) -> Iterator[Desk]:
    for pin in ALL.pins.values():
        pins.pin(pin).drive_high()
    desk = Desk()
    assert desk.board.open_pins() == []
    yield desk
    desk.board.close()


def test_while_buttons_are_learnt_every_pin_says_its_name(pins: MockFactory, desk: Desk) -> None:
    pins.pin(5).drive_low()
    assert desk.said() == [(Action.UNDO, "A")]
    pins.pin(6).drive_low()
    assert desk.said() == []
    desk.bindings.input_mode = "learn"
    assert desk.timers.next_deadline() == 0.0, "at once, without any input"
    assert desk.said() == []
    pins.pin(7).drive_low()
    assert desk.said() == [(Action.TYPE, "GPIO7")]
    pins.pin(5).drive_high()
    desk.said()
    pins.pin(5).drive_low()
    assert desk.said() == [(Action.TYPE, "GPIO5")]
    desk.bindings.input_mode = "pages"
    desk.said()
    assert desk.timers.next_deadline() != 0.0
    pins.pin(5).drive_high()
    desk.said()
    pins.pin(5).drive_low()
    assert desk.said() == [(Action.UNDO, "A")]


def test_that_something_holds_a_pin_to_learn_is_no_news(
    pins: MockFactory, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ears: list[Callable[[str], None]] = []
    made = gpio.GpioContacts

    def listening(*facts: Any) -> GpioContacts:
        ears.append(facts[-2])
        return made(*facts)

    monkeypatch.setattr(gpio, "GpioContacts", listening)
    for screen in ("learn", ""):
        desk.bindings.input_mode = screen
        desk.said()
    for ear, line in zip(ears, ("a pin is held", "a button is held"), strict=True):
        ear(line)
    assert desk.told == ["a button is held"]


def test_other_pins_are_opened_when_settings_change(pins: MockFactory, desk: Desk) -> None:
    desk.used = OTHER
    assert desk.said() == []
    pins.pin(5).drive_low()
    assert desk.said() == []
    pins.pin(6).drive_low()
    assert desk.said() == [(Action.UNDO, "A")]
    desk.used = None
    desk.said()
    assert desk.timers.next_deadline() is None
    desk.used = Wiring(pins={"A": 99}, actions={"A": "undo"})
    desk.said()
    assert desk.told[0].startswith("The button A (GPIO99) does not work: this machine has no such")
