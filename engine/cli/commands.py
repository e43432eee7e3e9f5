"""Deal, play, moves, perft, code, rules, solve."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from engine.cli.options import Complaint, chosen_rules, game_options, opened, whole_number
from engine.codes import encode
from engine.game import Game, as_json
from engine.movegen import legal_moves, perft
from engine.notation import board_text, drawn, move_text
from engine.rulebook import page_text
from engine.solver import MAX_BYTES, MAX_STATES, solve


def board_options(parser: ArgumentParser) -> None:
    """Adds the options of commands that answer with a board."""
    game_options(parser)
    parser.add_argument("--format", choices=("text", "drawn", "json"), default="text")


def deal(args: Namespace, words: list[str]) -> str:
    """The board."""
    return _board(opened(args, code_word(words)), args.format)


def play(args: Namespace, words: list[str]) -> str:
    """The board that the moves reach; as text with the score and the state."""
    if args.moves is None:
        raise Complaint("play needs --moves FILE, - for standard input")
    game = opened(args, code_word(words))
    board = _board(game, args.format)
    if args.format != "text":
        return board
    score = "-" if game.score is None else game.score
    return f"{board}# score: {score}\n# state: {game.state}\n"


def moves(args: Namespace, words: list[str]) -> str:
    """The legal moves, one a line, sorted by code point."""
    game = opened(args, code_word(words))
    listed = sorted(move_text(move) for move in legal_moves(game.rules, game.position))
    return "".join(f"{text}\n" for text in listed)


def count(args: Namespace, words: list[str]) -> str:
    """The number of legal move sequences of a length."""
    if not words:
        raise Complaint("perft needs a DEPTH")
    depth = _number(words[-1], "DEPTH")
    game = opened(args, code_word(words[:-1]))
    return f"{perft(game.rules, game.position, depth)}\n"


def code(args: Namespace, words: list[str]) -> str:
    """The game code."""
    if len(words) != 2:
        raise Complaint("code needs a KEY and a NUMBER")
    rules = chosen_rules(args, words[0])
    try:
        return f"{encode(rules, _number(words[1], 'NUMBER'))}\n"
    except ValueError as error:
        raise Complaint(str(error)) from None


def _board(game: Game, form: str) -> str:
    if form == "json":
        return json.dumps(as_json(game)) + "\n"
    if form == "drawn":
        return drawn(game.position, game.rules)
    return board_text(game.position, game.rules)


def code_word(words: list[str]) -> str | None:
    """The one word that a command may have: a code.

    Raises:
        Complaint: where there are more.
    """
    if len(words) > 1:
        raise Complaint(f"{words[1][:30]!a} is one word too many")
    return words[0] if words else None


def _number(text: str, name: str) -> int:
    try:
        return whole_number(text)
    except ArgumentTypeError as error:
        raise Complaint(f"{name}: {error}") from None


def rules(args: Namespace, words: list[str]) -> str:
    """The rules page of the game of that key."""
    if len(words) != 1:
        raise Complaint("rules needs a KEY")
    return page_text(chosen_rules(args, words[0]))


def options(parser: ArgumentParser) -> None:
    """Adds the options of the command."""
    game_options(parser)
    parser.add_argument(
        "--max-states",
        metavar="N",
        type=whole_number,
        default=MAX_STATES,
        help="give up after so many positions",
    )
    parser.add_argument(
        "--max-bytes",
        metavar="N",
        type=whole_number,
        default=MAX_BYTES,
        help="give up after about so much memory",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def solution(args: Namespace, words: list[str]) -> str:
    """The verdict, and the moves that win on a line of their own, which may be empty."""
    game = opened(args, code_word(words))
    start = time.perf_counter()
    found = solve(game.rules, game.position, args.max_states, args.max_bytes)
    seconds = time.perf_counter() - start
    moves = [move_text(move) for move in found.moves]
    if not args.json:
        return f"{found.verdict}\n{' '.join(moves)}\n"
    answer = {
        "verdict": found.verdict,
        "moves": moves,
        "states": found.states,
        "seconds": round(seconds, 6),
    }
    return json.dumps(answer) + "\n"
