"""Deal, play, moves, perft, code, rules, solve."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from engine.cli.options import (
    CommandError,
    add_game_options,
    open_game,
    parse_rules,
    parse_whole_number,
)
from engine.codes import encode
from engine.game import Game, game_to_dict
from engine.movegen import legal_moves, perft
from engine.notation import draw_board, format_board, format_move
from engine.rulebook import render_plain_text
from engine.solver import MAX_BYTES, MAX_STATES, solve


def add_board_options(parser: ArgumentParser) -> None:
    """Adds the options of commands that answer with a board."""
    add_game_options(parser)
    parser.add_argument("--format", choices=("text", "drawn", "json"), default="text")


def run_deal(args: Namespace, positionals: list[str]) -> str:
    """The board."""
    return _format_game(open_game(args, get_code_argument(positionals)), args.format)


def run_play(args: Namespace, positionals: list[str]) -> str:
    """The board that the moves reach; as text with the score and the state."""
    if args.moves is None:
        raise CommandError("play needs --moves FILE, - for standard input")
    game = open_game(args, get_code_argument(positionals))
    board = _format_game(game, args.format)
    if args.format != "text":
        return board
    score = "-" if game.score is None else game.score
    return f"{board}# score: {score}\n# state: {game.state}\n"


def run_moves(args: Namespace, positionals: list[str]) -> str:
    """The legal moves, one a line, sorted by code point."""
    game = open_game(args, get_code_argument(positionals))
    move_texts = sorted(format_move(move) for move in legal_moves(game.rules, game.position))
    return "".join(f"{text}\n" for text in move_texts)


def run_perft(args: Namespace, positionals: list[str]) -> str:
    """The number of legal move sequences of a length."""
    if not positionals:
        raise CommandError("perft needs a DEPTH")
    depth = _parse_number(positionals[-1], "DEPTH")
    game = open_game(args, get_code_argument(positionals[:-1]))
    return f"{perft(game.rules, game.position, depth)}\n"


def run_code(args: Namespace, positionals: list[str]) -> str:
    """The game code."""
    if len(positionals) != 2:
        raise CommandError("code needs a KEY and a NUMBER")
    rules = parse_rules(args, positionals[0])
    try:
        return f"{encode(rules, _parse_number(positionals[1], 'NUMBER'))}\n"
    except ValueError as error:
        raise CommandError(str(error)) from None


def _format_game(game: Game, output_format: str) -> str:
    if output_format == "json":
        return json.dumps(game_to_dict(game)) + "\n"
    if output_format == "drawn":
        return draw_board(game.position, game.rules)
    return format_board(game.position, game.rules)


def get_code_argument(positionals: list[str]) -> str | None:
    """The one word that a command may have: a code.

    Raises:
        Complaint: where there are more.
    """
    if len(positionals) > 1:
        raise CommandError(f"{positionals[1][:30]!a} is one word too many")
    return positionals[0] if positionals else None


def _parse_number(text: str, name: str) -> int:
    try:
        return parse_whole_number(text)
    except ArgumentTypeError as error:
        raise CommandError(f"{name}: {error}") from None


def run_rules(args: Namespace, positionals: list[str]) -> str:
    """The rules page of the game of that key."""
    if len(positionals) != 1:
        raise CommandError("rules needs a KEY")
    return render_plain_text(parse_rules(args, positionals[0]))


def add_solve_options(parser: ArgumentParser) -> None:
    """Adds the options of the command."""
    add_game_options(parser)
    parser.add_argument(
        "--max-states",
        metavar="N",
        type=parse_whole_number,
        default=MAX_STATES,
        help="give up after so many positions",
    )
    parser.add_argument(
        "--max-bytes",
        metavar="N",
        type=parse_whole_number,
        default=MAX_BYTES,
        help="give up after about so much memory",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run_solve(args: Namespace, positionals: list[str]) -> str:
    """The verdict, and the moves that win on a line of their own, which may be empty."""
    game = open_game(args, get_code_argument(positionals))
    start = time.perf_counter()
    solution = solve(game.rules, game.position, args.max_states, args.max_bytes)
    seconds = time.perf_counter() - start
    moves = [format_move(move) for move in solution.moves]
    if not args.json:
        return f"{solution.verdict}\n{' '.join(moves)}\n"
    answer = {
        "verdict": solution.verdict,
        "moves": moves,
        "states": solution.states,
        "seconds": round(seconds, 6),
    }
    return json.dumps(answer) + "\n"
