"""Moves have two text forms; the long one reads back, the short one means the most that fits."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game, as_json
from engine.notation import MoveTextError, move_text, parse_move
from engine.position import CELL, FOUNDATION, HOME, Move
from engine.variants import rules_for
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, KINGS_ONLY, SPANISH, dealt, table

SOURCES = [*range(13), *range(CELL, CELL + 4), *range(FOUNDATION, FOUNDATION + 4)]
TARGETS = [*range(13), *range(CELL, CELL + 4), HOME]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3-h", Move(2, HOME)),
        ("a-12", Move(CELL, 11)),
        ("5-8*4", Move(4, 7, 4)),
        ("5-8", Move(4, 7, 1)),
        ("hS-4", Move(FOUNDATION + 3, 3)),
        ("hC-d", Move(FOUNDATION, CELL + 3)),
        ("13-1", Move(12, 0)),
        ("b-c", Move(CELL + 1, CELL + 2)),
    ],
)
def test_the_long_form(text: str, move: Move) -> None:
    assert move_text(move) == text
    for form in (text, text.upper(), text.lower()):
        assert parse_move(form, KINGS_ONLY, table("")) == move


@given(st.sampled_from(SOURCES), st.sampled_from(TARGETS), st.integers(1, 99))
def test_every_move_reads_back(source: int, target: int, count: int) -> None:
    move = Move(source, target, count)
    assert parse_move(move_text(move), BAKERS_GAME, table("")) == move


def test_five_to_eight_always_means_one_card() -> None:
    drawing = "\n".join([":"] * 4 + ["9S 8S 7S", ":", ":", "TS"])
    assert parse_move("5-8", BAKERS_GAME, table(drawing)).count == 1
    assert parse_move("5-8*1", BAKERS_GAME, table(drawing)) == Move(4, 7)


def test_the_short_form_moves_the_most_that_fits() -> None:
    onto_card = table("9S 8S 7S\nTS")
    assert parse_move("12", BAKERS_GAME, onto_card) == Move(0, 1, 3)
    into_empty = table("Freecells: KC KD KH -\n9S 8S 7S 6S\n:\nKS\nQC\nQD\nQH\n2C\n3C")
    assert parse_move("12", BAKERS_GAME, into_empty) == Move(0, 1, 2)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3h", Move(2, HOME)),
        ("3H", Move(2, HOME)),
        ("ah", Move(CELL, HOME)),
        ("a2", Move(CELL, 1)),
        ("2D", Move(1, CELL + 3)),
        ("91", Move(8, 0)),
        ("ab", Move(CELL, CELL + 1)),
    ],
)
def test_other_short_forms(text: str, move: Move) -> None:
    assert parse_move(text, BAKERS_GAME, table("")) == move


def test_in_thirteen_columns_two_digits_are_two_columns() -> None:
    assert parse_move("13", BAKERS_DOZEN, table("7H\n:\n8C", BAKERS_DOZEN)) == Move(0, 2)


@pytest.mark.parametrize(
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
        parse_move(text, BAKERS_GAME, table(""))


@given(st.text(max_size=8))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    with suppress(MoveTextError):
        move = parse_move(text, BAKERS_GAME, table(""))
        assert parse_move(move_text(move), BAKERS_GAME, table("")) == move


def test_a_game_as_json() -> None:
    game = dealt(1, "1-a 6-b 6-c")
    assert as_json(game) == {
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
    fields = as_json(Game.of_board(SPANISH, table("KS\nAH", SPANISH)).enter("2-h"))
    assert (fields["code"], fields["number"], fields["score"]) == (None, None, None)
    assert (fields["cells"], fields["freecells"], fields["rules"]) == (0, [], "")
    assert fields["foundations"] == {"C": 0, "D": 0, "H": 1, "S": 0}
    assert (fields["state"], fields["moves"]) == ("stuck", ["2-h"])


def test_house_rules_in_json() -> None:
    assert as_json(dealt(24, "", rules_for("bakers-dozen", 0, "GE")))["rules"] == "EG"
