"""LEDs and buzzer."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Protocol

from kiosk.audio import Audio
from kiosk.events import Action, InputEvent
from kiosk.frame import Frame
from kiosk.hardware.gpio_library import (
    ALL_PINS_BROKEN,
    close_with_timeout,
    format_pin_error,
    use_lgpio_folder,
)
from kiosk.hardware.profiles import IndicatorWiring
from kiosk.loop import Screen
from kiosk.settings import SoundSettings
from kiosk.ui.scene import Scene

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
        open_functions["buzzer"] = (
            self._open_tonal_buzzer if wiring.buzzer_tones else self._open_buzzer
        )
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
        self._beep = lambda refused: buzzer.beep(
            REFUSAL_SECONDS if refused else CLICK_SECONDS, 0, n=1
        )

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
    (
        *(Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT, Action.CONFIRM, Action.BACK),
        *(Action.NEXT, Action.PREVIOUS),
    )
)
"""Actions that every screen handles."""
GAME_LIGHT = "game"
"""The LED of the game: on during a game, blinking after a win."""


class BlankableScreen(Screen, Protocol):
    """What is shown, and is dark at times."""

    @property
    def is_dark(self) -> bool:
        """Whether nothing is to be seen."""
        ...


class TopSceneSource(Protocol):
    """What lights tell of."""

    @property
    def top(self) -> Scene:
        """The scene that is shown."""
        ...


class LedIndicators:
    """Stands between the loop and what it shows, and keeps the lights true. It is `loop.Show`."""

    def __init__(
        self, screen: BlankableScreen, scenes: TopSceneSource, outputs: GpioOutputs
    ) -> None:
        """`show` is what is shown, `played` the screens in it."""
        self._screen, self._scenes, self._outputs = screen, scenes, outputs

    @property
    def is_finished(self) -> bool:
        """Whether the program is to end."""
        return self._screen.is_finished

    def handle(self, message: InputEvent, now: float) -> None:
        """Pass a message on."""
        self._screen.handle(message, now)

    def advance(self, now: float) -> None:
        """Let time pass."""
        self._screen.advance(now)
        if self._screen.is_dark:
            self._update_lights(now)

    def build_frame(self, now: float) -> Frame:
        """What is to be seen, and with every picture the lights: the first one switches them on."""
        self._update_lights(now)
        return self._screen.build_frame(now)

    def next_deadline(self, now: float) -> float | None:
        """When `advance` is wanted without input."""
        return self._screen.next_deadline(now)

    def request_exit(self) -> None:
        """The person closes the program from outside."""
        self._screen.request_exit()

    def _update_lights(self, now: float) -> None:
        if self._screen.is_dark:
            self._outputs.set_lights(())
            return
        top = self._scenes.top
        enabled_actions = top.get_enabled_actions()
        game = top.get_child_arguments(now).game
        state = game.state if game else ""
        lit_lights = (
            ALWAYS_LIT_ACTIONS | enabled_actions | ({GAME_LIGHT} if state == "playing" else set())
        )
        self._outputs.set_lights(lit_lights, {GAME_LIGHT} if state == "won" else ())


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
) -> Iterator[tuple[Audio, Callable[[BlankableScreen, TopSceneSource], Screen], list[str]]]:
    """Sounds with the buzzer's, what puts the lights around a show, and what does not work.

    Nothing is loaded for a machine without lights and buzzer.
    """
    if wiring is None:
        yield audio, lambda show, played: show, []
        return
    with open_outputs(wiring) as (outputs, problems):
        buzzer_audio = BuzzerAudio(audio, outputs, settings)
        yield buzzer_audio, lambda show, played: LedIndicators(show, played, outputs), problems
