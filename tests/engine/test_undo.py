"""Undo and its limit, redo, and restart as one step of the history."""

from __future__ import annotations

import random

import pytest

from engine.game import Game
from engine.movegen import legal_moves
from engine.notation import format_move
from engine.variants import Rules
from tests.support.each import for_each
from tests.support.tables import BAKERS_GAME, parse_position, replay_game
from tests.support.varieties import TESTED_RULES


def shuttle_card(moves: int, undo_limit: int = 100) -> Game:
    """A game of so many moves: a card goes into a cell and back."""
    game = Game.from_position(BAKERS_GAME, parse_position("KS\n7S"), undo_limit)
    return game.play_moves(("2-a", "a-2")[place % 2] for place in range(moves))


def repeat_action(action: str, count: int, game: Game) -> Game:
    """The game after so many of the same action."""
    for _ in range(count):
        game = game.apply_entry(action) if action != "undo" else game.undo()
    return game


def test_undo_and_redo_go_to_and_fro() -> None:
    game = replay_game(1, "1-a 1-b 1-c")
    back = game.undo().undo()
    assert back.position == replay_game(1, "1-a").position
    assert (back.undo_count, back.redo_count, back.moves_played) == (1, 2, 3)
    assert back.redo().redo() == game


def test_a_new_move_ends_redo() -> None:
    game = replay_game(1, "1-a 1-b undo undo 2-a")
    assert (game.redo_count, game.undo_count, game.moves_played) == (0, 1, 3)
    assert " ".join(map(format_move, game.moves)) == "2-a"
    with pytest.raises(ValueError, match="no redo is left"):
        game.redo()


def test_nothing_to_undo_in_a_fresh_deal() -> None:
    with pytest.raises(ValueError, match="no undo is left"):
        replay_game(1).undo()


def test_moves_taken_back_still_count_as_played() -> None:
    assert replay_game(1, "1-a undo 1-a undo redo").moves_played == 2
    assert replay_game(1, "1-a undo").has_started


def test_undo_covers_the_last_hundred_moves() -> None:
    game = shuttle_card(150)
    assert game.undo_count == 100
    back = repeat_action("undo", 100, game)
    assert back.position == shuttle_card(50).position
    assert (back.undo_count, back.redo_count) == (0, 100)
    with pytest.raises(ValueError, match="no undo is left"):
        back.undo()


def test_after_a_hundred_undos_none_is_left_until_a_new_move() -> None:
    back = repeat_action("undo", 100, shuttle_card(150))
    played = back.apply_entry("2-b")
    assert (played.undo_count, played.redo_count) == (1, 0)
    again = played.undo()
    assert (again.position, again.undo_count) == (back.position, 0)


def test_redo_brings_the_undos_back() -> None:
    game = shuttle_card(150)
    assert repeat_action("redo", 100, repeat_action("undo", 100, game)) == game
    assert repeat_action("redo", 30, repeat_action("undo", 100, game)).undo_count == 30


def test_after_more_moves_undo_covers_the_last_hundred_again() -> None:
    back = repeat_action("undo", 100, shuttle_card(150))
    assert back.play_moves(["2-a", "a-2"] * 40).undo_count == 80
    assert back.play_moves(["2-a", "a-2"] * 60).undo_count == 100


@for_each("moves, count", [(99, 99), (100, 100), (101, 100)])
def test_around_the_limit(moves: int, count: int) -> None:
    assert shuttle_card(moves).undo_count == count


@for_each("limit, count", [(0, 150), (1, 1), (3, 3), (1000, 150)])
def test_other_limits(limit: int, count: int) -> None:
    game = shuttle_card(150, limit)
    assert game.undo_count == count
    assert repeat_action("undo", count, game).undo_count == 0


def test_a_limit_of_nothing_is_no_limit() -> None:
    game = shuttle_card(150, 0)
    assert repeat_action("undo", 150, game).position == shuttle_card(0).position


def test_back_to_an_earlier_step_is_not_bound_by_the_limit_and_can_be_redone() -> None:
    game = shuttle_card(150)
    back = game.go_back(130)
    assert back.position == shuttle_card(20).position
    assert (back.undo_count, back.redo_count) == (0, 130)
    assert repeat_action("redo", 130, back) == game
    assert repeat_action("redo", 110, back).undo_count == 100
    assert back.apply_entry("2-b").undo_count == 1


@for_each("count", [0, -1, 4])
def test_back_goes_no_further_than_the_deal(count: int) -> None:
    with pytest.raises(ValueError, match="steps back, but only 3 were made"):
        replay_game(1, "1-a 1-b 1-c").go_back(count)


def test_restart_deals_the_same_again_in_the_same_game() -> None:
    game = replay_game(1, "6-a 6-b 6-h restart")
    assert game.position == replay_game(1).position
    assert (game.score, game.moves, game.moves_played, game.code) == (0, (), 3, "BK1-C4-AAAAA24")
    assert (game.undo_count, game.redo_count) == (4, 0)


def test_restart_is_undone_and_redone_as_one_step() -> None:
    before = replay_game(1, "6-a 6-b 6-h")
    game = before.restart()
    back = game.undo()
    assert (back.position, back.score, back.moves) == (before.position, 10, before.moves)
    assert back.redo() == game
    assert back.undo().position == replay_game(1, "6-a 6-b").position


def test_play_goes_on_after_a_restart() -> None:
    game = replay_game(1, "6-a 6-b 6-h restart 1-a")
    assert " ".join(map(format_move, game.moves)) == "1-a"
    assert (game.moves_played, game.score, game.undo_count) == (4, 0, 5)
    assert game.undo().undo().score == 10


def test_restart_ends_redo() -> None:
    assert replay_game(1, "6-a 6-b undo restart").redo_count == 0


@for_each("entries", ["", "6-a undo", "6-a restart"])
def test_where_the_deal_lies_there_is_nothing_to_restart(entries: str) -> None:
    with pytest.raises(ValueError, match="the deal lies there already"):
        replay_game(1, entries).restart()


@for_each("rules", TESTED_RULES)
def test_undo_after_any_moves_gives_the_same_positions_backwards(rules: Rules) -> None:
    dice = random.Random(rules.house_rules + rules.variant.key)
    games = [Game.begin(rules, 617)]
    while len(games) < 40 and (moves := legal_moves(rules, games[-1].position)):
        games.append(games[-1].play(dice.choice(moves)))
    back = games[-1]
    for game in reversed(games[:-1]):
        back = back.undo()
        assert (back.position, back.score, back.moves) == (game.position, game.score, game.moves)
    for _ in games[1:]:
        back = back.redo()
    assert back == games[-1]
