"""Pause, stuck, power off."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from engine.messages import Msgid
from kiosk.effects import Back, Deal, Leave, Open, PowerOff, Reboot
from kiosk.events import Action
from kiosk.input.bindings import SCREEN
from kiosk.new_game_options import Promise
from kiosk.ui.help_line import page_help
from kiosk.ui.menu import CALM, Menu
from kiosk.ui.menu_layout import Choice, Page
from kiosk.ui.scene import Occasion, Stage

LACKING: dict[Action, Msgid] = {Action.UNDO: "Undo", Action.REDO: "Redo", Action.HINT: "Hint"}
"""What the menu offers to somebody who has too few buttons for it."""


def pause(stage: Stage, occasion: Occasion) -> Menu:
    """The menu over a game."""
    lacking = tuple(_lacking(stage, occasion.game))

    def page(stage: Stage) -> Page:
        say = stage.words.say
        game = occasion.game
        lines = tuple(_standing(stage, occasion))
        choices = (
            Choice(
                *(Action.CONFIRM.value, say("Go on playing"), (Back(),)),
                icon="play",
                short=say("Go on"),
            ),
            *lacking,
            *_solved(stage, occasion),
            Choice(Action.RESTART.value, say("Restart"), (Back(Action.RESTART),)),
            Choice(Action.NEW.value, say("New game"), (Open("choose"),)),
            Choice(Action.RULES.value, say("Rules"), (Open("rules"),)),
            Choice("records", say("Records"), (Open("records"),), icon="stats"),
            Choice("settings", say("Settings"), (Open("settings"),)),
            *leaving(stage, say("Save and quit"), say("Quit")),
        )
        return Page(game.rules.variant.name if game else "", lines, choices, page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion)


def _standing(stage: Stage, occasion: Occasion) -> Iterator[str]:
    """The code of the deal, and what is known of it."""
    say = stage.words.say
    promises = {
        Promise.WINNABLE: say("This deal can be won."),
        Promise.TODAY: say("Today's deal: it can be won."),
        Promise.NONE: say("This deal may be lost."),
    }
    if occasion.game and occasion.game.code:
        yield occasion.game.code
    if occasion.promise is not None:
        yield promises[occasion.promise]


def leaving(stage: Stage, text: str, short: str = "") -> Iterator[Choice]:
    """The way out, where there is one; on a machine that can be powered off there are several."""
    if stage.power().off:
        yield Choice(Action.POWER.value, stage.words.say("Power off"), (Open("power"),))
    elif not stage.config.kiosk.lock:
        yield Choice(Action.QUIT.value, text, (Leave(),), short=short)


def _lacking(stage: Stage, game: Game | None) -> Iterator[Choice]:
    """What is possible on the table, but has no button on the device last used.

    It is asked once: buttons do not move under a finger that comes after another device.
    """
    if game is None or stage.bindings.device == SCREEN:
        return
    possible = {
        Action.UNDO: game.undo_count > 0,
        Action.REDO: game.redo_count > 0,
        Action.HINT: True,
    }
    for action, text in LACKING.items():
        if possible[action] and not stage.bindings.label(action):
            yield Choice(action.value, stage.words.say(text), (Back(action),))


def _solved(stage: Stage, occasion: Occasion) -> Iterator[Choice]:
    """What the solver can do for the game on the table."""
    if occasion.game is None or occasion.game.state == "won":
        return
    if occasion.back:
        yield _rewind(stage, occasion.back)
    yield Choice(
        *(Action.WATCH.value, stage.words.say("Watch it solved"), (Back(Action.WATCH),)),
        short=stage.words.say("Solve"),
    )


def _rewind(stage: Stage, back: int | None) -> Choice:
    """The way back to the last position from which the game can be won."""
    words, way = stage.words, (Back(Action.REWIND),)
    if not back:
        text, short = words.say("Back to where it can be won"), words.say("To winnable")
        return Choice(Action.REWIND.value, text, way, short=short)
    text = words.plural(
        "Back to where it can be won: {n} move", "Back to where it can be won: {n} moves", back
    )
    short = words.plural("Back {n} move", "Back {n} moves", back)
    return Choice(Action.REWIND.value, text, way, short=short)


def stuck(stage: Stage, occasion: Occasion) -> Menu:
    """No legal move is left."""

    def page(stage: Stage) -> Page:
        say, game = stage.words.say, occasion.game
        assert game is not None, "only a game is stuck"
        choices = (
            Choice(Action.UNDO.value, say("Undo"), (Back(Action.UNDO),)),
            *(() if occasion.back == 0 else (_rewind(stage, occasion.back),)),
            Choice(Action.RESTART.value, say("Restart this deal"), (Back(Action.RESTART),)),
            Choice(Action.NEW.value, say("New deal"), (Deal(rules=game.rules),)),
        )
        lines = (say("No card can go anywhere."),)
        return Page(say("No moves left"), lines, choices, page_help(stage))

    return Menu(stage, page, calm=CALM, occasion=lambda: occasion)


def notice(stage: Stage, occasion: Occasion) -> Menu:
    """What was wrong at the start; the game starts all the same."""

    def page(stage: Stage) -> Page:
        say = stage.words.say
        choices = (Choice(Action.CONFIRM.value, say("Play anyway"), (Back(),)),)
        return Page(say("Please note"), occasion.notes, choices, page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion)


def power(stage: Stage, occasion: Occasion) -> Menu:
    """Power off, restart, quit where that is possible, or go back."""

    def page(stage: Stage) -> Page:
        say = stage.words.say
        choices = (*_endings(stage), Choice(Action.BACK.value, say("Back"), (Back(),)))
        able = stage.power()
        lines = [say("Everything is saved.") if able.saved else say("The game is not saved!")]
        if not able.off:
            lines.insert(0, say("This machine cannot be powered off from here."))
        return Page(say("Power off?"), tuple(lines), choices, page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion)


def _endings(stage: Stage) -> Iterator[Choice]:
    say, able = stage.words.say, stage.power()
    if able.off:
        yield Choice(Action.POWER.value, say("Power off"), (PowerOff(),))
    if able.restart:
        yield Choice("reboot", say("Restart the machine"), (Reboot(),), icon="restart")
    if not stage.config.kiosk.lock:
        yield Choice(Action.QUIT.value, say("Quit the game"), (Leave(),))
