"""The page about somebody's buttons: what they mean, learn others, forget what was learnt."""

from __future__ import annotations

from kiosk.effects import Adjust, Back, Open
from kiosk.events import Action
from kiosk.scenes.learn_buttons import ASKED, WORDS, forgotten
from kiosk.ui.help_line import SEPARATOR, page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import Choice, Page
from kiosk.ui.scene import Occasion, Stage

WAYS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)
IN_A_LINE = 3
"""More buttons do not fit into a line of the smallest panel."""


def buttons(stage: Stage, occasion: Occasion) -> Menu:
    """The buttons of the device last used, and what can be done about them."""

    def page(stage: Stage) -> Page:
        say = stage.words.say
        choices = (
            Choice("learn", say("Learn the buttons"), (Open("learn"),), icon="settings"),
            Choice("forget", say("Forget what was learnt"), (Adjust(forgotten()),), icon="clear"),
            Choice(Action.BACK.value, say("Back"), (Back(),)),
        )
        return Page(say("Buttons"), _meant(stage), choices, page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion)


def _meant(stage: Stage) -> tuple[str, ...]:
    """What the buttons mean, a few in a line; the four ways speak for themselves."""
    say, bindings = stage.words.say, stage.bindings
    labels = [(WORDS[action], bindings.label(action)) for action in ASKED if action not in WAYS]
    told = [f"{label}: {say(word)}" for word, label in labels if label]
    lines = [SEPARATOR.join(told[i : i + IN_A_LINE]) for i in range(0, len(told), IN_A_LINE)]
    return tuple(lines) or (say("Press a button to see what it means"),)
