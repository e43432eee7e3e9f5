"""LEDs and buzzer at mock pins."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockPWMPin

from engine.game import Game
from kiosk.events import Action, BrightnessLevel
from kiosk.hardware.indicators import (
    ALWAYS_LIT_ACTIONS,
    REFUSAL_SECONDS,
    BuzzerAudio,
    GpioOutputs,
    LedIndicators,
    open_indicators,
    open_outputs,
)
from kiosk.hardware.pins import (
    build_indicator_wiring,
    build_learn_wiring,
    list_pin_errors,
    list_pin_warnings,
)
from kiosk.hardware.profiles import IndicatorWiring, Profile
from kiosk.scenes.table.table_scene import find_enabled_actions
from kiosk.settings import Config, SoundSettings
from tests.support.pilot import Pilot, start_pilot
from tests.support.silent_audio import SilentAudio
from tests.support.tables import BAKERS_GAME, parse_position

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

ALL = IndicatorWiring(lights={"game": 4, "undo": 5, "home": 6, "confirm": 12}, buzzer=13)


@pytest.fixture
def outputs(pins: MockFactory) -> Iterator[GpioOutputs]:
    with open_outputs(ALL) as (outputs, problems):
        assert problems == []
        yield outputs


def lit(pins: MockFactory, signals: IndicatorWiring = ALL) -> set[str]:
    return {name for name, pin in signals.lights.items() if pins.pin(pin).state}


def test_lights_are_on_that_are_reported_and_no_others(
    pins: MockFactory, outputs: GpioOutputs
) -> None:
    assert lit(pins) == set()
    outputs.set_lights({"undo", "game", "nothing"})
    assert lit(pins) == {"undo", "game"}
    outputs.set_lights({"confirm"})
    assert lit(pins) == {"confirm"}


def test_a_blinking_light_goes_on_and_off(pins: MockFactory, outputs: GpioOutputs) -> None:
    outputs.set_lights({"game"}, {"game"})
    seen = set()
    end = time.monotonic() + 5
    while len(seen) < 2 and time.monotonic() < end:
        seen.add(bool(pins.pin(4).state))
        time.sleep(0.01)
    assert seen == {True, False}
    outputs.set_lights(())
    assert lit(pins) == set()


def test_lights_that_are_on_while_low(pins: MockFactory) -> None:
    low = IndicatorWiring(lights={"undo": 5}, lights_high=False)
    with open_outputs(low) as (outputs, _):
        assert pins.pin(5).state
        outputs.set_lights({"undo"})
        assert not pins.pin(5).state


def test_all_is_dark_and_silent_at_the_end_whatever_happens(pins: MockFactory) -> None:
    def fail() -> None:
        with open_outputs(ALL) as (outputs, _):
            outputs.set_lights({"game", "undo"}, {"game"})
            outputs.beep(refused=True)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert lit(pins) == set()
    assert not pins.pin(13).state
    with open_outputs(ALL) as (_, problems):
        assert problems == [], "the pins are free again"


def measure_pulse(pins: MockFactory, number: int) -> float:
    """Wait until a pin was high and is low again; return how long it was high."""
    end = time.monotonic() + 5
    start = None
    while time.monotonic() < end:
        if pins.pin(number).state:
            start = start or time.monotonic()
        elif start:
            return time.monotonic() - start
        time.sleep(0.001)
    pytest.fail("it never ended")


def test_the_buzzer_clicks_and_refuses_for_longer(pins: MockFactory, outputs: GpioOutputs) -> None:
    outputs.beep(refused=True)
    refused = measure_pulse(pins, 13)
    assert refused >= REFUSAL_SECONDS * 0.8
    outputs.beep(refused=False)
    assert measure_pulse(pins, 13) < refused


def test_a_buzzer_without_a_tone_is_given_one(pins: MockFactory) -> None:
    pins.pin_class = MockPWMPin
    with open_outputs(IndicatorWiring(buzzer=13, buzzer_tones=True)) as (outputs, problems):
        assert problems == []
        tones = []
        for refused in (True, False):
            outputs.beep(refused=refused)
            tones.append(round(pins.pin(13).frequency))
            time.sleep(REFUSAL_SECONDS * 2)
            assert not pins.pin(13).frequency or not pins.pin(13).state
        assert tones == [220, 880]


def test_a_busy_and_a_wrong_pin_are_reported_and_the_others_work(pins: MockFactory) -> None:
    with open_outputs(IndicatorWiring(lights={"undo": 5})):
        wrong = IndicatorWiring(lights={"undo": 5, "home": 99, "game": 4}, buzzer=5)
        with open_outputs(wrong) as (outputs, problems):
            outputs.set_lights({"undo", "home", "game"})
            outputs.beep(refused=True)
            assert pins.pin(4).state
    busy = "another program or a dtoverlay in config.txt uses the pin; end that, or choose another"
    assert problems == [
        f"The light undo (GPIO5) does not work: {busy}",
        "The light home (GPIO99) does not work: this machine has no such pin; "
        "choose one from 0 to 27",
        f"The buzzer (GPIO5) does not work: {busy}",
    ]


def test_without_any_pins_it_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nothing")
    with open_outputs(ALL) as (outputs, (problem,)):
        outputs.set_lights({"undo"})
        outputs.beep(refused=False)
    assert problem.startswith("Lights and buzzer do not work: no library reaches the pins")


# The game.


class RecordingOutputs(GpioOutputs):
    def __init__(self) -> None:
        super().__init__()
        self.lit: frozenset[str] = frozenset()
        self.blinking: frozenset[str] = frozenset()
        self.sounds: list[bool] = []

    def set_lights(self, on: object, blinking: object = ()) -> None:
        self.lit, self.blinking = frozenset(on), frozenset(blinking)  # type: ignore[call-overload]

    def beep(self, *, refused: bool) -> None:
        self.sounds.append(refused)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[Pilot, RecordingOutputs]]:
    with ExitStack() as stack:
        pilot = stack.enter_context(start_pilot(tmp_path, code="BK1-C4-AAAAA24"))
        seen = RecordingOutputs()
        pilot.loop._lights = LedIndicators(seen)
        pilot.loop._draw(pilot.now)
        yield pilot, seen


def test_all_lights_go_out_with_the_picture(tmp_path: Path) -> None:
    with start_pilot(tmp_path, code="BK1-C4-AAAAA24") as pilot:
        seen = RecordingOutputs()
        pilot.loop._lights = LedIndicators(seen)
        seen.set_lights({"game"})
        pilot.idle_controller._brightness_level = BrightnessLevel.DARK
        pilot.loop._draw(pilot.now)
        assert seen.lit == frozenset()


def test_a_button_is_lit_while_it_does_something(played: tuple[Pilot, RecordingOutputs]) -> None:
    pilot, seen = played
    own = {"game", "hint", "new", "menu", "rules", "quit", *ALWAYS_LIT_ACTIONS}
    assert seen.lit - {"home"} == own
    pilot.tap("TC")
    pilot.tap("a")
    assert seen.lit - {"home"} == own | {"undo", "restart"}
    pilot.tap("undo")
    assert seen.lit - {"home"} == own | {"redo"}
    pilot.tap("menu")
    assert {"restart", "new", "menu", "game", *ALWAYS_LIT_ACTIONS} <= seen.lit
    assert not {"undo", "home", "hint"} & seen.lit
    assert seen.blinking == frozenset()


@pytest.mark.parametrize(
    ("drawing", "home"),
    [("KS AC\n2D", True), ("KS 2C", False), ("Foundations: C-A\nFreecells: - 2C\nKS", True)],
)
def test_home_is_lit_while_a_card_may_go_there(drawing: str, home: bool) -> None:
    able = find_enabled_actions(
        Game.from_position(BAKERS_GAME, parse_position(drawing)), can_finish=home
    )
    assert (Action.HOME in able, Action.FINISH in able) == (home, home)
    assert not {Action.UNDO, Action.REDO, Action.RESTART} & able


def test_the_buzzer_is_heard_beside_sounds_and_muted_with_them() -> None:
    seen = RecordingOutputs()
    audio = BuzzerAudio(SilentAudio(), seen, SoundSettings())
    for name in ("pick", "refuse", "place"):
        audio.play(name)
    assert seen.sounds == [False, True, False]
    audio.adjust(SoundSettings(mute=True))
    audio.play("place")
    assert seen.sounds == [False, True, False]


def test_nothing_is_loaded_where_there_is_nothing() -> None:
    silent = SilentAudio()
    with open_indicators(None, silent, SoundSettings()) as (audio, lights, problems):
        assert (audio, lights, problems) == (silent, None, [])


# Settings and profile.


def test_pins_in_the_settings_override_those_of_the_profile() -> None:
    profile_wiring = IndicatorWiring(lights={"game": 4, "undo": 5}, lights_high=False, buzzer=6)
    profile = Profile(key="x", name="X", indicators=profile_wiring, reserved_pins={"panel": [25]})
    assert build_indicator_wiring(Config(), profile) == profile_wiring
    values = {"lights.undo": 17, "lights.hint": 25, "pins.next": 4, "gpio.buzzer": 27}
    config = Config().with_values({**values, "gpio.lights_high": True, "gpio.buzzer_tones": True})
    assert build_indicator_wiring(config, profile) == IndicatorWiring(
        lights={"undo": 17}, lights_high=True, buzzer=27, buzzer_tones=True
    )
    (error,) = list_pin_errors(config, profile)
    assert error == "lights.hint: GPIO25 belongs to the panel of x, and is left alone"
    assert build_indicator_wiring(Config(), None) is None


def test_lights_are_no_buttons_to_learn_and_may_clash_too() -> None:
    config = Config().with_values({"lights.undo": 17, "gpio.buzzer": 14, "gpio.learn": True})
    wiring = build_learn_wiring(config, None)
    assert wiring
    assert not {17, 14} & set(wiring.pins.values())
    (warning,) = list_pin_warnings(config, None)
    assert warning.startswith("gpio.buzzer: GPIO14 is also the serial console")
