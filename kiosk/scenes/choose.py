"""New game: which game, how many cells, which house rules; then deal."""

from __future__ import annotations

from itertools import combinations

from engine.variants import VARIANTS, Rules, Variant, rules_of
from kiosk.actions import Action
from kiosk.effects import Back, Deal, Open, Resume
from kiosk.scenes.menu import Menu
from kiosk.scenes.prompts import page_help
from kiosk.scenes.sheet import Choice, Page
from kiosk.scenes.stage import Occasion, Stage


def houses(record: Variant) -> list[str]:
    """Every choice of the game's house rules, in the order in which a button turns through them."""
    letters = record.house_rules
    return ["".join(some) for n in range(len(letters) + 1) for some in combinations(letters, n)]


class Wish:
    """What is chosen so far; each turn leaves a game that there is."""

    def __init__(self, rules: Rules) -> None:
        """Begin with these rules: the game on the table, or the configured one."""
        self.rules = rules

    def game(self, step: int) -> None:
        """The next (1) or previous (-1) game, with its first number of cells."""
        place = VARIANTS.index(self.rules.variant)
        self.rules = rules_of(VARIANTS[(place + step) % len(VARIANTS)])

    def cells(self, step: int) -> None:
        """Another number of cells of the same game."""
        record = self.rules.variant
        place = record.cells.index(self.rules.cells)
        self.rules = rules_of(record, record.cells[(place + step) % len(record.cells)])

    def house(self, step: int) -> None:
        """Other house rules of the same game."""
        record = self.rules.variant
        choices = houses(record)
        place = choices.index(self.rules.house)
        self.rules = rules_of(record, house=choices[(place + step) % len(choices)])


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
        if occasion.kept:
            text = say("Go on with {code}", code=occasion.kept)
            choices.append(Choice("resume", text, (Resume(occasion.kept),), icon="play"))
        choices.append(Choice("entry", say("Code or number"), (Open("entry"),), icon="code"))
        choices.append(Choice(Action.BACK.value, say("Back"), (Back(),)))
        easy = (say("House rules make the game far easier."),) if rules.house else ()
        return Page(say("New game"), easy, tuple(choices), page_help(stage))

    return Menu(stage, page, occasion=lambda: occasion._replace(rules=wish.rules))


def _house(stage: Stage, rules: Rules) -> str:
    say = stage.words.say
    return {
        "": say("House rules: none"),
        "E": say("Empty columns take any card"),
        "G": say("Groups move as one"),
        "EG": say("Both house rules"),
    }[rules.house]
