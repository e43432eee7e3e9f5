"""Who follows hints wins, wherever they strayed before; a lost game tells where it was lost."""

from __future__ import annotations

import random

import pytest

from engine.deals import deal
from engine.game import Game
from engine.movegen import legal_moves
from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position
from engine.rules import is_won, play
from engine.solver.hints import Hints, LastWinnableSearch
from engine.solver.search import solve
from engine.solver.verdict import Verdict
from engine.variants import Rules
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, KINGS_ONLY, SPANISH, parse_position


@pytest.mark.parametrize("rules", [BAKERS_GAME, SPANISH, BAKERS_DOZEN], ids=lambda r: r.variant.tag)
def test_hints_lead_to_the_win_through_every_detour(rules: Rules) -> None:
    dice = random.Random(7)
    hints = Hints(rules)
    position = deal(rules, 1)
    seen: list[Position] = []
    for turn in range(400):
        if hints.find_next_move(position) is None:
            solution = solve(rules, position)
            if solution.verdict is not Verdict.WINNABLE:
                position = seen.pop()
                continue
            hints.add_solution(position, solution.moves)
        move = hints.find_next_move(position)
        left = hints.count_moves_left(position)
        assert move is not None
        assert left is not None
        seen.append(position)
        if turn < 40 and dice.random() < 0.2:
            move = dice.choice(legal_moves(rules, position))
            position = play(rules, position, move)
            continue
        position = play(rules, position, move)
        if is_won(position):
            return
        assert (hints.count_moves_left(position) or 0) < left
    pytest.fail("following hints did not win")


def test_a_known_line_costs_nothing_and_grows_shorter() -> None:
    position = deal(BAKERS_GAME, 1)
    hints = Hints(BAKERS_GAME)
    assert hints.find_next_move(position) is None
    assert hints.count_moves_left(position) is None
    assert hints.find_solution(position) == []
    moves = solve(BAKERS_GAME, position).moves
    aside = [Move(3, FIRST_CELL)]
    hints.add_solution(position, [*aside, *solve_after(position, aside)])
    longer = hints.count_moves_left(position)
    hints.add_solution(position, moves)
    assert hints.find_solution(position) == list(moves)
    assert hints.count_moves_left(position) == len(moves)
    assert longer is not None
    assert longer >= len(moves)
    after = play(BAKERS_GAME, position, moves[0])
    assert hints.find_next_move(after) == moves[1]


def solve_after(position: Position, moves: list[Move]) -> tuple[Move, ...]:
    for move in moves:
        position = play(BAKERS_GAME, position, move)
    return solve(BAKERS_GAME, position).moves


def test_hints_know_a_table_however_its_cells_are_filled() -> None:
    here = parse_position("Foundations: C-Q D-Q H-J S-Q\nFreecells: KC KD - -\nQH KS\nKH")
    there = parse_position("Foundations: C-Q D-Q H-J S-Q\nFreecells: - - KD KC\n:\nKH\nQH KS")
    hints = Hints(BAKERS_GAME)
    hints.add_solution(here, solve(BAKERS_GAME, here).moves)
    line = hints.find_solution(there)
    assert len(line) == hints.count_moves_left(here) == 5
    game = Game.from_position(BAKERS_GAME, there)
    for move in line:
        assert move.target == HOME
        game = game.play(move)
    assert game.state == "won"


def test_hints_know_a_card_that_comes_back_from_home() -> None:
    rules = KINGS_ONLY
    won_soon = parse_position("Foundations: C-K D-K H-K S-Q\nKS", rules)
    hints = Hints(rules)
    back = next(move for move in legal_moves(rules, won_soon) if move.source == FIRST_FOUNDATION)
    there = play(rules, won_soon, back)
    hints.add_solution(won_soon, [back, *solve(rules, there).moves])
    assert hints.find_solution(won_soon)[0] == back
    hints.add_solution(won_soon, solve(rules, won_soon).moves)
    assert len(hints.find_solution(won_soon)) == 1


def play_until_lost(rules: Rules, number: int) -> list[Position]:
    """The positions of a game that goes on at random until it is proven lost."""
    dice = random.Random(number)
    positions = [deal(rules, number)]
    while solve(rules, positions[-1]).verdict is not Verdict.LOST:
        move = dice.choice(legal_moves(rules, positions[-1]))
        positions.append(play(rules, positions[-1], move))
    for _ in range(6):
        moves = legal_moves(rules, positions[-1])
        if moves:
            positions.append(play(rules, positions[-1], dice.choice(moves)))
    return positions


@pytest.mark.parametrize(("rules", "number"), [(BAKERS_GAME, 1), (KINGS_ONLY, 2)])
def test_the_last_winnable_position_is_found(rules: Rules, number: int) -> None:
    positions = play_until_lost(rules, number)
    verdicts = [solve(rules, position).verdict for position in positions]
    turning = LastWinnableSearch(rules, positions)
    steps = 0
    while not turning.advance(50):
        steps += 1
    assert turning.is_done
    assert turning.index is not None
    assert verdicts[turning.index] is Verdict.WINNABLE
    assert set(verdicts[turning.index + 1 :]) == {Verdict.LOST}
    assert turning.solution is not None
    assert turning.solution == solve(rules, positions[turning.index])


def test_a_game_that_was_lost_from_the_start_has_no_turning_point() -> None:
    start = deal(BAKERS_GAME, 10)
    positions = [start, play(BAKERS_GAME, start, legal_moves(BAKERS_GAME, start)[0])]
    turning = LastWinnableSearch(BAKERS_GAME, positions)
    assert turning.advance(1_000_000)
    assert turning.index is None
    assert turning.solution is None


def test_positions_that_stay_unknown_are_left_out() -> None:
    positions = play_until_lost(BAKERS_GAME, 1)
    turning = LastWinnableSearch(BAKERS_GAME, positions, max_states=1)
    assert turning.advance(1_000_000)
    assert turning.index is None
