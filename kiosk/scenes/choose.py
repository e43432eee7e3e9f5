"""New game: which game, how many cells, which house rules; then deal."""

from __future__ import annotations

from engine.variants import VARIANTS, Rules, rules_for
from kiosk.actions import Action
from kiosk.effects import Back, Deal, Open
from kiosk.scenes.menu import Menu
from kiosk.scenes.sheet import Choice, Page
from kiosk.scenes.stage import Occasion, Stage

HOUSES = ("", "E", "G", "EG")
"""The house rules one after the other, as the button turns through them."""


class Wish:
    """What is chosen so far; each turn leaves a game that there is."""

    def __init__(self, rules: Rules) -> None:
        """Begin with these rules: the game on the table, or the configured one."""
        self.rules = rules

    def game(self, step: int) -> None:
        """The next (1) or previous (-1) game, with its first number of cells."""
        keys = [variant.key for variant in VARIANTS]
        place = keys.index(self.rules.variant.key)
        self.rules = rules_for(keys[(place + step) % len(keys)])

    def cells(self, step: int) -> None:
        """Another number of cells of the same game."""
        counts = self.rules.variant.cells
        place = counts.index(self.rules.cells)
        self.rules = rules_for(self.rules.variant.key, counts[(place + step) % len(counts)])

    def house(self, step: int) -> None:
        """Other house rules of the same game."""
        place = HOUSES.index(self.rules.house)
        house = HOUSES[(place + step) % len(HOUSES)]
        self.rules = rules_for(self.rules.variant.key, house=house)


def choose(stage: Stage, occasion: Occasion) -> Menu:
    """The New game screen; what lies on the table stays resumable."""
    wish = Wish(occasion.game.rules if occasion.game else stage.config.game.chosen())

    def page(stage: Stage) -> Page:
        say, rules = stage.words.say, wish.rules
        variant = rules.variant
        choices = [
            Choice(Action.CONFIRM.value, say("Deal"), (Deal(rules=rules),)),
            Choice("game", say(variant.name), turn=wish.game, icon="games"),
        ]
        if len(variant.cells) > 1:
            text = stage.words.plural(
                "{count} cell", "{count} cells", rules.cells, count=rules.cells
            )
            choices.append(Choice("cells", text, turn=wish.cells, icon="plus"))
        if variant.house_rules:
            choices.append(Choice("house", _house(stage, rules), turn=wish.house, icon="settings"))
        choices.append(Choice("entry", say("Code or number"), (Open("entry"),), icon="code"))
        choices.append(Choice(Action.BACK.value, say("Back"), (Back(),)))
        easy = (say("House rules make the game far easier."),) if rules.house else ()
        return Page(say("New game"), easy, tuple(choices))

    return Menu(stage, page, occasion=lambda: occasion._replace(rules=wish.rules))


def _house(stage: Stage, rules: Rules) -> str:
    say = stage.words.say
    return {
        "": say("House rules: none"),
        "E": say("Empty columns take any card"),
        "G": say("Groups move as one"),
        "EG": say("Both house rules"),
    }[rules.house]
