"""Group moves can be made card by card, in the example of the rules pages and in general."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.movegen import legal_moves
from engine.rulebook.example import (
    MOVE_INTO_EMPTY_COLUMN,
    MOVE_ONTO_CARD,
    load_example_game,
    make_example_steps,
    split_group_move,
)
from engine.rules import get_group_limit, play, why_not
from tests.support.tables import BAKERS_GAME, parse_position


def test_the_example_is_a_real_game_with_four_cells_and_one_empty_column() -> None:
    game = load_example_game()
    assert game.position.cells.count(255) == 4
    assert game.position.columns.count(b"") == 1
    assert len(game.moves) > 20


@pytest.mark.parametrize(("group", "cards"), [(MOVE_INTO_EMPTY_COLUMN, 5), (MOVE_ONTO_CARD, 10)])
def test_single_cards_do_what_the_group_does(group: str, cards: int) -> None:
    game = load_example_game()
    whole = game.play_moves([group])
    assert whole.moves[-1].count == cards
    singles = split_group_move(game.position, whole.moves[-1])
    assert {move.count for move in singles} == {1}
    for move in singles:
        game = game.play(move)
    assert game.position == whole.position


def test_the_example_shows_the_most_that_may_go() -> None:
    game = load_example_game()
    for group in (MOVE_INTO_EMPTY_COLUMN, MOVE_ONTO_CARD):
        move = game.play_moves([group]).moves[-1]
        assert move.count == get_group_limit(game.rules, game.position, move.target)


def test_the_steps_of_the_example_follow_each_other() -> None:
    game = load_example_game()
    steps = make_example_steps(game)
    legal = 0
    for before, after in pairwise(steps):
        moved = [
            play(game.rules, before.position, move)
            for move in legal_moves(game.rules, before.position)
            if move.count == 1
        ]
        if after.position in moved:
            legal += 1
        else:
            assert after.position in (before.position, game.position)
    assert legal == 9 + 27
    ends = [game.play_moves([group]).position for group in (MOVE_INTO_EMPTY_COLUMN, MOVE_ONTO_CARD)]
    assert all(end in [step.position for step in steps] for end in ends)


def test_every_group_can_be_taken_apart() -> None:
    """All numbers of free cells, empty columns and cards, up to the limit."""
    for free in range(5):
        for empty in range(3):
            for count in range(1, min(12, (free + 1) << empty) + 1):
                check_single_moves(free, empty, count)


def check_single_moves(free: int, empty: int, count: int) -> None:
    ranks = "KQJT98765432A"[: count + 1]
    held = ["2C", "3C", "4C", "5C"][: 4 - free] + ["-"] * free
    rows = [f"{ranks[0]}H", " ".join(rank + "H" for rank in ranks[1:])] + [":"] * empty
    rows += [card + "S" for card in "KQJT98"[: 6 - empty]]
    position = parse_position("Freecells: " + " ".join(held) + "\n" + "\n".join(rows))
    group = next(m for m in legal_moves(BAKERS_GAME, position) if m[:2] == (1, 0))
    assert group.count == count
    after = position
    for move in split_group_move(position, group):
        assert why_not(BAKERS_GAME, after, move) is None
        after = play(BAKERS_GAME, after, move)
    assert after == play(BAKERS_GAME, position, group)
