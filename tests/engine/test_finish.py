"""Finish: foundation moves alone win from here, and these are the moves."""

from __future__ import annotations

import random

from engine.game import Game
from engine.movegen import find_finishing_moves, legal_moves
from engine.position import HOME, Position
from engine.rules import is_won, play
from engine.variants import Rules
from tests.support.each import for_each
from tests.support.replays import RECORDED_GAMES, RecordedGame
from tests.support.tables import BAKERS_GAME, SPANISH, parse_position
from tests.support.varieties import TESTED_RULES, make_late_position

READY_POSITION = "Foundations: C-J D-J H-T S-T\nFreecells: KC - JH\nKS QS JS\nQH QD\nKD KH QC"


def play_home_moves(rules: Rules, position: Position) -> list[Position]:
    """Where foundation moves lead from here."""
    moves = [move for move in legal_moves(rules, position) if move.target == HOME]
    return [play(rules, position, move) for move in moves]


def can_win_by_home_moves(rules: Rules, position: Position) -> bool:
    """Return whether foundation moves win, by trying all of them in every order."""
    seen, waiting = {position}, [position]
    while waiting:
        here = waiting.pop()
        if is_won(here):
            return True
        fresh = [after for after in play_home_moves(rules, here) if after not in seen]
        seen.update(fresh)
        waiting += fresh
    return False


def check_finishing_moves(rules: Rules, position: Position) -> bool:
    """Compare `finish` with trying everything; return whether there was a way."""
    line = find_finishing_moves(rules, position)
    assert bool(line) == (can_win_by_home_moves(rules, position) and not is_won(position))
    for move in line:
        assert move.target == HOME
        assert move in legal_moves(rules, position)
        position = play(rules, position, move)
    assert not line or is_won(position)
    return bool(line)


def test_foundation_moves_alone_win() -> None:
    assert check_finishing_moves(BAKERS_GAME, parse_position(READY_POSITION))
    assert len(find_finishing_moves(BAKERS_GAME, parse_position(READY_POSITION))) == 10


def test_they_do_not_where_a_card_lies_on_a_lower_one_of_its_suit() -> None:
    assert (
        find_finishing_moves(
            BAKERS_GAME, parse_position(READY_POSITION.replace("KS QS JS", "QS KS JS"))
        )
        == []
    )


def test_a_won_game_needs_none() -> None:
    assert find_finishing_moves(BAKERS_GAME, parse_position("Foundations: C-K D-K H-K S-K")) == []


def test_a_fresh_deal_is_far_from_it() -> None:
    assert find_finishing_moves(BAKERS_GAME, Game.begin(BAKERS_GAME, 1).position) == []


def test_where_two_cards_compete_for_one_foundation_the_right_one_goes_first() -> None:
    """The 2♥ covers the Ace that the other foundation needs."""
    runs = "KC QH JC TH 9C 8H 7C 6H 5C 4H 3C\nKS QD JS TD 9S 8D 7S 6D 5S 4D 3S"
    home = "Foundations: C-A D-K H-K"
    for columns, first in (("2D\nAS 2H", 1), ("AS 2H\n2D", 0)):
        position = parse_position(f"{home}\n{columns}\n{runs}", SPANISH)
        assert check_finishing_moves(SPANISH, position)
        assert find_finishing_moves(SPANISH, position)[0].source == first


def test_where_the_wrong_one_is_the_only_one_there_is_no_way() -> None:
    runs = "KC QH JC TH 9C 8H 7C 6H 5C 4H 3C\nKS QD JS TD 9S 8D 7S 6D 5S 4D 3S"
    position = parse_position(f"Foundations: C-A D-K H-K\n2D\nAS 2H 3C\n{runs[:-3]}", SPANISH)
    assert not check_finishing_moves(SPANISH, position)


@for_each("rules", TESTED_RULES)
def test_a_way_is_found_exactly_where_there_is_one(rules: Rules) -> None:
    for seed in range(40):
        check_finishing_moves(rules, make_late_position(rules, random.Random(seed)))


@for_each("replay", RECORDED_GAMES)
def test_in_a_won_game_it_is_offered_from_some_move_on(replay: RecordedGame) -> None:
    games = replay.list_games()[-45:]
    offered = [check_finishing_moves(game.rules, game.position) for game in games]
    assert offered[-2:] == [True, False]
    assert not offered[0]
