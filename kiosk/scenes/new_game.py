"""New game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import TypeVar

from engine.rulebook.odds import chance
from engine.variants import VARIANTS, Rules, Variant, rules_of
from kiosk.effects import Back, Deal, Open, Resume
from kiosk.events import Action
from kiosk.i18n import Words
from kiosk.new_game_options import Kind, Wish
from kiosk.scenes.new_game_layout import lay_gallery
from kiosk.ui.help_line import page_help
from kiosk.ui.menu import CALM, Menu
from kiosk.ui.menu_layout import Choice, Page
from kiosk.ui.scene import Occasion, Stage

GRADES = (None, 1, 2, 3, 4, 5)
"""The difficulties that can be asked for; None is any."""

Value = TypeVar("Value")


def houses(record: Variant) -> list[str]:
    """Every choice of the game's house rules, in the order in which a button turns through them."""
    letters = record.house_rules
    return ["".join(some) for n in range(len(letters) + 1) for some in combinations(letters, n)]


class Choosing:
    """A wish in the making. Every game keeps the cells and house rules chosen for it."""

    def __init__(self, wish: Wish) -> None:
        """Begin with this wish."""
        self.wish = wish
        self.seen = ""
        self._before: dict[str, Rules] = {}

    @property
    def rules(self) -> Rules:
        """The game as it would be dealt."""
        return self.wish.rules

    def look(self, name: str) -> None:
        """The button of this name is in focus now."""
        self.seen = name

    def rules_for(self, record: Variant) -> Rules:
        """The game as it would be dealt if it was this one."""
        if record is self.rules.variant:
            return self.rules
        return self._before.get(record.key) or rules_of(record)

    def game(self, record: Variant) -> None:
        """This game, as it was chosen before, else with its first number of cells."""
        rules = self.rules_for(record)
        self._before[self.rules.variant.key] = self.rules
        self._take(rules)

    def cells(self, step: int) -> None:
        """The next (1) or previous (-1) number of cells of the same game."""
        record = self.rules.variant
        self._take(rules_of(record, _turned(record.cells, self.rules.cells, step)))

    def house(self, step: int) -> None:
        """Other house rules of the same game."""
        record = self.rules.variant
        house = _turned(houses(record), self.rules.house, step)
        self._take(rules_of(record, self.rules.cells, house))

    def kind(self, step: int) -> None:
        """Another kind of deal."""
        self.wish = self.wish._replace(kind=_turned(tuple(Kind), self.wish.kind, step))

    def grade(self, step: int) -> None:
        """Another difficulty."""
        self.wish = self.wish._replace(grade=_turned(GRADES, self.wish.grade, step))

    def _take(self, rules: Rules) -> None:
        self.wish = self.wish._replace(rules=rules)


def _turned(values: tuple[Value, ...] | list[Value], value: Value, step: int) -> Value:
    return values[(values.index(value) + step) % len(values)]


def cells_text(words: Words, rules: Rules) -> str:
    """How many cells there are."""
    return words.plural("{count} cell", "{count} cells", rules.cells, count=rules.cells)


def kind_text(words: Words, wish: Wish) -> str:
    """Which deals come, and how hard they are where that was chosen."""
    say = words.say
    if wish.kind is Kind.WINNABLE and wish.grade is not None:
        return say("Winnable, difficulty {grade}", grade=wish.grade)
    return {
        Kind.WINNABLE: say("Winnable deal"),
        Kind.ANY: say("Any deal"),
        Kind.TODAY: say("Today's deal"),
    }[wish.kind]


def grade_text(words: Words, wish: Wish) -> str:
    """How hard winnable deals are to be."""
    if wish.grade is None:
        return words.say("Difficulty: any")
    return words.say("Difficulty: {grade} of 5", grade=wish.grade)


def house_text(words: Words, rules: Rules) -> str:
    """The house rules that are in force."""
    return {
        "": words.say("House rules: none"),
        "E": words.say("Empty columns take any card"),
        "G": words.say("Groups move as one"),
        "EG": words.say("Both house rules"),
    }[rules.house]


def letters_text(words: Words, rules: Rules) -> str:
    """The same by their letters, as the game's code has them."""
    return words.say("House rules: {letters}", letters=rules.house)


def odds_lines(words: Words, wish: Wish) -> Iterator[str]:
    """How many deals of the game can be won and how long that takes; whether this is one."""
    known = chance(wish.rules, wish.grade if wish.kind is Kind.WINNABLE else None)
    if known is None:
        return
    yield words.plural(
        "{won} of {deals} deals can be won in about {count} move.",
        "{won} of {deals} deals can be won in about {count} moves.",
        known.moves,
        won=known.won,
        deals=f"{known.deals:,}",
        count=known.moves,
    )
    if known.won * 2 < known.deals and wish.kind is not Kind.ANY:
        yield words.say("Yours is one of them.")


def warnings(words: Words, wish: Wish, today: str) -> Iterator[str]:
    """What is to be known before dealing."""
    say = words.say
    if wish.rules.house:
        yield say("House rules make the game far easier.")
    if wish.kind is Kind.ANY:
        yield say("Your deal may be lost from the start.")
    if wish.kind is Kind.TODAY and today:
        yield say("Today is {date}.", date=today)
    elif wish.kind is Kind.TODAY:
        yield say("The clock is not set: a numbered deal instead.")


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
