"""The service menu: everything that whoever looks after the machine may want of it."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import Back, Effect, Export, Import, Open, PowerOff, Reboot, Restart, Shell
from kiosk.events import Action
from kiosk.scenes.settings_menu import OPENS
from kiosk.ui.help_line import page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import Choice, Page
from kiosk.ui.scene import Occasion, Stage

SERVICE = "service"
"""What it is called among the screens; and how it tells others that it has opened them."""


class ServiceMenu(Menu):
    """The menu itself: what lies on top of it is shown to somebody who was let in."""


def service(stage: Stage, occasion: Occasion) -> ServiceMenu:
    """The list of everything."""

    def page(stage: Stage) -> Page:
        say = stage.words.say
        rows = tuple(
            Choice(name, text, (Open(name, about),), value=OPENS)
            for name, text, about in _doors(stage)
        )
        back = Choice(Action.BACK.value, say("Back"), (Back(),))
        return Page(say("Service"), (), (*rows, back), page_help(stage), listed=True)

    return ServiceMenu(stage, page, occasion=lambda: occasion)


def _doors(stage: Stage) -> Iterator[tuple[str, str, str]]:
    """The screens that it opens: what each is called, its text, and what it is to show."""
    say = stage.words.say
    yield "touch", say("Touch test"), ""
    yield "presses", say("Button test"), ""
    yield "panel", say("Display test"), ""
    yield "inputs", say("Input log"), ""
    yield "about", say("This machine"), ""
    yield "log", say("Last messages"), ""
    yield "configuration", say("Configuration"), ""
    yield "settings", say("Settings"), SERVICE
    yield "archive", say("Records"), ""
    yield "ending", say("Restart, power off"), ""


def archive(stage: Stage, occasion: Occasion) -> Menu:
    """What can be done with the records."""

    def page(stage: Stage) -> Page:
        say = stage.words.say
        choices = (
            Choice(Action.BACK.value, say("Back"), (Back(),)),
            Choice("export", say("Export records"), (Export(),), icon="up"),
            Choice("import", say("Import records"), (Import(),), icon="down"),
            Choice("erase", say("Erase all records"), (Open("erase"),), icon="clear"),
        )
        return Page(say("Records"), (), choices, page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion)


def ending(stage: Stage, occasion: Occasion) -> Menu:
    """How the program or the machine is ended."""

    def page(stage: Stage) -> Page:
        say = stage.words.say
        ways: list[tuple[str, str, Effect]] = [("restart", say("Restart the game"), Restart())]
        if stage.power().ours:
            ways.append(("reboot", say("Restart the machine"), Reboot()))
            ways.append(("power", say("Power off"), PowerOff()))
        if stage.config.kiosk.shell:
            ways.append(("quit", say("Leave to a shell"), Shell()))
        icons = {"reboot": "restart"}
        choices = (
            Choice(Action.BACK.value, say("Back"), (Back(),)),
            *(Choice(name, text, (how,), icon=icons.get(name, "")) for name, text, how in ways),
        )
        saved = stage.power().saved
        lines = (say("Everything is saved.") if saved else say("The game is not saved!"),)
        return Page(say("End"), lines, choices, page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion)
