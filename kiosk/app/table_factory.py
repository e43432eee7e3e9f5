"""Creation of the bottom scenes: tables of new and saved games, title, attract scene."""

from __future__ import annotations

from typing import NamedTuple

from engine.codes import decode
from engine.game import Game
from engine.messages import Message, make_message
from engine.variants import VARIANTS, make_rules
from kiosk.app.dealer import ChosenDeal, Dealer
from kiosk.effects import DealGame
from kiosk.new_game_options import DealStatus
from kiosk.scenes.attract import AttractScene
from kiosk.scenes.table.table_scene import TableScene
from kiosk.scenes.title import make_title_menu
from kiosk.storage import SavedGame, Store, resume_saved_game
from kiosk.ui.scene import Scene, SceneContext

ABANDONED_DEAL_KEY = "gone"
"""Key in the store of the deal that was abandoned last."""


class AbandonedGames:
    """Games whose player has left, which are offered for a while; times are monotonic seconds."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._offer_deadlines: dict[int, float] = {}
        self._last_check = 0.0
        self._offered_game: SavedGame | None = None

    def mark_abandoned(self, deadline: float, *, persistent: bool = False) -> None:
        """Offer the current game until `deadline`; `persistent`: also after a power-off."""
        if saved_game := self._store.get_current():
            self._offer_deadlines[saved_game.deal] = deadline
            if persistent:
                self._store.set_memory(ABANDONED_DEAL_KEY, str(saved_game.deal))

    def restore_abandoned(self, saved_game: SavedGame, deadline: float) -> bool:
        """Offer the game if it was abandoned before a power-off; return True if so."""
        if self._store.get_memory(ABANDONED_DEAL_KEY) != str(saved_game.deal):
            return False
        self._offer_deadlines[saved_game.deal] = deadline
        return True

    def mark_resumed(self) -> None:
        """Forget that the current game was abandoned."""
        if saved_game := self._store.get_current():
            self._offer_deadlines.pop(saved_game.deal, None)
            if self._store.get_memory(ABANDONED_DEAL_KEY) == str(saved_game.deal):
                self._store.set_memory(ABANDONED_DEAL_KEY, None)

    def offer_game(self, now: float, *, is_table_cleared: bool) -> str | None:
        """Return the code of the game that can be resumed, if there is one.

        `is_table_cleared`: the game played last is no longer on the table.
        """
        store, self._offered_game = self._store, None
        saved = store.find_resumable() if is_table_cleared else store.find_previous_unfinished()
        if saved and saved.entries and now < self._offer_deadlines.get(saved.deal, now + 1):
            self._offered_game = saved
        return self._offered_game.code if self._offered_game else None

    def get_offered_game(self, code: str | None) -> SavedGame | None:
        """Return the game that was offered, if it has this code."""
        offered_game = self._offered_game
        return offered_game if offered_game and offered_game.code == code else None

    def next_deadline(self) -> float | None:
        """Return when the next offer ends."""
        return min(
            (until for until in self._offer_deadlines.values() if until > self._last_check),
            default=None,
        )

    def pop_expired(self, now: float) -> bool:
        """Return True once for each offer that has ended."""
        deadline = self.next_deadline()
        if deadline is None or now < deadline:
            return False
        self._last_check = now
        return True


def list_deal_messages(chosen_deal: ChosenDeal, today: str) -> tuple[Message, ...]:
    """Return messages about a deal, if it is not an ordinary winnable one."""
    number = chosen_deal.daily_number
    if number is not None:
        return (make_message("The clock is not set: deal of the day {number}", number=number),)
    if chosen_deal.status is DealStatus.TODAY:
        return (make_message("Today's deal, {date}", date=today),)
    if chosen_deal.status is DealStatus.NONE:
        return (make_message("This deal may be lost from the start"),)
    return ()


class NewScene(NamedTuple):
    """A table and messages about it; `scene` is None if there is no game."""

    scene: Scene | None
    messages: tuple[Message, ...] = ()


class TableFactory:
    """Creates the bottom scenes; times are monotonic seconds."""

    def __init__(self, store: Store, dealer: Dealer) -> None:
        self._store, self._dealer = store, dealer
        self._abandoned_games = AbandonedGames(store)
        self._attract_count = 0

    def create_title(self, context: SceneContext) -> Scene:
        """Return the title; for the next locked-in player Play deals the game of the settings."""
        if context.config.kiosk.lock:
            self._dealer.forget_options()
        return make_title_menu(context)

    def create_attract(self, context: SceneContext) -> Scene:
        """Return the attract scene: the game chosen last, then all other games in turn."""
        options = self._dealer.get_options(context.config.game)
        others = [make_rules(variant) for variant in VARIANTS if variant != options.rules.variant]
        games = [options.rules, *others]
        rules = games[self._attract_count % len(games)]
        self._attract_count += 1
        game = Game.begin(rules, self._dealer.choose_example(rules))
        return AttractScene(context, game)

    def create_dealt(self, context: SceneContext, effect: DealGame) -> NewScene:
        """Choose a deal and return its table."""
        game_settings = context.config.game
        chosen_deal = self._dealer.choose_deal(effect, game_settings)
        is_daily = effect.code is None and chosen_deal.status is DealStatus.TODAY
        damage_messages: tuple[Message, ...] = ()
        # Today's deal is continued, but not that of another player.
        if (
            is_daily
            and not context.config.kiosk.lock
            and self._store.find_unfinished(chosen_deal.code)
        ):
            resumed_scene = self._create_saved(context, chosen_deal.code)
            if resumed_scene.scene is not None:
                return resumed_scene
            damage_messages = resumed_scene.messages
        game = Game.begin(*decode(chosen_deal.code), game_settings.undo_limit)
        self._store.begin_deal(chosen_deal.code, game_settings.undo_limit)
        messages = list_deal_messages(chosen_deal, self._dealer.format_today())
        return NewScene(TableScene(context, game), (*damage_messages, *messages))

    def offer_game(self, now: float, *, is_table_cleared: bool) -> str | None:
        """Return the code of the unfinished game that can be resumed, if there is one."""
        return self._abandoned_games.offer_game(now, is_table_cleared=is_table_cleared)

    def create_resumed(self, context: SceneContext, code: str | None) -> NewScene:
        """Return the table of the saved game of a code, or of the latest one."""
        return self._create_saved(context, code, self._abandoned_games.get_offered_game(code))

    def create_initial(self, context: SceneContext, code: str | None, now: float) -> NewScene:
        """Return the table of the saved game of a code, or of the latest one, at the start.

        There is none if a locked-in player had left it before the power-off.
        """
        kiosk, saved_game = context.config.kiosk, self._store.find_resumable()
        deadline = now + kiosk.keep_left * 60
        if (
            code is None
            and kiosk.lock
            and saved_game
            and self._abandoned_games.restore_abandoned(saved_game, deadline)
        ):
            return NewScene(None)
        return self._create_saved(context, code)

    def _create_saved(
        self, context: SceneContext, code: str | None, saved_game: SavedGame | None = None
    ) -> NewScene:
        limit = context.config.game.undo_limit
        game, seconds, notices = resume_saved_game(self._store, limit, code, saved_game)
        if game is None:
            return NewScene(None, tuple(notices))
        self._abandoned_games.mark_resumed()
        return NewScene(TableScene(context, game, seconds), tuple(notices))

    def mark_abandoned(self, context: SceneContext, now: float) -> None:
        """Offer the current game for a while, as its player has left."""
        kiosk = context.config.kiosk
        self._abandoned_games.mark_abandoned(now + kiosk.keep_left * 60, persistent=kiosk.lock)

    def next_deadline(self) -> float | None:
        """Return when the next offer of an abandoned game ends."""
        return self._abandoned_games.next_deadline()

    def pop_expired(self, now: float) -> bool:
        """Return True once for each offer that has ended."""
        return self._abandoned_games.pop_expired(now)
