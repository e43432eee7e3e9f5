"""The questions by which games are compared, each answered from a record in a few words."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.deals import deal
from engine.phrases import Phrase, counted, phrase
from engine.rulebook.building import DOWN, GROUPED, UP, filled
from engine.rulebook.claims import About, Claim
from engine.variants import Rules


class Answer(NamedTuple):
    """What one game says, in words and as facts."""

    told: Phrase
    claims: tuple[Claim, ...]


class Question(NamedTuple):
    """Something in which games may differ."""

    title: Phrase
    answer: Callable[[Rules], Answer]


def _columns(rules: Rules) -> Answer:
    heights = tuple(map(len, deal(rules, 1).columns))
    least, most = min(heights), max(heights)
    if least == most:
        told = phrase("{columns} of {cards} cards", columns=len(heights), cards=most)
    else:
        told = phrase(
            "{columns} of {more} or {fewer} cards", columns=len(heights), more=most, fewer=least
        )
    return Answer(told, (Claim(About.DEALT, heights),))


def _cells(rules: Rules) -> Answer:
    counts = sorted(rules.variant.cells)
    if counts == [0]:
        told = phrase("none")
    elif len(counts) == 1:
        told = phrase("{n}", n=counts[0])
    else:
        told = phrase("{some} or {last}", some=", ".join(map(str, counts[:-1])), last=counts[-1])
    return Answer(told, (Claim(About.CELL_COUNTS, tuple(counts)),))


def _before(rules: Rules) -> Answer:
    aces, slide = rules.variant.aces_home, rules.variant.kings_slide
    if aces and slide:
        told = counted(
            "{n} Ace goes home, then Kings slide to the bottom",
            "{n} Aces go home, then Kings slide to the bottom",
            aces,
        )
    elif aces:
        told = counted("{n} Ace goes home", "{n} Aces go home", aces)
    else:
        told = phrase("Kings slide to the bottom") if slide else phrase("nothing")
    return Answer(told, (Claim(About.ACES_HOME, aces), Claim(About.KINGS_SLIDE, int(slide))))


def _tableau(rules: Rules) -> Answer:
    build = rules.variant.tableau
    return Answer(DOWN[build], (Claim(About.TABLEAU, build.value),))


def _empty(rules: Rules) -> Answer:
    return Answer(filled(rules), (Claim(About.FILLING, rules.filling.value),))


def _groups(rules: Rules) -> Answer:
    return Answer(GROUPED[rules.grouping], (Claim(About.GROUPING, rules.grouping.value),))


def _foundations(rules: Rules) -> Answer:
    build = rules.variant.foundations
    return Answer(UP[build], (Claim(About.FOUNDATIONS, build.value),))


def _returns(rules: Rules) -> Answer:
    returns = rules.variant.returns
    told = phrase("its top card") if returns else phrase("nothing")
    return Answer(told, (Claim(About.RETURNS, int(returns)),))


def _score(rules: Rules) -> Answer:
    scored = rules.variant.scored
    told = phrase("points, moves and time") if scored else phrase("moves and time")
    return Answer(told, (Claim(About.SCORED, int(scored)),))


def _house(rules: Rules) -> Answer:
    letters = rules.variant.house_rules
    told = phrase("{letters}", letters=", ".join(letters)) if letters else phrase("none")
    return Answer(told, (Claim(About.HOUSE_LETTERS, letters),))


QUESTIONS = (
    Question(phrase("Columns"), _columns),
    Question(phrase("Free cells"), _cells),
    Question(phrase("Before play"), _before),
    Question(phrase("Columns build"), _tableau),
    Question(phrase("An empty column takes"), _empty),
    Question(phrase("Together move"), _groups),
    Question(phrase("Foundations build"), _foundations),
    Question(phrase("From a foundation comes back"), _returns),
    Question(phrase("What is counted"), _score),
    Question(phrase("House rules"), _house),
)
"""All of them, in the order in which they are put."""
