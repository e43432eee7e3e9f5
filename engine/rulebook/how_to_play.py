"""Controls, tips, codes, glossary."""

from __future__ import annotations

from engine.codes import encode
from engine.deals import MAX_NUMBER
from engine.messages import Phrase, counted, phrase
from engine.rulebook.document import About, Block, Claim, Paragraph, Section, entry, head, say
from engine.variants import Build, Filling, Grouping, Rules

_KEYS: tuple[tuple[str, str, Phrase], ...] = (
    ("Enter", "confirm", phrase("Enter: a tap. Hold it for a hold, twice for a double tap.")),
    ("Tab", "next", phrase("Tab: the next pile.")),
    ("Home", "home", phrase("Home: the card goes home.")),
    ("H", "hint", phrase("H: a hint, the next move of a way to win.")),
    ("Backspace", "undo", phrase("Backspace: undo.")),
    ("Shift+Backspace", "redo", phrase("Shift and Backspace: redo.")),
    ("F", "finish", phrase("F: finish, where it is offered.")),
    ("N", "new", phrase("N: a new game.")),
    ("M", "menu", phrase("M: the menu.")),
    ("Escape", "back", phrase("Esc: back, or put down what is picked up.")),
)
"""Each key, its action, and what is told of it."""


def hands(rules: Rules, undo_limit: int) -> Section:
    """How to play step by step; so many of the last moves can be taken back, 0 for all."""
    blocks = [*_fingers(rules), *_keys(), *_undo(undo_limit)]
    return Section("play", phrase("How to play"), tuple(blocks))


def _fingers(rules: Rules) -> list[Block]:
    blocks: list[Block] = [
        head(phrase("With a finger or the mouse")),
        entry(
            phrase("Tap a top card: it goes home if it may. If not, you have picked it up."),
            Claim(About.TAP, ("home", "pick up")),
        ),
        entry(phrase("Then tap the place where it is to go. Tap the card again to put it down.")),
    ]
    if rules.grouping is not Grouping.NONE:
        covered = phrase("Tap a covered card to pick up the group from it on.")
        blocks.append(entry(covered, Claim(About.TAP_COVERED, 3)))
    blocks.append(
        entry(
            phrase("Hold a card to pick it up even if it could go home. Its places are shown."),
            Claim(About.HOLD, 1),
        )
    )
    blocks.append(_double(rules))
    if rules.grouping is not Grouping.NONE:
        blocks.append(entry(phrase("Or drag a card or a group and let go of it over its place.")))
        blocks.append(entry(_how_many(rules)))
    else:
        blocks.append(entry(phrase("Or drag a card and let go of it over its place.")))
    if rules.variant.returns:
        back = phrase("Tap a foundation to pick up its top card.")
        blocks.append(entry(back, Claim(About.TAP_HOME, 1)))
    return blocks


def _double(rules: Rules) -> Block:
    places = ["home", "column"]
    told = [phrase("home"), phrase("to the longest column that takes it")]
    if rules.filling is not Filling.NOTHING:
        places.append("empty column")
        told.append(phrase("into an empty column"))
    if rules.cells:
        places.append("cell")
        told.append(phrase("into a free cell"))
    twice = phrase(
        "Tap a card twice and it finds its own place, the first of these that takes it: {places}.",
        places=tuple(told),
    )
    return entry(twice, Claim(About.DOUBLE, tuple(places)))


def _how_many(rules: Rules) -> Phrase:
    if rules.filling is Filling.NOTHING:
        return phrase("Onto a card goes the number of cards that fits.")
    return phrase(
        "Onto a card goes the number of cards that fits. Into an empty column go the cards from"
        " the one you touched."
    )


def _keys() -> list[Block]:
    arrows = tuple(Claim(About.KEY, (name, name.lower())) for name in ("Up", "Down"))
    arrows += tuple(Claim(About.KEY, (name, name.lower())) for name in ("Left", "Right"))
    return [
        head(phrase("With keys")),
        entry(phrase("Arrows: move the cursor."), *arrows),
        *(entry(told, Claim(About.KEY, (key, action))) for key, action, told in _KEYS),
        head(phrase("With buttons or a pad")),
        say(
            phrase(
                "The confirm button does what a finger does: press it for a tap, hold it for a"
                " hold, press it twice for a double tap."
            )
        ),
    ]


