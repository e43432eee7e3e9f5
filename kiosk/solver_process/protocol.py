"""What goes between the game and the solver's process: one JSON object a line, both ways.

The game trusts no answer: whatever comes back is held against the rules before it counts.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from engine.game import Game
from engine.notation import board_text, move_text, parse_board, parse_move
from engine.position import Move, Position
from engine.rules import is_won, play, why_not
from engine.solver import Verdict
from engine.variants import Rules, rules_for
from kiosk.effects import Advice, Think


class Question(NamedTuple):
    """What the solver's process is asked: the last of these positions, after those before it."""

    number: int
    rules: Rules
    positions: tuple[Position, ...]


def asking(number: int, think: Think) -> bytes:
    """The line that asks; its answers will bear the number."""
    game = think.game
    rules = game.rules
    first = game.at - think.steps
    moves = [step.move for step in game.steps[first + 1 : game.at + 1]]
    letter = {
        "question": number,
        "game": rules.variant.key,
        "cells": rules.cells if rules.variant.cells[0] else None,
        "rules": rules.house,
        "board": board_text(game.steps[first].position, rules),
        "moves": [move_text(move) for move in moves if move is not None],
    }
    return _line(letter)


def resting() -> bytes:
    """The line that asks for nothing more."""
    return _line({})


def asked(line: bytes) -> Question | None:
    """The question of a line; None where it asks for nothing."""
    letter = json.loads(line)
    if not letter:
        return None
    rules = rules_for(letter["game"], letter["cells"], letter["rules"])
    positions = [parse_board(letter["board"], rules)]
    for text in letter["moves"]:
        positions.append(play(rules, positions[-1], parse_move(text, rules, positions[-1])))
    return Question(letter["question"], rules, tuple(positions))


def answering(number: int, advice: Advice) -> bytes:
    """The line that answers the question of this number."""
    moves = [move_text(move) for move in advice.moves]
    return _line({"question": number, **advice._asdict(), "moves": moves})


def answered(line: bytes, number: int, think: Think) -> Advice | None:
    """The answer of a line to this question of this number; None where it is none.

    One that claims what is not so is as good as the admission that nothing was found.
    """
    try:
        letter = json.loads(line)
        if letter["question"] != number:
            return None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    try:
        return _read(letter, think)
    except (ValueError, LookupError, TypeError, AttributeError):
        return Advice(Verdict.UNKNOWN)


def _read(letter: dict[str, Any], think: Think) -> Advice:
    back, last = int(letter["back"]), letter["last"] is True
    if not 0 <= back <= think.steps:
        raise ValueError("no such position")
    moves = _winning(think.game, back, letter["moves"])
    verdict = Verdict(letter["verdict"])
    if verdict is Verdict.WINNABLE:
        sound = bool(moves) and back == 0
    elif verdict is Verdict.LOST:
        sound = bool(moves) == (back > 0) and (last or not moves)
    else:
        sound = not moves
    if not sound:
        raise ValueError("moves where none can be, or none where some must be")
    return Advice(verdict, moves, back, last)


def _winning(game: Game, back: int, texts: list[str]) -> tuple[Move, ...]:
    """The moves of these texts, which win from so many moves back if there are any."""
    rules, position = game.rules, game.steps[game.at - back].position
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


def _line(letter: dict[str, object]) -> bytes:
    return json.dumps(letter, separators=(",", ":")).encode() + b"\n"
