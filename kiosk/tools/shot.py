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
from kiosk.arguments import Reader, UsageError
from kiosk.display.sdl import load_pygame
from kiosk.log import FailedError

SIZE = (800, 480)
CODE = "BK1-C4-AAAAA24"
SCENE = "table"
DEVICE = "keyboard"
"""The kind of device whose buttons are spoken of."""

OPTIONS: dict[str, Reader | None] = {
    "--out": arguments.text,
    "--size": arguments.size,
    "--scene": arguments.text,
    "--code": arguments.code,
    "--moves": arguments.text,
    "--config": Path,
    "--layout": arguments.text,
    "--device": arguments.text,
}


class Wanted(NamedTuple):
    """What is to be in the picture, and where it is to go."""

    out: str
    layout: str | None
    size: tuple[int, int]
    scene: str
    code: str
    moves: str | None
    config: Path | None
    device: str


def shot(words: Sequence[str], environ: Mapping[str, str]) -> int:
    """Write the picture, and the boxes where `--layout` asks for them.

    Args:
        words: The options.
        environ: Not looked at: the picture is the same everywhere.

    Raises:
        UsageError, FailedError: where that cannot be done.
    """
    wanted = _wanted(words)
    game = _game(wanted)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    load_pygame()
    from kiosk.tools.screenshot import Photo

    Photo(wanted, game).write()
    return 0


def _wanted(words: Sequence[str]) -> Wanted:
    typed = arguments.read(words, OPTIONS).options
    if "--out" not in typed:
        raise UsageError("shot needs --out X.png")
    code = cast("GameCode | None", typed.get("--code"))
    return Wanted(
        out=str(typed["--out"]),
        layout=cast("str | None", typed.get("--layout")),
        size=cast("tuple[int, int]", typed.get("--size", SIZE)),
        scene=str(typed.get("--scene", SCENE)),
        code=encode(*code) if code else CODE,
        moves=cast("str | None", typed.get("--moves")),
        config=cast("Path | None", typed.get("--config")),
        device=str(typed.get("--device", DEVICE)),
    )


def _game(wanted: Wanted) -> Game:
    """The game with its moves played, as the engine's own commands do it."""
    nothing = dict.fromkeys(("board", "game", "number", "cells", "rules"))
    try:
        return open_game(Namespace(moves=wanted.moves, **nothing), wanted.code)
    except CommandError as error:
        raise FailedError(str(error), error.status) from error
