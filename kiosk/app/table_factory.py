"""Table scenes: new, resumed, abandoned, attract."""

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
"""The store's memory of the deal whose player went away last."""


class AbandonedGames:
    """Which kept games may be offered to whoever stands there; times are monotonic seconds."""

    def __init__(self, store: Store) -> None:
        """Nobody has gone away yet."""
        self._store = store
        self._offer_deadlines: dict[int, float] = {}
        self._last_check = 0.0
        self._offered_game: SavedGame | None = None

    def mark_abandoned(self, deadline: float, *, persistent: bool = False) -> None:
        """The player of the game on the table has gone; until then it is offered.

        `lasting`: that they have gone is still known when the power was off.
        """
        if saved_game := self._store.get_current():
            self._offer_deadlines[saved_game.deal] = deadline
            if persistent:
                self._store.set_memory(ABANDONED_DEAL_KEY, str(saved_game.deal))

    def restore_abandoned(self, saved_game: SavedGame, deadline: float) -> bool:
        """Whether this game's player had gone before the power went; until then it is offered."""
        if self._store.get_memory(ABANDONED_DEAL_KEY) != str(saved_game.deal):
            return False
        self._offer_deadlines[saved_game.deal] = deadline
        return True

    def mark_resumed(self) -> None:
        """Somebody plays the game on the table: it is one like any other."""
        if saved_game := self._store.get_current():
            self._offer_deadlines.pop(saved_game.deal, None)
            if self._store.get_memory(ABANDONED_DEAL_KEY) == str(saved_game.deal):
                self._store.set_memory(ABANDONED_DEAL_KEY, None)

    def offer_game(self, now: float, *, is_table_cleared: bool) -> str | None:
        """The code of the game that may be gone on with, if there is one.

        Args:
            now: The time.
            is_table_cleared: Whether the game that was played last is not on the table any more.
        """
        saved_game = (
            self._store.find_resumable()
            if is_table_cleared
            else self._store.find_previous_unfinished()
        )
        is_expired = saved_game is not None and now >= self._offer_deadlines.get(
            saved_game.deal, now + 1
        )
        self._offered_game = (
            None if saved_game is None or is_expired or not saved_game.entries else saved_game
        )
        return self._offered_game.code if self._offered_game else None

    def get_offered_game(self, code: str | None) -> SavedGame | None:
        """The game of this code that was offered, of which the table may have another deal now."""
        return (
            self._offered_game if self._offered_game and self._offered_game.code == code else None
        )

    def next_deadline(self) -> float | None:
        """When the next one is not offered any more."""
        return min(
            (until for until in self._offer_deadlines.values() if until > self._last_check),
            default=None,
        )

    def pop_expired(self, now: float) -> bool:
        """Whether one is not offered any more, which is said once."""
        deadline = self.next_deadline()
        if deadline is None or now < deadline:
            return False
        self._last_check = now
        return True


def list_deal_messages(chosen_deal: ChosenDeal, today: str) -> tuple[Message, ...]:
    """What is told when this deal comes onto the table, if it is not simply one that can be won."""
    if chosen_deal.daily_number is not None:
        return (
            make_message(
                "The clock is not set: deal of the day {number}", number=chosen_deal.daily_number
            ),
        )
    if chosen_deal.status is DealStatus.TODAY:
        return (make_message("Today's deal, {date}", date=today),)
    if chosen_deal.status is DealStatus.NONE:
        return (make_message("This deal may be lost from the start"),)
    return ()


class NewScene(NamedTuple):
    """A table, if there is one, and what there is to tell about it."""

    scene: Scene | None
    messages: tuple[Message, ...] = ()


class TableFactory:
    """Lays tables, and the title where there is none; times are monotonic seconds."""

    def __init__(self, store: Store, dealer: Dealer) -> None:
        """Games are kept in this store, and chosen by this dealer."""
        self._store, self._dealer = store, dealer
        self._abandoned_games = AbandonedGames(store)
        self._attract_count = 0

    def create_title(self, context: SceneContext) -> Scene:
        """The screen for whoever comes next: with the files' game where players are kept in."""
        if context.config.kiosk.lock:
            self._dealer.forget_options()
        return make_title_menu(context)

    def create_attract(self, context: SceneContext) -> Scene:
        """A game that plays itself: that of the last choice first, then every other one in turn."""
        options = self._dealer.get_options(context.config.game)
        others = [make_rules(variant) for variant in VARIANTS if variant != options.rules.variant]
        games = [options.rules, *others]
        rules = games[self._attract_count % len(games)]
        self._attract_count += 1
        game = Game.begin(rules, self._dealer.choose_example(rules))
        return AttractScene(context, game)

    def create_dealt(self, context: SceneContext, effect: DealGame) -> NewScene:
        """The deal that is wanted."""
        game_settings = context.config.game
        chosen_deal = self._dealer.choose_deal(effect, game_settings)
        is_daily = effect.code is None and chosen_deal.status is DealStatus.TODAY
        damage_messages: tuple[Message, ...] = ()
        # It goes on where it was begun before, but not another player's.
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
        """The kept game that is meant by a screen, if there is one."""
        return self._create_saved(context, code, self._abandoned_games.get_offered_game(code))

    def create_initial(self, context: SceneContext, code: str | None, now: float) -> NewScene:
        """The kept game to begin with: the latest one or that of a code, if there is one.

        There is none where the player is kept inside and the last one had gone: the next one begins
        at the title, whether or not the power was off meanwhile.
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
        """The player has gone: for a while the game is offered to whoever comes."""
        kiosk = context.config.kiosk
        self._abandoned_games.mark_abandoned(now + kiosk.keep_left * 60, persistent=kiosk.lock)

    def next_deadline(self) -> float | None:
        """When the next game is not offered any more."""
        return self._abandoned_games.next_deadline()

    def pop_expired(self, now: float) -> bool:
        """Whether one is not offered any more, which is said once."""
        return self._abandoned_games.pop_expired(now)
