"""The lights and the buzzer at the pins of a Raspberry Pi, through gpiozero.

What is wrong with one of them is told like what is wrong with a button, and the game goes on
without it. All are off when the program has ended.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from kiosk.input.gpio import NONE, in_time, told
from kiosk.input.workplace import workplace
from kiosk.profiles import Signals

NONE_HERE = "Lights and buzzer do not work"
BLINK = 0.35
"""Seconds that a blinking light is on, and off."""
CLICK, BUZZ = 0.012, 0.12
"""Seconds that the buzzer sounds when something was done, and when it was refused."""
HIGH, LOW = 880.0, 220.0
"""Its tones then, in hertz, where it can have any."""
OCTAVES = 2
"""How far from the A of 440 Hz a tone may be."""


class Outputs:
    """The lights and the buzzer that could be opened. Nothing here ever raises."""

    def __init__(self) -> None:
        """Nothing is open."""
        self._lights: dict[str, Any] = {}
        self._shown: dict[str, str] = {}
        self._sound: Callable[[bool], None] | None = None
        self._open: list[Any] = []

    def open(self, signals: Signals) -> list[str]:
        """Open all that there are; what did not work, a line each."""
        openers: dict[str, Callable[[int], None]] = {
            f"light {name}": partial(self._open_light, name, signals.lights_high)
            for name in signals.lights
        }
        openers["buzzer"] = self._open_tones if signals.buzzer_tones else self._open_buzzer
        troubles = []
        for name, pin in signals.pins.items():
            try:
                openers[name](pin)
            except Exception as error:
                troubles.append(told(name, pin, error))
                if troubles[-1].startswith(NONE):  # and so it would be with the next
                    return [troubles[-1].replace(NONE, NONE_HERE)]
        return troubles

    def light(self, lit: Iterable[str], blinking: Iterable[str] = ()) -> None:
        """From now on these lights are on, those blink, and all others are off."""
        wanted = {**dict.fromkeys(lit, "on"), **dict.fromkeys(blinking, "blink")}
        for name, light in self._lights.items():
            state = wanted.get(name, "off")
            if self._shown.get(name) != state:
                self._shown[name] = state
                with suppress(Exception):
                    light.blink(BLINK, BLINK) if state == "blink" else getattr(light, state)()

    def sound(self, *, refused: bool) -> None:
        """A short click, or a longer and lower sound where something was refused."""
        if self._sound is not None:
            with suppress(Exception):
                self._sound(refused)

    def close(self) -> None:
        """Switch all off and give the pins back; takes no longer than half a second."""
        in_time(self._close)

    def _close(self) -> None:
        for device in self._open:
            for end in (getattr(device, "off", None) or device.stop, device.close):
                with suppress(Exception):
                    end()

    def _open_light(self, name: str, high: bool, pin: int) -> None:
        from gpiozero import LED

        self._lights[name] = LED(pin, active_high=high)
        self._open.append(self._lights[name])

    def _open_buzzer(self, pin: int) -> None:
        from gpiozero import Buzzer

        buzzer = Buzzer(pin)
        self._open.append(buzzer)
        self._sound = lambda refused: buzzer.beep(BUZZ if refused else CLICK, 0, n=1)

    def _open_tones(self, pin: int) -> None:
        from gpiozero import TonalBuzzer
        from gpiozero.tones import Tone

        buzzer = TonalBuzzer(pin, octaves=OCTAVES)
        self._open.append(buzzer)

        def sound(refused: bool) -> None:
            buzzer.play(Tone.from_frequency(LOW if refused else HIGH))
            end = threading.Timer(BUZZ if refused else CLICK, buzzer.stop)
            end.daemon = True
            end.start()

        self._sound = sound


@contextmanager
def opened_outputs(signals: Signals) -> Iterator[tuple[Outputs, list[str]]]:
    """The lights and the buzzer, and what is wrong with some; off and closed at the end."""
    outputs = Outputs()
    with workplace(os.environ):
        troubles = outputs.open(signals)
    try:
        yield outputs, troubles
    finally:
        outputs.close()
