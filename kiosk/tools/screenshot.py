"""One screen as a PNG file, and the boxes on it as JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from io import BytesIO
from pathlib import Path

import pygame

from engine.game import Game
from kiosk.app.hardware_setup import (
    PROFILES_DIR_NAME,
    HardwareSetup,
    create_screen_transform,
    set_up_hardware,
)
from kiosk.app.settings_files import load_startup_settings
from kiosk.display.painter_factory import PainterFactory
from kiosk.display.window import Window
from kiosk.hardware.detect import MachineFacts
from kiosk.hardware.pins import get_pin_labels
from kiosk.i18n import Translator
from kiosk.input.bindings import InputBindings
from kiosk.log import CommandFailedError, log_problem
from kiosk.paths import assets_dir
from kiosk.render.fonts import Fonts
from kiosk.scenes.registry import create_scene
from kiosk.tools.sample_data import SAMPLE_DIAGNOSTICS, SAMPLE_RANKED_WIN, create_sample_results
from kiosk.ui.scene import GameInPlay, Records, Scene, SceneContext

SAMPLE_PROBLEM = 'my.yaml:3: game.cells: "5" is out of range; a whole number from 1 to 4'
SAMPLE_SETTING = "display.rotation"


class Screenshot:
    """A screen drawn without a display; records, machine and messages on it are samples.

    Args:
        args: the options of `shot`.
        game: the game on the table.
    """

    def __init__(self, args: Namespace, game: Game) -> None:
        config, problems, _ = load_startup_settings(args.config)
        for problem in problems:
            log_problem(problem)
        # MachineFacts without arguments: the picture must not depend on this machine.
        setup = set_up_hardware(config, assets_dir() / PROFILES_DIR_NAME, MachineFacts)
        pygame.display.init()
        self._surface = pygame.display.set_mode(args.size)
        fonts = Fonts(assets_dir() / "fonts")
        painter_factory = PainterFactory(setup.config.display, fonts)
        for theme_problem in painter_factory.problems:
            log_problem(theme_problem)
        self._transform = create_screen_transform(setup.config, args.size)._replace(
            shift_range=painter_factory.shift_range
        )
        window = Window(self._surface, painter_factory.create_canvas, fonts, "", self._transform)
        context = _create_context(setup, window, fonts, args.device)
        self._scene = _create_scene(args.scene, context, game, problems)
        self._scene.enter(0.0)
        window.show(self._scene.build_frame(0.0))

    def write(self, picture_file: Path, layout_file: Path | None) -> None:
        """Write the picture, and the boxes in pixels of the panel.

        Raises:
            CommandFailedError: a file cannot be written.
        """
        picture = BytesIO()
        boxes = {
            kind: {name: self._transform.to_panel_box(box) for name, box in named_boxes.items()}
            for kind, named_boxes in self._scene.collect_boxes(0.0).items()
        }
        try:
            pygame.image.save(self._surface, picture, "picture.png")
            picture_file.write_bytes(picture.getvalue())
            if layout_file is not None:
                layout_file.write_text(json.dumps(boxes) + "\n", encoding="utf-8")
        except (OSError, pygame.error) as error:
            raise CommandFailedError(f"the picture cannot be written: {error}") from error


def _create_context(
    setup: HardwareSetup, window: Window, fonts: Fonts, device: str
) -> SceneContext:
    bindings = InputBindings(setup.config.buttons, get_pin_labels(setup.config, setup.profile))
    bindings.set_active_device(device)
    translator = Translator.load(setup.config.language)
    return SceneContext(
        window.size, fonts, translator, setup.config, bindings, diagnostics=SAMPLE_DIAGNOSTICS
    )


def _create_scene(name: str, context: SceneContext, game: Game, problems: tuple[str, ...]) -> Scene:
    subjects = {"notice": "\n".join(problems or (SAMPLE_PROBLEM,)), "setting": SAMPLE_SETTING}
    records = Records(
        list_results=lambda: create_sample_results(game),
        get_ranked_win=lambda rank_by: SAMPLE_RANKED_WIN,
    )
    context = context._replace(get_game_in_play=lambda: GameInPlay(game), records=records)
    return create_scene(name, context, subjects.get(name, ""))
