"""One game under way: every change is shown, timed, and handed out as an entry of the journal."""

from __future__ import annotations

from engine.game import Game, IllegalMove
from engine.messages import Msgid
from engine.movegen import finish
from engine.notation import move_text
from engine.position import HOME, Move
from engine.refusals import Refusal
from kiosk import intent
from kiosk.effects import Effect, Keep, Open, Sound
from kiosk.events import Action
from kiosk.gestures import Kind
from kiosk.intent import Hand, Meaning, Nothing, PutDown, Spot
from kiosk.scenes.play_clock import PlayClock
from kiosk.scenes.table.view import Glass

NOTE = 4.0
"""Seconds that a line stays which says why not."""
STUCK: Msgid = "No card can go anywhere: undo, or deal anew"
"""What stays on the table of a stuck game when its page is closed."""
FINISHING = 0.09
"""Seconds between two cards that go home by themselves, once the player has asked for it."""


class Play:
    """A game, its clock and the glass over it. Times are monotonic seconds."""

    def __init__(self, game: Game, clock: PlayClock, glass: Glass) -> None:
        """Take over a game as it stands."""
        self.game, self.clock, self.glass = game, clock, glass
        self.pending: list[Effect] = []
        """What is to be done once no card is on its way any more."""
        self._see_the_end()
        self._finishing: list[Move] = []
        self._next_card = 0.0
        self._moved = False

    @property
    def runs(self) -> bool:
        """Whether the clock has something to measure: a game that is begun and not won."""
        return self.game.started and self.game.state != "won"

    def due(self, now: float) -> float | None:
        """When something of the game happens by itself."""
        if self.pending and not self.glass.busy:
            return now
        return self._next_card if self._finishing else None

    def advance(self, now: float) -> list[Effect]:
        """The next card goes home where the player asked for it; what had to wait is done."""
        effects = self._next_home(now) if self._finishing and now >= self._next_card else []
        if self.pending and not self.glass.busy:
            effects, self.pending = [*effects, *self.pending], []
        return effects

    def interrupt(self) -> None:
        """Somebody touched something: what moves arrives at once, and no more goes by itself."""
        self.glass.settle()
        self._finishing = []

    def touch(self, kind: Kind, spot: Spot, now: float, *, by_cursor: bool) -> list[Effect]:
        """A tap, double tap or hold on a place of the table."""
        rules, position, hand = self.game.rules, self.game.position, self.glass.hand
        touched = Hand(spot.pile, intent.covering(position, spot))
        moved, self._moved = self._moved, False
        if kind is Kind.HOLD:
            meaning: Meaning = intent.pick_up(rules, position, spot, by_cursor=by_cursor)
            return self.mean(meaning, touched, now)
        if kind is Kind.TAP or (hand and hand.pile != spot.pile):
            meaning = intent.tap(rules, position, hand, spot, by_cursor=by_cursor)
            return self.mean(meaning, hand or touched, now)
        if moved:  # the first tap sent a card away: the second one was meant for that card
            return []
        meaning = intent.double(rules, position, spot, by_cursor=by_cursor)
        if isinstance(meaning, Nothing):
            meaning = PutDown()
        return self.mean(meaning, touched, now)

    def drag(self, spot: Spot, grip: tuple[int, int], now: float) -> list[Effect]:
        """A finger takes hold of a card, or is told why it cannot."""
        meaning = intent.pick_up(self.game.rules, self.game.position, spot)
        if isinstance(meaning, Hand):
            self.glass.carry(meaning, grip)
            return [Sound("pick")]
        touched = Hand(spot.pile, intent.covering(self.game.position, spot))
        return self.mean(meaning, touched, now)

    def drop(self, now: float) -> list[Effect]:
        """The finger lets go of what it carries: it goes where it may, or back."""
        carried = self.glass.carried
        if carried is None:
            return []
        rules, position = self.game.rules, self.game.position
        meaning = intent.drop(rules, position, carried.hand, carried.reach(self.glass.table))
        if isinstance(meaning, Move):
            return self.move(meaning, now)
        self.glass.bring_back(now)
        return self.mean(meaning, carried.hand, now)

    def mean(self, meaning: Meaning, cards: Hand, now: float) -> list[Effect]:
        """Do what a touch meant; `cards` are those that shake where it is refused."""
        glass = self.glass
        if isinstance(meaning, Move):
            self._moved = True
            return self.move(meaning, now)
        if isinstance(meaning, Hand):
            glass.hand = meaning
            glass.quiet()
            return [Sound("pick")]
        if isinstance(meaning, Refusal):
            glass.say(glass.stage.words.refusal(meaning), until=now + NOTE)
            if not glass.glides:
                glass.shake(cards, now)
            return [Sound("refuse")]
        if isinstance(meaning, PutDown):
            glass.hand = None
        return []

    def move(self, move: Move, now: float) -> list[Effect]:
        """Play a legal move."""
        game = self.game.play(move)
        sound = "home" if move.target == HOME else "place"
        if game.state == "won":
            sound = "win"
        return [*self._change(game, move_text(move), now), Sound(sound)]

    def turn_back(self, action: Action, now: float) -> list[Effect]:
        """Undo, redo or restart, where there is anything to."""
        steps = {Action.UNDO: Game.undo, Action.REDO: Game.redo, Action.RESTART: Game.restart}
        try:
            game = steps[action](self.game)
        except ValueError:
            return [Sound("refuse")]
        return [*self._change(game, action.value, now), Sound("place")]

    def go_back(self, count: int, now: float) -> list[Effect]:
        """Back by so many moves at once, whatever the limit of undo; each can be redone."""
        game = self.game.back(count)
        return [*self._change(game, f"undo*{count}", now), Sound("place")]

    def send_home(self, now: float) -> list[Effect]:
        """The selected card, else the one under the cursor, goes home or says why not."""
        pile = self.glass.hand.pile if self.glass.hand else self.glass.cursor
        position = self.game.position
        if pile is None or isinstance(pile, Action) or not intent.top_card(position, pile):
            return []
        card = Hand(pile, 1)
        meaning = intent.drop(self.game.rules, position, card, (intent.ANY_FOUNDATION,))
        return self.mean(meaning, card, now)

    def finish(self, now: float) -> list[Effect]:
        """From now on one card after the other goes home, until all are or something is touched."""
        self._finishing = finish(self.game.rules, self.game.position)
        self._next_card = now
        return []

    def _next_home(self, now: float) -> list[Effect]:
        move, *rest = self._finishing
        self.glass.settle()
        self._next_card = now + FINISHING
        try:
            effects = self.move(move, now)
        except IllegalMove:  # the game is another one by now
            rest, effects = [], []
        self._finishing = rest
        return effects

    def _change(self, game: Game, entry: str, now: float) -> list[Effect]:
        """Take the game's next state, show it, and write down how it came about."""
        before, self.game = self.game, game
        if game.state == "won":
            self.clock.stop(now)
        elif not self.clock.running and self.runs:
            self.clock.start(now)
        self.glass.change(before, game, now)
        if game.state == "won":
            self.glass.celebrate(game, now)
        self._see_the_end()
        return [Keep(entry, self.clock.seconds(now), game.state == "won")]

    def _see_the_end(self) -> None:
        """Have a page say that the game is won or stuck; where it is stuck, a line stays, too."""
        state = self.game.state
        self.pending = [Open(state)] if state in ("won", "stuck") else []
        self.remind()

    def remind(self) -> None:
        """What is true of a stuck game stands on its table, where nothing else is said."""
        if self.game.state == "stuck" and self.glass.note is None:
            self.glass.say(self.glass.stage.words.say(STUCK), until=None)
