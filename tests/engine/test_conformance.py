"""Laws that hold in every game: random games over every record and switch, a new record's too."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codes import decode, encode
from engine.deals import MAX_NUMBER
from engine.game import Game, IllegalMove, as_json
from engine.movegen import accepting, fits, legal_moves
from engine.notation import board_text, move_text, parse_board, parse_move
from engine.position import (
    CELL,
    EMPTY,
    FOUNDATION,
    HOME,
    Move,
    Position,
    is_cell,
    is_column,
    is_foundation,
)
from engine.refusals import english
from engine.rules import why_no_group, why_not
from engine.variants import VARIANTS, Rules
from tests.support.varieties import EVERY_RULES, name, scattered

PILES = [-1, *range(15), *range(CELL, CELL + 5), HOME, *range(FOUNDATION, FOUNDATION + 5)]
CONCEIVABLE = [Move(s, t, n) for s in PILES for t in PILES for n in range(15)]

GAMES = pytest.mark.parametrize("rules", EVERY_RULES, ids=name)


def wandered(rules: Rules, seed: int, most: int = 80) -> Game:
    """A game of random moves, cards sent home rather often."""
    dice = random.Random(f"{name(rules)} {seed}")
    game = Game.begin(rules, dice.randint(1, MAX_NUMBER))
    for _ in range(dice.randint(0, most)):
        moves = legal_moves(rules, game.position)
        if not moves:
            break
        home = [move for move in moves if move.target == HOME]
        game = game.play(dice.choice(home if home and dice.random() < 0.6 else moves))
    return game


def tables(rules: Rules) -> list[Position]:
    """A few tables of games and a few late ones."""
    games = [wandered(rules, seed).position for seed in range(4)]
    return games + [scattered(rules, random.Random(seed)) for seed in range(4)]


@GAMES
def test_a_move_is_legal_exactly_when_nothing_speaks_against_it(rules: Rules) -> None:
    for position in tables(rules):
        allowed = {move for move in CONCEIVABLE if why_not(rules, position, move) is None}
        listed = legal_moves(rules, position)
        assert set(listed) == allowed, board_text(position, rules)
        assert len(listed) == len(allowed)


@GAMES
def test_every_refusal_can_be_told(rules: Rules) -> None:
    for position in tables(rules)[2:6]:
        refusals = {why_not(rules, position, move) for move in CONCEIVABLE} - {None}
        for refusal in refusals:
            assert refusal is not None
            assert 0 < len(english(refusal)) <= 61


@GAMES
def test_what_moves_can_be_picked_up(rules: Rules) -> None:
    for position in tables(rules):
        for move in legal_moves(rules, position):
            assert why_no_group(rules, position, move.source, move.count) is None


@GAMES
def test_moves_of_one_pile_are_those_of_the_list(rules: Rules) -> None:
    for position in tables(rules):
        listed = legal_moves(rules, position)
        assert [m for pile in PILES for m in accepting(rules, position, pile)] == listed
        for move in listed:
            most = max(m.count for m in listed if m[:2] == move[:2])
            assert fits(rules, position, move.source, move.target) == most


def cards_of(position: Position) -> list[int]:
    """Every card in columns and cells."""
    return [*b"".join(position.columns), *(card for card in position.cells if card != EMPTY)]


@GAMES
def test_there_are_always_52_cards(rules: Rules) -> None:
    for seed in range(5):
        game = wandered(rules, seed)
        for step in game.steps:
            cards = cards_of(step.position)
            assert len(set(cards)) == len(cards) == 52 - sum(step.position.foundations)
            assert len(step.position.columns) == rules.variant.columns
            assert len(step.position.cells) == rules.cells


@GAMES
def test_a_move_moves_what_it_says_and_nothing_else(rules: Rules) -> None:
    for position in tables(rules):
        for move in legal_moves(rules, position):
            after = Game.of_board(rules, position).play(move).position
            gone = sum(after.foundations) - sum(position.foundations)
            assert gone == (move.target == HOME) - is_foundation(move.source)
            for pile, (old, new) in enumerate(zip(position.columns, after.columns, strict=True)):
                change = move.count * ((pile == move.target) - (pile == move.source))
                assert len(new) - len(old) == change
                assert old.startswith(new) or new.startswith(old)
            for cell, (held, holds) in enumerate(zip(position.cells, after.cells, strict=True)):
                touched = CELL + cell in move[:2]
                assert (held != holds) == touched


@GAMES
def test_every_text_form_reads_back(rules: Rules) -> None:
    for seed in range(8):
        game = wandered(rules, seed)
        board = board_text(game.position, rules)
        assert parse_board(board, rules) == game.position
        for move in legal_moves(rules, game.position):
            assert parse_move(move_text(move), rules, game.position) == move


@GAMES
def test_the_short_form_means_the_most_that_fits(rules: Rules) -> None:
    for position in tables(rules):
        for move in legal_moves(rules, position):
            short = move_text(move).partition("*")[0].replace("-", "")
            if len(short) == 2:
                most = fits(rules, position, move.source, move.target)
                assert parse_move(short, rules, position) == move._replace(count=most)


@GAMES
def test_a_game_reads_back_from_its_code_and_its_moves(rules: Rules) -> None:
    if rules.variant not in VARIANTS:
        return
    game = wandered(rules, 9)
    told = json.loads(json.dumps(as_json(game)))
    assert Game.begin(*decode(told["code"])).follow(told["moves"]) == game
    assert encode(rules, told["number"]) == told["code"] == game.code
    assert (told["game"], told["cells"], told["rules"]) == (
        rules.variant.key,
        rules.cells,
        rules.house,
    )


@GAMES
def test_the_state_of_a_game(rules: Rules) -> None:
    for seed in range(8):
        game = wandered(rules, seed, 200)
        moves = legal_moves(rules, game.position)
        won = sum(game.position.foundations) == 52
        assert game.state == ("won" if won else "playing" if moves else "stuck")


def one_action(game: Game, dice: random.Random) -> str | None:
    """A random entry for a journal, or None where nothing is possible."""
    moves = [move_text(move) for move in legal_moves(game.rules, game.position)]
    entries = [dice.choice(moves)] * 6 if moves else []
    entries += ["undo", "undo"] if game.undo_count else []
    entries += ["redo", "redo"] if game.redo_count else []
    entries += ["restart"] if game.line and dice.random() < 0.1 else []
    return dice.choice(entries) if entries else None


@GAMES
@pytest.mark.parametrize("undo_limit", [0, 3, 100])
def test_a_journal_brings_back_any_game(rules: Rules, undo_limit: int) -> None:
    dice = random.Random(f"{name(rules)} {undo_limit}")
    number = dice.randint(1, MAX_NUMBER)
    game = Game.begin(rules, number, undo_limit)
    entries: list[str] = []
    for _ in range(120):
        entry = one_action(game, dice)
        if entry is None:
            break
        game = game.undo() if entry == "undo" else game.enter(entry)
        entries.append(entry)
        assert undo_limit == 0 or game.undo_count <= undo_limit
        assert game.follow([]) is game
    assert Game.replay(rules, number, entries, undo_limit) == game
    assert game.played == sum("-" in entry for entry in entries)


@given(st.sampled_from(EVERY_RULES), st.integers(1, MAX_NUMBER), st.data())
def test_whatever_is_played_can_be_taken_back(
    rules: Rules, number: int, data: st.DataObject
) -> None:
    game = Game.begin(rules, number)
    move = Move(
        data.draw(st.sampled_from(PILES)),
        data.draw(st.sampled_from(PILES)),
        data.draw(st.integers(0, 5)),
    )
    refusal = why_not(rules, game.position, move)
    if refusal is not None:
        with pytest.raises(IllegalMove) as caught:
            game.play(move)
        assert caught.value.refusal == refusal
    else:
        after = game.play(move)
        assert after.undo().position == game.position
        assert after.undo().redo() == after


def test_piles_are_what_they_are() -> None:
    kinds = [[pile for pile in PILES if kind(pile)] for kind in (is_column, is_cell, is_foundation)]
    assert kinds == [[*range(15)], [16, 17, 18, 19], [36, 37, 38, 39]]
