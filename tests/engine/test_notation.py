"""Moves have two text forms; the long one reads back, the short one means the most that fits."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game, game_to_dict
from engine.notation import MoveTextError, format_move, parse_move
from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move
from engine.variants import find_rules
from tests.support.each import for_each
from tests.support.tables import (
    BAKERS_DOZEN,
    BAKERS_GAME,
    KINGS_ONLY,
    SPANISH,
    parse_position,
    replay_game,
)

SOURCES = [
    *range(13),
    *range(FIRST_CELL, FIRST_CELL + 4),
    *range(FIRST_FOUNDATION, FIRST_FOUNDATION + 4),
]
TARGETS = [*range(13), *range(FIRST_CELL, FIRST_CELL + 4), HOME]


@for_each(
    "text, move",
    [
        ("3-h", Move(2, HOME)),
        ("a-12", Move(FIRST_CELL, 11)),
        ("5-8*4", Move(4, 7, 4)),
        ("5-8", Move(4, 7, 1)),
        ("hS-4", Move(FIRST_FOUNDATION + 3, 3)),
        ("hC-d", Move(FIRST_FOUNDATION, FIRST_CELL + 3)),
        ("13-1", Move(12, 0)),
        ("b-c", Move(FIRST_CELL + 1, FIRST_CELL + 2)),
    ],
)
def test_the_long_form(text: str, move: Move) -> None:
    assert format_move(move) == text
    for form in (text, text.upper(), text.lower()):
        assert parse_move(form, KINGS_ONLY, parse_position("")) == move


@given(st.sampled_from(SOURCES), st.sampled_from(TARGETS), st.integers(1, 99))
def test_every_move_reads_back(source: int, target: int, count: int) -> None:
    move = Move(source, target, count)
    assert parse_move(format_move(move), BAKERS_GAME, parse_position("")) == move


def test_five_to_eight_always_means_one_card() -> None:
    drawing = "\n".join([":"] * 4 + ["9S 8S 7S", ":", ":", "TS"])
    assert parse_move("5-8", BAKERS_GAME, parse_position(drawing)).count == 1
    assert parse_move("5-8*1", BAKERS_GAME, parse_position(drawing)) == Move(4, 7)


def test_the_short_form_moves_the_most_that_fits() -> None:
    onto_card = parse_position("9S 8S 7S\nTS")
    assert parse_move("12", BAKERS_GAME, onto_card) == Move(0, 1, 3)
    into_empty = parse_position("Freecells: KC KD KH -\n9S 8S 7S 6S\n:\nKS\nQC\nQD\nQH\n2C\n3C")
    assert parse_move("12", BAKERS_GAME, into_empty) == Move(0, 1, 2)


@for_each(
    "text, move",
    [
        ("3h", Move(2, HOME)),
        ("3H", Move(2, HOME)),
        ("ah", Move(FIRST_CELL, HOME)),
        ("a2", Move(FIRST_CELL, 1)),
        ("2D", Move(1, FIRST_CELL + 3)),
        ("91", Move(8, 0)),
        ("ab", Move(FIRST_CELL, FIRST_CELL + 1)),
    ],
)
def test_other_short_forms(text: str, move: Move) -> None:
    assert parse_move(text, BAKERS_GAME, parse_position("")) == move


def test_in_thirteen_columns_two_digits_are_two_columns() -> None:
    assert parse_move("13", BAKERS_DOZEN, parse_position("7H\n:\n8C", BAKERS_DOZEN)) == Move(0, 2)


@for_each(
    "text",
    [
        "",
        "3",
        "h",
        "3-",
        "-h",
        "3--h",
        "0-h",
        "14-h",
        "01-h",
        "e-1",
        "h-3",
        "h3",
        "hX-3",
        "hSS-3",
        "3-hS",
        "hS3",
        "3-h*",
        "3-h*0",
        "3-h*-1",
        "3-h*100",
        "3-h*2*2",
        "10h",
        "123",
        "3 -h",
        "3-h\n",
        "\u0663-h",
        "3-\u210e",
        "undo",
    ],
)
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(MoveTextError, match="is no move: expected one like 5-8, 5-8\\*4, a-12"):
        parse_move(text, BAKERS_GAME, parse_position(""))


@given(st.text(max_size=8))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    with suppress(MoveTextError):
        move = parse_move(text, BAKERS_GAME, parse_position(""))
        assert parse_move(format_move(move), BAKERS_GAME, parse_position("")) == move


def test_a_game_as_json() -> None:
    game = replay_game(1, "1-a 6-b 6-c")
    assert game_to_dict(game) == {
        "code": "BK1-C4-AAAAA24",
        "game": "bakers-game",
        "cells": 4,
        "rules": "",
        "number": 1,
        "columns": [
            ["JD", "KD", "2S", "4C", "3S", "6D"],
            ["2D", "KC", "KS", "5C", "TD", "8S", "9C"],
            ["9H", "9S", "9D", "TS", "4S", "8D", "2H"],
            ["JC", "5S", "QD", "QH", "TH", "QS", "6H"],
            ["5D", "AD", "JS", "4H", "8H", "6C"],
            ["7H", "QC", "AS", "AC"],
            ["7C", "KH", "AH", "4D", "JH", "8C"],
            ["5H", "3H", "3C", "7S", "7D", "TC"],
        ],
        "freecells": ["6S", "3D", "2C", None],
        "foundations": {"C": 0, "D": 0, "H": 0, "S": 0},
        "score": 0,
        "state": "playing",
        "moves": ["1-a", "6-b", "6-c"],
    }


def test_a_given_board_as_json_has_neither_code_nor_number() -> None:
    fields = game_to_dict(
        Game.from_position(SPANISH, parse_position("KS\nAH", SPANISH)).apply_entry("2-h")
    )
    assert (fields["code"], fields["number"], fields["score"]) == (None, None, None)
    assert (fields["cells"], fields["freecells"], fields["rules"]) == (0, [], "")
    assert fields["foundations"] == {"C": 0, "D": 0, "H": 1, "S": 0}
    assert (fields["state"], fields["moves"]) == ("stuck", ["2-h"])


def test_house_rules_in_json() -> None:
    assert game_to_dict(replay_game(24, "", find_rules("bakers-dozen", 0, "GE")))["rules"] == "EG"