def _undo(limit: int) -> list[Block]:
    if limit:
        told = counted(
            "Undo takes back the last move, and no more.",
            "Undo takes back up to {n} moves.",
            limit,
        )
    else:
        told = phrase("Undo takes back every move, to the first.")
    again = phrase(
        "Redo plays them again. Restart deals the same cards once more; it can be undone."
    )
    return [
        head(phrase("Changing your mind")),
        say(told, Claim(About.UNDO_LIMIT, limit)),
        say(again),
    ]


def tips(rules: Rules) -> Section:
    """Advice for this game."""
    low = phrase("Look for the Aces and the low cards first. What lies on them has to go.")
    undo = phrase("Undo costs nothing. Try a line, take it back, try another.")
    told = (
        entry(low),
        _empty_column(rules),
        *_cells(rules),
        *_building(rules),
        *_home(rules),
        entry(undo),
    )
    return Section("tips", phrase("Tips"), told)


def _empty_column(rules: Rules) -> Paragraph:
    if rules.filling is Filling.NOTHING:
        told = phrase("An empty column is lost. Clear one only for a card that you need.")
    elif rules.filling is Filling.KING:
        told = phrase("Empty a column when a King is ready to fill it. Till then it is no help.")
    elif rules.grouping is Grouping.CARRIED:
        told = phrase("Empty a column early, and fill it late: it doubles what can move.")
    else:
        told = phrase("Empty a column early, and fill it late: it is room for any card.")
    filling, grouping = rules.filling.value, rules.grouping.value
    return entry(told, Claim(About.FILLING, filling), Claim(About.GROUPING, grouping))


def _cells(rules: Rules) -> list[Paragraph]:
    if not rules.cells:
        return []
    told = [entry(phrase("Before you fill a free cell, know how its card will get out again."))]
    if rules.grouping is Grouping.CARRIED:
        longer = phrase("Keep cells free: each one lets a longer group move.")
        told.append(entry(longer, Claim(About.GROUPING, rules.grouping.value)))
    return told


def _building(rules: Rules) -> list[Paragraph]:
    told = []
    tableau = Claim(About.TABLEAU, rules.variant.tableau.value)
    if rules.grouping is Grouping.NONE:
        alone = phrase(
            "What you lay on a column has to come off again card by card. Build on columns that"
            " hide nothing low."
        )
        told.append(entry(alone, Claim(About.GROUPING, rules.grouping.value)))
    if rules.variant.tableau is Build.SUIT:
        one = phrase("Each card fits one other card only. Think before you bury that one.")
        told.append(entry(one, tableau))
    else:
        several = phrase("A card fits several others. Choose the one you need least.")
        told.append(entry(several, tableau))
    if rules.variant.kings_slide and rules.filling is Filling.NOTHING:
        kings = phrase("Kings at the bottom are no trouble. They go home last of all.")
        told.append(entry(kings, Claim(About.KINGS_SLIDE, 1)))
    return told


def _home(rules: Rules) -> list[Paragraph]:
    """When a card may go home without a second thought.

    Source: where columns build in suit, the only card that could lie on it waits for it at home.
    Else it may be missed in the columns until all cards of the rank below are home.
    """
    record = rules.variant
    claims = (
        Claim(About.TABLEAU, record.tableau.value),
        Claim(About.FOUNDATIONS, record.foundations.value),
    )
    if record.tableau is Build.SUIT and record.foundations is Build.SUIT:
        never = phrase("Send cards home as soon as you can. In this game it never hurts.")
        told = [entry(never, *claims)]
    else:
        if record.foundations is Build.SUIT:
            always = phrase("Aces and twos may always go home.")
        else:
            always = phrase("Aces may always go home.")
        later = phrase(
            "Any other card is sure to be safe at home once all four of the rank below it are"
            " there. Till then one of them might need it."
        )
        told = [entry(always, *claims), entry(later, *claims)]
    if record.returns:
        back = phrase("A card at home can come back when you need it in a column.")
        told.append(entry(back, Claim(About.RETURNS, 1)))
    return told


