"""What the command `solve` answers."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, Namespace

from engine.notation import move_text
from engine.shell.commands import code_word
from engine.shell.complaint import whole_number
from engine.shell.opening import game_options, opened
from engine.solver import MAX_BYTES, MAX_STATES, solve


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
