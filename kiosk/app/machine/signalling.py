"""What lights and a buzzer at pins tell: which buttons do something now, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from kiosk.actions import Action, Message
from kiosk.audio import Audio
from kiosk.config import SoundSettings
from kiosk.frame import Frame
from kiosk.loop import Show
from kiosk.profiles import Signals
from kiosk.scenes.stage import Able, Scene

if TYPE_CHECKING:
    from kiosk.input.outputs import Outputs

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
    from kiosk.input.outputs import opened_outputs

    with opened_outputs(signals) as (outputs, troubles):
        clicking = Clicking(audio, outputs, settings)
        yield clicking, lambda show, played: Lit(show, played, outputs), troubles
