"""What varies between the games, found by comparing their records, and the house rules of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.phrases import english, phrase
from engine.rulebook.claims import About, Claim
from engine.rulebook.questions import QUESTIONS, Answer, Question
from engine.rulebook.sections import Block, Paragraph, Section, entry, head, say
from engine.variants import Rules, Variant, rules_of

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
