"""Messages between the game and the solver process: one JSON object per line, both ways.

The game does not trust the answers: it checks every move in them against the rules.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from engine.game import Game
from engine.notation import format_board, format_move, parse_board, parse_move
from engine.position import Move, Position
from engine.rules import is_won, play, why_not
from engine.solver import Verdict
from engine.variants import Rules, find_rules
from kiosk.effects import SolverAnswer, Think


class SolverRequest(NamedTuple):
    """A question about the last of these positions; the others led to it."""

    number: int
    rules: Rules
    positions: tuple[Position, ...]


def encode_request(number: int, request: Think) -> bytes:
    """Encode a question as a line; its answers have the same number."""
    game = request.game
    rules = game.rules
    first = game.step_index - request.step_count
    moves = [step.move for step in game.steps[first + 1 : game.step_index + 1]]
    message = {
        "question": number,
        "game": rules.variant.key,
        "cells": rules.cells if rules.variant.cells[0] else None,
        "rules": rules.house_rules,
        "board": format_board(game.steps[first].position, rules),
        "moves": [format_move(move) for move in moves if move is not None],
    }
    return _encode_line(message)


def encode_cancel() -> bytes:
    """Return the line that cancels the current question."""
    return _encode_line({})


def decode_request(line: bytes) -> SolverRequest | None:
    """Return the question of a line; None for a cancellation."""
    message = json.loads(line)
    if not message:
        return None
    rules = find_rules(message["game"], message["cells"], message["rules"])
    positions = [parse_board(message["board"], rules)]
    for text in message["moves"]:
        positions.append(play(rules, positions[-1], parse_move(text, rules, positions[-1])))
    return SolverRequest(message["question"], rules, tuple(positions))


def encode_answer(number: int, answer: SolverAnswer) -> bytes:
    """Return the line of an answer."""
    moves = [format_move(move) for move in answer.moves]
    return _encode_line({"question": number, **answer._asdict(), "moves": moves})


def decode_answer(line: bytes, number: int, request: Think) -> SolverAnswer | None:
    """Return the answer of a line to this question; None if the line is no answer to it.

    A wrong answer counts as "unknown".
    """
    try:
        message = json.loads(line)
        if message["question"] != number:
            return None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    try:
        return _decode_answer(message, request)
    except (ValueError, LookupError, TypeError, AttributeError):
        return SolverAnswer(Verdict.UNKNOWN)


def _decode_answer(message: dict[str, Any], request: Think) -> SolverAnswer:
    back, last = int(message["moves_back"]), message["is_final"] is True
    if not 0 <= back <= request.step_count:
        raise ValueError("no such position")
    moves = _parse_winning_moves(request.game, back, message["moves"])
    verdict = Verdict(message["verdict"])
    if verdict is Verdict.WINNABLE:
        is_consistent = bool(moves) and back == 0
    elif verdict is Verdict.LOST:
        is_consistent = bool(moves) == (back > 0) and (last or not moves)
    else:
        is_consistent = not moves
    if not is_consistent:
        raise ValueError("moves where none can be, or none where some must be")
    return SolverAnswer(verdict, moves, back, last)


def _parse_winning_moves(game: Game, back: int, texts: list[str]) -> tuple[Move, ...]:
    rules, position = game.rules, game.steps[game.step_index - back].position
    moves: list[Move] = []
    for text in texts:
        move = parse_move(text, rules, position)
        if why_not(rules, position, move) is not None:
            raise ValueError("an illegal move")
        moves.append(move)
        position = play(rules, position, move)
    if moves and not is_won(position):
        raise ValueError("moves that do not win")
    return tuple(moves)


def _encode_line(message: dict[str, object]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
