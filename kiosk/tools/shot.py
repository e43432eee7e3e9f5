"""`shot`."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from engine.cli.options import CommandError, open_game
from engine.codes import GameCode, encode
from engine.game import Game
from kiosk import arguments
from kiosk.arguments import UsageError, ValueParser
from kiosk.display.sdl import load_pygame
from kiosk.log import CommandFailedError

DEFAULT_SIZE = (800, 480)
DEFAULT_CODE = "BK1-C4-AAAAA24"
DEFAULT_SCENE = "table"
DEFAULT_DEVICE = "keyboard"
"""The kind of device whose buttons are spoken of."""

SHOT_OPTIONS: dict[str, ValueParser | None] = {
    "--out": arguments.parse_text,
    "--size": arguments.parse_size,
    "--scene": arguments.parse_text,
    "--code": arguments.parse_game_code,
    "--moves": arguments.parse_text,
    "--config": Path,
    "--layout": arguments.parse_text,
    "--device": arguments.parse_text,
}


class ShotOptions(NamedTuple):
    """What is to be in the picture, and where it is to go."""

    out: str
    layout: str | None
    size: tuple[int, int]
    scene: str
    code: str
    moves: str | None
    config: Path | None
    device: str


def run_shot(argv: Sequence[str], environ: Mapping[str, str]) -> int:
    """Write the picture, and the boxes where `--layout` asks for them.

    Args:
        argv: The options.
        environ: Not looked at: the picture is the same everywhere.

    Raises:
        UsageError, FailedError: where that cannot be done.
    """
    options = _parse_options(argv)
    game = _load_game(options)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    load_pygame()
    from kiosk.tools.screenshot import Screenshot

    Screenshot(options, game).write()
    return 0


def _parse_options(argv: Sequence[str]) -> ShotOptions:
    parsed_options = arguments.parse_arguments(argv, SHOT_OPTIONS).options
    if "--out" not in parsed_options:
        raise UsageError("shot needs --out X.png")
    code = cast("GameCode | None", parsed_options.get("--code"))
    return ShotOptions(
        out=str(parsed_options["--out"]),
        layout=cast("str | None", parsed_options.get("--layout")),
        size=cast("tuple[int, int]", parsed_options.get("--size", DEFAULT_SIZE)),
        scene=str(parsed_options.get("--scene", DEFAULT_SCENE)),
        code=encode(*code) if code else DEFAULT_CODE,
        moves=cast("str | None", parsed_options.get("--moves")),
        config=cast("Path | None", parsed_options.get("--config")),
        device=str(parsed_options.get("--device", DEFAULT_DEVICE)),
    )


def _load_game(options: ShotOptions) -> Game:
    """The game with its moves played, as the engine's own commands do it."""
    unused_options = dict.fromkeys(("board", "game", "number", "cells", "rules"))
    try:
        return open_game(Namespace(code=options.code, moves=options.moves, **unused_options))
    except CommandError as error:
        raise CommandFailedError(str(error), error.status) from error
