"""Buttons at pins: gpiozero's mock pins, the remedies for what does not work, the lgpio trap."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import gpiozero
import pytest

from kiosk.events import Action, ButtonEvent, InputEvent
from kiosk.hardware import gpio_library
from kiosk.hardware.gpio_library import format_pin_error
from kiosk.hardware.profiles import Wiring
from kiosk.input import gpio
from kiosk.input.bindings import InputBindings
from kiosk.input.debounce import DebouncedContacts
from kiosk.input.gpio import open_gpio_contacts
from kiosk.input.gpio_buttons import STUCK_REPORT_SECONDS, GpioContacts
from kiosk.input.held_buttons import (
    BACK_HOLD_SECONDS,
    REPEAT_DELAY_SECONDS,
    REPEAT_INTERVAL_SECONDS,
    HeldButtons,
)
from kiosk.timers import Timers

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

WIRING = Wiring(
    pins={"up": 6, "press": 13, "key1": 21, "key2": 20, "next": 16},
    actions={
        "up": "up",
        "press": "confirm",
        "key1": "undo",
        "key2": "back",
        "next": "next",
        "key1+key2": "menu",
    },
    encoder=(4, 17),
)


def bound(wiring: Wiring) -> InputBindings:
    """Bindings for which the buttons mean what the wiring says."""
    bindings = InputBindings()
    bindings.set_gpio_buttons(wiring.actions, {})
    return bindings


QUEUES = Timers(), print
PARTS = WIRING, bound(WIRING), HeldButtons(*QUEUES), lambda: None, print


class Bench:
    """Opened pins on a bench: time passes as the test says, edges come from mock pins."""

    def __init__(self, factory: MockFactory, stack: ExitStack) -> None:
        self.factory, self._stack = factory, stack
        self.now = 100.0
        self.wakes = 0
        self.told: list[str] = []
        self.troubles: list[str] = []
        self.device: GpioContacts | None = None
        self.timers, self.emitted = Timers(), list[InputEvent]()
        self.queues = self.timers, self.emitted.append

    def wire(self, wiring: Wiring = WIRING) -> Bench:
        self.device, self.troubles = self._stack.enter_context(
            open_gpio_contacts(
                *(wiring, bound(wiring), HeldButtons(*self.queues), self.wake, self.told.append),
                clock=lambda: self.now,
            )
        )
        return self

    def wake(self) -> None:
        self.wakes += 1

    def press(self, pin: int, after: float = 0.0) -> list[InputEvent]:
        return self.edge(pin, self.factory.pin(pin).drive_low, after)

    def release(self, pin: int, after: float = 0.0) -> list[InputEvent]:
        return self.edge(pin, self.factory.pin(pin).drive_high, after)

    def edge(self, pin: int, drive: Callable[[], None], after: float) -> list[InputEvent]:
        said = self.wait(after)
        drive()
        return said + self.tick()

    def wait(self, seconds: float) -> list[InputEvent]:
        """Let time pass; the device is asked whenever it wants to be."""
        assert self.device is not None
        said, end = [], self.now + seconds
        while (due := self.timers.next_deadline()) is not None and due <= end:
            self.now = max(self.now, due)
            said += self.tick()
        self.now = end
        return said

    def tick(self) -> list[InputEvent]:
        assert self.device is not None
        self.timers.run_due(self.now)
        emitted = list(self.emitted)
        self.emitted.clear()
        return emitted


@pytest.fixture
def bench(pins: MockFactory) -> Iterator[Bench]:
    with ExitStack() as stack:
        yield Bench(pins, stack)


@pytest.fixture
def held(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A pin that reads low from the moment it is opened; a mock pin's pull-up has no contact."""
    contact = gpio._open_input

    def hold(held: int) -> None:
        def opened_held(pin: int, wiring: Wiring) -> object:
            device = contact(pin, wiring)
            if pin == held:
                pins.pin(pin).drive_low()
            return device

        monkeypatch.setattr(gpio, "_open_input", opened_held)

    return hold


