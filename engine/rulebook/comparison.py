"""Sections of a rules page that compare the games and list the house rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    EMPTY_COLUMN_TEXTS,
    FOUNDATION_BUILD_TEXTS,
    GROUPING_TEXTS,
)
from engine.variants import Grouping, Rules, Variant, make_rules

if TYPE_CHECKING:
    from engine.rulebook.document import RuleFacts


class ComparisonAnswer(NamedTuple):
    """One property of a game."""

    question: Message
    text: Message
    facts: RuleFacts


def make_comparison_section(variants: Sequence[Variant]) -> Section:
    """Return the section that lists each question, its answers, and the games of each answer."""
    blocks: list[Block] = []
    answers_by_game = [tuple(_list_answers(make_rules(variant))) for variant in variants]
    for answers in zip(*answers_by_game, strict=True):
        blocks.append(heading(answers[0].question))
        variants_by_text: dict[str, list[Variant]] = {}
        for variant, answer in zip(variants, answers, strict=True):
            variants_by_text.setdefault(format_english(answer.text), []).append(variant)
        for games in variants_by_text.values():
            answer = answers[variants.index(games[0])]
            names = tuple(make_message(variant.name) for variant in games)
            text = make_message("{answer}: {games}", answer=answer.text, games=names)
            keys = tuple(variant.key for variant in games)
            blocks.append(Paragraph(text, ParagraphStyle.LIST_ITEM, answer.facts, keys))
    return Section("games", make_message("Games compared"), tuple(blocks))


def _list_answers(rules: Rules) -> Iterator[ComparisonAnswer]:
    variant = rules.variant
    heights = tuple(map(len, deal(rules, 1).columns))
    text = _describe_heights(heights)
    yield ComparisonAnswer(make_message("Columns"), text, {"column_heights": heights})
    counts = tuple(sorted(variant.cells))
    text = _describe_cell_counts(counts)
    yield ComparisonAnswer(make_message("Free cells"), text, {"cell_counts": counts})
    yield ComparisonAnswer(
        make_message("Before play"),
        _describe_dealing(variant),
        {"aces_home": variant.aces_home, "kings_slide": variant.kings_slide},
    )
    text = COLUMN_BUILD_TEXTS[variant.tableau]
    yield ComparisonAnswer(make_message("Columns build"), text, {"tableau": variant.tableau})
    text = EMPTY_COLUMN_TEXTS[rules.filling, rules.grouping is not Grouping.NONE]
    facts: RuleFacts = {"filling": rules.filling}
    yield ComparisonAnswer(make_message("An empty column takes"), text, facts)
    text = GROUPING_TEXTS[rules.grouping]
    yield ComparisonAnswer(make_message("Together move"), text, {"grouping": rules.grouping})
    text = FOUNDATION_BUILD_TEXTS[variant.foundations]
    facts = {"foundations": variant.foundations}
    yield ComparisonAnswer(make_message("Foundations build"), text, facts)
    text = make_message("its top card" if variant.allows_returns else "nothing")
    facts = {"returns": variant.allows_returns}
    yield ComparisonAnswer(make_message("From a foundation comes back"), text, facts)
    text = make_message("points, moves and time" if variant.is_scored else "moves and time")
    facts = {"has_points": variant.is_scored}
    yield ComparisonAnswer(make_message("What is counted"), text, facts)
    text = make_message("none")
    if variant.house_rules:
        text = make_message("{letters}", letters=", ".join(variant.house_rules))
    facts = {"house_letters": variant.house_rules}
    yield ComparisonAnswer(make_message("House rules"), text, facts)


def _describe_heights(heights: tuple[int, ...]) -> Message:
    fewer, more = min(heights), max(heights)
    if fewer == more:
        return make_message("{columns} of {cards} cards", columns=len(heights), cards=more)
    return make_message(
        "{columns} of {more} or {fewer} cards", columns=len(heights), more=more, fewer=fewer
    )


def _describe_cell_counts(counts: tuple[int, ...]) -> Message:
    if counts == (0,):
        return make_message("none")
    *some, last = counts
    if not some:
        return make_message("{n}", n=last)
    return make_message("{some} or {last}", some=", ".join(map(str, some)), last=last)


def _describe_dealing(variant: Variant) -> Message:
    aces = variant.aces_home
    if not aces:
        return make_message("Kings slide to the bottom" if variant.kings_slide else "nothing")
    if not variant.kings_slide:
        return make_plural_message("{n} Ace goes home", "{n} Aces go home", aces)
    return make_plural_message(
        "{n} Ace goes home, then Kings slide to the bottom",
        "{n} Aces go home, then Kings slide to the bottom",
        aces,
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
