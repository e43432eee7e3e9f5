"""The service menu in the real window: a key that is held, a PIN, and the game begun anew."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from kiosk.app.service_access import COMBO_HOLD_SECONDS
from tests.support.running import start_kiosk, wait_until, wait_until_ended
from tests.window.screen import Screen, draw_expected
from tests.window.test_window import WINNING, game_options, shows_picture

CONFIG = 'kiosk: {lock: true, pin: "0471"}\n'


def test_the_menu_is_behind_a_key_and_a_pin_and_begins_the_game_anew(
    screen: Screen, tmp_path: Path
) -> None:
    config = tmp_path / "my.yaml"
    config.write_text(CONFIG)
    words = ("--config", str(config))
    table = draw_expected(tmp_path, "--code", WINNING.code, *words)
    door = draw_expected(tmp_path, "--scene", "pin", *words)
    menu = draw_expected(tmp_path, "--scene", "service", *words)
    with start_kiosk(*game_options(tmp_path), *words, environ=screen.environ) as process:
        wait_until("the first picture", shows_picture(screen, table))
        for key in ("ctrl", "alt", "s"):
            screen.run_xdotool("keydown", key)
        time.sleep(COMBO_HOLD_SECONDS + 0.2)
        for key in ("s", "alt", "ctrl"):
            screen.run_xdotool("keyup", key)
        wait_until("the door", shows_picture(screen, door))
        screen.run_xdotool("key", "0", "4", "7", "2", "Return", "0", "4", "7", "1", "Return")
        wait_until("the menu", shows_picture(screen, menu))
        screen.run_xdotool("key", "Next", "Tab", "Tab", "Tab", "Tab", "Return", "Tab", "Return")
        wait_until("the game that has begun anew", shows_picture(screen, table))
        assert process.poll() is None
        status, _, err = wait_until_ended(process, signal.SIGTERM)
        assert (status, "0471" in err, "0472" in err) == (0, False, False)
