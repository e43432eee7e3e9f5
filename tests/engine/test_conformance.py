"""Laws that hold in every game: random games over every record and switch, a new record's too."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codes import decode, encode
from engine.deals import MAX_DEAL_NUMBER
from engine.game import Game, IllegalMoveError, game_to_dict
from engine.movegen import count_movable_cards, legal_moves, legal_moves_from
from engine.notation import format_board, format_move, parse_board, parse_move
from engine.position import (
    EMPTY,
    FIRST_CELL,
    FIRST_FOUNDATION,
    HOME,
    Move,
    Position,
    is_cell,
    is_column,
    is_foundation,
)
from engine.refusals import describe_refusal
from engine.rules import why_not, why_not_pick_up
from engine.variants import VARIANTS, Rules
from tests.support.each import for_each
from tests.support.varieties import TESTED_RULES, make_late_position, name_rules

PILE_NUMBERS = [
    -1,
    *range(15),
    *range(FIRST_CELL, FIRST_CELL + 5),
    HOME,
    *range(FIRST_FOUNDATION, FIRST_FOUNDATION + 5),
]
CONCEIVABLE_MOVES = [Move(s, t, n) for s in PILE_NUMBERS for t in PILE_NUMBERS for n in range(15)]

FOR_ALL_RULES = for_each("rules", TESTED_RULES)


def play_random_moves(rules: Rules, seed: int, max_moves: int = 80) -> Game:
    """A game of random moves, cards sent home rather often."""
    rng = random.Random(f"{name_rules(rules)} {seed}")
    game = Game.begin(rules, rng.randint(1, MAX_DEAL_NUMBER))
    for _ in range(rng.randint(0, max_moves)):
        moves = legal_moves(rules, game.position)
        if not moves:
            break
        home = [move for move in moves if move.target == HOME]
        game = game.play(rng.choice(home if home and rng.random() < 0.6 else moves))
    return game


def make_positions(rules: Rules) -> list[Position]:
    """A few tables of games and a few late ones."""
    games = [play_random_moves(rules, seed).position for seed in range(4)]
    return games + [make_late_position(rules, random.Random(seed)) for seed in range(4)]


@FOR_ALL_RULES
def test_a_move_is_legal_exactly_when_nothing_speaks_against_it(rules: Rules) -> None:
    for position in make_positions(rules):
        allowed = {move for move in CONCEIVABLE_MOVES if why_not(rules, position, move) is None}
        listed = legal_moves(rules, position)
        assert set(listed) == allowed, format_board(position, rules)
        assert len(listed) == len(allowed)


@FOR_ALL_RULES
def test_every_refusal_can_be_told(rules: Rules) -> None:
    for position in make_positions(rules)[2:6]:
        refusals = {why_not(rules, position, move) for move in CONCEIVABLE_MOVES} - {None}
        for refusal in refusals:
            assert refusal is not None
            assert 0 < len(describe_refusal(refusal)) <= 61


@FOR_ALL_RULES
def test_what_moves_can_be_picked_up(rules: Rules) -> None:
    for position in make_positions(rules):
        for move in legal_moves(rules, position):
            assert why_not_pick_up(rules, position, move.source, move.count) is None


@FOR_ALL_RULES
def test_moves_of_one_pile_are_those_of_the_list(rules: Rules) -> None:
    for position in make_positions(rules):
        listed = legal_moves(rules, position)
        assert [
            m for pile in PILE_NUMBERS for m in legal_moves_from(rules, position, pile)
        ] == listed
        for move in listed:
            most = max(m.count for m in listed if m[:2] == move[:2])
            assert count_movable_cards(rules, position, move.source, move.target) == most


def list_cards(position: Position) -> list[int]:
    """Every card in columns and cells."""
    return [*b"".join(position.columns), *(card for card in position.cells if card != EMPTY)]


@FOR_ALL_RULES
def test_there_are_always_52_cards(rules: Rules) -> None:
    for seed in range(5):
        game = play_random_moves(rules, seed)
        for step in game.steps:
            cards = list_cards(step.position)
            assert len(set(cards)) == len(cards) == 52 - sum(step.position.foundations)
            assert len(step.position.columns) == rules.variant.columns
            assert len(step.position.cells) == rules.cells


@FOR_ALL_RULES
def test_a_move_moves_what_it_says_and_nothing_else(rules: Rules) -> None:
    for position in make_positions(rules):
        for move in legal_moves(rules, position):
            after = Game.from_position(rules, position).play(move).position
            gone = sum(after.foundations) - sum(position.foundations)
            assert gone == (move.target == HOME) - is_foundation(move.source)
            for pile, (old, new) in enumerate(zip(position.columns, after.columns, strict=True)):
                change = move.count * ((pile == move.target) - (pile == move.source))
                assert len(new) - len(old) == change
                assert old.startswith(new) or new.startswith(old)
            for cell, (held, holds) in enumerate(zip(position.cells, after.cells, strict=True)):
                touched = FIRST_CELL + cell in move[:2]
                assert (held != holds) == touched


@FOR_ALL_RULES
def test_every_text_form_reads_back(rules: Rules) -> None:
    for seed in range(8):
        game = play_random_moves(rules, seed)
        board = format_board(game.position, rules)
        assert parse_board(board, rules) == game.position
        for move in legal_moves(rules, game.position):
            assert parse_move(format_move(move), rules, game.position) == move


@FOR_ALL_RULES
def test_the_short_form_means_the_most_that_fits(rules: Rules) -> None:
    for position in make_positions(rules):
        for move in legal_moves(rules, position):
            short = format_move(move).partition("*")[0].replace("-", "")
            if len(short) == 2:
                most = count_movable_cards(rules, position, move.source, move.target)
                assert parse_move(short, rules, position) == move._replace(count=most)


@FOR_ALL_RULES
def test_a_game_reads_back_from_its_code_and_its_moves(rules: Rules) -> None:
    if rules.variant not in VARIANTS:
        return
    game = play_random_moves(rules, 9)
    fields = json.loads(json.dumps(game_to_dict(game)))
    assert Game.begin(*decode(fields["code"])).play_moves(fields["moves"]) == game
    assert encode(rules, fields["number"]) == fields["code"] == game.code
    assert (fields["game"], fields["cells"], fields["rules"]) == (
        rules.variant.key,
        rules.cells,
        rules.house_rules,
    )


@FOR_ALL_RULES
def test_the_state_of_a_game(rules: Rules) -> None:
    for seed in range(8):
        game = play_random_moves(rules, seed, 200)
        moves = legal_moves(rules, game.position)
        won = sum(game.position.foundations) == 52
        assert game.state == ("won" if won else "playing" if moves else "stuck")


def choose_entry(game: Game, dice: random.Random) -> str | None:
    """A random entry for a journal, or None where nothing is possible."""
    moves = [format_move(move) for move in legal_moves(game.rules, game.position)]
    entries = [dice.choice(moves)] * 6 if moves else []
    entries += ["undo", "undo"] if game.undo_count else []
    entries += ["redo", "redo"] if game.redo_count else []
    entries += ["restart"] if game.moves and dice.random() < 0.1 else []
    return dice.choice(entries) if entries else None


@for_each(
    "rules, undo_limit",
    [(rules, undo_limit) for rules in TESTED_RULES for undo_limit in (0, 3, 100)],
)
def test_a_journal_brings_back_any_game(rules: Rules, undo_limit: int) -> None:
    dice = random.Random(f"{name_rules(rules)} {undo_limit}")
    number = dice.randint(1, MAX_DEAL_NUMBER)
    game = Game.begin(rules, number, undo_limit)
    entries: list[str] = []
    for _ in range(120):
        entry = choose_entry(game, dice)
        if entry is None:
            break
        game = game.undo() if entry == "undo" else game.apply_entry(entry)
        entries.append(entry)
        assert undo_limit == 0 or game.undo_count <= undo_limit
        assert game.play_moves([]) is game
    assert Game.replay(rules, number, entries, undo_limit) == game
    assert game.moves_played == sum("-" in entry for entry in entries)


@given(st.sampled_from(TESTED_RULES), st.integers(1, MAX_DEAL_NUMBER), st.data())
def test_whatever_is_played_can_be_taken_back(
    rules: Rules, number: int, data: st.DataObject
) -> None:
    game = Game.begin(rules, number)
    move = Move(
        data.draw(st.sampled_from(PILE_NUMBERS)),
        data.draw(st.sampled_from(PILE_NUMBERS)),
        data.draw(st.integers(0, 5)),
    )
    refusal = why_not(rules, game.position, move)
    if refusal is not None:
        with pytest.raises(IllegalMoveError) as caught:
            game.play(move)
        assert caught.value.refusal == refusal
    else:
        after = game.play(move)
        assert after.undo().position == game.position
        assert after.undo().redo() == after


def test_piles_are_what_they_are() -> None:
    kinds = [
        [pile for pile in PILE_NUMBERS if kind(pile)]
        for kind in (is_column, is_cell, is_foundation)
    ]
    assert kinds == [[*range(15)], [16, 17, 18, 19], [36, 37, 38, 39]]
