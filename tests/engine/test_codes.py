"""A game code reads back, forgives what it says it forgives, and refuses every slip of the pen."""

from __future__ import annotations

import csv
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codes import CODE_ALPHABET, CodeError, decode, encode
from engine.deals import MAX_DEAL_NUMBER
from engine.variants import Rules, find_rules
from tests.support.each import for_each
from tests.support.varieties import SHIPPED_RULES

with (Path(__file__).parent / "vectors" / "codes.csv").open() as file:
    KNOWN = list(csv.DictReader(file))

LOOKALIKES = {"O": "0", "I": "1", "B": "8"}


@for_each("row", KNOWN)
def test_known_codes(row: dict[str, str]) -> None:
    rules = find_rules(row["game"], int(row["cells"]), row["options"])
    assert encode(rules, int(row["deal_number"])) == row["code"]
    assert decode(row["code"]) == (rules, int(row["deal_number"]))


@given(st.sampled_from(SHIPPED_RULES), st.integers(1, MAX_DEAL_NUMBER))
def test_every_code_reads_back(rules: Rules, number: int) -> None:
    assert decode(encode(rules, number)) == (rules, number)


@for_each("number", [0, -5, MAX_DEAL_NUMBER + 1])
def test_numbers_without_a_code(number: int) -> None:
    with pytest.raises(ValueError, match="deal numbers go from 1 to 33554432"):
        encode(find_rules("bakers-game"), number)


@for_each(
    "text",
    [
        "bk1-c4-aaaaa24",
        "BK1C4AAAAA24",
        "bk1c4aaaaa24",
        " BK1-C4-AAAAA24\n",
        "BK1 C4 AAAAA24",
        "BK1 - C4 - AAAAA 24",
        "BK 1 C 4 AAAAA 24",
        "BK1-C4AAAAA24",
        "BK1C4-AAAAA24",
    ],
)
def test_case_spaces_and_hyphens_are_forgiven(text: str) -> None:
    assert decode(text) == (find_rules("bakers-game"), 1)


@for_each("text", ["BD1-C0EG-AAAAXQJ", "BD1-C0GE-AAAAXQJ", "bd1c0geaaaaxqj"])
def test_house_letters_come_in_any_order(text: str) -> None:
    assert decode(text) == (find_rules("bakers-dozen", 0, "EG"), 24)


def test_0_1_8_are_read_as_letters_in_the_last_seven_symbols() -> None:
    seen = set()
    for number in range(1, 2000):
        code = encode(find_rules("spanish-patience"), number)
        end = "".join(LOOKALIKES.get(symbol, symbol) for symbol in code[-7:])
        seen |= set(end) & {"0", "1", "8"}
        assert decode(code[:-7] + end).number == number
    assert seen == {"0", "1", "8"}


@for_each("text", ["8K1-C4-AAAAA24", "BK1-CO-AAAAA24", "BKI-C4-AAAAA24", "8D1-C0-AAAAAYN"])
def test_0_1_8_are_not_read_as_letters_elsewhere(text: str) -> None:
    with pytest.raises(CodeError):
        decode(text)


@for_each(
    "text, message",
    [
        ("XX1-C4-AAAAA24", "no game has the letters XX: expected one of BK, KO, BD, GM, SP"),
        ("BK2-C4-AAAAA24", "version 2 of game codes is not known: expected 1"),
        ("BK1-C5-AAAAA24", "Baker's Game is not played with 5 cells: expected one of 1, 2, 3, 4"),
        ("BK1-C44-AAAAA24", "Baker's Game is not played with 44 cells: expected one of 1, 2, 3, 4"),
        (
            "BK1-C1000-AAAAA24",
            "'BK1-C1000-AAAAA24' is no game code: expected one like BK1-C4-AAAAA24",
        ),
        ("BD1-C4-AAAAA24", "Baker's Dozen has no free cells: expected 0, not 4"),
        ("BK1-C4E-AAAAA24", "Baker's Game has no house rules: expected none, not 'E'"),
        ("BD1-C0X-AAAAA24", "Baker's Dozen has no house rule 'X': expected one of E, G"),
        ("BD1-C0EGX-AAAAA24", "Baker's Dozen has no house rule 'X': expected one of E, G"),
        ("BD1-C0EE-AAAAA24", "a house rule is named twice in 'EE': expected each once"),
        ("BK1-C4-AAAA24", "6 symbols at the end: expected 7, as in BK1-C4-AAAAA24"),
        ("BK1-C4-AAAAAA24", "8 symbols at the end: expected 7, as in BK1-C4-AAAAA24"),
        ("BK1-C4-AAAAA29", "9 is no symbol of a game code: expected A to Z or 2 to 7"),
        (
            "BK1-C4-AAAAA25",
            "a symbol is wrong: the code does not agree with its last two, its check",
        ),
        ("617", "'617' is no game code: expected one like BK1-C4-AAAAA24"),
        ("", "'' is no game code: expected one like BK1-C4-AAAAA24"),
        ("BK1-D4-AAAAA24", "'BK1-D4-AAAAA24' is no game code: expected one like BK1-C4-AAAAA24"),
        ("BK1--C4-AAAAA24", "'BK1--C4-AAAAA24' is no game code: expected one like BK1-C4-AAAAA24"),
        ("BK1-C4-AAA-AA24", "'BK1-C4-AAA-AA24' is no game code: expected one like BK1-C4-AAAAA24"),
        (
            "B\u212a1-C4-AAAAA24",
            "'B\\u212a1-C4-AAAAA24' is no game code: expected one like BK1-C4-AAAAA24",
        ),
    ],
)
def test_errors_name_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(CodeError) as caught:
        decode(text)
    assert str(caught.value) == message


SYMBOLS = CODE_ALPHABET + "0189-_*ÄÉ\u017f "


def list_one_symbol_errors(code: str) -> set[str]:
    """Every text with one symbol of the code replaced; what reads alike is left out."""
    texts = set()
    for place, right in enumerate(code):
        end = place >= len(code) - 7
        for symbol in SYMBOLS:
            alike = (end and LOOKALIKES.get(right) == symbol) or (right, symbol) == ("-", " ")
            if symbol != right and not alike:
                texts.add(code[:place] + symbol + code[place + 1 :])
    return texts


@for_each("rules", SHIPPED_RULES)
def test_one_wrong_symbol_is_always_refused(rules: Rules) -> None:
    for number in (1, 617, 29101470):
        for text in list_one_symbol_errors(encode(rules, number)):
            with pytest.raises(CodeError):
                decode(text)


@given(st.sampled_from(SHIPPED_RULES), st.integers(1, MAX_DEAL_NUMBER), st.integers(0, 3))
def test_two_neighbours_swapped_are_always_refused(rules: Rules, number: int, place: int) -> None:
    code = encode(rules, number)
    at = len(code) - 7 + place
    swapped = code[:at] + code[at + 1] + code[at] + code[at + 2 :]
    if swapped != code:
        with pytest.raises(CodeError):
            decode(swapped)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(CodeError):
        rules, number = decode(text)
        assert decode(encode(rules, number)) == (rules, number)
