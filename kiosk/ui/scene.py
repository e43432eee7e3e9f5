"""Scene, SceneContext."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, runtime_checkable

from engine.game import Game
from engine.variants import Rules
from kiosk.effects import Advice, Effect, Watch
from kiosk.events import Action, Message
from kiosk.frame import Box, Frame, Measure
from kiosk.hardware.power import Power
from kiosk.i18n import Words
from kiosk.input.bindings import Bindings
from kiosk.new_game_options import Promise, Wish
from kiosk.settings import Config, Origins
from kiosk.stats import Result, Standing

TRIES = 3
"""Wrong PINs after which none counts for a while."""


class Trials(NamedTuple):
    """How many PINs may still be tried, or until when (monotonic seconds) none counts."""

    left: int = TRIES
    until: float | None = None


class Machine(NamedTuple):
    """What runs here, on what, and how it is: versions as texts, sizes in bytes.

    `temperature` is in degrees Celsius, `uptime` in seconds; None where nobody knows.
    """

    program: str = ""
    python: str = ""
    pygame: str = ""
    kernel: str = ""
    board: str = ""
    compiled: bool = False
    screen: str = ""
    folder: str = ""
    saving: bool = True
    free: int | None = None
    temperature: float | None = None
    uptime: float | None = None


class Told(NamedTuple):
    """A line that the program has told, and whether it was a complaint."""

    text: str
    wrong: bool = False


class Facts(NamedTuple):
    """Questions that are answered at once."""

    trials: Callable[[], Trials] = Trials
    machine: Callable[[], Machine] = Machine
    inputs: Callable[[], tuple[str, ...]] = tuple
    """The last things that anybody did, with their times, the latest first."""
    told: Callable[[], tuple[Told, ...]] = tuple
    """The last lines that were told, the latest first."""
    touched: Callable[[], tuple[float, float] | None] = lambda: None
    """What the touch device said last, from 0 to 1."""
    pins: Callable[[], Mapping[str, int]] = lambda: MappingProxyType({})
    """The pins at which a button may be, by the names of buttons."""


class Stage(NamedTuple):
    """What a scene may know of the machine.

    The size in pixels, widths of text, words, settings, what the buttons are called, and where the
    settings come from. What is known of the machine's power is asked for each time: it changes; and
    so are the `facts` that the service menu tells.
    """

    size: tuple[int, int]
    measure: Measure
    words: Words
    config: Config
    bindings: Bindings
    origins: Origins = MappingProxyType({})
    power: Callable[[], Power] = Power
    facts: Facts = Facts()


class Occasion(NamedTuple):
    """Why a scene is shown: the game on the table, its clock in seconds, what there is to tell.

    `notes` are lines that the person must see (problems of the configuration, of the store).
    `kept` is the code of a game that was left unfinished for the one on the table, and can be
    resumed. `rules` are those that a person has just chosen, where a number is to be typed for
    them. `wish` is what Play deals; `today` the date, "" where the clock cannot be believed;
    `promise` what is known of the deal on the table. `watch` is what is to be looked at while it
    is played. `about` says which of several things to show, `results` are all there are to show of
    the records, and `standing` is the place of the game on the table where it was won. So many
    moves `back` that game can be won, 0 where it never could; None where nobody knows that yet.
    """

    game: Game | None = None
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    kept: str | None = None
    rules: Rules | None = None
    wish: Wish | None = None
    today: str = ""
    promise: Promise | None = None
    watch: Watch | None = None
    about: str = ""
    results: tuple[Result, ...] = ()
    standing: Standing | None = None
    back: int | None = None


Boxes = dict[str, dict[str, Box]]
"""`piles`, `cards` and `buttons`, each a name and its box in pixels."""


class Scene(Protocol):
    """One screen. It never draws, plays, saves or sleeps; times are monotonic seconds."""

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Take one thing that a person did; say what is to be done about it."""
        ...

    def advance(self, now: float) -> list[Effect]:
        """Let time pass up to `now`: holds ripen, notes leave, animations end."""
        ...

    def frame(self, now: float) -> Frame:
        """Everything that is to be seen at this moment."""
        ...

    def wake(self, now: float) -> float | None:
        """When `advance` and `frame` are to be called again without input; None: only after input.

        A moment that is not in the future asks for the next picture as soon as may be.
        """
        ...

    def enter(self, now: float) -> None:
        """The scene is now the one on top."""
        ...

    def leave(self, now: float) -> None:
        """The scene is covered by another one, or closed."""
        ...

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines in passing (the disk is full, the journal is saved again)."""
        ...

    def occasion(self, now: float) -> Occasion:
        """What a scene that is opened on top of this one is to know."""
        ...

    def boxes(self, now: float) -> Boxes:
        """Where `piles`, `cards` and `buttons` are, by name, as `shot --layout` writes them."""
        ...


@runtime_checkable
class Asking(Scene, Protocol):
    """A screen that has questions to the solver (`effects.Think`)."""

    def advise(self, advice: Advice, now: float) -> list[Effect]:
        """Take the answer to the last question; the screen may be covered by then."""
        ...


@runtime_checkable
class Restaged(Scene, Protocol):
    """A screen that can be shown, or lie below others, while settings change."""

    def restage(self, stage: Stage) -> None:
        """From now on this is the stage: other settings, other words."""
        ...


@runtime_checkable
class Able(Scene, Protocol):
    """A screen on which buttons of their own do something, and at times do not."""

    def able(self) -> frozenset[Action]:
        """What a button would bring about now, beside moving, confirming and going back."""
        ...
