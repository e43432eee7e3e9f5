"""Draw a screen into a PNG file, without a display."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from pathlib import Path

from engine.cli.options import open_game
from kiosk.display.sdl import load_pygame
from kiosk.scenes.registry import SCENE_FACTORIES
from kiosk.tools.argument_types import parse_existing_path, parse_size, parse_text, quote_argument

DEFAULT_SIZE = (800, 480)
DEFAULT_CODE = "BK1-C4-AAAAA24"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--out", metavar="X.png", type=parse_text, required=True)
    parser.add_argument(
        "--layout", metavar="X.json", type=parse_text, help="write the boxes of the screen"
    )
    parser.add_argument("--size", metavar="WxH", type=parse_size, default=DEFAULT_SIZE)
    parser.add_argument(
        "--scene",
        metavar="NAME",
        type=_parse_scene,
        default="table",
        help=", ".join(SCENE_FACTORIES),
    )
    parser.add_argument("--code", metavar="CODE", default=DEFAULT_CODE, help="a game code")
    parser.add_argument("--moves", metavar="FILE", type=parse_text, help="moves, - for stdin")
    parser.add_argument("--config", metavar="FILE", type=parse_existing_path, help="settings file")
    parser.add_argument(
        "--device",
        metavar="KIND",
        type=parse_text,
        default="keyboard",
        help="prompts name its buttons: screen, keyboard, gamepad or gpio",
    )
    # What else `open_game` reads.
    parser.set_defaults(board=None, game=None, number=None, cells=None, rules=None)


def _parse_scene(name: str) -> str:
    if name not in SCENE_FACTORIES:
        raise ArgumentTypeError(
            f"no scene {quote_argument(name)}; there are: {', '.join(SCENE_FACTORIES)}"
        )
    return name


def run(args: Namespace, environ: Mapping[str, str]) -> int:
    """Write the picture, and the boxes if `--layout` is given.

    Raises:
        CommandError: the game cannot be read.
        CommandFailedError: a file cannot be written.
    """
    game = open_game(args)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    load_pygame()
    from kiosk.tools.screenshot import Screenshot

    Screenshot(args, game).write(Path(args.out), args.layout and Path(args.layout))
    return 0
