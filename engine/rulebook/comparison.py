"""Sections of a rules page that compare the games and list the house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.deals import deal
from engine.messages import Message, format_english, make_message, make_plural_message
from engine.rulebook.document import (
    Block,
    Paragraph,
    ParagraphStyle,
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

if TYPE_CHECKING:
    from engine.rulebook.document import RuleFacts


class ComparisonAnswer(NamedTuple):
    """The answer for one game, in a few words and as facts."""

    text: Message
    facts: RuleFacts


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
    return ComparisonAnswer(text, {"column_heights": heights})


def _answer_cells(rules: Rules) -> ComparisonAnswer:
    counts = tuple(sorted(rules.variant.cells))
    if counts == (0,):
        text = make_message("none")
    elif len(counts) == 1:
        text = make_message("{n}", n=counts[0])
    else:
        some = ", ".join(map(str, counts[:-1]))
        text = make_message("{some} or {last}", some=some, last=counts[-1])
    return ComparisonAnswer(text, {"cell_counts": counts})


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
        text = make_message("Kings slide to the bottom" if slide else "nothing")
    return ComparisonAnswer(text, {"aces_home": aces, "kings_slide": slide})


def _answer_column_build(rules: Rules) -> ComparisonAnswer:
    build = rules.variant.tableau
    return ComparisonAnswer(COLUMN_BUILD_TEXTS[build], {"tableau": build})


def _answer_empty_column(rules: Rules) -> ComparisonAnswer:
    return ComparisonAnswer(describe_empty_column(rules), {"filling": rules.filling})


def _answer_groups(rules: Rules) -> ComparisonAnswer:
    return ComparisonAnswer(GROUPING_TEXTS[rules.grouping], {"grouping": rules.grouping})


def _answer_foundation_build(rules: Rules) -> ComparisonAnswer:
    build = rules.variant.foundations
    return ComparisonAnswer(FOUNDATION_BUILD_TEXTS[build], {"foundations": build})


def _answer_returns(rules: Rules) -> ComparisonAnswer:
    returns = rules.variant.allows_returns
    text = make_message("its top card" if returns else "nothing")
    return ComparisonAnswer(text, {"returns": returns})


def _answer_score(rules: Rules) -> ComparisonAnswer:
    scored = rules.variant.is_scored
    text = make_message("points, moves and time" if scored else "moves and time")
    return ComparisonAnswer(text, {"has_points": scored})


def _answer_house_rules(rules: Rules) -> ComparisonAnswer:
    letters = rules.variant.house_rules
    text = make_message("none")
    if letters:
        text = make_message("{letters}", letters=", ".join(letters))
    return ComparisonAnswer(text, {"house_letters": letters})


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
    ComparisonQuestion(make_message("House rules"), _answer_house_rules),
)


def make_comparison_section(variants: Sequence[Variant]) -> Section:
    """Return each question with its answers, and the games that give them."""
    blocks: list[Block] = []
    for question in COMPARISON_QUESTIONS:
        blocks += [heading(question.title), *_list_answers(question, variants)]
    return Section("games", make_message("Games compared"), tuple(blocks))


def _list_answers(question: ComparisonQuestion, variants: Sequence[Variant]) -> Iterator[Paragraph]:
    answers: dict[str, ComparisonAnswer] = {}
    variants_by_answer: dict[str, list[Variant]] = {}
    for variant in variants:
        answer = question.get_answer(make_rules(variant))
        english = format_english(answer.text)
        answers.setdefault(english, answer)
        variants_by_answer.setdefault(english, []).append(variant)
    for english, answer in answers.items():
        games = variants_by_answer[english]
        names = tuple(make_message(variant.name) for variant in games)
        yield Paragraph(
            make_message("{answer}: {games}", answer=answer.text, games=names),
            ParagraphStyle.LIST_ITEM,
            answer.facts,
            tuple(variant.key for variant in games),
        )


_HOUSE_RULE_TEXTS = {
    "E": make_message("E: an empty column may be filled with any single card."),
    "G": make_message("G: cards in sequence move as one group, whatever their number."),
    "EG": make_message("With both, a group may fill an empty column too."),
}


def make_house_rules_section(rules: Rules) -> Section:
    """Return the house rules of the game, and the ones in force."""
    return Section("house", make_message("House rules"), tuple(_house_rule_blocks(rules)))


def _house_rule_blocks(rules: Rules) -> Iterator[Block]:
    letters = rules.variant.house_rules
    if not letters:
        yield paragraph("This game has no house rules.", house_letters=letters)
        return
    yield paragraph(
        "You can switch these on for a new game. They make it far easier.", house_letters=letters
    )
    for chosen in dict.fromkeys((*letters, letters)):
        if chosen in _HOUSE_RULE_TEXTS:
            ruled = make_rules(rules.variant, house_rules=chosen)
            yield list_item(
                _HOUSE_RULE_TEXTS[chosen], house_rules=(chosen, ruled.filling, ruled.grouping)
            )
    if rules.house_rules:
        text = make_message("In force now: {letters}.", letters=" + ".join(rules.house_rules))
    else:
        text = make_message("In force now: none.")
    yield paragraph(text, house_rules=(rules.house_rules, rules.filling, rules.grouping))
