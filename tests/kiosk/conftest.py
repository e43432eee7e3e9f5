"""What tests of several modules begin with: saved games, and somebody who paints."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kiosk import paths
from kiosk.render.fonts import Fonts
from kiosk.render.painter import Painter
from kiosk.render.theme import DEFAULT_THEME
from tests.support.saves import make_saves


@pytest.fixture(scope="session")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """State directories to copy, `closed` and `killed`; nobody opens these themselves."""
    return make_saves(tmp_path_factory.mktemp("saves"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A state directory that is not there yet."""
    return tmp_path / "state"


@pytest.fixture(params=["closed", "killed"])
def path(request: pytest.FixtureRequest, saves: Path, folder: Path) -> Path:
    """The database of a saved game."""
    shutil.copytree(saves / request.param, folder)
    return folder / "bakehouse.db"


@pytest.fixture(scope="module")
def painter() -> Painter:
    """Paints in the shipped fonts, and keeps its pictures for a whole module."""
    return Painter(DEFAULT_THEME, Fonts(paths.assets_dir() / "fonts"))