def spoken(messages: list[InputEvent]) -> list[tuple[str, bool]]:
    return [(str(m.action), m.is_pressed) for m in messages if isinstance(m, ButtonEvent)]


def test_a_press_and_a_release_at_a_pin(bench: Bench) -> None:
    bench.wire()
    said = bench.press(13)
    assert said == [ButtonEvent(Action.CONFIRM, True, 100.0, "gpio", "", "press")]
    assert bench.wakes == 1
    assert spoken(bench.release(13, 0.1)) == [("confirm", False)]
    assert bench.troubles == []


def test_bounce_at_press_and_release_is_one_press(bench: Bench) -> None:
    bench.wire()
    said = []
    for _ in range(4):
        said += bench.press(13, 0.002) + bench.release(13, 0.002)
    said += bench.press(13, 0.002) + bench.wait(0.3)
    for _ in range(4):
        said += bench.release(13, 0.002) + bench.press(13, 0.002)
    said += bench.release(13, 0.002) + bench.wait(1.0)
    assert spoken(said) == [("confirm", True), ("confirm", False)]


def test_a_direction_repeats_and_a_confirm_does_not(bench: Bench) -> None:
    bench.wire()
    assert spoken(bench.press(6)) == [("up", True)]
    assert bench.wait(REPEAT_DELAY_SECONDS - 0.01) == []
    assert spoken(bench.wait(0.02 + 2 * REPEAT_INTERVAL_SECONDS)) == [("up", True)] * 3
    assert spoken(bench.release(6)) == [("up", False)]
    assert spoken(bench.press(13)) == [("confirm", True)]
    assert bench.wait(5.0) == []


def test_next_goes_on_and_held_it_goes_back(bench: Bench) -> None:
    bench.wire()
    assert spoken(bench.press(16)) == [("next", True)]
    assert ("back", True) in spoken(bench.wait(BACK_HOLD_SECONDS + 0.1))


def test_two_buttons_together_are_a_chord(bench: Bench) -> None:
    bench.wire()
    assert bench.press(21) == []
    assert spoken(bench.press(20, 0.02)) == [("menu", True)]
    assert spoken(bench.release(20, 0.3)) == [("menu", False)]
    assert bench.release(21, 0.1) + bench.wait(1.0) == []


def test_a_button_of_a_chord_alone_is_only_a_moment_late(bench: Bench) -> None:
    bench.wire()
    assert bench.press(21) == []
    said = bench.wait(0.1)
    assert said == [ButtonEvent(Action.UNDO, True, 100.0, "gpio", "", "key1")]


def test_the_knob_goes_on_and_back(bench: Bench) -> None:
    bench.wire()
    right = bench.press(4) + bench.press(17) + bench.release(4) + bench.release(17)
    left = bench.press(17) + bench.press(4) + bench.release(17) + bench.release(4)
    assert spoken(right) == [("next", True), ("next", False)]
    assert spoken(left) == [("previous", True), ("previous", False)]
    assert bench.wait(2 * BACK_HOLD_SECONDS) == []


def test_what_is_held_at_the_start_is_ignored_and_then_told_of(
    bench: Bench, held: Callable[[int], None]
) -> None:
    held(13)
    bench.wire()
    assert bench.wait(STUCK_REPORT_SECONDS - 0.1) == []
    assert bench.told == []
    assert bench.wait(0.2) == []
    assert "press (GPIO13)" in bench.told[0]
    assert "gpio=13=pu" in bench.told[0]
    assert spoken(bench.press(6)) == [("up", True)]
    assert spoken(bench.release(6, 0.1)) == [("up", False)]
    assert bench.release(13, 1.0) + bench.wait(0.5) == []
    assert spoken(bench.press(13)) == [("confirm", True)]


def test_what_is_let_go_of_in_time_is_not_told_of(
    bench: Bench, held: Callable[[int], None]
) -> None:
    held(13)
    bench.wire()
    assert bench.release(13, 2.0) + bench.wait(9.0) == []
    assert bench.told == []


