"""A real window goes dark while nobody is there, and the click that wakes it plays nothing."""

from __future__ import annotations

import json
import signal
from pathlib import Path

from tests.support.plans import Drag
from tests.support.running import gone, started, until
from tests.window.screen import Screen, drawn, is_kept, saved
from tests.window.test_window import WINNING, options, shows

DARK = bytes(800 * 480 * 3)


def test_it_goes_dark_and_the_click_that_wakes_it_plays_nothing(
    screen: Screen, tmp_path: Path
) -> None:
    config = tmp_path / "my.yaml"
    config.write_text("display: {blank_after: 4}\n")
    layout = tmp_path / "layout.json"
    expected = drawn(tmp_path, "--code", WINNING.code, "--layout", str(layout))
    x, y, w, h = json.loads(layout.read_text())["piles"]["1"]
    click = Drag((x + w // 2, y + h // 4), (x + w // 2, y + h // 4))
    words = (*options(tmp_path), "--config", str(config))
    with started(*words, environ=screen.environ) as process:
        until("the first picture", shows(screen, expected))
        until("darkness", lambda: screen.picture() == DARK)
        screen.click(click)
        until("the table as it was", shows(screen, expected))
        assert is_kept(tmp_path / "state", 0)()
        assert saved(tmp_path / "state")["moves"] == []
        assert gone(process, signal.SIGTERM)[::2] == (0, "")
