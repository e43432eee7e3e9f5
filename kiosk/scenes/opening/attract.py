"""Nobody is there: the name, the best of one game, and the program playing a deal of it.

Whoever comes is not in this screen but at the title: it takes no input and plays no sound, and
nothing of it is kept. Nothing stands in one place for long.
"""

from __future__ import annotations

from engine.moves import Move
from kiosk.actions import Message, Resized
from kiosk.effects import Advice, Attract, Effect, Think
from kiosk.frame import Frame, Record
from kiosk.ledger import kind_of
from kiosk.moments import soonest
from kiosk.scenes.opening.bill import NAME, banner, bill
from kiosk.scenes.opening.wishing import cells_text
from kiosk.scenes.prompts import SEPARATOR
from kiosk.scenes.stage import Boxes, Occasion, Stage
from kiosk.scenes.table import pieces
from kiosk.scenes.table.glass import Glass
from kiosk.scenes.table.picture import flying, resting

TURN = 6.0
"""Seconds after which something else is to be read."""
READ = 2 * TURN
"""Seconds for which the bill is up at least."""
PATIENCE = 60.0
"""Seconds for which the solver may think; then comes another deal."""
PACE = 1.0
"""Seconds from move to move."""
SEEN = 4.0
"""Seconds for which the end of a game is seen."""


class Attraction:
    """One deal of one game: a bill while the solver thinks, then the deal being played.

    With its end, or where it cannot be played, the next one is due.
    """

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """The deal is that of the occasion's game, and so are the records that are shown."""
        assert occasion.game is not None, "there must be a deal to be played"
        self._stage, self._game = stage, occasion.game
        kind = kind_of(self._game.code or "")
        self._results = tuple(result for result in occasion.results if result.kind == kind)
        self._glass: Glass | None = None
        self._moves: tuple[Move, ...] | None = None
        self._asked = False
        self._begun = self._next = 0.0
        self._notes = ""
        self._key: tuple[object, ...] = ()
        self._still: tuple[Record, ...] = ()

    def enter(self, now: float) -> None:
        """Shown: the bill is up."""
        self._begun, self._next = now, now + TURN

    def leave(self, now: float) -> None:
        """Somebody is there: nothing of it remains."""

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines in place of what calls for players."""
        self._notes = " ".join(notes)

    def occasion(self, now: float) -> Occasion:
        """Nothing of this is anybody's game."""
        return Occasion()

    def boxes(self, now: float) -> Boxes:
        """Nothing is to be touched."""
        return {"piles": {}, "cards": {}, "buttons": {}}

    def restage(self, stage: Stage) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._stage, self._key = stage, ()
        if self._glass:
            self._glass = self._glass.resized(stage)

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Take a new size; whatever a person does is not for this screen."""
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
        return []

    def advise(self, advice: Advice, now: float) -> list[Effect]:
        """Take the way to win; it is played when the bill has been read."""
        self._moves = advice.moves
        return []

    def wake(self, now: float) -> float | None:
        """At once while cards move or nobody was asked yet, else with the next move or turn."""
        if not self._asked:
            return now
        return soonest(self._glass.due(now) if self._glass else None, self._next)

    def advance(self, now: float) -> list[Effect]:
        """Ask for a way to win, turn the bill, play a move."""
        if not self._asked:
            self._asked = True
            return [Think(self._game, 0)]
        if self._glass:
            self._glass.pass_time(now)
        if now < self._next:
            return []
        return self._turn(now) if self._glass is None else self._play(self._glass, now)

    def frame(self, now: float) -> Frame:
        """The bill, or the table with a banner where its controls would be."""
        stage, glass, rules = self._stage, self._glass, self._game.rules
        turn = int((now - self._begun) / TURN + 0.001)
        four, texts = pieces.four_colours(stage, rules), self._texts()
        if glass is None:
            place = int(self._begun) + turn
            key: tuple[object, ...] = (stage.size, turn, texts)
            if key != self._key:
                self._key = key
                self._still = tuple(bill(stage, rules, texts, self._results, turn, place))
            return Frame(stage.size, self._still, (), four)
        away = frozenset(glide.card for glide in glass.glides)
        gone = 0 if glass.triumph is None else glass.triumph.gone(now)
        key = (glass.laid, self._game, away, gone, turn, texts)
        if key != self._key:
            self._key = key
            still = resting(glass, self._game, away, now)
            self._still = (*still, *banner(stage, glass.table.bar, texts[turn % 3], turn))
        return Frame(stage.size, self._still, tuple(flying(glass, now)), four)

    def _texts(self) -> tuple[str, str, str]:
        """The program's name, the game's, and what calls for players."""
        words, rules = self._stage.words, self._game.rules
        game = [words.say(rules.variant.name)]
        game += [cells_text(words, rules)] if rules.cells else []
        return NAME, SEPARATOR.join(game), self._notes or words.say("Touch or press to play")

    def _turn(self, now: float) -> list[Effect]:
        """The next turn of the bill or, when it has been read, the deal or another one."""
        self._next = now + TURN
        if now < self._begun + READ - 0.001:
            return []
        if self._moves:
            self._glass, self._next = Glass(self._stage, self._game), now + PACE
            return []
        over = self._moves is not None or now >= self._begun + PATIENCE
        return [Attract()] if over else []

    def _play(self, glass: Glass, now: float) -> list[Effect]:
        """The next move; after the last one the cards leave in triumph, and another deal comes."""
        if glass.busy:
            self._next = now
            return []
        if not self._moves:
            return [Attract()]
        move, *rest = self._moves
        before, self._game, self._moves = self._game, self._game.play(move), tuple(rest)
        glass.change(before, self._game, now)
        self._next = now + PACE
        if not rest:
            glass.celebrate(self._game, now)
            self._next = now + SEEN
        return []