_LOOKALIKES = str.maketrans("OIB", "018")
_LOOKALIKE_NUMBER = 14_594
"""The deal AAOIB."""


def codes(rules: Rules, number: int) -> Section:
    """How a game code is read, by that of this deal."""
    code = encode(rules, number)
    front, _, symbols = code.split("-")
    cells = counted("C{n}: {n} free cell.", "C{n}: {n} free cells.", rules.cells)
    if not rules.cells:
        cells = phrase("C0: no free cells.")
    named = Claim(About.CODE, (code, str(number)))
    blocks: list[Block] = [
        say(phrase("A game code names a game and its deal. It never means another one.")),
        say(phrase("{code} is read like this:", code=code), named),
        entry(
            phrase(
                "{tag}: {game}. {version}: the first kind of codes.",
                tag=front[:-1],
                version=front[-1],
                game=phrase(rules.variant.name),
            )
        ),
        entry(cells, Claim(About.CELLS, rules.cells)),
    ]
    if rules.house:
        blocks.append(entry(phrase("{house}: house rules in force.", house=rules.house)))
    blocks += [
        entry(
            phrase("{payload}: deal number {number}.", payload=symbols[:5], number=number),
            named,
        ),
        entry(phrase("{check}: two symbols that guard the rest.", check=symbols[5:])),
        *_reading(rules, code),
    ]
    return Section("codes", phrase("Codes"), tuple(blocks))


def _reading(rules: Rules, code: str) -> list[Block]:
    loose = code.replace("-", "").lower()
    plain = encode(rules, _LOOKALIKE_NUMBER)
    alike = plain[:-7] + plain[-7:].translate(_LOOKALIKES)
    wrong = code[:-1] + ("A" if code[-1] != "A" else "C")
    claims = [Claim(About.CODE_READS, (code, loose)), Claim(About.CODE_READS, (plain, alike))]
    return [
        head(phrase("Typing one")),
        say(
            phrase(
                "Large or small letters, with hyphens or without. In the last seven, 0 is read as"
                " O, 1 as I and 8 as B."
            ),
            *claims,
        ),
        say(
            phrase("One wrong symbol is always noticed, and you are told."),
            Claim(About.CODE_REFUSES, wrong),
        ),
        say(
            phrase("A plain deal number, from 1 to {most}, does as well.", most=MAX_NUMBER),
            Claim(About.NUMBERS, MAX_NUMBER),
        ),
        say(
            phrase("The same number deals the same cards in the same order in every game."),
            Claim(About.SAME_CARDS, 1),
        ),
    ]


def glossary(rules: Rules) -> Section:
    """The words of the card table that this game needs."""
    return Section("glossary", phrase("Glossary"), tuple(entry(told) for told in _words(rules)))


def _words(rules: Rules) -> list[Phrase]:
    told = [
        phrase("Tableau: the columns."),
        phrase("Column: cards that overlap downwards. Its bottom card lies at the back."),
        phrase("Top card: the uncovered card of a column, drawn lowest. It is free to move."),
        phrase("Foundation: one of the four piles on which all cards end."),
        phrase("Home: the foundations. A card that lies there is home."),
    ]
    if rules.cells:
        told.append(phrase("Free cell: a place for one card of your choice."))
    told.append(phrase("In sequence: each card lies on one that it may be built on."))
    if rules.grouping is not Grouping.NONE:
        told.append(phrase("Group: cards in sequence that move together."))
    if rules.filling is Filling.NOTHING:
        told.append(phrase("Dead column: an empty one, hatched. Nothing goes into it."))
    told += [
        phrase("Deal: all the cards as they lie before the first move."),
        phrase("Deal number: it fixes the order of the cards, for ever."),
        phrase("Game code: it names the game, its cells, its house rules and its deal."),
        phrase("Finish: all the rest goes home, one card after the other."),
        phrase("Stuck: no card can go anywhere."),
    ]
    return told
