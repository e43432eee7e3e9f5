"""One picture of one screen, and the boxes on it, as files."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pygame

from engine.game import Game
from kiosk.app.hardware_setup import HARDWARE, SetUp, set_up, view_of
from kiosk.app.run import Outfit
from kiosk.app.settings_files import configured
from kiosk.arguments import UsageError, quoted
from kiosk.display.window import Window
from kiosk.hardware.detect import MachineFacts
from kiosk.hardware.pins import labels
from kiosk.i18n import Translator
from kiosk.input.bindings import InputBindings
from kiosk.log import FailedError, complain
from kiosk.paths import assets_dir
from kiosk.render.fonts import Fonts
from kiosk.scenes.registry import SCENE_FACTORIES
from kiosk.tools.sample_data import FACTS, STANDING, results
from kiosk.tools.shot import Wanted
from kiosk.ui.scene import Scene, SceneArguments, SceneContext

SAMPLE = 'my.yaml:3: game.cells: "5" is out of range; a whole number from 1 to 4'
"""What a picture of the notice tells while nothing is wrong."""


SETTING = "display.rotation"
"""The setting in the picture of one."""


class Photo:
    """A screen without a display; everything on it is a sample but the game and the settings."""

    def __init__(self, wanted: Wanted, game: Game) -> None:
        """Draw it.

        Raises:
            UsageError: there is no such screen.
        """
        if wanted.scene not in SCENE_FACTORIES:
            raise UsageError(
                f"no scene {quoted(wanted.scene)}; there are: {', '.join(SCENE_FACTORIES)}"
            )
        self._wanted = wanted
        config, problems, _ = configured(wanted.config)
        for problem in problems:
            complain(problem)
        # Which machine this is must not matter: the picture is the same everywhere.
        found = set_up(config, assets_dir() / HARDWARE, MachineFacts)
        pygame.display.init()
        self._surface = pygame.display.set_mode(wanted.size)
        text = Fonts(assets_dir() / "fonts")
        outfit = Outfit(found.config.display, text)
        for trouble in outfit.troubles:
            complain(trouble)
        self._view = view_of(found.config, wanted.size)._replace(shift_range=outfit.slack)
        window = Window(self._surface, outfit.canvas, text, "", self._view)
        context = _stage(found, window, text, wanted.device)
        self._scene = _scene(wanted.scene, context, game, problems)
        self._scene.enter(0.0)
        window.show(self._scene.build_frame(0.0))

    def write(self) -> None:
        """Write the files.

        Raises:
            FailedError: that cannot be done.
        """
        picture, layout = BytesIO(), self._wanted.layout
        try:
            pygame.image.save(self._surface, picture, "picture.png")
            Path(self._wanted.out).write_bytes(picture.getvalue())
            if layout is not None:
                Path(layout).write_text(json.dumps(self._boxes()) + "\n", encoding="utf-8")
        except (OSError, pygame.error) as error:
            raise FailedError(f"the picture cannot be written: {error}") from error

    def _boxes(self) -> dict[str, dict[str, tuple[int, int, int, int]]]:
        """What can be touched, in the panel's own pixels."""
        return {
            kind: {name: self._view.to_panel_box(box) for name, box in found.items()}
            for kind, found in self._scene.collect_boxes(0.0).items()
        }


def _stage(found: SetUp, window: Window, text: Fonts, device: str) -> SceneContext:
    bindings = InputBindings(found.config.buttons, labels(found.config, found.profile))
    bindings.set_active_device(device)
    words = Translator.load(found.config.language)
    return SceneContext(window.size, text, words, found.config, bindings, diagnostics=FACTS)


def _scene(name: str, context: SceneContext, game: Game, problems: tuple[str, ...]) -> Scene:
    notes = (problems or (SAMPLE,)) if name == "notice" else ()
    about = SETTING if name == "setting" else ""
    arguments = SceneArguments(
        game, subject=about, messages=notes, results=results(game), ranked_win=STANDING
    )
    return SCENE_FACTORIES[name](context, arguments)
