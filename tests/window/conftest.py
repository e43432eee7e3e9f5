"""A screen of its own for every test: Xvfb, with a hand (xdotool) that reaches into it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.screen import Screen


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    """An empty screen of 800x480 pixels; the test is skipped where the programs are missing."""
    missing = [name for name in ("Xvfb", "xdotool") if not shutil.which(name)]
    if missing:
        pytest.skip(f"needs {' and '.join(missing)}: apt install xvfb xdotool")
    reading, writing = os.pipe()
    # Options of the screen: no screen saver, and its pixels in a file that can be read.
    options = ["-screen", "0", "800x480x24", "-nolisten", "tcp", "-fbdir", str(tmp_path)]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *options],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield Screen(f":{number}", tmp_path / "Xvfb_screen0", server)
    finally:
        server.kill()
        server.wait()
