"""Games compared, house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.deals import deal
from engine.messages import Message, format_english, make_message, make_plural_message
from engine.rulebook.document import (
    Block,
    FactKind,
    Paragraph,
    RuleFact,
    Section,
    heading,
    list_item,
    paragraph,
)
from engine.rulebook.rules_sections import (
    COLUMN_BUILD_TEXTS,
    FOUNDATION_BUILD_TEXTS,
    GROUPING_TEXTS,
    describe_empty_column,
)
from engine.variants import Rules, Variant, make_rules


class ComparisonAnswer(NamedTuple):
    """What one game says, in words and as facts."""

    text: Message
    facts: tuple[RuleFact, ...]


class ComparisonQuestion(NamedTuple):
    """Something in which games may differ."""

    title: Message
    get_answer: Callable[[Rules], ComparisonAnswer]


def _answer_columns(rules: Rules) -> ComparisonAnswer:
    heights = tuple(map(len, deal(rules, 1).columns))
    shortest, tallest = min(heights), max(heights)
    if shortest == tallest:
        text = make_message("{columns} of {cards} cards", columns=len(heights), cards=tallest)
    else:
        text = make_message(
            "{columns} of {more} or {fewer} cards",
            columns=len(heights),
            more=tallest,
            fewer=shortest,
        )
    return ComparisonAnswer(text, (RuleFact(FactKind.COLUMN_HEIGHTS, heights),))


def _answer_cells(rules: Rules) -> ComparisonAnswer:
    counts = sorted(rules.variant.cells)
    if counts == [0]:
        text = make_message("none")
    elif len(counts) == 1:
        text = make_message("{n}", n=counts[0])
    else:
        text = make_message(
            "{some} or {last}", some=", ".join(map(str, counts[:-1])), last=counts[-1]
        )
    return ComparisonAnswer(text, (RuleFact(FactKind.CELL_COUNTS, tuple(counts)),))


def _answer_before_play(rules: Rules) -> ComparisonAnswer:
    aces, slide = rules.variant.aces_home, rules.variant.kings_slide
    if aces and slide:
        text = make_plural_message(
            "{n} Ace goes home, then Kings slide to the bottom",
            "{n} Aces go home, then Kings slide to the bottom",
            aces,
        )
    elif aces:
        text = make_plural_message("{n} Ace goes home", "{n} Aces go home", aces)
    else:
        text = make_message("Kings slide to the bottom") if slide else make_message("nothing")
    return ComparisonAnswer(
        text, (RuleFact(FactKind.ACES_HOME, aces), RuleFact(FactKind.KINGS_SLIDE, int(slide)))
    )


def _answer_column_build(rules: Rules) -> ComparisonAnswer:
    build = rules.variant.tableau
    return ComparisonAnswer(COLUMN_BUILD_TEXTS[build], (RuleFact(FactKind.TABLEAU, build.value),))


def _answer_empty_column(rules: Rules) -> ComparisonAnswer:
    return ComparisonAnswer(
        describe_empty_column(rules), (RuleFact(FactKind.FILLING, rules.filling.value),)
    )


def _answer_groups(rules: Rules) -> ComparisonAnswer:
    return ComparisonAnswer(
        GROUPING_TEXTS[rules.grouping], (RuleFact(FactKind.GROUPING, rules.grouping.value),)
    )


def _answer_foundation_build(rules: Rules) -> ComparisonAnswer:
    build = rules.variant.foundations
    return ComparisonAnswer(
        FOUNDATION_BUILD_TEXTS[build], (RuleFact(FactKind.FOUNDATIONS, build.value),)
    )


def _answer_returns(rules: Rules) -> ComparisonAnswer:
    returns = rules.variant.allows_returns
    text = make_message("its top card") if returns else make_message("nothing")
    return ComparisonAnswer(text, (RuleFact(FactKind.RETURNS, int(returns)),))


def _answer_score(rules: Rules) -> ComparisonAnswer:
    scored = rules.variant.is_scored
    text = make_message("points, moves and time") if scored else make_message("moves and time")
    return ComparisonAnswer(text, (RuleFact(FactKind.HAS_POINTS, int(scored)),))


def _house_section(rules: Rules) -> ComparisonAnswer:
    letters = rules.variant.house_rules
    value = (
        make_message("{letters}", letters=", ".join(letters)) if letters else make_message("none")
    )
    return ComparisonAnswer(value, (RuleFact(FactKind.HOUSE_LETTERS, letters),))


COMPARISON_QUESTIONS = (
    ComparisonQuestion(make_message("Columns"), _answer_columns),
    ComparisonQuestion(make_message("Free cells"), _answer_cells),
    ComparisonQuestion(make_message("Before play"), _answer_before_play),
    ComparisonQuestion(make_message("Columns build"), _answer_column_build),
    ComparisonQuestion(make_message("An empty column takes"), _answer_empty_column),
    ComparisonQuestion(make_message("Together move"), _answer_groups),
    ComparisonQuestion(make_message("Foundations build"), _answer_foundation_build),
    ComparisonQuestion(make_message("From a foundation comes back"), _answer_returns),
    ComparisonQuestion(make_message("What is counted"), _answer_score),
    ComparisonQuestion(make_message("House rules"), _house_section),
)
"""All of them, in the order in which they are put."""


_HOUSE_RULE_TEXTS = {
    "E": make_message("E: an empty column may be filled with any single card."),
    "G": make_message("G: cards in sequence move as one group, whatever their number."),
    "EG": make_message("With both, a group may fill an empty column too."),
}


def make_comparison_section(variants: Sequence[Variant]) -> Section:
    """The games side by side: each question with its answers, and who gives them."""
    blocks: list[Block] = []
    for question in COMPARISON_QUESTIONS:
        blocks.append(heading(question.title))
        blocks += _list_answers(question, variants)
    return Section("games", make_message("Games compared"), tuple(blocks))


def _list_answers(question: ComparisonQuestion, variants: Sequence[Variant]) -> Iterator[Paragraph]:
    games_by_answer: dict[str, list[tuple[Variant, ComparisonAnswer]]] = {}
    for variant in variants:
        answer = question.get_answer(make_rules(variant))
        games_by_answer.setdefault(format_english(answer.text), []).append((variant, answer))
    for games in games_by_answer.values():
        names = tuple(make_message(record.name) for record, _ in games)
        facts = (c._replace(game=record.key) for record, answer in games for c in answer.facts)
        yield list_item(
            make_message("{answer}: {games}", answer=games[0][1].text, games=names), *facts
        )


def make_house_rules_section(rules: Rules) -> Section:
    """The house rules of the game, and which of them are in force."""
    letters = rules.variant.house_rules
    letters_fact = RuleFact(FactKind.HOUSE_LETTERS, letters)
    if letters:
        blocks = _list_house_rules(rules, letters_fact)
    else:
        blocks = (paragraph(make_message("This game has no house rules."), letters_fact),)
    return Section("house", make_message("House rules"), blocks)


def _list_house_rules(rules: Rules, letters_fact: RuleFact) -> tuple[Block, ...]:
    variant, letters = rules.variant, rules.variant.house_rules
    blocks: list[Block] = [
        paragraph(
            make_message("You can switch these on for a new game. They make it far easier."),
            letters_fact,
        ),
        *(_make_house_rule_item(variant, letter) for letter in letters),
    ]
    if letters in _HOUSE_RULE_TEXTS and len(letters) > 1:
        blocks.append(_make_house_rule_item(variant, letters))
    if rules.house_rules:
        text = make_message("In force now: {letters}.", letters=" + ".join(rules.house_rules))
    else:
        text = make_message("In force now: none.")
    blocks.append(paragraph(text, _make_house_rules_fact(rules)))
    return tuple(blocks)


def _make_house_rule_item(variant: Variant, letters: str) -> Paragraph:
    return list_item(
        _HOUSE_RULE_TEXTS[letters], _make_house_rules_fact(make_rules(variant, house_rules=letters))
    )


def _make_house_rules_fact(rules: Rules) -> RuleFact:
    return RuleFact(
        FactKind.HOUSE_RULES, (rules.house_rules, rules.filling.value, rules.grouping.value)
    )
