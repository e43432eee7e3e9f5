"""The engine agrees with a slow, obvious second opinion, in every game and variety."""

from __future__ import annotations

import random

import pytest

from engine.cards import format_card
from engine.game import Game
from engine.movegen import is_stuck, legal_moves, perft
from engine.notation import format_board, format_move
from engine.position import EMPTY, Position
from engine.variants import Rules
from tests.support.each import for_each
from tests.support.oracle import Oracle, can_carry
from tests.support.varieties import TESTED_RULES, make_late_position


def get_piles(position: Position) -> tuple[list[list[str]], list[str | None], list[int]]:
    """A position in the oracle's words."""
    columns = [[format_card(card) for card in column] for column in position.columns]
    cells = [None if card == EMPTY else format_card(card) for card in position.cells]
    return columns, cells, list(position.foundations)


def compare_random_game(rules: Rules, number: int, moves: int, perft_every: int) -> int:
    """Play at random and compare every position; return their number."""
    dice = random.Random(number)
    game = Game.begin(rules, number)
    oracle = Oracle(rules, game.position)
    for step in range(moves):
        expected = oracle.list_moves()
        where = f"{game.code} {' '.join(map(format_move, game.moves))}"
        assert sorted(map(format_move, legal_moves(rules, game.position))) == expected, where
        assert (game.state == "stuck") == (not expected and oracle.get_piles()[2] != [13] * 4), (
            where
        )
        if step % perft_every == 0:
            assert perft(rules, game.position, 2) == oracle.perft(2), where
        if not expected:
            return step
        homeward = [text for text in expected if text.endswith("-h")]
        text = dice.choice(homeward if homeward and dice.random() < 0.5 else expected)
        game = game.apply_entry(text)
        oracle.play(text)
        assert get_piles(game.position) == oracle.get_piles(), where
    return moves


@for_each("rules", TESTED_RULES)
def test_the_oracle_agrees_on_random_games(rules: Rules) -> None:
    for number in range(1, 4):
        compare_random_game(rules, number, moves=60, perft_every=20)


@pytest.mark.prove
@for_each("rules", TESTED_RULES)
def test_the_oracle_agrees_on_many_random_games(rules: Rules) -> None:
    for number in range(100, 200):
        compare_random_game(rules, number, moves=150, perft_every=30)


def compare_late_position(rules: Rules, seed: int) -> None:
    position = make_late_position(rules, random.Random(seed))
    expected = Oracle(rules, position).list_moves()
    won = position.foundations == bytes([13] * 4)
    board = format_board(position, rules)
    assert sorted(map(format_move, legal_moves(rules, position))) == expected, board
    assert is_stuck(rules, position) == (not expected and not won), board


@for_each("rules", TESTED_RULES)
def test_the_oracle_agrees_on_late_tables(rules: Rules) -> None:
    for seed in range(80):
        compare_late_position(rules, seed)


@pytest.mark.prove
@for_each("rules", TESTED_RULES)
def test_the_oracle_agrees_on_ten_thousand_late_tables(rules: Rules) -> None:
    for seed in range(1_000, 11_000):
        compare_late_position(rules, seed)


@pytest.mark.parametrize("spare", [0, 1, 2, 3])
@pytest.mark.parametrize("free", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("takes", ["any", "king"])
def test_a_group_goes_exactly_when_its_cards_can_be_carried(
    free: int, spare: int, takes: str
) -> None:
    limit = (free + 1) * (2**spare if takes == "any" else 1)
    for cards in range(1, 14):
        assert can_carry(cards, free, spare, takes, False) == (cards <= limit), cards
        assert can_carry(cards, free, spare, takes, True) == (cards <= limit), cards
