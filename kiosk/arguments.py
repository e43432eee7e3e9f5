"""What was typed becomes values, or one line that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.codes import CodeError, GameCode, decode
from kiosk.frame import SMALLEST

LARGEST = (7680, 4320)
MOST_QUOTED = 40
"""So many letters of a word show which one is meant."""

Reader = Callable[[str], object]
"""Turns the text behind an option into its value, or raises ValueError with what is wrong."""


class UsageError(Exception):
    """Something that cannot be meant; the text is one line."""


class Typed(NamedTuple):
    """What was typed: the values of the options by name, and the words that belong to none."""

    options: dict[str, object]
    words: list[str]


def read(argv: Sequence[str], options: Mapping[str, Reader | None], words: int = 0) -> Typed:
    """Read a command line; the last of two equal options counts.

    argparse would take a tenth of the time from the start to the first picture.

    Args:
        argv: The words behind the command.
        options: The options there are (`--code`), with what reads their value; None: it has none.
        words: How many words without an option there are to be, exactly.

    Raises:
        UsageError: for whatever is not one of these.
    """
    typed = Typed({}, [])
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-") or word == "-":
            typed.words.append(word)
            continue
        name, equals, value = word.partition("=")
        if name not in options:
            known = ", ".join(options) or "none"
            raise UsageError(f"unknown option {quoted(name)}; there are: {known}")
        typed.options[name] = _value(name, options[name], value if equals else None, rest)
    if len(typed.words) > words:
        raise UsageError(f"what is {quoted(typed.words[words])} for?")
    if len(typed.words) < words:
        raise UsageError("a word is missing")
    return typed


def quoted(typed: str) -> str:
    """What was typed, between quotes, in a line that has to stay one; a long text is cut."""
    return repr(typed if len(typed) <= MOST_QUOTED else f"{typed[: MOST_QUOTED - 1]}…")


def text(value: str) -> str:
    """Any text but none."""
    if not value:
        raise ValueError("is empty")
    return value


def size(value: str) -> tuple[int, int]:
    """Width and height: `800x480`."""
    sides = value.lower().split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
        raise ValueError(f"{quoted(value)} is no size; write WIDTHxHEIGHT, as in 800x480")
    width, height = (int(side[:6]) for side in sides)
    for side, least, most in zip((width, height), SMALLEST, LARGEST, strict=True):
        if not least <= side <= most:
            small, large = (f"{w}x{h}" for w, h in (SMALLEST, LARGEST))
            what = "small" if side < least else "large"
            raise ValueError(f"{quoted(value)} is too {what}; from {small} to {large}")
    return width, height


def code(value: str) -> GameCode:
    """A game code."""
    try:
        return decode(value)
    except CodeError as error:
        raise ValueError(str(error)) from error


def _value(name: str, reader: Reader | None, given: str | None, rest: list[str]) -> object:
    """The value of one option, from behind its `=` or from the next word."""
    if reader is None:
        if given is not None:
            raise UsageError(f"{name} takes no value")
        return True
    if given is None:
        if not rest:
            raise UsageError(f"{name} needs a value")
        given = rest.pop(0)
    try:
        return reader(given)
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from error
