"""A screen of its own for every test: Xvfb, with a hand (xdotool) that reaches into it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.screen import Screen, start_xvfb


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    """An empty screen of 800x480 pixels; the test is skipped where the programs are missing."""
    missing = [name for name in ("Xvfb", "xdotool") if not shutil.which(name)]
    if missing:
        pytest.skip(f"needs {' and '.join(missing)}: apt install xvfb xdotool")
    with start_xvfb(tmp_path) as opened:
        yield opened
