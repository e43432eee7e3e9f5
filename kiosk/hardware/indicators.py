"""LEDs and buzzer."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Protocol

from kiosk.audio import Audio
from kiosk.events import Action, Message
from kiosk.frame import Frame
from kiosk.hardware.gpio_library import NONE, in_time, told, workplace
from kiosk.hardware.profiles import Signals
from kiosk.loop import Show
from kiosk.settings import SoundSettings
from kiosk.ui.scene import Able, Scene

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


ALWAYS = frozenset(
    (
        *(Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT, Action.CONFIRM, Action.BACK),
        *(Action.NEXT, Action.PREVIOUS),
    )
)
"""What every screen has a use for."""
GAME = "game"
"""The light of the whole game: on while one can be played, blinking when it is won."""


class Watched(Show, Protocol):
    """What is shown, and is dark at times."""

    @property
    def dark(self) -> bool:
        """Whether nothing is to be seen."""
        ...


class Played(Protocol):
    """What lights tell of."""

    @property
    def top(self) -> Scene:
        """The scene that is shown."""
        ...


class Lit:
    """Stands between the loop and what it shows, and keeps the lights true. It is `loop.Show`."""

    def __init__(self, show: Watched, played: Played, outputs: Outputs) -> None:
        """`show` is what is shown, `played` the screens in it."""
        self._show, self._played, self._outputs = show, played, outputs

    @property
    def over(self) -> bool:
        """Whether the program is to end."""
        return self._show.over

    def handle(self, message: Message, now: float) -> None:
        """Pass a message on."""
        self._show.handle(message, now)

    def advance(self, now: float) -> None:
        """Let time pass."""
        self._show.advance(now)
        if self._show.dark:
            self._light(now)

    def frame(self, now: float) -> Frame:
        """What is to be seen, and with every picture the lights: the first one switches them on."""
        self._light(now)
        return self._show.frame(now)

    def wake(self, now: float) -> float | None:
        """When `advance` is wanted without input."""
        return self._show.wake(now)

    def leave(self) -> None:
        """The person closes the program from outside."""
        self._show.leave()

    def _light(self, now: float) -> None:
        if self._show.dark:
            self._outputs.light(())
            return
        top = self._played.top
        able = top.able() if isinstance(top, Able) else frozenset[Action]()
        game = top.occasion(now).game
        state = game.state if game else ""
        lit = ALWAYS | able | ({GAME} if state == "playing" else set())
        self._outputs.light(lit, {GAME} if state == "won" else ())


class Clicking:
    """Sounds, and the buzzer's beside them. It is `audio.Audio`."""

    def __init__(self, audio: Audio, outputs: Outputs, settings: SoundSettings) -> None:
        """The buzzer has no volume: it is only silent where sounds are."""
        self._audio, self._outputs = audio, outputs
        self._mute = settings.mute

    def play(self, name: str) -> None:
        """Begin to play it and return at once."""
        self._audio.play(name)
        if not self._mute:
            self._outputs.sound(refused=name == "refuse")

    def adjust(self, settings: SoundSettings) -> None:
        """From now on this is how loud sounds are."""
        self._audio.adjust(settings)
        self._mute = settings.mute


@contextmanager
def signalling(
    signals: Signals | None, audio: Audio, settings: SoundSettings
) -> Iterator[tuple[Audio, Callable[[Watched, Played], Show], list[str]]]:
    """Sounds with the buzzer's, what puts the lights around a show, and what does not work.

    Nothing is loaded for a machine without lights and buzzer.
    """
    if signals is None:
        yield audio, lambda show, played: show, []
        return
    with opened_outputs(signals) as (outputs, troubles):
        clicking = Clicking(audio, outputs, settings)
        yield clicking, lambda show, played: Lit(show, played, outputs), troubles
