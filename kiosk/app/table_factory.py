"""Table scenes: new, resumed, abandoned, attract."""

from __future__ import annotations

from typing import NamedTuple

from engine.codes import decode
from engine.game import Game
from engine.messages import Message, make_message
from engine.variants import VARIANTS, make_rules
from kiosk.app.dealer import Dealer, Dealt
from kiosk.effects import DealGame
from kiosk.new_game_options import DealStatus
from kiosk.scenes.registry import SCENE_FACTORIES
from kiosk.settings import GameSettings
from kiosk.storage import SavedGame, Store, resume_saved_game
from kiosk.ui.scene import Scene, SceneArguments, SceneContext

GONE = "gone"
"""The store's memory of the deal whose player went away last."""


class Leftovers:
    """Which kept games may be offered to whoever stands there; times are monotonic seconds."""

    def __init__(self, store: Store) -> None:
        """Nobody has gone away yet."""
        self._store = store
        self._until: dict[int, float] = {}
        self._told = 0.0
        self._offered: SavedGame | None = None

    def leave(self, until: float, *, lasting: bool = False) -> None:
        """The player of the game on the table has gone; until then it is offered.

        `lasting`: that they have gone is still known when the power was off.
        """
        if kept := self._store.get_current():
            self._until[kept.deal] = until
            if lasting:
                self._store.set_memory(GONE, str(kept.deal))

    def found(self, kept: SavedGame, until: float) -> bool:
        """Whether this game's player had gone before the power went; until then it is offered."""
        if self._store.get_memory(GONE) != str(kept.deal):
            return False
        self._until[kept.deal] = until
        return True

    def take_up(self) -> None:
        """Somebody plays the game on the table: it is one like any other."""
        if kept := self._store.get_current():
            self._until.pop(kept.deal, None)
            if self._store.get_memory(GONE) == str(kept.deal):
                self._store.set_memory(GONE, None)

    def offered(self, now: float, *, cleared: bool) -> str | None:
        """The code of the game that may be gone on with, if there is one.

        Args:
            now: The time.
            cleared: Whether the game that was played last is not on the table any more.
        """
        kept = self._store.find_resumable() if cleared else self._store.find_previous_unfinished()
        late = kept is not None and now >= self._until.get(kept.deal, now + 1)
        self._offered = None if kept is None or late or not kept.entries else kept
        return self._offered.code if self._offered else None

    def meant(self, code: str | None) -> SavedGame | None:
        """The game of this code that was offered, of which the table may have another deal now."""
        return self._offered if self._offered and self._offered.code == code else None

    def next_deadline(self) -> float | None:
        """When the next one is not offered any more."""
        return min((until for until in self._until.values() if until > self._told), default=None)

    def expired(self, now: float) -> bool:
        """Whether one is not offered any more, which is said once."""
        due = self.next_deadline()
        if due is None or now < due:
            return False
        self._told = now
        return True


def briefed(
    arguments: SceneArguments, kept: str | None, dealer: Dealer, files: GameSettings
) -> SceneArguments:
    """The occasion with all that there is to know of what can be played; `kept` can be resumed."""
    game = arguments.game
    return arguments._replace(
        unfinished_code=kept,
        options=dealer.wish(files),
        today=dealer.today(),
        deal_status=dealer.promise(game.code) if game and game.code else None,
    )


def deal_lines(dealt: Dealt, today: str) -> tuple[Message, ...]:
    """What is told when this deal comes onto the table, if it is not simply one that can be won."""
    if dealt.day is not None:
        return (make_message("The clock is not set: deal of the day {number}", number=dealt.day),)
    if dealt.promise is DealStatus.TODAY:
        return (make_message("Today's deal, {date}", date=today),)
    if dealt.promise is DealStatus.NONE:
        return (make_message("This deal may be lost from the start"),)
    return ()


class Laid(NamedTuple):
    """A table, if there is one, and what there is to tell about it."""

    scene: Scene | None
    lines: tuple[Message, ...] = ()