def test_buttons_to_plus_with_a_pull_down(bench: Bench) -> None:
    bench.wire(Wiring(pins={"A": 5}, actions={"A": "confirm"}, pull_up=False, active_low=False))
    assert spoken(bench.edge(5, bench.factory.pin(5).drive_high, 0.0)) == [("confirm", True)]
    assert bench.told == []


def test_buttons_to_plus_with_a_pull_up_are_pressed_where_the_pin_is_high(
    bench: Bench, held: Callable[[int], None]
) -> None:
    held(5)
    bench.wire(Wiring(pins={"A": 5}, actions={"A": "confirm"}, active_low=False))
    assert spoken(bench.edge(5, bench.factory.pin(5).drive_high, 0.0)) == [("confirm", True)]


@pytest.mark.parametrize("low", [True, False])
def test_buttons_with_a_resistor_of_their_own(bench: Bench, low: bool) -> None:
    pin = bench.factory.pin(5)
    idle, pressed = (pin.drive_high, pin.drive_low) if low else (pin.drive_low, pin.drive_high)
    idle()
    bench.wire(Wiring(pins={"A": 5}, actions={"A": "confirm"}, pull_up=None, active_low=low))
    assert spoken(bench.edge(5, pressed, 0.0)) == [("confirm", True)]


def test_a_busy_pin_costs_one_button(bench: Bench) -> None:
    other = gpiozero.DigitalInputDevice(13)
    bench.wire()
    (trouble,) = bench.troubles
    assert "press (GPIO13)" in trouble
    assert "another program or a dtoverlay" in trouble
    assert spoken(bench.press(6)) == [("up", True)]
    other.close()


class ChipError(Exception):
    """What lgpio raises."""


@pytest.mark.parametrize(
    ("error", "parts"),
    [
        (ImportError("No module named 'gpiozero'"), ["gpiozero is missing", "apt install"]),
        (gpiozero.BadPinFactory("none"), ["python3-lgpio", "hardware to none"]),
        (FileNotFoundError("/dev/gpiochip0"), ["python3-lgpio"]),
        (PermissionError(13, "Permission denied"), ["A (GPIO5)", "group gpio"]),
        (ChipError("'GPIO busy'"), ["A (GPIO5)", "another program"]),
        (gpiozero.PinInvalidPin("GPIO99"), ["A (GPIO5)", "from 0 to 27"]),
        (gpiozero.PinFixedPull("GPIO2"), ["A (GPIO5)", "pull_up"]),
        (RuntimeError("odd\nthing"), ["A (GPIO5)", "odd thing"]),
        (RuntimeError(), ["RuntimeError"]),
    ],
)
def test_every_trouble_names_the_pin_and_the_remedy(error: Exception, parts: list[str]) -> None:
    text = format_pin_error("A", 5, error)
    assert "\n" not in text
    assert all(part in text for part in parts)


@pytest.mark.parametrize("error", [PermissionError("no"), gpiozero.BadPinFactory("none")])
def test_without_any_pin_the_game_plays_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse(pin: int, wiring: Wiring) -> None:
        raise error

    monkeypatch.setattr(gpio, "_open_input", refuse)
    bench.wire()
    assert bench.device is None
    (trouble,) = bench.troubles
    if isinstance(error, PermissionError):  # all of them, and the one remedy once
        assert trouble.startswith("The buttons up (GPIO6), press (GPIO13), ")
        assert trouble.count("GPIO") == 7
        assert trouble.count("group gpio") == 1


def test_an_exception_in_a_callback_ends_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.wire()

    def fail() -> None:
        raise RuntimeError("the loop is gone")

    with monkeypatch.context() as patch:
        patch.setattr(bench, "wake", fail)
        bench.factory.pin(13).drive_low()
    said = bench.tick() + bench.release(13, 0.1) + bench.press(13, 0.1)
    assert spoken(said)[0] == ("confirm", True)


