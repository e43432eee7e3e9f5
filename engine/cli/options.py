"""Parser, options that choose a game, and text input and output, shared by all commands."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from engine.codes import decode
from engine.game import Game, IllegalMoveError, MoveListError
from engine.notation import parse_board
from engine.variants import Rules, find_rules

EXIT_REFUSED = 1
"""A move is illegal, a check failed, or something cannot be written."""
EXIT_BAD_INPUT = 2
"""A code, file, word or option cannot be read."""

MAX_INPUT_BYTES = 1_000_000
MAX_QUOTED_LENGTH = 60
_ASCII_SYMBOLS = str.maketrans("♣♦♥♠┌┐├┤└┘─│╌", "CDHS++++++-|-")


class CommandError(Exception):
    """An error that ends a command; the text is made one printable line.

    Args:
        message: the cause.
        status: the exit status.
        usage: the usage line of the parser, where the command line is wrong.
    """

    def __init__(self, message: str, status: int = EXIT_BAD_INPUT, usage: str = "") -> None:
        line = " ".join(message.split())
        super().__init__("".join(sign if sign.isprintable() else "?" for sign in line))
        self.status = status
        self.usage = usage


class CommandParser(ArgumentParser):
    """An `ArgumentParser` that raises `CommandError`, and allows options between arguments."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_abbrev=False, **kwargs)
        self._is_parsing_intermixed = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Parse options and arguments in any order.

        argparse has `parse_intermixed_args` for this, but not below a sub-command.
        """
        if self._is_parsing_intermixed or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._is_parsing_intermixed = True
        try:
            parsed, extra = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_parsing_intermixed = False
        if extra:
            self.error(f"unrecognized arguments: {' '.join(extra)}")
        return parsed, extra

    def print_help(self, file: object = None) -> None:
        """Print the help, also where the terminal lacks a character or the reader has gone."""
        print_text(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the error with the usage on one line; quoted words are cut."""
        words = (
            word if len(word) <= MAX_QUOTED_LENGTH else f"{word[: MAX_QUOTED_LENGTH - 20]}…"
            for word in message.split()
        )
        usage = " ".join(self.format_usage().split()) + "\n"
        raise CommandError(" ".join(words), usage=usage)


def parse_whole_number(text: str) -> int:
    """Parse a number of 1 to 18 ASCII digits.

    Raises:
        ArgumentTypeError: the text is anything else.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ArgumentTypeError(f"{text[:20]!a} is no number: expected 1 to 18 digits")
    return int(text)


def add_game_options(parser: ArgumentParser, *, moves_required: bool = False) -> None:
    """Add CODE, the options that can replace it, and `--moves`."""
    parser.add_argument("code", metavar="CODE", nargs="?", help="a game code")
    parser.add_argument("--board", metavar="FILE", help="a board as text, - for standard input")
    parser.add_argument("--game", metavar="KEY", help="the game, like bakers-game")
    parser.add_argument("--number", metavar="N", type=parse_whole_number, help="the deal number")
    add_rules_options(parser)
    parser.add_argument(
        "--moves", metavar="FILE", required=moves_required, help="moves, - for standard input"
    )


def add_rules_options(parser: ArgumentParser) -> None:
    """Add the options for the number of cells and the house rules."""
    parser.add_argument("--cells", metavar="C", type=parse_whole_number, help="free cells in play")
    parser.add_argument("--rules", metavar="E|G|EG", help="house rules")


def open_game(args: Namespace) -> Game:
    """Return the game that the options of `add_game_options` choose, its moves played.

    Raises:
        CommandError: something cannot be read, options contradict, or a move is illegal.
    """
    if args.board == "-" and args.moves == "-":
        raise CommandError("--board - and --moves -: standard input can be only one of them")
    try:
        game = _create_game(args)
        return game if args.moves is None else game.play_moves(_split_moves(read_text(args.moves)))
    except MoveListError as error:
        status = EXIT_REFUSED if isinstance(error.cause, IllegalMoveError) else EXIT_BAD_INPUT
        raise CommandError(str(error), status) from None
    except ValueError as error:
        raise CommandError(str(error)) from None


def _create_game(args: Namespace) -> Game:
    if args.code is not None:
        for name in ("board", "game", "number", "cells", "rules"):
            if getattr(args, name) is not None:
                raise CommandError(
                    f"a code and --{name}: the code says it all, leave one of them out"
                )
        return Game.begin(*decode(args.code))
    if args.game is None or (args.board is None) == (args.number is None):
        raise CommandError("expected a CODE, or --game KEY --number N, or --board FILE --game KEY")
    rules = parse_rules(args)
    if args.board is None:
        return Game.begin(rules, args.number)
    return Game.from_position(rules, parse_board(read_text(args.board), rules))


def parse_rules(args: Namespace) -> Rules:
    """Return the rules that `game`, `cells` and `rules` choose.

    Raises:
        CommandError: there is no such game, number of cells or house rule.
    """
    try:
        return find_rules(args.game, args.cells, args.rules or "")
    except ValueError as error:
        raise CommandError(str(error)) from None


def read_text(name: str) -> str:
    """Read a file, or standard input if the name is `-`.

    Raises:
        CommandError: it cannot be read, is too long, or is not UTF-8.
    """
    try:
        data = _read_bytes(name)
    except (OSError, ValueError) as error:
        raise CommandError(f"{name!a}: {explain_file_error(error)}") from None
    if len(data) > MAX_INPUT_BYTES:
        raise CommandError(f"{name!a}: longer than {MAX_INPUT_BYTES} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"{name!a}: not a text in UTF-8") from None


def explain_file_error(error: OSError | ValueError) -> str:
    """Return the message of an error without the number and file name that Python adds."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def print_text(text: str) -> int:
    """Write text to standard output and return the exit status.

    A closed pipe is no error: the reader has seen enough, and the status is `EXIT_REFUSED`.

    Raises:
        CommandError: it cannot be written.
    """
    if sys.stdout is None:
        return 0
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = text.translate(_ASCII_SYMBOLS).encode("ascii", "replace").decode("ascii")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        with suppress(OSError, ValueError):  # else Python tries again when it ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return EXIT_REFUSED
        raise CommandError(f"standard output: {error.strerror}", EXIT_REFUSED) from None
    return 0


def _read_bytes(name: str) -> bytes:
    if name != "-":
        with Path(name).open("rb") as file:
            return file.read(MAX_INPUT_BYTES + 1)
    if sys.stdin is None:
        raise ValueError("standard input is closed")
    return sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)


def _split_moves(text: str) -> list[str]:
    return [word for line in text.splitlines() for word in line.partition("#")[0].split()]
