"""Hints lead to a win from any detour; the last winnable position of a lost game is found."""

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
    rng = random.Random(7)
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
        if turn < 40 and rng.random() < 0.2:
            move = rng.choice(legal_moves(rules, position))
            position = play(rules, position, move)
            continue
        position = play(rules, position, move)
        if is_won(position):
            return
        assert (hints.count_moves_left(position) or 0) < left
    pytest.fail("following hints did not win")


def test_a_shorter_solution_replaces_a_longer_one() -> None:
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


def test_hints_do_not_depend_on_the_order_of_cells_and_columns() -> None:
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


def test_hints_handle_a_card_that_returns_from_a_foundation() -> None:
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
    """Return the positions of a random game that goes on a little after it is lost."""
    rng = random.Random(number)
    positions = [deal(rules, number)]
    while solve(rules, positions[-1]).verdict is not Verdict.LOST:
        move = rng.choice(legal_moves(rules, positions[-1]))
        positions.append(play(rules, positions[-1], move))
    for _ in range(6):
        moves = legal_moves(rules, positions[-1])
        if moves:
            positions.append(play(rules, positions[-1], rng.choice(moves)))
    return positions


@pytest.mark.parametrize(("rules", "number"), [(BAKERS_GAME, 1), (KINGS_ONLY, 2)])
def test_the_last_winnable_position_is_found(rules: Rules, number: int) -> None:
    positions = play_until_lost(rules, number)
    verdicts = [solve(rules, position).verdict for position in positions]
    search = LastWinnableSearch(rules, positions)
    steps = 0
    while not search.advance(50):
        steps += 1
    assert search.is_done
    assert search.index is not None
    assert verdicts[search.index] is Verdict.WINNABLE
    assert set(verdicts[search.index + 1 :]) == {Verdict.LOST}
    assert search.solution is not None
    assert search.solution == solve(rules, positions[search.index])


def test_a_game_lost_from_the_start_has_no_winnable_position() -> None:
    start = deal(BAKERS_GAME, 10)
    positions = [start, play(BAKERS_GAME, start, legal_moves(BAKERS_GAME, start)[0])]
    search = LastWinnableSearch(BAKERS_GAME, positions)
    assert search.advance(1_000_000)
    assert search.index is None
    assert search.solution is None


def test_undecided_positions_are_skipped() -> None:
    positions = play_until_lost(BAKERS_GAME, 1)
    search = LastWinnableSearch(BAKERS_GAME, positions, max_states=1)
    assert search.advance(1_000_000)
    assert search.index is None
