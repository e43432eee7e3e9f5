"""The engine's commands: `python -m engine COMMAND …`."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from engine.bank import cli as bank
from engine.cli import commands
from engine.cli.options import ILLEGAL, Complaint, Findings, Options, game_options, variety_options
from engine.solver import COMPILED


class Command(NamedTuple):
    """One command; its answer goes to standard output only when all went well."""

    name: str
    words: str
    """What follows it, as the help tells it."""
    summary: str
    options: Callable[[ArgumentParser], None]
    """Adds its options to a parser."""
    answer: Callable[[Namespace, list[str]], str]
    """Its answer to the options and to the words that are none."""


COMMANDS = (
    Command("deal", "CODE", "the board", commands.board_options, commands.deal),
    Command("play", "CODE", "the board after moves", commands.board_options, commands.play),
    Command("moves", "CODE", "the legal moves", game_options, commands.moves),
    Command("perft", "CODE DEPTH", "how many sequences of moves", game_options, commands.count),
    Command("code", "KEY NUMBER", "the game code", variety_options, commands.code),
    Command("rules", "KEY", "the rules page", variety_options, commands.rules),
    Command("solve", "CODE", "whether it can be won, and how", commands.options, commands.solution),
    Command(
        "bank", "ACTION FILE", "winnable deals: build, check, measure", bank.options, bank.bank
    ),
)

_PLAIN = str.maketrans("♣♦♥♠┌┐├┤└┘─│╌", "CDHS++++++-|-")
"""For terminals that have neither suits nor lines."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and answers its exit status: 0, 1 for findings, or the complaint's."""
    try:
        answer = _answer(list(sys.argv[1:] if argv is None else argv))
        _say(answer)
    except Complaint as complaint:
        if sys.stderr is not None and str(complaint):
            print(complaint, file=sys.stderr)
        return complaint.status
    except KeyboardInterrupt:
        return 130
    return ILLEGAL if isinstance(answer, Findings) else 0


def _answer(words: list[str]) -> str:
    if words[:1] in (["-h"], ["--help"]):
        return _help()
    command = next((known for known in COMMANDS if [known.name] == words[:1]), None)
    if command is None:
        names = ", ".join(known.name for known in COMMANDS)
        asked = f"{words[0][:30]!a} is no command" if words else "no command"
        raise Complaint(f"{asked}: expected one of {names}")
    parser = Options(
        prog=f"python -m engine {command.name}",
        usage=f"%(prog)s {command.words} [options]",
        description=command.summary,
        allow_abbrev=False,
    )
    command.options(parser)
    parser.add_argument("words", nargs="*", help=command.words)
    args = parser.parse_intermixed_args(words[1:])
    return command.answer(args, args.words)


def _help() -> str:
    lines = [f"  {known.name:<6} {known.words:<11} {known.summary}" for known in COMMANDS]
    kind = "compiled" if COMPILED else "plain Python"
    first, last = "python -m engine COMMAND …; COMMAND --help tells more", f"solver: {kind}"
    return "\n".join([first, *lines, last]) + "\n"


def _say(text: str) -> None:
    if sys.stdout is None:
        return
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _let_go_of_stdout()
        if isinstance(error, BrokenPipeError):
            raise Complaint("", ILLEGAL) from None
        raise Complaint(f"standard output: {error.strerror}", ILLEGAL) from None


def _let_go_of_stdout() -> None:
    """What could not be written is not tried again when the program ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
