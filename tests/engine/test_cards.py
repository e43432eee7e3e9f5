"""Cards are numbers in deck order, with a text form that reads back."""

from __future__ import annotations

import pytest

from engine.cards import (
    DECK,
    format_card,
    format_card_rank,
    format_card_symbol,
    is_red,
    make_card,
    parse_card,
    rank_of,
    suit_of,
)
from tests.support.each import for_each


def test_the_deck_is_in_the_order_of_the_field() -> None:
    deck = [format_card(card) for card in DECK]
    assert deck[:6] == ["AC", "AD", "AH", "AS", "2C", "2D"]
    assert deck[-1] == "KS"
    assert len(set(deck)) == 52


@for_each("card", DECK)
def test_every_form_of_a_card_reads_back(card: int) -> None:
    assert make_card(rank_of(card), suit_of(card)) == card
    for text in (format_card(card), format_card(card).lower(), format_card_symbol(card)):
        assert parse_card(text) == card


def test_ten_has_three_forms() -> None:
    assert {parse_card(text) for text in ("TH", "th", "10H", "10h", "10♥", "T♥")} == {38}
    assert (format_card(38), format_card_symbol(38), format_card_rank(9)) == ("TH", "10♥", "10")


def test_diamonds_and_hearts_are_red() -> None:
    assert [is_red(parse_card(text)) for text in ("7C", "7D", "7H", "7S")] == [
        False,
        True,
        True,
        False,
    ]


@for_each(
    "text",
    [
        "",
        "7",
        "H",
        "H7",
        "1H",
        "11H",
        "010H",
        "A2H",
        "7HH",
        "7 H",
        "10",
        "♥",
        "7♡",
        "7\u017f",
        "\u0417H",
    ],
)
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="expected one like 7H, TS or 10♥"):
        parse_card(text)
