"""Scene, SceneContext."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from engine.game import Game
from engine.messages import Message
from kiosk.effects import Effect, SolverAnswer
from kiosk.events import Action, InputEvent
from kiosk.frame import Box, Frame, TextMeasurer
from kiosk.hardware.power import PowerStatus
from kiosk.i18n import Translator
from kiosk.input.bindings import PAGES_MODE, InputBindings
from kiosk.new_game_options import DealStatus, NewGameOptions
from kiosk.settings import Config, GameSettings, Origins
from kiosk.stats import DealResult, RankBy, RankedWin
from kiosk.storage import SavedGame

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


class GameInPlay(NamedTuple):
    """The game on the table, if there is one, when the top scene was opened."""

    game: Game | None = None
    seconds: float = 0.0
    moves_back: int | None = None
    """The game can be won from so many moves back; 0: from no position, None: unknown."""


class Records(NamedTuple):
    """What is saved of the games played."""

    list_results: Callable[[], tuple[DealResult, ...]] = tuple
    get_ranked_win: Callable[[RankBy], RankedWin | None] = lambda rank_by: None
    """The place of the game in play, if it was won."""
    load_win: Callable[[int], SavedGame | None] = lambda deal_id: None
    """A won deal, if its entries are still saved."""


class NewGames(NamedTuple):
    """What can be played next."""

    get_options: Callable[[GameSettings], NewGameOptions] = GameSettings.to_new_game_options
    """What Play deals."""
    format_today: Callable[[], str] = str
    """The date as 2026-11-30; empty while the clock is not set."""
    get_deal_status: Callable[[str], DealStatus | None] = lambda code: None
    offer_unfinished: Callable[[], str | None] = lambda: None
    """The code of an unfinished game, other than the one in play, that can be resumed."""


class SceneContext(NamedTuple):
    """Settings and services for scenes; services are asked each time, as their answers change."""

    size: tuple[int, int]
    measurer: TextMeasurer
    translator: Translator
    config: Config
    bindings: InputBindings
    origins: Origins = MappingProxyType({})
    get_power_status: Callable[[], PowerStatus] = PowerStatus
    diagnostics: Diagnostics = Diagnostics()
    get_game_in_play: Callable[[], GameInPlay] = GameInPlay
    records: Records = Records()
    new_games: NewGames = NewGames()


class SceneUnavailableError(Exception):
    """The scene has nothing to show; `message` tells the player why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


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

    def get_game_in_play(self, now: float) -> GameInPlay:
        """Return the game that is played here, if one is."""
        return GameInPlay()

    def collect_boxes(self, now: float) -> NamedBoxes:
        """Return the boxes of `piles`, `cards` and `buttons` by name, for `shot --layout`."""
        return {"piles": {}, "cards": {}, "buttons": {}}
