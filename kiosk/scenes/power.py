"""The page that asks before the machine is powered off or started anew."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.actions import Action
from kiosk.effects import Back, Leave, PowerOff, Reboot
from kiosk.scenes.menu import Menu
from kiosk.scenes.prompts import page_help
from kiosk.scenes.sheet import Choice, Page
from kiosk.scenes.stage import Occasion, Stage


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
