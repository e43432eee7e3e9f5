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
from engine.cli.options import (
    EXIT_REFUSED,
    CommandError,
    CommandParser,
    OutputWithFindings,
    add_game_options,
    add_rules_options,
)
from engine.solver import IS_COMPILED


class Command(NamedTuple):
    """One command; its answer goes to standard output only when all went well."""

    name: str
    usage: str
    """What follows it, as the help tells it."""
    summary: str
    add_options: Callable[[ArgumentParser], None]
    """Adds its options to a parser."""
    run: Callable[[Namespace, list[str]], str]
    """Its answer to the options and to the words that are none."""


COMMANDS = (
    Command("deal", "CODE", "the board", commands.add_board_options, commands.run_deal),
    Command("play", "CODE", "the board after moves", commands.add_board_options, commands.run_play),
    Command("moves", "CODE", "the legal moves", add_game_options, commands.run_moves),
    Command(
        "perft", "CODE DEPTH", "how many sequences of moves", add_game_options, commands.run_perft
    ),
    Command("code", "KEY NUMBER", "the game code", add_rules_options, commands.run_code),
    Command("rules", "KEY", "the rules page", add_rules_options, commands.run_rules),
    Command(
        "solve",
        "CODE",
        "whether it can be won, and how",
        commands.add_solve_options,
        commands.run_solve,
    ),
    Command(
        "bank",
        "ACTION FILE",
        "winnable deals: build, check, measure",
        bank.add_bank_options,
        bank.run_bank,
    ),
)

_ASCII_SYMBOLS = str.maketrans("♣♦♥♠┌┐├┤└┘─│╌", "CDHS++++++-|-")
"""For terminals that have neither suits nor lines."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and answers its exit status: 0, 1 for findings, or the complaint's."""
    try:
        output = _run_command(list(sys.argv[1:] if argv is None else argv))
        _write_stdout(output)
    except CommandError as complaint:
        if sys.stderr is not None and str(complaint):
            print(complaint, file=sys.stderr)
        return complaint.status
    except KeyboardInterrupt:
        return 130
    return EXIT_REFUSED if isinstance(output, OutputWithFindings) else 0


def _run_command(arguments: list[str]) -> str:
    if arguments[:1] in (["-h"], ["--help"]):
        return _format_help()
    command = next((candidate for candidate in COMMANDS if [candidate.name] == arguments[:1]), None)
    if command is None:
        names = ", ".join(known.name for known in COMMANDS)
        problem = f"{arguments[0][:30]!a} is no command" if arguments else "no command"
        raise CommandError(f"{problem}: expected one of {names}")
    parser = CommandParser(
        prog=f"python -m engine {command.name}",
        usage=f"%(prog)s {command.usage} [options]",
        description=command.summary,
        allow_abbrev=False,
    )
    command.add_options(parser)
    parser.add_argument("words", nargs="*", help=command.usage)
    args = parser.parse_intermixed_args(arguments[1:])
    return command.run(args, args.words)


def _format_help() -> str:
    lines = [f"  {command.name:<6} {command.usage:<11} {command.summary}" for command in COMMANDS]
    solver_build = "compiled" if IS_COMPILED else "plain Python"
    first, last = "python -m engine COMMAND …; COMMAND --help tells more", f"solver: {solver_build}"
    return "\n".join([first, *lines, last]) + "\n"


def _write_stdout(text: str) -> None:
    if sys.stdout is None:
        return
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = text.translate(_ASCII_SYMBOLS).encode("ascii", "replace").decode("ascii")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _close_stdout()
        if isinstance(error, BrokenPipeError):
            raise CommandError("", EXIT_REFUSED) from None
        raise CommandError(f"standard output: {error.strerror}", EXIT_REFUSED) from None


def _close_stdout() -> None:
    """What could not be written is not tried again when the program ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
