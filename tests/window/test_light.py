"""A real window goes dark when idle, and the click that wakes it plays nothing."""

from __future__ import annotations

import json
import signal
from pathlib import Path

from tests.support.plans import Drag
from tests.support.running import start_kiosk, wait_until, wait_until_ended
from tests.window.screen import Screen, draw_expected, is_saved, read_saved_game
from tests.window.test_window import WINNING, game_options, shows_picture

DARK = bytes(800 * 480 * 3)


def test_it_goes_dark_and_the_click_that_wakes_it_plays_nothing(
    screen: Screen, tmp_path: Path
) -> None:
    config = tmp_path / "my.yaml"
    config.write_text("display: {blank_after: 4}\n")
    layout = tmp_path / "layout.json"
    expected = draw_expected(tmp_path, "--code", WINNING.code, "--layout", str(layout))
    x, y, w, h = json.loads(layout.read_text())["piles"]["1"]
    click = Drag((x + w // 2, y + h // 4), (x + w // 2, y + h // 4))
    words = (*game_options(tmp_path), "--config", str(config))
    with start_kiosk(*words, environ=screen.environ) as process:
        wait_until("the first picture", shows_picture(screen, expected))
        wait_until("darkness", lambda: screen.take_screenshot() == DARK)
        screen.click(click)
        wait_until("the table as it was", shows_picture(screen, expected))
        assert is_saved(tmp_path / "state", 0)()
        assert read_saved_game(tmp_path / "state")["moves"] == []
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")
