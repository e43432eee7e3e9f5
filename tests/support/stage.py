"""A context for scenes without hardware: text of even width, English, default settings."""

from __future__ import annotations

from typing import NamedTuple

from engine.codes import encode
from engine.game import Game
from engine.variants import Rules
from kiosk.app.dealer import Dealer, TrustedClock
from kiosk.app.diagnostics import InputLog
from kiosk.app.director import Director
from kiosk.app.live_settings import SettingsChange
from kiosk.app.scene_stack import PendingMessages
from kiosk.app.service_access import PinLock, ServiceTrigger
from kiosk.app.service_actions import ServiceMenuController
from kiosk.effects import WatchReplay
from kiosk.i18n import Translator
from kiosk.input.bindings import InputBindings
from kiosk.layout.table_layout import TableShape
from kiosk.new_game_options import DealStatus, NewGameOptions
from kiosk.paths import assets_dir
from kiosk.scenes.registry import create_scene
from kiosk.scenes.replay import ReplayScene
from kiosk.settings import Config
from kiosk.solver_process.client import Solver
from kiosk.stats import DealResult, RankedWin
from kiosk.storage import Store
from kiosk.ui.scene import GameInPlay, NewGames, Records, Scene, SceneContext
from tests.support.silent_audio import SilentAudio

SMALL = (320, 240)
PANEL = (800, 480)
UPRIGHT = (480, 800)

LANDSCAPE = (
    (320, 240),
    (400, 240),
    (480, 272),
    (480, 320),
    (640, 400),
    (640, 480),
    (800, 480),
    (800, 600),
    (1024, 600),
    (1024, 768),
    (1280, 400),
    (1280, 720),
    (1280, 1024),
    (1366, 768),
    (1480, 320),
    (1920, 480),
    (1920, 1080),
)
SQUARE = ((240, 240), (480, 480), (720, 720))
SIZES = (*LANDSCAPE, *SQUARE, *((height, width) for width, height in LANDSCAPE))
"""Panels from 240x240 to 1920x1080 pixels, landscape, square and portrait."""


class FixedWidthMeasure:
    """A text measurer with letters of equal width, about as wide as those of the shipped fonts."""

    def measure_width(self, text: str, px: int, *, bold: bool = False) -> int:
        return round(len(text) * px * (0.53 if bold else 0.48))


def stage(size: tuple[int, int] = PANEL, config: Config | None = None) -> SceneContext:
    config = config or Config()
    return SceneContext(
        size, FixedWidthMeasure(), Translator.load("en"), config, InputBindings(config.buttons)
    )


class Opening(NamedTuple):
    """State that a scene finds when opened: the game in play, and results of the services."""

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

    def on(self, context: SceneContext) -> SceneContext:
        """The stage with services that answer so."""
        return context._replace(
            get_game_in_play=lambda: GameInPlay(self.game, self.seconds, self.moves_back),
            records=Records(lambda: self.results, lambda rank_by: self.ranked_win),
            new_games=NewGames(
                lambda settings: self.options or settings.to_new_game_options(),
                lambda: self.today,
                lambda code: self.deal_status,
                lambda: self.unfinished_code,
            ),
        )


def open_scene(name: str, context: SceneContext, opening: Opening) -> Scene:
    """The scene of this name."""
    if name == "replay" and opening.replay:
        return ReplayScene(opening.on(context), opening.replay)
    code = encode(opening.rules, 1) if opening.rules else ""
    subjects = {"notice": "\n".join(opening.messages), "entry": code, "rules": code}
    subject = opening.subject or subjects.get(name, "")
    return create_scene(name, opening.on(context), subject)


def shape(rules: Rules) -> TableShape:
    variant = rules.variant
    return TableShape(variant.columns, rules.cells, variant.cards_per_column)


def direct(store: Store, solver: Solver, number: int = 2) -> Director:
    """Return a director without hardware."""
    context, banks = stage(), assets_dir() / "deals"
    pin_lock, trigger = PinLock(store, lambda: 0.0), ServiceTrigger(context.bindings)
    return Director(
        context,
        store=store,
        audio=SilentAudio(),
        solver=solver,
        dealer=Dealer(store, banks, lambda: number, TrustedClock(banks)),
        service_controller=ServiceMenuController(
            store, pin_lock, trigger, InputLog(0.0), banks, banks
        ),
        pending_messages=PendingMessages(),
        change_settings=lambda values: SettingsChange(context.config, context.origins, None),
        request_power_action=lambda effect, now: None,
        shutdown_requested=lambda: False,
    )
