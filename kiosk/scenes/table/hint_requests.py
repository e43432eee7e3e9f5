"""Hint, watch, rewind, wording."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from engine.cards import Card, card_symbol
from engine.game import Game
from engine.messages import Msgid, Plural
from engine.notation import move_text
from engine.position import CELL, FOUNDATION, HOME, Move, is_cell, is_column
from kiosk.effects import Advice, Effect, Helped, Sound, Watch
from kiosk.i18n import Words
from kiosk.scenes.table.game_record import Play
from kiosk.scenes.table.solver_memory import Odds

HOMEWARD: Msgid = "Hint: the {card} goes home"
TO_CELL: Msgid = "Hint: the {card} goes to a free cell"
ONTO: Plural = (
    "Hint: the {card} goes on the {other}",
    "Hint: {n} cards from the {card} on go on the {other}",
)
TO_EMPTY: Plural = (
    "Hint: the {card} goes to an empty column",
    "Hint: {n} cards from the {card} on go to an empty column",
)


def hint_text(words: Words, game: Game, move: Move) -> str:
    """The move as advice in one short sentence; it is legal where the game is now."""
    card = card_symbol(leader(game, move))
    if move.target == HOME:
        return words.say(HOMEWARD, card=card)
    if is_cell(move.target):
        return words.say(TO_CELL, card=card)
    column = game.position.columns[move.target]
    if not column:
        return words.plural(*TO_EMPTY, move.count, card=card)
    return words.plural(*ONTO, move.count, card=card, other=card_symbol(column[-1]))


def leader(game: Game, move: Move) -> Card:
    """The lowest of the cards that the move takes."""
    if is_column(move.source):
        return game.position.columns[move.source][-move.count]
    if is_cell(move.source):
        return game.position.cells[move.source - CELL]
    top = game.foundation_tops()[move.source - FOUNDATION]
    assert top is not None, "a legal move has a card"
    return top


if TYPE_CHECKING:
    from engine.position import Move
    from kiosk.scenes.table.solver_memory import Counsel, Outlook

TELLING = 6.0
"""Seconds that the words of a hint stay; its signs stay until the next move."""

THINKING: Msgid = "Thinking …"
UNDECIDED: Msgid = "No way to win was found; there may be one"
LOST: Msgid = "No way to win from here"
SEARCHING: Msgid = "No way to win from here. Was there one before? Thinking …"
WINNABLE: Msgid = "It can be won from here"
SOLUTION: Msgid = "Solution"
UNDECIDED_BACK: Plural = (
    "No way to win was found. Hint again goes back {n} move, to one",
    "No way to win was found. Hint again goes back {n} moves, to one",
)
LOST_BACK: Plural = (
    "No way to win from here. Hint again goes back {n} move",
    "No way to win from here. Hint again goes back {n} moves",
)


class Want(Enum):
    """What the player waits for."""

    NOTHING = "nothing"
    HINT = "hint"
    """The next move of a way to win."""
    WATCH = "watch"
    """The whole way, being played."""
    REWIND = "rewind"
    """The last position from which there is one."""


class Hinting:
    """The help in one game. Until some is asked for, nobody thinks of anything."""

    def __init__(self, play: Play) -> None:
        """Nothing was asked yet."""
        self._play = play
        self._counsel: Counsel | None = None
        self._followed, self._shows = play.game, False
        self._want, self._told = Want.NOTHING, False

    @property
    def back(self) -> int | None:
        """So many moves back the game can be won, where the player may know; None: nobody does."""
        if self._counsel is None or not self._told:
            return None
        from kiosk.scenes.table.solver_memory import Lost, Undecided

        match self._counsel.outlook(self._play.game):
            case Lost(back, sure) if back or sure:
                return back
            case Undecided(back) if back:
                return back
        return None

    def ask(self, now: float, want: Want = Want.HINT) -> list[Effect]:
        """Help as it is wanted; a hint asked for again where all is lost goes back."""
        play, glass = self._play, self._play.glass
        if play.game.state == "won" or glass.carried is not None:
            return [Sound("refuse")]
        if glass.offer and want is Want.HINT:
            return play.go_back(glass.offer, now)
        counsel = self._adviser()
        self._want = want
        effects = counsel.follow(play.game)
        return [*effects, *self._show(counsel, now)]

    def due(self, now: float) -> float | None:
        """At once where the sign of the odds was switched on or off, else never."""
        return now if self._shows != self._play.glass.stage.config.display.indicator else None

    def follow(self) -> list[Effect]:
        """Where the game has moved on and help is in use, find out about its new position."""
        game, shows = self._play.game, self._play.glass.stage.config.display.indicator
        if game is self._followed and shows is self._shows:
            return []
        if game is not self._followed:
            self._want = Want.NOTHING
        self._followed, self._shows = game, shows
        counsel = self._adviser() if shows else self._counsel
        if counsel is None:
            return []
        effects = counsel.follow(game)
        return [*effects, *self._sign(counsel.outlook(game))]

    def advise(self, advice: Advice, now: float) -> list[Effect]:
        """Take an answer; show what is known now if the player waits for it."""
        if self._counsel is None:
            return []
        self._counsel.learn(advice)
        if self._want is Want.NOTHING:
            return self._sign(self._counsel.outlook(self._play.game))
        return self._show(self._counsel, now)

    def cover(self) -> None:
        """Another screen lies on the table: nothing is to be played on top of that."""
        if self._want in (Want.WATCH, Want.REWIND):
            self._want = Want.HINT

    def _adviser(self) -> Counsel:
        if self._counsel is None:
            # Not needed before the first help, and start-up is dear.
            from kiosk.scenes.table.solver_memory import Counsel

            self._counsel = Counsel(self._play.game.rules)
        return self._counsel

    def _show(self, counsel: Counsel, now: float) -> list[Effect]:
        """Do or say what is wanted, as far as something is known of the position on the table."""
        from kiosk.scenes.table.solver_memory import Lost, Next, Undecided

        outlook, glass = counsel.outlook(self._play.game), self._play.glass
        say = glass.stage.words.say
        effects = self._sign(outlook)
        match outlook:
            case Next(move):
                return [*self._tell(), *effects, *self._lead(counsel, move, now)]
            case Lost(_, False):
                glass.say(say(SEARCHING), until=None)
            case Lost(back) | Undecided(back) if back and self._want is Want.REWIND:
                return [*self._tell(), *self._play.go_back(back, now)]
            case Lost(back):
                self._offer(back, LOST, LOST_BACK)
            case Undecided(back):
                self._offer(back, UNDECIDED, UNDECIDED_BACK)
            case None:
                glass.say(say(THINKING), until=None)
                return effects
        return self._tell()

    def _lead(self, counsel: Counsel, move: Move, now: float) -> list[Effect]:
        """There is a way to win: show its first move, or play all of it for the player to see."""
        game, glass = self._play.game, self._play.glass
        words = glass.stage.words
        if self._want is Want.WATCH:
            self._want = Want.NOTHING
            glass.quiet()
            entries = tuple(move_text(move) for move in counsel.line(game))
            return [Watch(game, entries, words.say(SOLUTION))]
        if self._want is Want.REWIND:
            glass.say(words.say(WINNABLE), until=now + TELLING)
            return []
        glass.advise(move)
        glass.say(hint_text(words, game, move), until=now + TELLING)
        return []

    def _offer(self, back: int, hopeless: str, hopeful: tuple[str, str]) -> None:
        """Say that there is no way from here; where there was one before, offer to go back."""
        glass = self._play.glass
        words = glass.stage.words
        text = words.plural(*hopeful, back) if back else words.say(hopeless)
        glass.say(text, until=None)
        glass.offer = back

    def _sign(self, outlook: Outlook | None) -> list[Effect]:
        """Show the odds where the player wants to see them all the time."""
        glass = self._play.glass
        if not self._shows or self._play.game.state == "won":
            glass.odds = None
            return []
        from kiosk.scenes.table.solver_memory import Lost, Next

        known = {Next: Odds.WINNABLE, Lost: Odds.LOST}
        glass.odds = known.get(type(outlook), Odds.UNKNOWN)
        return [] if glass.odds is Odds.UNKNOWN else self._tell()

    def _tell(self) -> list[Effect]:
        """The player is told something that the solver found."""
        self._told = True
        return [Helped()]
