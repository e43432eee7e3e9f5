"""Rules pages state what the rules engine allows, and differ when the record differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from engine.__main__ import main
from engine.codes import decode
from engine.messages import Message, format_english, make_message, make_plural_message
from engine.rulebook.comparison import make_comparison_section
from engine.rulebook.document import Paragraph, PositionDiagram, Section, TextTable
from engine.rulebook.odds import ODDS_AND_SOURCES
from engine.rulebook.page import make_rules_page
from engine.rulebook.plain_text import render_plain_text
from engine.rules import get_group_limit
from engine.variants import (
    VARIANTS,
    Build,
    Filling,
    Grouping,
    Rules,
    Variant,
    find_rules,
    make_rules,
)
from tests.support.rule_facts import CHECKS, Fact, is_true
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, KINGS_ONLY, SPANISH, parse_position
from tests.support.varieties import SHIPPED_RULES, name_rules

# Tested in tests/kiosk/test_rules_by_hand.py.
CONTROL_FACTS = {
    *("tap", "tap_covered", "tap_foundation", "long_press", "double_tap", "key_bindings")
}


def list_facts(sections: tuple[Section, ...]) -> list[Fact]:
    facts = [fact for section in sections for block in section.blocks for fact in get_facts(block)]
    return [fact for fact in dict.fromkeys(facts) if fact.kind not in CONTROL_FACTS]


def get_facts(block: object) -> list[Fact]:
    if not isinstance(block, Paragraph | TextTable):
        return []
    games = block.games if isinstance(block, Paragraph) else ()
    return [Fact(*fact, game) for fact in block.facts.items() for game in games or ("",)]


def find_wrong_facts(rules: Rules, sections: tuple[Section, ...]) -> list[Fact]:
    return [fact for fact in list_facts(sections) if not is_true(rules, fact)]


def format_section(rules: Rules, wanted: str) -> str:
    """Return a section in English, one line for each paragraph and each row of a table."""
    (found,) = (section for section in make_rules_page(rules) if section.name == wanted)
    return "\n".join(line for block in found.blocks for line in format_block(block))


def format_block(block: object) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield format_english(block.text)
    elif isinstance(block, TextTable):
        yield from (" ".join(map(format_english, line)) for line in (block.header, *block.rows))


def test_what_a_page_states_is_what_the_rules_engine_allows() -> None:
    wrong = {
        name_rules(rules): find_wrong_facts(rules, make_rules_page(rules))
        for rules in SHIPPED_RULES
    }
    assert {name: facts for name, facts in wrong.items() if facts} == {}


def test_every_kind_of_fact_is_stated_and_checked() -> None:
    pages = [make_rules_page(rules) for rules in SHIPPED_RULES]
    blocks = [block for page in pages for section in page for block in section.blocks]
    stated = {fact.kind for block in blocks for fact in get_facts(block)}
    assert stated == set(CHECKS) | CONTROL_FACTS


# Other values of each field of a record that changes how the game is played.
OTHER_VALUES: dict[str, Callable[[Any], list[Any]]] = {
    "columns": lambda value: [value + 1],
    "cells": lambda value: [(2,), (0,), (3, 1)],
    "aces_home": lambda value: [0, 1, 3],
    "kings_slide": lambda value: [not value],
    "tableau": lambda value: list(Build),
    "filling": lambda value: list(Filling),
    "grouping": lambda value: list(Grouping),
    "foundations": lambda value: [Build.SUIT, Build.COLOURS],
    "allows_returns": lambda value: [not value],
    "is_scored": lambda value: [not value],
    "house_rules": lambda value: ["", "E", "G", "EG"],
}


def make_changed_variants() -> Iterator[tuple[Variant, str, Variant]]:
    for record in VARIANTS:
        for field, others in OTHER_VALUES.items():
            now = getattr(record, field)
            for value in others(now):
                playable = field != "allows_returns" or record.foundations is Build.SUIT
                playable &= not (field == "foundations" and record.allows_returns)
                # Without a cell nothing can be carried: that is one card at a time again.
                playable &= not (value is Grouping.CARRIED and record.cells == (0,))
                if value != now and playable:
                    yield record, field, replace(record, **{field: value})


@cache
def get_page(variant: Variant) -> tuple[str, list[Fact]]:
    rules = make_rules(variant)
    return render_plain_text(rules), list_facts(make_rules_page(rules))


def find_page_problems(variant: Variant, changed: Variant) -> list[object]:
    rules = make_rules(changed)
    text, facts = get_page(variant)
    page = make_rules_page(rules)
    problems: list[object] = [*find_wrong_facts(rules, page)]
    if text == render_plain_text(rules):
        problems.append("the text is the same")
    if facts == list_facts(page):
        problems.append("the facts are the same")
    if all(is_true(rules, fact) for fact in facts):
        problems.append("the page before is still true")
    return problems


def test_a_changed_record_changes_its_page() -> None:
    problems = {
        (variant.tag, field, getattr(changed, field)): find_page_problems(variant, changed)
        for variant, field, changed in make_changed_variants()
    }
    assert len(problems) == 88
    assert {change: found for change, found in problems.items() if found} == {}


def test_every_field_that_matters_was_changed() -> None:
    assert {field.name for field in fields(Variant)} - set(OTHER_VALUES) == {"key", "tag", "name"}


def test_the_tables_of_group_limits() -> None:
    assert "\n".join(format_block(list_tables(BAKERS_GAME)[0])) == (
        "free cells no empty column 1 empty column 2 empty columns\n"
        "0 1 2 4\n1 2 4 8\n2 3 6 12\n3 4 8 16\n4 5 10 20"
    )
    assert "\n".join(format_block(list_tables(BAKERS_GAME)[1])) == (
        "free cells 1 empty column 2 empty columns\n0 1 2\n1 2 4\n2 3 6\n3 4 8\n4 5 10"
    )
    assert ["\n".join(format_block(grid)) for grid in list_tables(KINGS_ONLY)] == [
        "free cells cards\n0 1\n1 2\n2 3\n3 4\n4 5"
    ]
    assert list_tables(BAKERS_DOZEN) == []


def list_tables(rules: Rules) -> list[TextTable]:
    page = make_rules_page(rules)
    return [block for part in page for block in part.blocks if isinstance(block, TextTable)]


def test_fewer_cells_make_shorter_tables() -> None:
    assert [len(grid.rows) for grid in list_tables(find_rules("bakers-game", 2))] == [3, 3]


def test_the_current_limit_is_that_of_the_position() -> None:
    drawing = """
        Freecells: 2C 3D - -
        KH
        :
        QC
    """
    position = parse_position(drawing)
    (moves,) = (
        part for part in make_rules_page(BAKERS_GAME, position=position) if part.name == "moves"
    )
    lines = [line for block in moves.blocks for line in format_block(block)]
    assert lines[-3:] == [
        "Free now: 2 cells, 6 columns.",
        f"Onto a card go up to {get_group_limit(BAKERS_GAME, position, 0)} cards.",
        f"Into an empty column go up to {get_group_limit(BAKERS_GAME, position, 1)} cards.",
    ]


def test_kings_only_explains_why_empty_columns_do_not_help() -> None:
    assert "Only free cells help here" in format_section(KINGS_ONLY, "moves")
    assert "Only free cells help here" not in format_section(BAKERS_GAME, "moves")


def test_the_games_are_compared_from_their_records() -> None:
    sixth = replace(VARIANTS[0], key="sixth", tag="ZZ", name="Sixth", filling=Filling.NOTHING)
    lines = [
        line
        for block in make_comparison_section((*VARIANTS, sixth)).blocks
        for line in format_block(block)
    ]
    assert "down in suit: Baker's Game, Kings Only, Sixth" in lines
    assert "nothing, ever: Baker's Dozen, Good Measure, Spanish Patience, Sixth" in lines


def test_a_game_without_odds_and_sources_has_a_page() -> None:
    sixth = replace(VARIANTS[2], key="sixth", tag="ZZ", name="Sixth")
    names = [part.name for part in make_rules_page(make_rules(sixth))]
    assert "odds" not in names
    assert "sources" in names


def test_the_odds_and_the_sources_belong_to_games_that_there_are() -> None:
    assert set(ODDS_AND_SOURCES) <= {record.key for record in VARIANTS}
    assert "75.1 % of deals 1 to 32,000" in format_section(BAKERS_GAME, "odds")
    assert "Jeu du Boulanger" in format_section(BAKERS_GAME, "sources")
    assert "At least 99.6 % of deals 1 to 1,000" in format_section(SPANISH, "odds")


def test_house_rules_are_described_as_easy() -> None:
    assert "They make it far easier." in format_section(BAKERS_DOZEN, "house")
    assert "In force now: E + G." in format_section(
        find_rules("good-measure", house_rules="EG"), "house"
    )
    assert format_section(BAKERS_GAME, "house") == "This game has no house rules."


def test_plural_messages() -> None:
    assert format_english(make_plural_message("{n} card", "{n} cards", 1)) == "1 card"
    assert format_english(make_plural_message("{n} card", "{n} cards", 0)) == "0 cards"
    assert (
        format_english(make_message("{a}.", a=(make_message("x"), make_message("{n}", n=2))))
        == "x, 2."
    )


@pytest.mark.parametrize("rules", SHIPPED_RULES, ids=name_rules)
def test_a_page_as_text(rules: Rules) -> None:
    text = render_plain_text(rules)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "{" not in text
    assert "\n\n\n" not in text
    assert "┌───┐" in text
    for part in make_rules_page(rules):
        assert f"\n{format_english(part.title)}\n---" in text


@pytest.mark.parametrize("rules", SHIPPED_RULES, ids=name_rules)
def test_short_sentences(rules: Rules) -> None:
    page = make_rules_page(rules)
    blocks = [b for part in page for b in part.blocks if isinstance(b, Paragraph)]
    assert max(len(format_english(block.text)) for block in blocks) <= 170


def test_a_page_shows_the_deal_in_play() -> None:
    page = make_rules_page(BAKERS_GAME, number=617)
    (board,) = (
        block for part in page for block in part.blocks if isinstance(block, PositionDiagram)
    )
    assert board.position.columns[0][0] == 25
    (codes,) = (part for part in page if part.name == "codes")
    code = format_english(codes.blocks[1].text).split()[0]  # type: ignore[union-attr]
    assert decode(code) == (BAKERS_GAME, 617)


def test_the_command_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "kings-only", "--cells", "2"]) == 0
    assert capsys.readouterr().out == render_plain_text(find_rules("kings-only", 2))
    assert main(["rules", "good-measure", "--rules", "GE"]) == 0
    assert capsys.readouterr().out == render_plain_text(
        find_rules("good-measure", house_rules="EG")
    )


@pytest.mark.parametrize(
    "words",
    [
        ["nothing"],
        [],
        ["bakers-game", "kings-only"],
        ["bakers-game", "--cells", "9"],
        ["bakers-game", "--rules", "E"],
        ["good-measure", "--rules", "X"],
        ["bakers-game", "--board", "-"],
    ],
)
def test_an_error_of_the_command_is_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1 + err.startswith("usage: ")


def test_messages_use_every_field() -> None:
    """No field is missing in the text that translators see."""
    for rules in SHIPPED_RULES:
        for part in make_rules_page(rules):
            for block in part.blocks:
                if isinstance(block, Paragraph):
                    assert_fields_used(block.text)


def assert_fields_used(message: Message) -> None:
    for field, value in message.fields.items():
        assert "{" + field + "}" in message.text + message.plural
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Message):
                assert_fields_used(inner)
