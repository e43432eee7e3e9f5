"""Points: +10 home, +5 from a cell to the tableau, -10 for a return, never below nothing."""

from __future__ import annotations

from engine.game import Game
from engine.variants import VARIANTS, Rules
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, KINGS_ONLY, parse_position, replay_game


def list_scores(drawing: str, moves: str, rules: Rules = BAKERS_GAME) -> list[int | None]:
    """The score after each of the moves."""
    game = Game.from_position(rules, parse_position(drawing, rules))
    scores = []
    for text in moves.split():
        game = game.apply_entry(text)
        scores.append(game.score)
    return scores


def test_a_card_home_is_ten_points() -> None:
    assert list_scores("KS AH\nFreecells: AC", "1-h a-h") == [10, 20]


def test_a_card_from_a_cell_to_the_tableau_is_five() -> None:
    assert list_scores("KS 7S\n8S", "1-a a-2 2-b b-5") == [0, 5, 5, 10]


def test_any_other_move_is_none() -> None:
    assert list_scores("KS 8S 7S\n9S", "1-2*2 2-3*3 3-4 4-a") == [0, 0, 0, 0]


def test_a_return_takes_its_ten_points_back() -> None:
    before = "Foundations: S-3\n4S\n5S"
    assert list_scores(before, "1-h hS-2 2-h hS-a a-h", KINGS_ONLY) == [10, 0, 10, 0, 10]


def test_never_below_nothing() -> None:
    before = "Foundations: S-3 H-5\nKC 4S"
    assert list_scores(before, "hH-a hS-1 1-h", KINGS_ONLY) == [0, 0, 10]
    assert list_scores(before, "1-b hH-a hH-c", KINGS_ONLY) == [0, 0, 0]


def test_a_return_by_way_of_a_cell_may_still_score_for_the_tableau() -> None:
    assert list_scores("Foundations: S-3\n4S", "hS-a a-1 1-h", KINGS_ONLY) == [0, 5, 15]


def test_games_without_cells_have_no_score() -> None:
    assert list_scores("KS AH", "1-h", BAKERS_DOZEN) == [None]
    assert {game.is_scored for game in VARIANTS} == {True, False}


def test_undo_restores_the_score_from_before_the_move() -> None:
    game = replay_game(1, "6-a 6-b 6-h")
    assert [game.score, game.undo().score, game.undo().redo().score] == [10, 0, 10]


def test_undo_restores_what_never_below_nothing_swallowed() -> None:
    game = Game.from_position(
        KINGS_ONLY, parse_position("Foundations: S-3\nFreecells: 9H\n4S\nTH", KINGS_ONLY)
    )
    game = game.apply_entry("a-2")
    after = game.apply_entry("hS-1")
    assert [game.score, after.score, after.undo().score] == [5, 0, 5]


def test_restart_begins_at_nothing() -> None:
    assert replay_game(1, "6-a 6-b 6-h restart").score == 0
    assert replay_game(1, "6-a 6-b 6-h restart undo").score == 10
