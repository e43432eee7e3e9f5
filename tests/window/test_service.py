"""The service menu in the real window: a key that is held, a PIN, and the game begun anew."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from kiosk.app.service_access import COMBO_HOLD_SECONDS
from tests.support.running import gone, started, until
from tests.window.screen import Screen, drawn
from tests.window.test_window import WINNING, options, shows

CONFIG = 'kiosk: {lock: true, pin: "0471"}\n'


def test_the_menu_is_behind_a_key_and_a_pin_and_begins_the_game_anew(
    screen: Screen, tmp_path: Path
) -> None:
    config = tmp_path / "my.yaml"
    config.write_text(CONFIG)
    words = ("--config", str(config))
    table = drawn(tmp_path, "--code", WINNING.code, *words)
    door = drawn(tmp_path, "--scene", "pin", *words)
    menu = drawn(tmp_path, "--scene", "service", *words)
    with started(*options(tmp_path), *words, environ=screen.environ) as process:
        until("the first picture", shows(screen, table))
        for key in ("ctrl", "alt", "s"):
            screen.do("keydown", key)
        time.sleep(COMBO_HOLD_SECONDS + 0.2)
        for key in ("s", "alt", "ctrl"):
            screen.do("keyup", key)
        until("the door", shows(screen, door))
        screen.do("key", "0", "4", "7", "2", "Return", "0", "4", "7", "1", "Return")
        until("the menu", shows(screen, menu))
        screen.do("key", "Next", "Tab", "Tab", "Tab", "Tab", "Return", "Tab", "Return")
        until("the game that has begun anew", shows(screen, table))
        assert process.poll() is None
        status, _, told = gone(process, signal.SIGTERM)
        assert (status, "0471" in told, "0472" in told) == (0, False, False)
