"""LEDs and buzzer at GPIO pins."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from kiosk.audio import Audio
from kiosk.events import Action
from kiosk.hardware.gpio_library import (
    ALL_PINS_BROKEN,
    close_with_timeout,
    format_pin_error,
    use_lgpio_folder,
)
from kiosk.hardware.profiles import IndicatorWiring
from kiosk.settings import SoundSettings

ALL_OUTPUTS_BROKEN = "Lights and buzzer do not work"
BLINK_SECONDS = 0.35
CLICK_SECONDS, REFUSAL_SECONDS = 0.012, 0.12
CLICK_HERTZ, REFUSAL_HERTZ = 880.0, 220.0
TONE_OCTAVES = 2
"""Range of a passive buzzer around 440 Hz."""


class GpioOutputs:
    """The LEDs and the buzzer that could be opened. No method raises."""

    def __init__(self) -> None:
        self._leds: dict[str, Any] = {}
        self._led_states: dict[str, str] = {}
        self._beep: Callable[[bool], None] | None = None
        self._devices: list[Any] = []

    def open(self, wiring: IndicatorWiring) -> list[str]:
        """Open all outputs of a wiring; return a line for each problem."""
        open_functions: dict[str, Callable[[int], None]] = {
            f"light {name}": partial(self._open_led, name, wiring.lights_high)
            for name in wiring.lights
        }
        open_buzzer = self._open_tonal_buzzer if wiring.buzzer_tones else self._open_buzzer
        open_functions["buzzer"] = open_buzzer
        problems = []
        for name, pin in wiring.pins.items():
            try:
                open_functions[name](pin)
            except Exception as error:
                problem = format_pin_error(name, pin, error)
                if problem.startswith(ALL_PINS_BROKEN):  # The other pins have the same problem.
                    return [problem.replace(ALL_PINS_BROKEN, ALL_OUTPUTS_BROKEN)]
                problems.append(problem)
        return problems

    def set_lights(self, on: Iterable[str], blinking: Iterable[str] = ()) -> None:
        """Turn LEDs on, let others blink, and turn all the rest off."""
        wanted = {**dict.fromkeys(on, "on"), **dict.fromkeys(blinking, "blink")}
        for name, led in self._leds.items():
            state = wanted.get(name, "off")
            if self._led_states.get(name) == state:
                continue
            self._led_states[name] = state
            with suppress(Exception):
                if state == "blink":
                    led.blink(BLINK_SECONDS, BLINK_SECONDS)
                else:
                    led.value = state == "on"

    def beep(self, *, refused: bool) -> None:
        """Sound a short click, or a longer and lower tone for a refused action."""
        if self._beep is not None:
            with suppress(Exception):
                self._beep(refused)

    def close(self) -> None:
        """Turn all outputs off and release their pins."""
        close_with_timeout(self._close_devices)

    def _close_devices(self) -> None:
        for device in self._devices:
            for stop_or_close in (getattr(device, "off", None) or device.stop, device.close):
                with suppress(Exception):
                    stop_or_close()

    def _open_led(self, name: str, active_high: bool, pin: int) -> None:
        from gpiozero import LED

        self._leds[name] = LED(pin, active_high=active_high)
        self._devices.append(self._leds[name])

    def _open_buzzer(self, pin: int) -> None:
        from gpiozero import Buzzer

        buzzer = Buzzer(pin)
        self._devices.append(buzzer)
        seconds = (CLICK_SECONDS, REFUSAL_SECONDS)
        self._beep = lambda refused: buzzer.beep(seconds[refused], 0, n=1)

    def _open_tonal_buzzer(self, pin: int) -> None:
        from gpiozero import TonalBuzzer
        from gpiozero.tones import Tone

        buzzer = TonalBuzzer(pin, octaves=TONE_OCTAVES)
        self._devices.append(buzzer)

        def beep(refused: bool) -> None:
            buzzer.play(Tone.from_frequency(REFUSAL_HERTZ if refused else CLICK_HERTZ))
            timer = threading.Timer(REFUSAL_SECONDS if refused else CLICK_SECONDS, buzzer.stop)
            timer.daemon = True
            timer.start()

        self._beep = beep


@contextmanager
def open_outputs(wiring: IndicatorWiring) -> Iterator[tuple[GpioOutputs, list[str]]]:
    """Open LEDs and buzzer; yield them with a line for each problem."""
    outputs = GpioOutputs()
    with use_lgpio_folder(os.environ):
        problems = outputs.open(wiring)
    try:
        yield outputs, problems
    finally:
        outputs.close()


ALWAYS_LIT_ACTIONS = frozenset(
    map(Action, ("up", "down", "left", "right", "confirm", "back", "next", "previous"))
)
"""Actions that every screen handles."""
GAME_LIGHT = "game"
"""The LED of the game: on during a game, blinking after a win."""


class LedIndicators:
    """LEDs that show which buttons have an action, and the state of the game."""

    def __init__(self, outputs: GpioOutputs) -> None:
        self._outputs = outputs

    def update(self, enabled_actions: frozenset[Action], game_state: str) -> None:
        """Update the LEDs to the enabled actions and the state of the game."""
        game_lights = {GAME_LIGHT} if game_state == "playing" else set()
        self._outputs.set_lights(
            ALWAYS_LIT_ACTIONS | enabled_actions | game_lights,
            {GAME_LIGHT} if game_state == "won" else (),
        )

    def turn_off(self) -> None:
        """Turn all LEDs off while the screen is dark."""
        self._outputs.set_lights(())


class BuzzerAudio:
    """Sounds plus clicks of the buzzer, which follows only the mute setting (an `Audio`)."""

    def __init__(self, audio: Audio, outputs: GpioOutputs, settings: SoundSettings) -> None:
        self._audio, self._outputs = audio, outputs
        self._is_muted = settings.mute

    def play(self, name: str) -> None:
        """Start a sound and return at once."""
        self._audio.play(name)
        if not self._is_muted:
            self._outputs.beep(refused=name == "refuse")

    def adjust(self, settings: SoundSettings) -> None:
        """Apply changed sound settings."""
        self._audio.adjust(settings)
        self._is_muted = settings.mute


@contextmanager
def open_indicators(
    wiring: IndicatorWiring | None, audio: Audio, settings: SoundSettings
) -> Iterator[tuple[Audio, LedIndicators | None, list[str]]]:
    """Yield sounds with those of the buzzer, the LEDs, and a line for each problem."""
    if wiring is None:
        yield audio, None, []
        return
    with open_outputs(wiring) as (outputs, problems):
        buzzer_audio = BuzzerAudio(audio, outputs, settings)
        yield buzzer_audio, LedIndicators(outputs), problems