class Tables:
    """Lays tables, and the title where there is none; times are monotonic seconds."""

    def __init__(self, store: Store, dealer: Dealer) -> None:
        """Games are kept in this store, and chosen by this dealer."""
        self._store, self._dealer = store, dealer
        self._leftovers = Leftovers(store)
        self._shown = 0

    def title(self, context: SceneContext, now: float) -> Scene:
        """The screen for whoever comes next: with the files' game where players are kept in."""
        if context.config.kiosk.lock:
            self._dealer.forget()
        return SCENE_FACTORIES["title"](context, self.briefed(SceneArguments(), context, now))

    def attraction(self, context: SceneContext) -> Scene:
        """A game that plays itself: that of the last choice first, then every other one in turn."""
        wish = self._dealer.wish(context.config.game)
        others = [make_rules(variant) for variant in VARIANTS if variant != wish.rules.variant]
        games = [wish.rules, *others]
        rules = games[self._shown % len(games)]
        self._shown += 1
        game = Game.begin(rules, self._dealer.example(rules))
        return SCENE_FACTORIES["attract"](
            context, SceneArguments(game, results=self._store.list_results())
        )

    def briefed(
        self, arguments: SceneArguments, context: SceneContext, now: float
    ) -> SceneArguments:
        """The occasion with all that there is to know of what can be played."""
        kept = self._leftovers.offered(now, cleared=arguments.game is None)
        return briefed(arguments, kept, self._dealer, context.config.game)

    def dealt(self, context: SceneContext, wanted: DealGame) -> Laid:
        """The deal that is wanted."""
        settings = context.config.game
        dealt = self._dealer.deal(wanted, settings)
        todays = wanted.code is None and dealt.promise is DealStatus.TODAY
        damage: tuple[Message, ...] = ()
        # It goes on where it was begun before, but not another player's.
        if todays and not context.config.kiosk.lock and self._store.find_unfinished(dealt.code):
            before = self._kept(context, dealt.code)
            if before.scene is not None:
                return before
            damage = before.lines
        game = Game.begin(*decode(dealt.code), settings.undo_limit)
        self._store.begin_deal(dealt.code, settings.undo_limit)
        lines = deal_lines(dealt, self._dealer.today())
        return Laid(SCENE_FACTORIES["table"](context, SceneArguments(game)), (*damage, *lines))

    def resumed(self, context: SceneContext, code: str | None) -> Laid:
        """The kept game that is meant by a screen, if there is one."""
        return self._kept(context, code, self._leftovers.meant(code))

    def begun(self, context: SceneContext, code: str | None, now: float) -> Laid:
        """The kept game to begin with: the latest one or that of a code, if there is one.

        There is none where the player is kept inside and the last one had gone: the next one begins
        at the title, whether or not the power was off meanwhile.
        """
        kiosk, kept = context.config.kiosk, self._store.find_resumable()
        until = now + kiosk.keep_left * 60
        if code is None and kiosk.lock and kept and self._leftovers.found(kept, until):
            return Laid(None)
        return self._kept(context, code)

    def _kept(self, context: SceneContext, code: str | None, kept: SavedGame | None = None) -> Laid:
        limit = context.config.game.undo_limit
        game, seconds, notices = resume_saved_game(self._store, limit, code, kept)
        if game is None:
            return Laid(None, tuple(notices))
        self._leftovers.take_up()
        return Laid(
            SCENE_FACTORIES["table"](context, SceneArguments(game, seconds)), tuple(notices)
        )

    def leave(self, context: SceneContext, now: float) -> None:
        """The player has gone: for a while the game is offered to whoever comes."""
        kiosk = context.config.kiosk
        self._leftovers.leave(now + kiosk.keep_left * 60, lasting=kiosk.lock)

    def next_deadline(self) -> float | None:
        """When the next game is not offered any more."""
        return self._leftovers.next_deadline()

    def expired(self, now: float) -> bool:
        """Whether one is not offered any more, which is said once."""
        return self._leftovers.expired(now)
