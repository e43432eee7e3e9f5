"""Types of command line arguments, and the option that several commands share."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from engine.codes import CodeError, GameCode, decode
from kiosk.frame import MIN_WINDOW_SIZE

MAX_WINDOW_SIZE = (7680, 4320)
MAX_QUOTED_LENGTH = 40


def add_state_dir_option(parser: ArgumentParser) -> None:
    """Add `--state-dir`."""
    parser.add_argument(
        "--state-dir", metavar="DIR", type=parse_text, help="where games and records are kept"
    )


def parse_existing_path(value: str) -> Path:
    """Parse the path of something that exists."""
    path = Path(value)
    try:
        is_missing = not path.exists()
    except (OSError, ValueError):  # too long, no right to look, a NUL in the name
        is_missing = False  # reading it tells the cause
    if is_missing:
        raise ArgumentTypeError(f"{quote_argument(value)}: there is no such file")
    return path


def parse_text(value: str) -> str:
    """Return the text, which must not be empty."""
    if not value:
        raise ArgumentTypeError("is empty")
    return value


def parse_size(value: str) -> tuple[int, int]:
    """Parse width and height in pixels, as in `800x480`."""
    sides = value.lower().split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
        raise ArgumentTypeError(
            f"{quote_argument(value)} is no size; write WIDTHxHEIGHT, as in 800x480"
        )
    width, height = (int(side[:6]) for side in sides)
    for side, minimum, maximum in zip(
        (width, height), MIN_WINDOW_SIZE, MAX_WINDOW_SIZE, strict=True
    ):
        if not minimum <= side <= maximum:
            small, large = (f"{w}x{h}" for w, h in (MIN_WINDOW_SIZE, MAX_WINDOW_SIZE))
            problem = "small" if side < minimum else "large"
            raise ArgumentTypeError(
                f"{quote_argument(value)} is too {problem}; from {small} to {large}"
            )
    return width, height


def parse_game_code(value: str) -> GameCode:
    """Parse a game code."""
    try:
        return decode(value)
    except CodeError as error:
        raise ArgumentTypeError(str(error)) from error


def quote_argument(argument: str) -> str:
    """Return an argument in quotes, cut to `MAX_QUOTED_LENGTH`."""
    if len(argument) > MAX_QUOTED_LENGTH:
        argument = f"{argument[: MAX_QUOTED_LENGTH - 1]}…"
    return repr(argument)
