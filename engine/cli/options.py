"""Shared options, CommandError."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import NoReturn

from engine.codes import CodeError, decode
from engine.game import Game, IllegalMoveError, MoveListError
from engine.notation import parse_board
from engine.variants import Rules, find_rules

EXIT_REFUSED = 1
"""A move that the rules refuse, or something that could not be written."""
EXIT_BAD_INPUT = 2
"""A code, file, word or option that cannot be read."""


class CommandError(Exception):
    """What is told on the last line, and the status the command ends with."""

    def __init__(self, message: str, status: int = EXIT_BAD_INPUT) -> None:
        """Makes one line of the message, whatever was quoted in it."""
        line = " ".join(message.split())
        super().__init__("".join(sign if sign.isprintable() else "?" for sign in line))
        self.status = status


class OutputWithFindings(str):
    """An answer that tells of something wrong: a command that gives it ends with status 1."""


class CommandParser(ArgumentParser):
    """A parser that complains in one line, where argparse would print its usage and exit."""

    def error(self, message: str) -> NoReturn:
        """Raises the complaint; argparse quotes a word whole, however long it is."""
        words = (word if len(word) <= 60 else f"{word[:40]}…" for word in message.split())
        raise CommandError(" ".join(words))


def parse_whole_number(text: str) -> int:
    """A number written in plain digits, as an option's value.

    Raises:
        ArgumentTypeError: where it is anything else, too long ones included.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ArgumentTypeError(f"{text[:20]!a} is no number: expected 1 to 18 digits")
    return int(text)


MAX_INPUT_BYTES = 1_000_000
"""More than any board or list of moves needs; whoever names an endless file is told so."""

_GAME_EXPECTED = "expected a CODE, or --game KEY --number N, or --board FILE --game KEY"


def add_game_options(parser: ArgumentParser) -> None:
    """Adds the options that say which game."""
    parser.add_argument("--board", metavar="FILE", help="a board as text, - for standard input")
    parser.add_argument("--game", metavar="KEY", help="which game is played")
    parser.add_argument("--number", metavar="N", type=parse_whole_number, help="the deal number")
    add_rules_options(parser)
    parser.add_argument("--moves", metavar="FILE", help="moves, - for standard input")


def add_rules_options(parser: ArgumentParser) -> None:
    """Adds the options that say how a game is played."""
    parser.add_argument("--cells", metavar="C", type=parse_whole_number, help="free cells in play")
    parser.add_argument("--rules", metavar="E|G|EG", help="house rules")


def open_game(args: Namespace, code: str | None) -> Game:
    """The game that the options and the code tell, its moves played.

    Raises:
        Complaint: where something cannot be read, fits together badly, or a move is illegal.
    """
    if args.board == "-" and args.moves == "-":
        raise CommandError("--board - and --moves -: standard input can be only one of them")
    game = _make_game(args, code)
    move_texts = [] if args.moves is None else _split_moves(read_text(args.moves))
    try:
        return game.play_moves(move_texts)
    except MoveListError as error:
        status = EXIT_REFUSED if isinstance(error.cause, IllegalMoveError) else EXIT_BAD_INPUT
        raise CommandError(str(error), status) from None


def parse_rules(args: Namespace, key: str) -> Rules:
    """The rules that the options tell.

    Raises:
        Complaint: where there is no such game, number of cells or house rule.
    """
    try:
        return find_rules(key, args.cells, args.rules or "")
    except ValueError as error:
        raise CommandError(str(error)) from None


def read_text(name: str) -> str:
    """The text of a file, or of standard input where it is named `-`.

    Raises:
        Complaint: where it cannot be read or is no text.
    """
    try:
        data = _read_bytes(name)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise CommandError(f"{name!a}: {reason or error}") from None
    if len(data) > MAX_INPUT_BYTES:
        raise CommandError(f"{name!a}: longer than {MAX_INPUT_BYTES} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"{name!a}: not a text in UTF-8") from None


def _read_bytes(name: str) -> bytes:
    if name != "-":
        with Path(name).open("rb") as file:
            return file.read(MAX_INPUT_BYTES + 1)
    if sys.stdin is None:
        raise ValueError("standard input is closed")
    return sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)


def _split_moves(text: str) -> list[str]:
    """The moves of a list: what stands between white space, without comments."""
    return [word for line in text.splitlines() for word in line.partition("#")[0].split()]


def _make_game(args: Namespace, code: str | None) -> Game:
    given_options = [
        name
        for name in ("board", "game", "number", "cells", "rules")
        if getattr(args, name) is not None
    ]
    if code is not None:
        if given_options:
            raise CommandError(
                f"a code and --{given_options[0]}: the code says it all, leave one of them out"
            )
        return _make_game_from_code(code)
    if args.game is None or (args.board is None) == (args.number is None):
        raise CommandError(_GAME_EXPECTED)
    rules = parse_rules(args, args.game)
    try:
        if args.board is None:
            return Game.begin(rules, args.number)
        return Game.from_position(rules, parse_board(read_text(args.board), rules))
    except ValueError as error:
        raise CommandError(str(error)) from None


def _make_game_from_code(code: str) -> Game:
    try:
        return Game.begin(*decode(code))
    except CodeError as error:
        raise CommandError(str(error)) from None
