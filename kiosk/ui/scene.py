"""`Scene`, the base class of all screens, and `SceneContext`, the services that it may use."""

from __future__ import annotations

from abc import ABC, abstractmethod
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
"""Number of wrong PINs in a row that locks the PIN entry for a while."""


class PinAttempts(NamedTuple):
    """Remaining PIN attempts; `locked_until` is in monotonic seconds, None while not locked."""

    attempts_left: int = MAX_PIN_TRIES
    locked_until: float | None = None


class MachineStatus(NamedTuple):
    """Versions, hardware and state of the machine; None for values that cannot be read."""

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
    """Log line, as the service menu shows it."""

    text: str
    is_warning: bool = False


class Diagnostics(NamedTuple):
    """Queries for the service menu; none of them blocks."""

    get_pin_attempts: Callable[[], PinAttempts] = PinAttempts
    get_machine_status: Callable[[], MachineStatus] = MachineStatus
    list_recent_inputs: Callable[[], tuple[str, ...]] = tuple
    """Recent input events with their times, the latest first."""
    list_log_entries: Callable[[], tuple[LogEntry, ...]] = tuple
    """Recent log lines, the latest first."""
    get_raw_touch: Callable[[], tuple[float, float] | None] = lambda: None
    """Last position reported by the touch device, 0 to 1 on both axes; None: no touch yet."""
    get_button_pins: Callable[[], Mapping[str, int]] = lambda: MappingProxyType({})
    """GPIO pins to which buttons can be wired, by button name."""


class GameInPlay(NamedTuple):
    """Game on the table at the time when the top scene was opened; None: no game."""

    game: Game | None = None
    seconds: float = 0.0
    moves_back: int | None = None
    """Moves to take back to reach a winnable position; 0: there is none, None: unknown."""


class Records(NamedTuple):
    """Queries for the saved results of played games."""

    list_results: Callable[[], tuple[DealResult, ...]] = tuple
    get_ranked_win: Callable[[RankBy], RankedWin | None] = lambda rank_by: None
    """Rank of the game in play; None: not won."""
    load_win: Callable[[int], SavedGame | None] = lambda deal_id: None
    """Saved entries of a won deal; None: no longer saved."""


class NewGames(NamedTuple):
    """Queries for the games that can be played next."""

    get_options: Callable[[GameSettings], NewGameOptions] = GameSettings.to_new_game_options
    """Options of the deal that Play starts."""
    format_today: Callable[[], str] = str
    """Today's date as 2026-11-30; empty while the clock is not set."""
    get_deal_status: Callable[[str], DealStatus | None] = lambda code: None
    offer_unfinished: Callable[[], str | None] = lambda: None
    """Code of an unfinished game, other than the one in play, that can be resumed."""


class SceneContext(NamedTuple):
    """Settings and services for scenes; scenes must not cache results of the services."""

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
    """The scene has nothing to show; `message` gives the player the reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


NamedBoxes = dict[str, dict[str, Box]]
"""Boxes in pixels by name, in the groups `piles`, `cards` and `buttons`."""


class Scene(ABC):
    """One screen: input events in, effects and frames out; times are monotonic seconds.

    A scene never draws, plays sounds, saves or sleeps: it returns effects for that.
    """

    input_mode: ClassVar[str] = PAGES_MODE
    is_service: ClassVar[bool] = False
    """True for the service menu and the request for its PIN."""
    is_attract: ClassVar[bool] = False
    allows_calibration: ClassVar[bool] = True
    """True if a resting finger may open the touch calibration."""

    @abstractmethod
    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Process an input event; return its effects."""

    def advance(self, now: float) -> list[Effect]:
        """Advance holds, messages and animations to `now`; return their effects."""
        return []

    @abstractmethod
    def build_frame(self, now: float) -> Frame:
        """Return the picture at `now`."""

    def next_deadline(self, now: float) -> float | None:
        """Return the time of the next `advance` and `build_frame` without input; None: never.

        A time that is not in the future asks for the next frame as soon as possible.
        """
        return None

    def enter(self, now: float) -> None:  # noqa: B027 - optional
        """React to becoming the top scene."""

    def leave(self, now: float) -> None:  # noqa: B027 - optional
        """React to being covered by another scene, or closed."""

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:  # noqa: B027 - optional
        """Show message lines for a limited time."""

    def receive_answer(self, answer: SolverAnswer, now: float) -> list[Effect]:
        """Process an answer to the last `Think` of this scene, which may be covered now."""
        return []

    def set_context(self, context: SceneContext) -> None:  # noqa: B027 - optional
        """Replace the context after a change of settings or services."""

    def get_enabled_actions(self) -> frozenset[Action]:
        """Return the actions that have an effect now, except movement, Confirm and Back."""
        return frozenset()

    def get_game_in_play(self, now: float) -> GameInPlay:
        """Return the game played in this scene, if any."""
        return GameInPlay()

    def collect_boxes(self, now: float) -> NamedBoxes:
        """Return the boxes of the named elements, for `shot --layout`."""
        return {"piles": {}, "cards": {}, "buttons": {}}
