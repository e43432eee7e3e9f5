"""`make shots`: a contact sheet with all screens of the registry."""

from __future__ import annotations

from pathlib import Path

import pygame

from kiosk.scenes.registry import SCENE_FACTORIES
from kiosk.settings import Config
from tests.support.contact import scenes, sheet


def test_every_screen_is_on_the_sheet(tmp_path: Path) -> None:
    assert {shot.title for shot in scenes()} >= set(SCENE_FACTORIES)
    pygame.display.init()
    out = tmp_path / "sheet.png"
    sheet((240, 240), Config(), out)
    width, height = pygame.image.load(str(out)).get_size()
    assert width >= 2000
    assert height >= 700
