"""The commands deal, play, moves, perft, code, rules and solve."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from typing import TYPE_CHECKING

from engine.cli.options import (
    CommandError,
    CommandParser,
    add_game_options,
    add_rules_options,
    open_game,
    parse_rules,
    parse_whole_number,
    print_text,
)
from engine.codes import encode
from engine.game import Game, game_to_dict
from engine.movegen import legal_moves, perft
from engine.notation import draw_board, format_board, format_move
from engine.rulebook import render_plain_text
from engine.solver import MAX_BYTES, MAX_STATES, solve

if TYPE_CHECKING:
    from argparse import _SubParsersAction

OUTPUT_FORMATS = ("text", "drawn", "json")


def add_commands(commands: _SubParsersAction[CommandParser]) -> None:
    """Add the commands with their options."""
    deal = commands.add_parser("deal", help="print the board of a deal")
    deal.set_defaults(run=run_deal)
    play = commands.add_parser("play", help="print the board after moves")
    play.set_defaults(run=run_play)
    moves = commands.add_parser("moves", help="list the legal moves")
    moves.set_defaults(run=run_moves)
    count = commands.add_parser("perft", help="count the move sequences of a length")
    count.set_defaults(run=run_perft)
    solver = commands.add_parser("solve", help="find out if a game can be won, and how")
    solver.set_defaults(run=run_solve)
    for parser in (deal, play, moves, count, solver):
        add_game_options(parser, moves_required=parser is play)
    for parser in (deal, play):
        parser.add_argument("--format", choices=OUTPUT_FORMATS, default="text")
    count.add_argument("depth", metavar="DEPTH", type=parse_whole_number, help="number of moves")
    solver.add_argument(
        "--max-states",
        metavar="N",
        type=parse_whole_number,
        default=MAX_STATES,
        help="give up after this number of positions",
    )
    solver.add_argument(
        "--max-bytes",
        metavar="N",
        type=parse_whole_number,
        default=MAX_BYTES,
        help="give up after about this much memory",
    )
    solver.add_argument("--json", action="store_true", help="print the result as JSON")
    code = commands.add_parser("code", help="print the game code of a deal")
    code.set_defaults(run=run_code)
    rules = commands.add_parser("rules", help="print the rules of a game")
    rules.set_defaults(run=run_rules)
    for parser in (code, rules):
        parser.add_argument("game", metavar="KEY", help="the game, like bakers-game")
        add_rules_options(parser)
    code.add_argument("number", metavar="NUMBER", type=parse_whole_number, help="the deal number")


def run_deal(args: Namespace) -> int:
    """Print the board."""
    return print_text(_format_game(open_game(args), args.format))


def run_play(args: Namespace) -> int:
    """Print the board after the moves; as text with the score and the state."""
    game = open_game(args)
    board = _format_game(game, args.format)
    if args.format == "text":
        score = "-" if game.score is None else game.score
        board += f"# score: {score}\n# state: {game.state}\n"
    return print_text(board)


def run_moves(args: Namespace) -> int:
    """Print the legal moves, one a line, sorted by code point."""
    game = open_game(args)
    move_texts = sorted(format_move(move) for move in legal_moves(game.rules, game.position))
    return print_text("".join(f"{text}\n" for text in move_texts))


def run_perft(args: Namespace) -> int:
    """Print the number of legal move sequences of a length."""
    game = open_game(args)
    return print_text(f"{perft(game.rules, game.position, args.depth)}\n")


def run_code(args: Namespace) -> int:
    """Print the game code."""
    try:
        return print_text(f"{encode(parse_rules(args), args.number)}\n")
    except ValueError as error:
        raise CommandError(str(error)) from None


def run_rules(args: Namespace) -> int:
    """Print the rules page of a game."""
    return print_text(render_plain_text(parse_rules(args)))


def run_solve(args: Namespace) -> int:
    """Print the verdict, and on a second line the winning moves, if any."""
    game = open_game(args)
    start = time.perf_counter()
    solution = solve(game.rules, game.position, args.max_states, args.max_bytes)
    seconds = time.perf_counter() - start
    moves = [format_move(move) for move in solution.moves]
    if not args.json:
        return print_text(f"{solution.verdict}\n{' '.join(moves)}\n")
    answer = {
        "verdict": solution.verdict,
        "moves": moves,
        "states": solution.states,
        "seconds": round(seconds, 6),
    }
    return print_text(json.dumps(answer) + "\n")


def _format_game(game: Game, output_format: str) -> str:
    if output_format == "json":
        return json.dumps(game_to_dict(game)) + "\n"
    if output_format == "drawn":
        return draw_board(game.position, game.rules)
    return format_board(game.position, game.rules)
