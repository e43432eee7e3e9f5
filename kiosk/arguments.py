"""What was typed becomes values, or one line that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.codes import CodeError, GameCode, decode
from kiosk.frame import MIN_WINDOW_SIZE

MAX_WINDOW_SIZE = (7680, 4320)
MAX_QUOTED_LENGTH = 40
"""So many letters of a word show which one is meant."""

ValueParser = Callable[[str], object]
"""Turns the text behind an option into its value, or raises ValueError with what is wrong."""


class UsageError(Exception):
    """Something that cannot be meant; the text is one line."""


class ParsedArguments(NamedTuple):
    """What was typed: the values of the options by name, and the words that belong to none."""

    options: dict[str, object]
    positionals: list[str]


def parse_arguments(
    argv: Sequence[str], options: Mapping[str, ValueParser | None], positional_count: int = 0
) -> ParsedArguments:
    """Read a command line; the last of two equal options counts.

    argparse would take a tenth of the time from the start to the first picture.

    Args:
        argv: The words behind the command.
        options: The options there are (`--code`), with what reads their value; None: it has none.
        positional_count: How many words without an option there are to be, exactly.

    Raises:
        UsageError: for whatever is not one of these.
    """
    parsed = ParsedArguments({}, [])
    remaining = list(argv)
    while remaining:
        argument = remaining.pop(0)
        if not argument.startswith("-") or argument == "-":
            parsed.positionals.append(argument)
            continue
        name, equals, value = argument.partition("=")
        if name not in options:
            option_names = ", ".join(options) or "none"
            raise UsageError(f"unknown option {quote_argument(name)}; there are: {option_names}")
        parsed.options[name] = _parse_value(
            name, options[name], value if equals else None, remaining
        )
    if len(parsed.positionals) > positional_count:
        raise UsageError(f"what is {quote_argument(parsed.positionals[positional_count])} for?")
    if len(parsed.positionals) < positional_count:
        raise UsageError("a word is missing")
    return parsed


def quote_argument(argument: str) -> str:
    """What was typed, between quotes, in a line that has to stay one; a long text is cut."""
    return repr(
        argument if len(argument) <= MAX_QUOTED_LENGTH else f"{argument[: MAX_QUOTED_LENGTH - 1]}…"
    )


def parse_text(value: str) -> str:
    """Any text but none."""
    if not value:
        raise ValueError("is empty")
    return value


def parse_size(value: str) -> tuple[int, int]:
    """Width and height: `800x480`."""
    sides = value.lower().split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
        raise ValueError(f"{quote_argument(value)} is no size; write WIDTHxHEIGHT, as in 800x480")
    width, height = (int(side[:6]) for side in sides)
    for side, minimum, maximum in zip(
        (width, height), MIN_WINDOW_SIZE, MAX_WINDOW_SIZE, strict=True
    ):
        if not minimum <= side <= maximum:
            small, large = (f"{w}x{h}" for w, h in (MIN_WINDOW_SIZE, MAX_WINDOW_SIZE))
            problem = "small" if side < minimum else "large"
            raise ValueError(f"{quote_argument(value)} is too {problem}; from {small} to {large}")
    return width, height


def parse_game_code(value: str) -> GameCode:
    """A game code."""
    try:
        return decode(value)
    except CodeError as error:
        raise ValueError(str(error)) from error


def _parse_value(
    name: str, parser: ValueParser | None, text: str | None, remaining: list[str]
) -> object:
    """The value of one option, from behind its `=` or from the next word."""
    if parser is None:
        if text is not None:
            raise UsageError(f"{name} takes no value")
        return True
    if text is None:
        if not remaining:
            raise UsageError(f"{name} needs a value")
        text = remaining.pop(0)
    try:
        return parser(text)
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from error
