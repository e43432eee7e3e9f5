"""A deal number means the same table for ever."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from engine.cards import KING, SUITS, format_card, parse_card, rank_of
from engine.deals import MAX_DEAL_NUMBER, deal, shuffle_deck
from engine.position import Position
from engine.variants import VARIANTS, Rules, Variant, find_rules, make_rules
from tests.support.each import for_each
from tests.support.varieties import SHIPPED_RULES

VECTORS = Path(__file__).parent / "vectors" / "deals.txt"


def read_known_deals() -> list[tuple[str, int, str]]:
    """Key, deal number and board of every deal in the file."""
    blocks = VECTORS.read_text().strip().split("\n\n")[1:]
    heads = [block.partition("\n") for block in blocks]
    return [(head.split()[0], int(head.split()[1]), board) for head, _, board in heads]


def format_like_vectors(position: Position) -> str:
    home = [f"A{suit}" for suit, height in zip(SUITS, position.foundations, strict=True) if height]
    columns = [" ".join(map(format_card, column)) for column in position.columns]
    return "\n".join([*(["home " + " ".join(home)] if home else []), *columns])


def sort_home_aces(board: str) -> str:
    """The Aces at home sorted by suit: the file has them in deal order."""
    lines = board.split("\n")
    if lines[0].startswith("home"):
        aces = sorted(map(parse_card, lines[0].split()[1:]))
        lines[0] = "home " + " ".join(map(format_card, aces))
    return "\n".join(lines)


@for_each("key, number, board", read_known_deals())
def test_known_deals(key: str, number: int, board: str) -> None:
    assert format_like_vectors(deal(find_rules(key), number)) == sort_home_aces(board)


def test_deal_one_begins_as_everywhere() -> None:
    cards = " ".join(map(format_card, shuffle_deck(1)))
    assert cards.startswith("JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H")


@for_each("rules", SHIPPED_RULES)
def test_a_number_shows_the_same_cards_in_the_same_order_in_every_game(rules: Rules) -> None:
    record = rules.variant
    if record.aces_home or record.kings_slide:
        return
    columns = deal(rules, 617).columns
    rows = [[c[row] for c in columns if row < len(c)] for row in range(len(columns[0]))]
    assert [card for row in rows for card in row] == shuffle_deck(617)


@for_each("record", VARIANTS)
def test_the_shape_of_a_deal(record: Variant) -> None:
    position = deal(make_rules(record), 24)
    lengths = [len(column) for column in position.columns]
    assert len(lengths) == record.columns
    assert max(lengths) - min(lengths) <= 1
    assert lengths == sorted(lengths, reverse=True)
    assert sum(lengths) + record.aces_home == 52
    assert sum(position.foundations) == record.aces_home


def test_kings_slide_past_the_other_cards_and_nothing_else_moves() -> None:
    row_by_row = shuffle_deck(11982)
    for place, column in enumerate(deal(find_rules("bakers-dozen"), 11982).columns):
        dealt = row_by_row[place::13]
        kings = [card for card in dealt if rank_of(card) == KING]
        assert list(column) == kings + [card for card in dealt if card not in kings]


def test_good_measure_sends_the_first_two_aces_in_deal_order_home() -> None:
    for number in range(1, 300):
        first = [card for card in shuffle_deck(number) if rank_of(card) == 0][:2]
        heights = deal(find_rules("good-measure"), number).foundations
        assert [suit for suit in range(4) if heights[suit]] == sorted(ace % 4 for ace in first)


@for_each("number", [1, MAX_DEAL_NUMBER])
def test_the_first_and_the_last_number(number: int) -> None:
    assert sorted(shuffle_deck(number)) == list(range(52))
    assert deal(find_rules("bakers-game"), number)


@for_each("number", [0, -1, MAX_DEAL_NUMBER + 1, 10**30])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="deal numbers go from 1 to 33554432"):
        deal(find_rules("bakers-game"), number)


def count_covering_kings(position: Position) -> int:
    columns = position.columns
    return sum(
        rank_of(upper) == KING != rank_of(lower)
        for column in columns
        for lower, upper in pairwise(column)
    )


KINGS_SLIDE_VARIANTS = [record for record in VARIANTS if record.kings_slide]


@for_each("record", KINGS_SLIDE_VARIANTS)
def test_no_king_lies_on_a_lower_card(record: Variant) -> None:
    rules = make_rules(record)
    assert not any(count_covering_kings(deal(rules, number)) for number in range(1, 1001))


@pytest.mark.prove
@for_each("record", KINGS_SLIDE_VARIANTS)
def test_no_king_lies_on_a_lower_card_in_a_hundred_thousand_deals(record: Variant) -> None:
    rules = make_rules(record)
    assert not any(count_covering_kings(deal(rules, number)) for number in range(1, 100_001))
