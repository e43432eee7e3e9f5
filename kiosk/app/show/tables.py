"""Which game comes onto the table, and what screens are to know of those that may."""

from __future__ import annotations

from typing import NamedTuple

from engine.codes import decode
from engine.game import Game
from engine.phrases import Phrase
from engine.variants import VARIANTS, rules_of
from kiosk.app.presence.leftovers import Leftovers
from kiosk.app.show.briefing import briefed, deal_lines
from kiosk.app.show.dealing import Dealer
from kiosk.effects import Deal
from kiosk.scenes.catalogue import SCENES
from kiosk.scenes.stage import Occasion, Scene, Stage
from kiosk.store import Kept, Store, kept_game
from kiosk.wish import Promise


class Laid(NamedTuple):
    """A table, if there is one, and what there is to tell about it."""

    scene: Scene | None
    lines: tuple[Phrase, ...] = ()


class Tables:
    """Lays tables, and the title where there is none; times are monotonic seconds."""

    def __init__(self, store: Store, dealer: Dealer) -> None:
        """Games are kept in this store, and chosen by this dealer."""
        self._store, self._dealer = store, dealer
        self._leftovers = Leftovers(store)
        self._shown = 0

    def title(self, stage: Stage, now: float) -> Scene:
        """The screen for whoever comes next: with the files' game where players are kept in."""
        if stage.config.kiosk.lock:
            self._dealer.forget()
        return SCENES["title"](stage, self.briefed(Occasion(), stage, now))

    def attraction(self, stage: Stage) -> Scene:
        """A game that plays itself: that of the last choice first, then every other one in turn."""
        wish = self._dealer.wish(stage.config.game)
        others = [rules_of(variant) for variant in VARIANTS if variant != wish.rules.variant]
        games = [wish.rules, *others]
        rules = games[self._shown % len(games)]
        self._shown += 1
        game = Game.begin(rules, self._dealer.example(rules))
        return SCENES["attract"](stage, Occasion(game, results=self._store.results()))

    def briefed(self, occasion: Occasion, stage: Stage, now: float) -> Occasion:
        """The occasion with all that there is to know of what can be played."""
        kept = self._leftovers.offered(now, cleared=occasion.game is None)
        return briefed(occasion, kept, self._dealer, stage.config.game)

    def dealt(self, stage: Stage, wanted: Deal) -> Laid:
        """The deal that is wanted."""
        settings = stage.config.game
        dealt = self._dealer.deal(wanted, settings)
        todays = wanted.code is None and dealt.promise is Promise.TODAY
        damage: tuple[Phrase, ...] = ()
        # It goes on where it was begun before, but not another player's.
        if todays and not stage.config.kiosk.lock and self._store.find(dealt.code):
            before = self._kept(stage, dealt.code)
            if before.scene is not None:
                return before
            damage = before.lines
        game = Game.begin(*decode(dealt.code), settings.undo_limit)
        self._store.begin(dealt.code, settings.undo_limit)
        lines = deal_lines(dealt, self._dealer.today())
        return Laid(SCENES["table"](stage, Occasion(game)), (*damage, *lines))

    def resumed(self, stage: Stage, code: str | None) -> Laid:
        """The kept game that is meant by a screen, if there is one."""
        return self._kept(stage, code, self._leftovers.meant(code))

    def begun(self, stage: Stage, code: str | None, now: float) -> Laid:
        """The kept game to begin with: the latest one or that of a code, if there is one.

        There is none where the player is kept inside and the last one had gone: the next one begins
        at the title, whether or not the power was off meanwhile.
        """
        kiosk, kept = stage.config.kiosk, self._store.unfinished()
        until = now + kiosk.keep_left * 60
        if code is None and kiosk.lock and kept and self._leftovers.found(kept, until):
            return Laid(None)
        return self._kept(stage, code)

    def _kept(self, stage: Stage, code: str | None, kept: Kept | None = None) -> Laid:
        limit = stage.config.game.undo_limit
        game, seconds, notices = kept_game(self._store, limit, code, kept)
        if game is None:
            return Laid(None, tuple(notices))
        self._leftovers.take_up()
        return Laid(SCENES["table"](stage, Occasion(game, seconds)), tuple(notices))

    def leave(self, stage: Stage, now: float) -> None:
        """The player has gone: for a while the game is offered to whoever comes."""
        kiosk = stage.config.kiosk
        self._leftovers.leave(now + kiosk.keep_left * 60, lasting=kiosk.lock)

    def due(self) -> float | None:
        """When the next game is not offered any more."""
        return self._leftovers.due()

    def expired(self, now: float) -> bool:
        """Whether one is not offered any more, which is said once."""
        return self._leftovers.expired(now)