def test_a_contact_that_cannot_be_read_any_more_is_open(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.wire()
    assert spoken(bench.press(13)) == [("confirm", True)]

    def broken(self: object) -> bool:
        raise OSError("gone")

    monkeypatch.setattr(gpiozero.DigitalInputDevice, "is_active", property(broken))
    assert spoken(bench.wait(1.0)) == [("confirm", False)]


def test_edges_from_another_thread_are_taken_in_the_loop(bench: Bench) -> None:
    bench.wire()
    thread = threading.Thread(target=bench.factory.pin(13).drive_low)
    thread.start()
    thread.join()
    assert spoken(bench.tick()) == [("confirm", True)]


def test_the_pins_are_given_back(pins: MockFactory) -> None:
    with open_gpio_contacts(WIRING, bound(WIRING), HeldButtons(*QUEUES), lambda: None, print):
        pass
    gpiozero.DigitalInputDevice(13).close()
    with (
        pytest.raises(RuntimeError, match="crash"),
        open_gpio_contacts(WIRING, bound(WIRING), HeldButtons(*QUEUES), lambda: None, print),
    ):
        raise RuntimeError("crash")
    gpiozero.DigitalInputDevice(13).close()


def test_closing_that_hangs_does_not_keep_the_program(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    close = gpiozero.DigitalInputDevice.close

    def hang(self: gpiozero.DigitalInputDevice) -> None:
        gate.wait(5.0)
        close(self)

    monkeypatch.setattr(gpio_library, "CLOSE_TIMEOUT_SECONDS", 0.01)
    header = gpio.GpioInputs(lambda: None, lambda: 0.0)
    header.open(Wiring(pins={"A": 5}, actions={"A": "confirm"}))
    monkeypatch.setattr(gpiozero.DigitalInputDevice, "close", hang)
    start = time.monotonic()
    header.close()
    assert time.monotonic() - start < 2.0
    gate.set()


def test_nothing_is_stuck_where_nothing_is_pressed() -> None:
    assert DebouncedContacts(0.03, {"A": False}).stuck_names == ()


LGPIO = """
import os
import pathlib

pathlib.Path(os.environ["LG_WD"], ".lgd-nfy0").write_text("")
os.chdir(os.environ["LG_WD"])
"""

PROGRAM = """
import os
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.gpio import open_gpio_contacts
from kiosk.hardware.profiles import Wiring
from kiosk.timers import Timers
import kiosk.input.gpio as gpio
from kiosk.input.bindings import InputBindings

def contact(pin, wiring):
    import lgpio
    raise RuntimeError("no chip here")

gpio._open_input = contact
queues = Timers(), print
parts = InputBindings(), HeldButtons(*queues), print, print
opened = open_gpio_contacts(Wiring(pins={"A": 5}), *parts)
with opened as (_, troubles):
    print(os.getcwd(), "LG_WD" in os.environ, len(troubles))
"""


@pytest.mark.parametrize("start", ["/", "/proc"])
def test_lgpio_neither_moves_the_program_nor_writes_where_it_is(tmp_path: Path, start: str) -> None:
    (tmp_path / "lgpio.py").write_text(LGPIO)
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=start,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{root}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"{start} False 1\n", "")


def test_gpiozero_is_imported_only_where_pins_are_used() -> None:
    code = "import sys, kiosk.input.gpio; print('gpiozero' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split()[-1] == "False"


LEFT_OPEN = """
from kiosk.input.bindings import InputBindings
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.gpio import open_gpio_contacts
from kiosk.hardware.profiles import Wiring
from kiosk.timers import Timers

queues = Timers(), print
parts = InputBindings(), HeldButtons(*queues), print, print
left = open_gpio_contacts(Wiring(pins={"A": 5}), *parts)
left.__enter__()
print("end")
"""


def test_pins_that_were_left_open_do_not_keep_the_program_from_ending() -> None:
    """The interpreter closes them while it ends, when no thread can begin any more."""
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", LEFT_OPEN],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "end\n")
