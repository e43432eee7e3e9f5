"""New game: which game, how many cells, which house rules, which kind of deal; then deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engine.variants import VARIANTS, Variant
from kiosk.actions import Action
from kiosk.effects import Back, Deal, Open, Resume
from kiosk.scenes.menu import CALM, Menu
from kiosk.scenes.opening.choosing import Choosing
from kiosk.scenes.opening.gallery import lay_gallery
from kiosk.scenes.opening.wishing import (
    cells_text,
    grade_text,
    house_text,
    kind_text,
    letters_text,
    odds_lines,
    warnings,
)
from kiosk.scenes.prompts import page_help
from kiosk.scenes.sheet import Choice, Page
from kiosk.scenes.stage import Occasion, Stage
from kiosk.wish import Kind

ENTRY = "entry"
"""The name of the button to the screen where a code or a number is typed."""


def choose(stage: Stage, occasion: Occasion) -> Menu:
    """The New game screen; what lies on the table stays resumable.

    Deal may lie where New was on the table: over a game under way a second tap does not deal yet.
    """
    game = occasion.game
    under_way = game is not None and game.started and game.state != "won"
    chosen = Choosing(occasion.wish or stage.config.game.wish())

    def page(stage: Stage) -> Page:
        say = stage.words.say
        choices = (
            Choice(Action.CONFIRM.value, say("Deal"), (Deal(wish=chosen.wish),)),
            *(_tile(stage, chosen, record) for record in VARIANTS),
            Choice(ENTRY, say("Code or number"), (Open("entry"),), icon="code"),
            *_options(stage, chosen),
            *_left(stage, occasion),
            Choice(Action.BACK.value, say("Back"), (Back(),)),
        )
        name, *told = _told(stage, chosen, occasion)
        lay = partial(lay_gallery, [chosen.rules_for(record) for record in VARIANTS])
        return Page(name, tuple(told), choices, page_help(stage), lay=lay)

    return Menu(
        stage,
        page,
        calm=CALM if under_way else 0.0,
        occasion=lambda: occasion._replace(rules=chosen.rules),
        watch=chosen.look,
    )


def _tile(stage: Stage, chosen: Choosing, record: Variant) -> Choice:
    def pick() -> bool:
        chosen.game(record)
        return True

    lit = record is chosen.rules.variant
    return Choice(record.key, stage.words.say(record.name), pick=pick, icon=None, lit=lit)


def _options(stage: Stage, chosen: Choosing) -> Iterator[Choice]:
    """What can be chosen for the game, and for its deals."""
    rules, words = chosen.rules, stage.words

    def option(name: str, text: str, turn: Callable[[int], None], short: str = "") -> Choice:
        def pick() -> bool:
            turn(1)
            return False

        return Choice(name, text, pick=pick, icon=None, short=short)

    if len(rules.variant.cells) > 1:
        yield option("cells", cells_text(words, rules), chosen.cells)
    if rules.variant.house_rules:
        short = letters_text(words, rules) if rules.house else ""
        yield option("house", house_text(words, rules), chosen.house, short)
    yield option("kind", kind_text(words, chosen.wish._replace(grade=None)), chosen.kind)
    if chosen.wish.kind is Kind.WINNABLE:
        yield option("grade", grade_text(words, chosen.wish), chosen.grade)


def _left(stage: Stage, occasion: Occasion) -> Iterator[Choice]:
    if occasion.kept:
        say = stage.words.say
        text = say("Go on with {code}", code=occasion.kept)
        yield Choice("resume", text, (Resume(occasion.kept),), icon="play", short=say("Go on"))


def _told(stage: Stage, chosen: Choosing, occasion: Occasion) -> tuple[str, ...]:
    """The name of the game in focus, or else of the chosen one, and what is to be known of it."""
    words = stage.words
    if chosen.seen == ENTRY:
        return words.say("Code or number"), words.say("A typed deal may be lost from the start.")
    record = next((one for one in VARIANTS if one.key == chosen.seen), chosen.rules.variant)
    wish = chosen.wish._replace(rules=chosen.rules_for(record))
    told = (*odds_lines(words, wish), *warnings(words, wish, occasion.today))
    return words.say(record.name), *told
