"""Locked in: whatever a person or a terminal does to the real window, only SIGTERM ends it."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.support.running import start_kiosk, wait_until, wait_until_ended
from tests.window.closing import ask_to_close
from tests.window.screen import Screen, draw_expected
from tests.window.test_window import WINNING, game_options, shows_picture

KEYS = ("ctrl+q", "ctrl+c", "alt+F4", "ctrl+alt+BackSpace", "ctrl+alt+Delete", "ctrl+alt+F2")
SIGNALS = (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTOU)


def close_window(screen: Screen) -> None:
    """Ask the window to close, as the cross in its corner and Alt+F4 do."""
    ask_to_close(screen.environ["DISPLAY"], int(screen.window()))


def test_locked_in_nothing_but_sigterm_ends_it(screen: Screen, tmp_path: Path) -> None:
    config = tmp_path / "my.yaml"
    config.write_text("kiosk: {lock: true}\n")
    words = (*game_options(tmp_path), "--config", str(config))
    expected = draw_expected(tmp_path, "--code", WINNING.code, "--config", str(config))
    with start_kiosk(*words, environ=screen.environ) as process:
        wait_until("the first picture", shows_picture(screen, expected))
        for keys in KEYS:
            screen.run_xdotool("key", keys)
        close_window(screen)
        for number in SIGNALS:
            process.send_signal(number)
        before = screen.take_screenshot()
        screen.run_xdotool("key", "m")
        wait_until("the menu of a game that goes on", lambda: screen.take_screenshot() != before)
        assert process.poll() is None
        assert wait_until_ended(process, signal.SIGTERM)[::2] == (0, "")


def test_without_the_lock_the_window_closes(screen: Screen, tmp_path: Path) -> None:
    expected = draw_expected(tmp_path, "--code", WINNING.code)
    with start_kiosk(*game_options(tmp_path), environ=screen.environ) as process:
        wait_until("the first picture", shows_picture(screen, expected))
        close_window(screen)
        process.communicate(timeout=5)
        assert process.returncode == 0
