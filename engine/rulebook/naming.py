"""How game codes work, and the words of the card table."""

from __future__ import annotations

from engine.codes import encode
from engine.deals import MAX_NUMBER
from engine.phrases import Phrase, counted, phrase
from engine.rulebook.claims import About, Claim
from engine.rulebook.sections import Block, Section, entry, head, say
from engine.variants import Filling, Grouping, Rules

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
