"""The page of a won game: what it was like, what place that is, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import Back, Deal, Open
from kiosk.events import Action
from kiosk.scenes.play_clock import clock_text
from kiosk.stats import PLACES, Standing
from kiosk.ui.help_line import page_help
from kiosk.ui.menu import CALM, Menu
from kiosk.ui.menu_layout import Choice, Page
from kiosk.ui.scene import Occasion, Stage


def won(stage: Stage, occasion: Occasion) -> Menu:
    """All 52 cards are home. A win among the best leads to the initials first, but only once."""
    standing = occasion.standing
    placed = standing is not None and standing.place <= PLACES
    signed = [True] if not placed or (standing and standing.initials) else []

    def page(stage: Stage) -> Page:
        say, game = stage.words.say, occasion.game
        assert game is not None, "only a game is won"
        sign = Choice(
            "initials",
            say("Your initials"),
            (Open("initials"),),
            icon="scores",
            noted=lambda: signed.append(True),
        )
        scores = Choice("scores", say("High scores"), (Open("scores"),), icon="scores")
        choices = (
            *([] if signed else [sign]),
            Choice(Action.CONFIRM.value, say("Next deal"), (Deal(rules=game.rules),)),
            Choice(Action.UNDO.value, say("Undo"), (Back(Action.UNDO),)),
            Choice(Action.RESTART.value, say("Same deal again"), (Back(Action.RESTART),)),
            Choice(Action.NEW.value, say("Choose a game"), (Open("choose"),)),
            *([scores] if signed else []),
        )
        return Page(say("You won!"), tuple(_lines(stage, occasion)), choices, page_help(stage))

    return Menu(stage, page, calm=CALM, occasion=lambda: occasion)


def _lines(stage: Stage, occasion: Occasion) -> Iterator[str]:
    """Time and moves, the points, the place."""
    say, game, standing = stage.words.say, occasion.game, occasion.standing
    assert game is not None, "only a game is won"
    moves = stage.words.plural("{count} move", "{count} moves", game.played, count=game.played)
    yield say("{time} and {moves}", time=clock_text(int(occasion.seconds)), moves=moves)
    if game.score is not None:
        yield say("Score: {score}", score=game.score)
    if standing is None:
        return
    first = standing.first
    if first and (int(first.seconds), first.moves) != (int(occasion.seconds), game.played):
        moves = stage.words.plural("{count} move", "{count} moves", first.moves, count=first.moves)
        time = clock_text(int(first.seconds))
        yield say("Its first win counts: {time} and {moves}", time=time, moves=moves)
    elif standing.place <= PLACES:
        yield place_text(stage, standing)


def place_text(stage: Stage, standing: Standing) -> str:
    """The place of a win in words."""
    say = stage.words.say
    if standing.helped:
        return say("Place {place} of the wins with help", place=standing.place)
    if standing.place == 1:
        return say("The best of all!")
    return say("Place {place} of the high scores", place=standing.place)
