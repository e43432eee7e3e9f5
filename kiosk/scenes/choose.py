"""New game: which game, how many cells, which house rules, which kind of deal; then deal."""

from __future__ import annotations

from collections.abc import Iterator

from engine.variants import VARIANTS, Rules
from kiosk.actions import Action
from kiosk.effects import Back, Deal, Open, Resume
from kiosk.scenes.choosing import Choosing
from kiosk.scenes.menu import Menu
from kiosk.scenes.prompts import page_help
from kiosk.scenes.sheet import Choice, Page
from kiosk.scenes.stage import Occasion, Stage
from kiosk.wish import Kind, Wish


def choose(stage: Stage, occasion: Occasion) -> Menu:
    """The New game screen; what lies on the table stays resumable."""
    wish = occasion.wish or stage.config.game.wish()
    chosen = Choosing(wish._replace(rules=occasion.game.rules) if occasion.game else wish)

    def page(stage: Stage) -> Page:
        say, rules = stage.words.say, chosen.rules
        variant = rules.variant
        choices = [
            Choice(Action.CONFIRM.value, say("Deal"), (Deal(wish=chosen.wish),)),
            Choice("game", say(variant.name), turn=game, icon="games"),
        ]
        if len(variant.cells) > 1:
            text = stage.words.plural(
                "{count} cell", "{count} cells", rules.cells, count=rules.cells
            )
            choices.append(Choice("cells", text, turn=chosen.cells, icon="plus"))
        if variant.house_rules:
            choices.append(
                Choice("house", _house(stage, rules), turn=chosen.house, icon="settings")
            )
        if occasion.kept:
            text = say("Go on with {code}", code=occasion.kept)
            choices.append(Choice("resume", text, (Resume(occasion.kept),), icon="play"))
        choices.append(Choice("entry", say("Code or number"), (Open("entry"),), icon="code"))
        choices.append(Choice(Action.BACK.value, say("Back"), (Back(),)))
        return Page(
            say("New game"),
            tuple(_told(stage, chosen.wish, occasion.today)),
            tuple(choices),
            page_help(stage),
        )

    def game(step: int) -> None:
        place = VARIANTS.index(chosen.rules.variant)
        chosen.game(VARIANTS[(place + step) % len(VARIANTS)])

    return Menu(stage, page, occasion=lambda: occasion._replace(rules=chosen.rules))


def _told(stage: Stage, wish: Wish, today: str) -> Iterator[str]:
    """What is to be known before dealing."""
    say = stage.words.say
    if wish.rules.house:
        yield say("House rules make the game far easier.")
    if wish.kind is Kind.ANY:
        yield say("Any deal may be lost from the start.")
    if wish.kind is Kind.TODAY and not today:
        yield say("The clock is not set: a numbered deal instead.")


def _house(stage: Stage, rules: Rules) -> str:
    say = stage.words.say
    return {
        "": say("House rules: none"),
        "E": say("Empty columns take any card"),
        "G": say("Groups move as one"),
        "EG": say("Both house rules"),
    }[rules.house]
