"""Boards read back, forgive what they say they forgive, and are proven to have their 52 cards."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deals import deal
from engine.notation import BoardError, format_board, parse_board
from engine.position import Position
from engine.variants import Rules, find_rules
from tests.support.each import for_each
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, SPANISH, replay_game
from tests.support.varieties import TESTED_RULES, make_late_position

LATE_BOARD = """\
Foundations: H-T C-9 D-J S-Q
Freecells: - KS - -
TC
JH JC
QH
KH
QC
:
:
KC KD QD
"""


def test_a_board_in_text() -> None:
    game = replay_game(1, "1-a 6-b 6-c")
    assert format_board(game.position, game.rules) == (
        "Foundations: H-0 C-0 D-0 S-0\n"
        "Freecells: 6S 3D 2C -\n"
        "JD KD 2S 4C 3S 6D\n"
        "2D KC KS 5C TD 8S 9C\n"
        "9H 9S 9D TS 4S 8D 2H\n"
        "JC 5S QD QH TH QS 6H\n"
        "5D AD JS 4H 8H 6C\n"
        "7H QC AS AC\n"
        "7C KH AH 4D JH 8C\n"
        "5H 3H 3C 7S 7D TC\n"
    )


def test_without_cells_there_is_no_line_of_cells() -> None:
    lines = format_board(deal(BAKERS_DOZEN, 1), BAKERS_DOZEN).splitlines()
    assert lines[:2] == ["Foundations: H-0 C-0 D-0 S-0", "JD QC TS 7D"]
    assert len(lines) == 14


def test_an_empty_column_is_a_colon() -> None:
    assert format_board(parse_board(LATE_BOARD, BAKERS_GAME), BAKERS_GAME) == LATE_BOARD


@for_each("rules", TESTED_RULES)
def test_every_board_reads_back(rules: Rules) -> None:
    for seed in range(50):
        position = make_late_position(rules, random.Random(seed))
        assert parse_board(format_board(position, rules), rules) == position


@for_each(
    "text",
    [
        LATE_BOARD.replace("TC\n", ": TC\n").replace("QH\n", ":QH\n"),
        LATE_BOARD.replace("\nQ", "\n\n  \nQ"),
        "# a board\n" + LATE_BOARD.replace("KH\n", "KH # alone\n#\n"),
        LATE_BOARD.replace("T", "10"),
        LATE_BOARD.replace("QH\n", "Q♥\n").replace("JC", "J♣"),
        LATE_BOARD.lower(),
        LATE_BOARD.replace(": ", ":   ").replace("\n", "\r\n"),
        LATE_BOARD.replace("H-T C-9 D-J S-Q", "S-Q D-J C-9 H-T"),
        LATE_BOARD.replace("Foundations: H-T C-9 D-J S-Q\n", ""),
        LATE_BOARD.replace("KS - -", "KS"),
        "\n".join(reversed(LATE_BOARD.splitlines()[:2])) + "\n" + LATE_BOARD.split("\n", 2)[2],
    ],
)
def test_what_is_forgiven(text: str) -> None:
    assert parse_board(text, BAKERS_GAME) == parse_board(LATE_BOARD, BAKERS_GAME)


def test_missing_columns_and_cells_are_empty() -> None:
    text = "Foundations: H-K C-K D-K S-T\nKS QS JS"
    position = parse_board(text, BAKERS_GAME)
    assert position.columns[1:] == (b"",) * 7
    assert format_board(position, BAKERS_GAME).count("\n:") == 7
    assert format_board(position, BAKERS_GAME).splitlines()[1] == "Freecells: - - - -"


def test_a_won_board() -> None:
    won = parse_board("Foundations: H-K C-K D-K S-K", BAKERS_GAME)
    assert won == parse_board(":", BAKERS_GAME)
    assert won.foundations == bytes([13] * 4)


@for_each("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_text_is_no_board(text: str) -> None:
    with pytest.raises(BoardError, match="an empty text is no board"):
        parse_board(text, BAKERS_GAME)


@for_each(
    "old, new, message",
    [
        ("KH\n", "KH KH\n", "the K♥ is there twice"),
        ("KH\n", "KH 3C\n", "the 3♣ is there twice: on the table and at home"),
        ("KH\n", ":\n", "the K♥ is missing: it is neither on the table nor at home"),
        ("S-Q", "S-J", "the Q♠ is missing: it is neither on the table nor at home"),
        ("S-Q", "S-K", "the K♠ is there twice: on the table and at home"),
        ("KH\n", "KX\n", "line 6: 'KX' is not a card: expected one like 7H, TS or 10♥"),
        ("KS - -", "KX - -", "line 2: 'KX' is not a card: expected one like 7H, TS or 10♥"),
        ("KH\n", "KH\nAC\n", "9 columns: Baker's Game has 8"),
        ("- -\n", "- - -\n", "line 2: 5 free cells, but 4 in play"),
        ("S-Q", "S-X", "line 1: 'S-X': expected H-0, C-A, D-9 or the like"),
        ("S-Q", "H-Q", "line 1: 'H-Q': expected H-0, C-A, D-9 or the like"),
        ("S-Q", "S-11", "line 1: 'S-11': expected H-0, C-A, D-9 or the like"),
        ("Freecells", "Cells", "line 2: 'cells': expected Foundations, Freecells, or a column"),
        ("Freecells: -", "Foundations: H-0\nFreecells: -", "line 2: a second line Foundations"),
    ],
)
def test_what_is_refused(old: str, new: str, message: str) -> None:
    assert old in LATE_BOARD
    with pytest.raises(BoardError) as caught:
        parse_board(LATE_BOARD.replace(old, new), BAKERS_GAME)
    assert str(caught.value).startswith(message)


def test_cells_in_a_game_without_cells() -> None:
    text = format_board(deal(BAKERS_DOZEN, 1), BAKERS_DOZEN)
    assert parse_board("Freecells:\n" + text, BAKERS_DOZEN) == deal(BAKERS_DOZEN, 1)
    with pytest.raises(BoardError, match="line 1: 1 free cells, but 0 in play"):
        parse_board("Freecells: -\n" + text, BAKERS_DOZEN)


def parse_without_foundations(position: Position, rules: Rules) -> Position:
    return parse_board(format_board(position, rules).split("\n", 1)[1], rules)


@for_each("rules", [r for r in TESTED_RULES if r.variant.foundations == "suit"])
def test_without_their_line_the_foundations_are_what_is_missing(rules: Rules) -> None:
    for seed in range(50):
        position = make_late_position(rules, random.Random(seed))
        assert parse_without_foundations(position, rules) == position


def test_what_is_missing_must_make_sense() -> None:
    text = LATE_BOARD.split("\n", 1)[1]
    with pytest.raises(BoardError, match="the Q♦ is missing, and cannot be at home yet"):
        parse_board(text.replace("KD QD", "KD JD"), BAKERS_GAME)


def format_spanish_deal(left_out: str) -> str:
    """The first deal of Spanish Patience without these cards."""
    lines = format_board(deal(SPANISH, 1), SPANISH).splitlines()[1:]
    kept = [[word for word in line.split() if word not in left_out.split()] for line in lines]
    return "\n".join(" ".join(words) or ":" for words in kept)


@for_each(
    "missing, heights",
    [
        ("", "H-0 C-0 D-0 S-0"),
        ("AS 2H 3S", "H-0 C-0 D-0 S-3"),
        ("AC AS 2D 2H", "H-0 C-2 D-0 S-2"),
        ("AH 2S AC 2D", "H-2 C-2 D-0 S-0"),
    ],
)
def test_foundations_in_colours_can_be_told_from_what_is_missing(
    missing: str, heights: str
) -> None:
    position = parse_board(format_spanish_deal(missing), SPANISH)
    assert format_board(position, SPANISH).startswith(f"Foundations: {heights}\n")
    assert parse_without_foundations(position, SPANISH) == position


@for_each(
    "missing, message",
    [
        ("AS AC 2H", "the 2♥ may be on either of two foundations: expected a line 'Foundations"),
        ("AS 2C", "the 2♣ is missing, and cannot be at home yet"),
        ("2H", "the 2♥ is missing, and cannot be at home yet"),
    ],
)
def test_or_they_cannot(missing: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(format_spanish_deal(missing), SPANISH)
    assert str(caught.value).startswith(message)


def test_foundations_in_colours_are_proven_too() -> None:
    text = format_spanish_deal("AS AC 2H 3C")
    for heights in ("H-0 C-3 D-0 S-A", "H-0 C-A D-0 S-3"):
        position = parse_board(f"Foundations: {heights}\n{text}", SPANISH)
        assert format_board(position, SPANISH).startswith(f"Foundations: {heights}\n")
    with pytest.raises(BoardError, match="is there twice: on the table and at home"):
        parse_board(f"Foundations: H-0 C-2 D-0 S-2\n{text}", SPANISH)


BOARD_LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [*LATE_BOARD.splitlines(), "Freecells: - -", "Foundations:", ":", "#", "10♥"]
        ),
        st.text(max_size=12),
    ),
    max_size=14,
)


@given(BOARD_LINES, st.sampled_from(["bakers-game", "spanish-patience"]))
def test_any_text_is_read_or_refused(lines: list[str], key: str) -> None:
    rules = find_rules(key)
    try:
        position = parse_board("\n".join(lines), rules)
    except BoardError:
        return
    assert parse_board(format_board(position, rules), rules) == position
