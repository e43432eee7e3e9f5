"""Games compared, house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.deals import deal
from engine.messages import Phrase, counted, english, phrase
from engine.rulebook.document import About, Block, Claim, Paragraph, Section, entry, head, say
from engine.rulebook.rules_sections import DOWN, GROUPED, UP, filled
from engine.variants import Rules, Variant, rules_of


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


def _house_section(rules: Rules) -> Answer:
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
    Question(phrase("House rules"), _house_section),
)
"""All of them, in the order in which they are put."""


_HOUSE = {
    "E": phrase("E: an empty column may be filled with any single card."),
    "G": phrase("G: cards in sequence move as one group, whatever their number."),
    "EG": phrase("With both, a group may fill an empty column too."),
}


def compared(records: Sequence[Variant]) -> Section:
    """The games side by side: each question with its answers, and who gives them."""
    blocks: list[Block] = []
    for question in QUESTIONS:
        blocks.append(head(question.title))
        blocks += _answers(question, records)
    return Section("games", phrase("Games compared"), tuple(blocks))


def _answers(question: Question, records: Sequence[Variant]) -> Iterator[Paragraph]:
    alike: dict[str, list[tuple[Variant, Answer]]] = {}
    for record in records:
        answer = question.answer(rules_of(record))
        alike.setdefault(english(answer.told), []).append((record, answer))
    for given in alike.values():
        names = tuple(phrase(record.name) for record, _ in given)
        claims = (c._replace(game=record.key) for record, answer in given for c in answer.claims)
        yield entry(phrase("{answer}: {games}", answer=given[0][1].told, games=names), *claims)


def house_rules(rules: Rules) -> Section:
    """The house rules of the game, and which of them are in force."""
    letters = rules.variant.house_rules
    known = Claim(About.HOUSE_LETTERS, letters)
    if letters:
        blocks = _house_rules(rules, known)
    else:
        blocks = (say(phrase("This game has no house rules."), known),)
    return Section("house", phrase("House rules"), blocks)


def _house_rules(rules: Rules, known: Claim) -> tuple[Block, ...]:
    record, letters = rules.variant, rules.variant.house_rules
    blocks: list[Block] = [
        say(phrase("You can switch these on for a new game. They make it far easier."), known),
        *(_house(record, letter) for letter in letters),
    ]
    if letters in _HOUSE and len(letters) > 1:
        blocks.append(_house(record, letters))
    if rules.house:
        told = phrase("In force now: {letters}.", letters=" + ".join(rules.house))
    else:
        told = phrase("In force now: none.")
    blocks.append(say(told, _claim(rules)))
    return tuple(blocks)


def _house(record: Variant, letters: str) -> Paragraph:
    return entry(_HOUSE[letters], _claim(rules_of(record, house=letters)))


def _claim(rules: Rules) -> Claim:
    return Claim(About.HOUSE, (rules.house, rules.filling.value, rules.grouping.value))
