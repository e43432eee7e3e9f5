"""`shot`: a picture of any screen, and where everything is on it, without a display."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, cast

from engine.codes import GameCode, encode
from engine.game import Game
from engine.shell.complaint import Complaint
from engine.shell.opening import opened
from kiosk.app import arguments
from kiosk.app.arguments import Reader, UsageError
from kiosk.app.sdl import load_pygame
from kiosk.app.telling import FailedError, complain

SIZE = (800, 480)
CODE = "BK1-C4-AAAAA24"
SCENE = "table"
DEVICE = "keyboard"
"""The kind of device whose buttons are spoken of."""
SAMPLE = 'my.yaml:3: game.cells: "5" is out of range; a whole number from 1 to 4'
"""What a picture of the notice tells while nothing is wrong."""

SETTING = "display.rotation"
"""The setting in the picture of one."""

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


class _Wanted(NamedTuple):
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
    _write(wanted, game)
    return 0


def _wanted(words: Sequence[str]) -> _Wanted:
    typed = arguments.read(words, OPTIONS).options
    if "--out" not in typed:
        raise UsageError("shot needs --out X.png")
    code = cast("GameCode | None", typed.get("--code"))
    return _Wanted(
        out=str(typed["--out"]),
        layout=cast("str | None", typed.get("--layout")),
        size=cast("tuple[int, int]", typed.get("--size", SIZE)),
        scene=str(typed.get("--scene", SCENE)),
        code=encode(*code) if code else CODE,
        moves=cast("str | None", typed.get("--moves")),
        config=cast("Path | None", typed.get("--config")),
        device=str(typed.get("--device", DEVICE)),
    )


def _game(wanted: _Wanted) -> Game:
    """The game with its moves played, as the engine's own commands do it."""
    nothing = dict.fromkeys(("board", "game", "number", "cells", "rules"))
    try:
        return opened(Namespace(moves=wanted.moves, **nothing), wanted.code)
    except Complaint as error:
        raise FailedError(str(error), error.status) from error


def _write(wanted: _Wanted, game: Game) -> None:
    """Draw the scene and write the files."""
    import pygame

    from kiosk.app.hardware import set_up, view_of
    from kiosk.app.outfit import Outfit
    from kiosk.app.play import configured
    from kiosk.app.sample import FACTS, STANDING, results
    from kiosk.app.window import Window
    from kiosk.app.wired import labels
    from kiosk.bindings import Bindings
    from kiosk.i18n import Words
    from kiosk.paths import assets
    from kiosk.profiles import Machine
    from kiosk.render.text import Text
    from kiosk.scenes.catalogue import SCENES
    from kiosk.scenes.stage import Occasion, Stage

    if wanted.scene not in SCENES:
        name = arguments.quoted(wanted.scene)
        raise UsageError(f"no scene {name}; there are: {', '.join(SCENES)}")
    config, problems, _ = configured(wanted.config)
    for problem in problems:
        complain(problem)
    # Which machine this is must not matter: the picture is the same everywhere.
    found = set_up(config, assets() / "hardware", Machine)
    config = found.config
    pygame.display.init()
    surface = pygame.display.set_mode(wanted.size)
    text = Text(assets() / "fonts")
    bindings = Bindings(config.buttons, labels(config, found.profile))
    bindings.used(wanted.device)
    outfit = Outfit(config.display, text)
    for trouble in outfit.troubles:
        complain(trouble)
    view = view_of(config, wanted.size)._replace(slack=outfit.slack)
    window = Window(surface, outfit.canvas, text, "", view)
    words = Words.load(config.language)
    stage = Stage(window.size, text, words, config, bindings, facts=FACTS)
    notes = (problems or (SAMPLE,)) if wanted.scene == "notice" else ()
    about = SETTING if wanted.scene == "setting" else ""
    occasion = Occasion(game, about=about, notes=notes, results=results(game), standing=STANDING)
    scene = SCENES[wanted.scene](stage, occasion)
    scene.enter(0.0)
    window.show(scene.frame(0.0))
    try:
        picture = BytesIO()
        pygame.image.save(surface, picture, "picture.png")
        Path(wanted.out).write_bytes(picture.getvalue())
        if wanted.layout is not None:
            boxes = {
                kind: {name: view.box(box) for name, box in found.items()}
                for kind, found in scene.boxes(0.0).items()
            }
            Path(wanted.layout).write_text(json.dumps(boxes) + "\n", encoding="utf-8")
    except (OSError, pygame.error) as error:
        raise FailedError(f"the picture cannot be written: {error}") from error
