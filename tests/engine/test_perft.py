"""Counts of move sequences and lists of moves that are known from elsewhere."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.codes import decode
from engine.game import Game
from engine.movegen import legal_moves, perft
from engine.notation import format_move
from tests.support.each import for_each
from tests.support.tables import BAKERS_DOZEN, BAKERS_GAME, parse_position

VECTORS = Path(__file__).parent / "vectors"


def read_counts() -> list[tuple[str, str, int, int]]:
    """Code, moves played, depth, number of sequences."""
    with (VECTORS / "perft.csv").open() as file:
        rows = list(csv.DictReader(file))
    return [(r["code"], r["moves"], int(r["depth"]), int(r["sequences"])) for r in rows]


def read_midgame_moves() -> list[tuple[str, ...]]:
    """Code, moves played, legal moves."""
    lines = (VECTORS / "midgame.txt").read_text().splitlines()[1:]
    return [tuple(part.strip() for part in line.split("|")) for line in lines]


def play_from_code(code: str, moves: str) -> Game:
    return Game.begin(*decode(code)).play_moves(moves.split())


def format_counts_per_move(game: Game, depth: int) -> str:
    """The counts below each move: what to compare when a sum is wrong."""
    moves = legal_moves(game.rules, game.position)
    below = [(format_move(m), game.play(m).position) for m in moves]
    return " ".join(f"{text}:{perft(game.rules, p, depth - 1)}" for text, p in below)


@for_each("code, moves, depth, sequences", read_counts())
def test_known_counts(code: str, moves: str, depth: int, sequences: int) -> None:
    game = play_from_code(code, moves)
    assert perft(game.rules, game.position, depth) == sequences, format_counts_per_move(game, depth)


@for_each("code, moves, expected", read_midgame_moves())
def test_known_lists_of_moves(code: str, moves: str, expected: str) -> None:
    game = play_from_code(code, moves)
    listed = sorted(map(format_move, legal_moves(game.rules, game.position)))
    assert listed == expected.split()


def test_no_move_at_all_is_one_sequence() -> None:
    assert perft(BAKERS_GAME, parse_position("7S"), 0) == 1


def test_a_stuck_game_has_no_sequence() -> None:
    assert perft(BAKERS_DOZEN, parse_position("KS\nKH", BAKERS_DOZEN), 1) == 0
    assert perft(BAKERS_DOZEN, parse_position("KS\nKH", BAKERS_DOZEN), 10**17) == 0


def test_deep_counts_need_no_deep_stack() -> None:
    assert perft(BAKERS_DOZEN, parse_position("8S 7S\n8H", BAKERS_DOZEN), 5000) == 1


@pytest.mark.prove
@for_each("code, moves, depth, sequences", read_counts())
def test_a_count_is_the_sum_over_its_moves(
    code: str, moves: str, depth: int, sequences: int
) -> None:
    game = play_from_code(code, moves)
    below = [game.play(move).position for move in legal_moves(game.rules, game.position)]
    deeper = sum(perft(game.rules, position, depth) for position in below)
    assert perft(game.rules, game.position, depth + 1) == deeper
