"""Scene, SceneContext."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from engine.game import Game
from engine.variants import Rules
from kiosk.effects import Effect, SolverAnswer, WatchReplay
from kiosk.events import Action, InputEvent
from kiosk.frame import Box, Frame, TextMeasurer
from kiosk.hardware.power import PowerStatus
from kiosk.i18n import Translator
from kiosk.input.bindings import PAGES_MODE, InputBindings
from kiosk.new_game_options import DealStatus, NewGameOptions
from kiosk.settings import Config, Origins
from kiosk.stats import DealResult, RankedWin

MAX_PIN_TRIES = 3
"""Wrong PINs after which none counts for a while."""


class PinAttempts(NamedTuple):
    """How many PINs may still be tried, or until when (monotonic seconds) none counts."""

    attempts_left: int = MAX_PIN_TRIES
    locked_until: float | None = None


class MachineStatus(NamedTuple):
    """What runs here, on what, and how it is: versions as texts, sizes in bytes.

    `temperature` is in degrees Celsius, `uptime` in seconds; None where nobody knows.
    """

    program_version: str = ""
    python_version: str = ""
    pygame_version: str = ""
    kernel_version: str = ""
    board_model: str = ""
    is_solver_compiled: bool = False
    display_mode: str = ""
    state_dir: str = ""
    is_saving: bool = True
    free_bytes: int | None = None
    temperature_celsius: float | None = None
    uptime_seconds: float | None = None


class LogEntry(NamedTuple):
    """A line that the program has told, and whether it was a complaint."""

    text: str
    is_warning: bool = False


class Diagnostics(NamedTuple):
    """Questions that are answered at once."""

    get_pin_attempts: Callable[[], PinAttempts] = PinAttempts
    get_machine_status: Callable[[], MachineStatus] = MachineStatus
    list_recent_inputs: Callable[[], tuple[str, ...]] = tuple
    """The last things that anybody did, with their times, the latest first."""
    list_log_entries: Callable[[], tuple[LogEntry, ...]] = tuple
    """The last lines that were told, the latest first."""
    get_raw_touch: Callable[[], tuple[float, float] | None] = lambda: None
    """What the touch device said last, from 0 to 1."""
    get_button_pins: Callable[[], Mapping[str, int]] = lambda: MappingProxyType({})
    """The pins at which a button may be, by the names of buttons."""


class SceneContext(NamedTuple):
    """What a scene may know of the machine.

    The size in pixels, widths of text, words, settings, what the buttons are called, and where the
    settings come from. What is known of the machine's power is asked for each time: it changes; and
    so are the `facts` that the service menu tells.
    """

    size: tuple[int, int]
    measurer: TextMeasurer
    translator: Translator
    config: Config
    bindings: InputBindings
    origins: Origins = MappingProxyType({})
    get_power_status: Callable[[], PowerStatus] = PowerStatus
    diagnostics: Diagnostics = Diagnostics()


class SceneArguments(NamedTuple):
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
    messages: tuple[str, ...] = ()
    unfinished_code: str | None = None
    rules: Rules | None = None
    options: NewGameOptions | None = None
    today: str = ""
    deal_status: DealStatus | None = None
    replay: WatchReplay | None = None
    subject: str = ""
    results: tuple[DealResult, ...] = ()
    ranked_win: RankedWin | None = None
    moves_back: int | None = None


NamedBoxes = dict[str, dict[str, Box]]
"""`piles`, `cards` and `buttons`, each a name and its box in pixels."""


class Scene:
    """One screen. It never draws, plays, saves or sleeps; times are monotonic seconds."""

    input_mode: ClassVar[str] = PAGES_MODE
    is_service: ClassVar[bool] = False
    """The service menu, or the request for its PIN."""
    is_attract: ClassVar[bool] = False
    allows_calibration: ClassVar[bool] = True
    """A resting finger may open the calibration of the touch screen."""

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Process an input event; return what it has to bring about."""
        raise NotImplementedError

    def advance(self, now: float) -> list[Effect]:
        """Let time pass up to `now`: end holds, messages and animations."""
        return []

    def build_frame(self, now: float) -> Frame:
        """Return everything that is visible at this moment."""
        raise NotImplementedError

    def next_deadline(self, now: float) -> float | None:
        """Return when to call `advance` and `build_frame` again without input, if ever.

        A moment that is not in the future asks for the next frame as soon as possible.
        """
        return None

    def enter(self, now: float) -> None:
        """React to becoming the top scene."""

    def leave(self, now: float) -> None:
        """React to being covered by another scene, or closed."""

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines for a while."""

    def receive_answer(self, answer: SolverAnswer, now: float) -> list[Effect]:
        """Take an answer to the last `Think` of this scene, which may be covered by now."""
        return []

    def set_context(self, context: SceneContext) -> None:
        """Take over changed settings."""

    def get_enabled_actions(self) -> frozenset[Action]:
        """Return the actions that do something now, without moving, confirming and going back."""
        return frozenset()

    def get_child_arguments(self, now: float) -> SceneArguments:
        """Return what a scene that is opened on top of this one needs to know."""
        return SceneArguments()

    def collect_boxes(self, now: float) -> NamedBoxes:
        """Return the boxes of `piles`, `cards` and `buttons` by name, for `shot --layout`."""
        return {"piles": {}, "cards": {}, "buttons": {}}
