"""What the commands about one game answer: deal, play, moves, perft and code."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from engine.codes import encode
from engine.game import Game
from engine.notation import as_json, board_text, drawn, move_text
from engine.perft import perft
from engine.rules import legal_moves
from engine.shell.complaint import Complaint, whole_number
from engine.shell.opening import chosen_rules, game_options, opened


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
