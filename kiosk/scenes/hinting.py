"""Hints on the table: asked for by the player, thought out elsewhere, shown until the next move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiosk.effects import Advice, Effect, Helped, Sound
from kiosk.scenes.play import Play
from kiosk.scenes.wording import hint_text

if TYPE_CHECKING:
    from kiosk.scenes.counsel import Counsel

TELLING = 6.0
"""Seconds that the words of a hint stay; its signs stay until the next move."""

THINKING = "Thinking …"
UNDECIDED = "No way to win was found; there may be one"
LOST = "No way to win from here"
SEARCHING = "No way to win from here. Was there one before? Thinking …"
UNDECIDED_BACK = (
    "No way to win was found. Hint again goes back {n} move, to one",
    "No way to win was found. Hint again goes back {n} moves, to one",
)
LOST_BACK = (
    "No way to win from here. Hint again goes back {n} move",
    "No way to win from here. Hint again goes back {n} moves",
)


class Hinting:
    """The player's hints in one game. Until the first is asked for, nobody thinks of anything."""

    def __init__(self, play: Play) -> None:
        """Nothing was asked yet."""
        self._play = play
        self._counsel: Counsel | None = None
        self._followed = play.game
        self._wanted = False

    def ask(self, now: float) -> list[Effect]:
        """Show the next move of a way to win; asked again where all is lost, go back to one."""
        play, glass = self._play, self._play.glass
        if play.game.state == "won" or glass.carried is not None:
            return [Sound("refuse")]
        if glass.offer:
            return play.go_back(glass.offer, now)
        if self._counsel is None:
            # Not needed before the first hint, and start-up is dear.
            from kiosk.scenes.counsel import Counsel

            self._counsel = Counsel(play.game.rules)
        self._wanted = True
        effects = self._counsel.follow(play.game)
        return [*effects, *self._show(self._counsel, now)]

    def follow(self) -> list[Effect]:
        """Where the game has moved on and hints are in use, find out about its new position."""
        game = self._play.game
        if game is self._followed:
            return []
        self._followed, self._wanted = game, False
        return [] if self._counsel is None else self._counsel.follow(game)

    def advise(self, advice: Advice, now: float) -> list[Effect]:
        """Take an answer; show what is known now if the player waits for it."""
        if self._counsel is None:
            return []
        self._counsel.learn(advice)
        return self._show(self._counsel, now) if self._wanted else []

    def _show(self, counsel: Counsel, now: float) -> list[Effect]:
        """Say what is known of the position on the table, and mark the move there is."""
        from kiosk.scenes.counsel import Lost, Next, Undecided

        game, glass = self._play.game, self._play.glass
        say = glass.stage.words.say
        match counsel.outlook(game):
            case Next(move):
                glass.advise(move)
                glass.say(hint_text(glass.stage.words, game, move), until=now + TELLING)
            case Lost(_, False):
                glass.say(say(SEARCHING), until=None)
            case Lost(back):
                self._offer(back, LOST, LOST_BACK)
            case Undecided(back):
                self._offer(back, UNDECIDED, UNDECIDED_BACK)
            case None:
                glass.say(say(THINKING), until=None)
                return []
        return [Helped()]

    def _offer(self, back: int, hopeless: str, hopeful: tuple[str, str]) -> None:
        """Say that there is no way from here; where there was one before, offer to go back."""
        glass = self._play.glass
        words = glass.stage.words
        text = words.plural(*hopeful, back) if back else words.say(hopeless)
        glass.say(text, until=None)
        glass.offer = back
