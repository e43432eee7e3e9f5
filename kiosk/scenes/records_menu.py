"""The records: every kind of game that was played leads to its figures; and how to erase all."""

from __future__ import annotations

from kiosk.effects import Back, Erase, Open
from kiosk.events import Action
from kiosk.scenes.settings_menu import OPENS
from kiosk.scenes.statistics import kind_name
from kiosk.stats import Outcome, kinds
from kiosk.ui.help_line import page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import Choice, Page
from kiosk.ui.scene import Occasion, Stage


def records(stage: Stage, occasion: Occasion) -> Menu:
    """Every kind of game that was played, that played last first."""
    found = kinds(occasion.results)

    def page(stage: Stage) -> Page:
        say = stage.words.say
        rows = []
        for kind, results in found.items():
            won = sum(result.outcome is Outcome.WON for result in results)
            value = say("{won} of {played}", won=won, played=len(results))
            name = kind_name(stage, results[-1])
            rows.append(Choice(kind, name, (Open("figures", kind),), value=value))
        if found and not stage.config.kiosk.lock:
            rows.append(Choice("erase", say("Erase all records"), (Open("erase"),), value=OPENS))
        back = Choice(Action.BACK.value, say("Back"), (Back(),))
        if found:
            return Page(say("Records"), (), (*rows, back), page_help(stage), listed=True)
        lines = (say("No game was played yet."), say("The first one is waiting for you."))
        new = Choice(Action.NEW.value, say("Choose a game"), (Open("choose"),))
        return Page(say("Records"), lines, (new, back), page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion)


def erase(stage: Stage, occasion: Occasion) -> Menu:
    """The question before everything is erased. A list of records below is closed with it."""
    closed = (Back(), Back()) if occasion.results else (Back(),)

    def page(stage: Stage) -> Page:
        say = stage.words.say
        choices = (
            Choice(Action.BACK.value, say("Keep them"), (Back(),)),
            Choice("erase", say("Erase"), (Erase(), *closed), icon="clear"),
        )
        lines = (say("Figures, high scores and replays of all games will be gone."),)
        return Page(say("Erase all records?"), lines, choices, page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion)
