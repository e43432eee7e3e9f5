"""Learning of buttons on the device: stored, in force, and forgotten again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pytest

from kiosk.effects import ChangeSettings, Effect, GoBack, OpenScene
from kiosk.events import Action, ButtonEvent, ResizeEvent
from kiosk.frame import Label
from kiosk.gestures import HOLD_SECONDS
from kiosk.hardware.profiles import load_profile
from kiosk.input.bindings import InputBindings
from kiosk.scenes.learn_buttons import (
    BUTTON_NEEDED,
    LEARNABLE_ACTIONS,
    LearnedBindings,
    make_reset_settings,
)
from kiosk.settings import ButtonSettings, Config, parse_device_settings
from kiosk.settings.keys import DEFAULT_BINDINGS, KEYBOARD_BINDINGS
from kiosk.settings.model import DEFAULT_PINS
from tests.support.each import find_failures
from tests.support.pilot import Pilot, start_pilot
from tests.support.stage import SIZES, SMALL, Opening, open_scene, stage

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

HARDWARE = Path(__file__).resolve().parents[2] / "assets/hardware"
LETTERS = "qwertasdfg"


class Pupil:
    """A player with buttons of any kind."""

    def __init__(
        self, bindings: InputBindings | None = None, pins: Mapping[str, int | None] = DEFAULT_PINS
    ) -> None:
        self.now = 10.0
        made = stage(SMALL, Config(pins=pins))
        self.stage = made._replace(bindings=bindings or made.bindings)
        self.scene = open_scene("learn", self.stage, Opening())
        self.scene.enter(self.now)
        self.done: list[Effect] = []

    @property
    def lines(self) -> list[str]:
        return [r.text for r in self.scene.build_frame(self.now).background if isinstance(r, Label)]

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while (wake := self.scene.next_deadline(self.now)) is not None and wake <= end:
            self.now = max(wake, self.now)
            self.done += self.scene.advance(self.now)
            if self.done:
                return
        self.now = end

    def push(self, name: str, device: str = "keyboard", last: float = 0.1) -> None:
        for down in (True, False):
            press = ButtonEvent(Action.TYPE, down, self.now, device, "", name)
            self.done += self.scene.handle(press, self.now)
            self.wait(last)

    @property
    def kept(self) -> dict[str, str | None]:
        (adjust, back) = self.done
        assert isinstance(adjust, ChangeSettings)
        assert back == GoBack()
        return dict(adjust.values)


def after(kept: dict[str, str | None]) -> InputBindings:
    return InputBindings(Config().with_values(parse_device_settings(stored(kept))).buttons)


def stored(kept: dict[str, str | None]) -> dict[str, str]:
    return {key: text for key, text in kept.items() if text is not None}


def test_it_asks_for_one_action_after_the_other() -> None:
    pupil, headings = Pupil(), []
    for letter in LETTERS:
        headings.append(pupil.lines[0])
        pupil.push(letter)
    assert headings[:2] == ["Button: Confirm", "Button: Back"]
    assert [heading.removeprefix("Button: ").lower() for heading in headings] == list(
        LEARNABLE_ACTIONS
    )
    found = after(pupil.kept)
    for letter, action in zip(LETTERS, LEARNABLE_ACTIONS, strict=True):
        assert found.get_action("keyboard", letter) is action
        assert found.get_button_names("keyboard", action)[0] == letter


def test_what_an_action_had_it_keeps_unless_it_is_wanted_elsewhere() -> None:
    pupil = Pupil()
    for name in ("space", "enter", *LETTERS[2:]):
        pupil.push(name)
    found = after(pupil.kept)
    assert found.get_button_names("keyboard", Action.CONFIRM) == ("space", "kp-enter", "left-ctrl")
    assert found.get_button_names("keyboard", Action.BACK) == ("enter", "escape", "left-alt")


@pytest.mark.parametrize("swap", [False, True])
def test_two_buttons_can_be_exchanged_in_either_order(swap: bool) -> None:
    """It does not depend on the order of the stored settings."""
    pupil = Pupil()
    for name in ("b", "a", "up", "down", "left", "right"):
        pupil.push(name, "gamepad")
    for _ in LEARNABLE_ACTIONS[6:]:
        pupil.push("l1", "gamepad", last=HOLD_SECONDS + 0.1)
    kept = pupil.kept
    found = after(dict(sorted(kept.items(), reverse=swap)))
    assert found.get_action("gamepad", "a") is Action.BACK
    assert found.get_action("gamepad", "b") is Action.CONFIRM
    assert found.get_action("gamepad", "x") is Action.UNDO


def test_a_second_lesson_takes_the_place_of_the_first() -> None:
    first = Pupil()
    for letter in LETTERS:
        first.push(letter)
    second = Pupil(after(first.kept))
    for letter in reversed(LETTERS):
        second.push(letter)
    found = after({**first.kept, **second.kept})
    for letter, action in zip(reversed(LETTERS), LEARNABLE_ACTIONS, strict=True):
        assert found.get_action("keyboard", letter) is action


def test_a_held_button_skips() -> None:
    pupil = Pupil()
    pupil.push("q")
    pupil.push("w", last=HOLD_SECONDS + 0.1)
    assert pupil.lines[0] == "Button: Up"
    for _ in LEARNABLE_ACTIONS[2:]:
        pupil.push("x", last=HOLD_SECONDS + 0.1)
    found = after(pupil.kept)
    assert found.get_button_names("keyboard", Action.BACK) == KEYBOARD_BINDINGS[Action.BACK]
    assert found.get_action("keyboard", "x") is None


def test_all_skipped_keeps_nothing() -> None:
    pupil = Pupil()
    for _ in LEARNABLE_ACTIONS:
        pupil.push("x", last=HOLD_SECONDS + 0.1)
    assert pupil.done == [GoBack()]


def test_a_button_is_learnt_once() -> None:
    pupil = Pupil()
    pupil.push("q")
    pupil.push("q")
    assert pupil.lines[0] == "Button: Back"
    assert pupil.lines[-1] == "That button is Confirm already"
    pupil.push("w")
    assert pupil.lines[0] == "Button: Up"
    assert "already" not in "".join(pupil.lines)


def test_back_cannot_be_skipped_when_confirm_took_its_only_button() -> None:
    pupil = Pupil()
    pupil.push("b", "gamepad")
    pupil.push("a", "gamepad", last=HOLD_SECONDS + 0.1)
    assert pupil.lines[0] == "Button: Back"
    assert pupil.lines[-1] == BUTTON_NEEDED
    pupil.push("a", "gamepad")
    assert pupil.lines[0] == "Button: Up"


def test_pins_are_learnt_and_those_that_were_learnt_before_stay() -> None:
    pins = {**DEFAULT_PINS, "undo": 17, "hint": 22, "next": 5}
    pupil = Pupil(pins=pins)
    for name in ("GPIO4", "", "", "", "", "", "GPIO22", "", "", ""):
        pupil.push(name or "GPIO9", "gpio", last=0.1 if name else HOLD_SECONDS + 0.1)
    kept = pupil.kept
    assert {key: text for key, text in kept.items() if text} == {
        "pins.confirm": "4",
        "pins.undo": "22",
        "pins.next": "5",
    }
    assert kept["pins.hint"] is None, "its pin is that of Undo by now"
    assert Config(pins=pins).with_values(parse_device_settings(stored(kept))).pins["hint"] is None


def test_the_only_button_of_an_action_that_was_passed_is_not_taken_from_it() -> None:
    pupil = Pupil()
    pupil.push("a", "gamepad", last=HOLD_SECONDS + 0.1)
    pupil.push("a", "gamepad")
    assert (pupil.lines[0], pupil.lines[-1]) == ("Button: Back", "That button is Confirm already")


def test_two_kinds_of_devices_are_learnt_side_by_side() -> None:
    pupil = Pupil()
    for number, letter in enumerate(LETTERS):
        pupil.push(letter, "keyboard" if number % 2 else "gamepad")
    assert {key.split(".")[1] for key in pupil.kept} == {"keyboard", "gamepad"}


def test_whoever_has_no_button_that_works_is_led_back() -> None:
    pupil = Pupil()
    pupil.push("q")
    pupil.wait(21)
    assert pupil.done == [GoBack()]


def test_a_second_button_meanwhile_and_a_repeat_are_not_meant() -> None:
    pupil = Pupil()
    for down, name in ((True, "left"), (True, "left"), (True, "q"), (False, "q"), (False, "left")):
        press = ButtonEvent(Action.LEFT, down, pupil.now, "keyboard", "", name)
        pupil.scene.handle(press, pupil.now)
    assert pupil.lines[0] == "Button: Back"


def test_what_went_down_before_it_was_shown_is_not_meant() -> None:
    pupil = Pupil()
    pupil.scene.handle(ButtonEvent(Action.CONFIRM, False, 10.0, "keyboard", "", "enter"), 10.0)
    assert pupil.lines[0] == "Button: Confirm"


def test_everything_is_in_the_picture() -> None:
    def check(size: tuple[int, int]) -> None:
        pupil = Pupil()
        pupil.push("q")
        pupil.push("q")
        pupil.scene.handle(ResizeEvent(*size), pupil.now)
        frame = pupil.scene.build_frame(pupil.now)
        assert frame.size == size
        for record in frame.background:
            box = record.box
            assert 0 <= box.x <= box.right <= size[0]
            assert 0 <= box.y <= box.bottom <= size[1]
        assert pupil.lines[-1].endswith("already")

    assert find_failures(check, SIZES) == []


def test_forgetting_clears_whatever_can_be_learnt() -> None:
    lesson = LearnedBindings(InputBindings(), DEFAULT_PINS)
    for kind in (*DEFAULT_BINDINGS, "gpio"):
        lesson.index = 0
        for letter in LETTERS:
            lesson.learn(kind, letter)
    assert {key for key, _ in lesson.make_settings()} == {key for key, _ in make_reset_settings()}
    assert {value for _, value in make_reset_settings()} == {None}


# In the whole program.


def test_learnt_by_keys_it_counts_at_once_and_after_a_restart_until_forgotten(
    tmp_path: Path,
) -> None:
    with start_pilot(tmp_path, size=(320, 240), code="BK1-C4-AAAAA24") as pilot:
        pilot.key(pygame.K_m)
        pilot.tap("settings")
        pilot.choose("buttons")
        pilot.key(pygame.K_RETURN)
        assert pilot.scene == "LearnButtonsScene"
        for letter in LETTERS:
            pilot.key(getattr(pygame, f"K_{letter}"))
        assert pilot.scene == "Menu"
        assert pilot.screens.top.next_deadline(pilot.now) is None
        pilot.key(pygame.K_w, pygame.K_w, pygame.K_w)
        assert pilot.scene == "TableScene"
        assert pilot.store.get_settings()["buttons.keyboard.undo"] == "s,backspace,u,ctrl+z,5"
    with start_pilot(tmp_path, size=(320, 240)) as pilot:
        pilot.key(pygame.K_f)
        pilot.tap("settings")
        pilot.choose("buttons")
        pilot.tap("forget")
        assert pilot.store.get_settings() == {}
        for letter in "wf":
            pilot.key(getattr(pygame, f"K_{letter}"))
        assert pilot.scene == "Menu"
        pilot.key(*[pygame.K_ESCAPE] * 3)
        assert pilot.scene == "TableScene"


def test_learnt_by_a_pad_that_nobody_knows(tmp_path: Path) -> None:
    """Button 9 is Confirm, button 17 Back; the ways come from its stick."""
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24") as pilot:
        pilot.tap("menu")
        pilot.tap("settings")
        pilot.choose("buttons")
        pilot.tap("learn")
        for number in (9, 17):
            press(pilot, number)
        for axis, value in ((1, -1.0), (1, 1.0), (0, -1.0), (0, 1.0)):
            for where in (0.0, value, 0.0):
                pilot.post(pygame.JOYAXISMOTION, instance_id=1, axis=axis, value=where)
            pilot.wait(0.1)
        for _ in LEARNABLE_ACTIONS[6:]:
            press(pilot, 3, last=HOLD_SECONDS + 0.1)
        assert pilot.scene == "Menu"
        for _ in range(3):
            press(pilot, 17)
        assert pilot.scene == "TableScene"
        assert pilot.store.get_settings()["buttons.gamepad.confirm"] == "l3,a"


def test_learnt_at_pins_that_nobody_has_named(tmp_path: Path, pins: MockFactory) -> None:
    """A board with two buttons; three more are wired to pins that it leaves free."""
    two = load_profile(HARDWARE, "adafruit-minipitft13")

    with start_pilot(tmp_path, code="BK1-C4-AAAAA24", size=(240, 240), profile=two) as pilot:
        pilot.tap("menu")
        pilot.tap("settings")
        pilot.choose("buttons")
        assert pins.pin(5).pull == "floating", "a pin is left alone until a button may be there"
        pilot.pin(24)
        assert pilot.scene == "LearnButtonsScene"
        assert {pin: pins.pin(pin).pull for pin in (5, 22)} == {5: "up", 22: "floating"}
        pilot.pin(24)
        pilot.pin(5)
        for _ in LEARNABLE_ACTIONS[2:6]:
            pilot.pin(5, last=HOLD_SECONDS + 0.1)
        pilot.pin(6)
        for _ in LEARNABLE_ACTIONS[7:]:
            pilot.pin(6, last=HOLD_SECONDS + 0.1)
        assert pilot.scene == "Menu"
        kept = {key: text for key, text in pilot.store.get_settings().items() if text}
        assert kept == {"pins.confirm": "24", "pins.back": "5", "pins.undo": "6"}
        for _ in range(3):
            pilot.pin(5)
        assert pilot.scene == "TableScene"
        pilot.tap("TC")
        pilot.tap("a")
        pilot.pin(6)
        assert pilot.journal == ("8-a", "undo")
        pilot.pin(23)
        assert pilot.screens.top.next_deadline(pilot.now) is not None
    with start_pilot(tmp_path, size=(240, 240), profile=two) as pilot:
        pilot.pin(6)
        pilot.pin(5)
        assert pilot.scene == "Menu"
        assert "B: confirm · GPIO5: back" in pilot.words


def press(pilot: Pilot, number: int, last: float = 0.1) -> None:
    pilot.post(pygame.JOYBUTTONDOWN, instance_id=1, button=number)
    pilot.wait(last)
    pilot.post(pygame.JOYBUTTONUP, instance_id=1, button=number)
    pilot.wait(0.1)


def test_the_page_tells_the_buttons_of_the_device_last_used() -> None:
    made = stage(SMALL)
    made.bindings.set_active_device("gamepad")
    page = open_scene("buttons", made, Opening())
    page.enter(1.0)
    lines = [r.text for r in page.build_frame(1.0).background if isinstance(r, Label)]
    assert lines[1:3] == ["A: Confirm · B: Back · X: Undo", "Y: Hint · Start: Menu · R1: Next"]
    assert page.handle(ButtonEvent(Action.CONFIRM, True, 1.0, "gamepad"), 1.0) == [
        OpenScene("learn")
    ]
    made.bindings.apply_settings(ButtonSettings(gamepad={Action.CONFIRM: ("button-20",)}))
    made.bindings.set_active_device("keyboard")
    assert "Enter: Confirm" in page.build_frame(2.0).background[2].text  # type: ignore[union-attr]
