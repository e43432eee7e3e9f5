"""What a wish is called: the game with its cells, the kind of deal, its odds."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulebook.chance import chance
from engine.variants import Rules
from kiosk.i18n import Words
from kiosk.wish import Kind, Wish


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
