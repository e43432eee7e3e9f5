"""Locked in: whatever a person or a terminal does to the real window, only SIGTERM ends it."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.support.running import gone, started, until
from tests.window.closing import ask_to_close
from tests.window.screen import Screen, drawn
from tests.window.test_window import WINNING, options, shows

KEYS = ("ctrl+q", "ctrl+c", "alt+F4", "ctrl+alt+BackSpace", "ctrl+alt+Delete", "ctrl+alt+F2")
SIGNALS = (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTOU)


def close(screen: Screen) -> None:
    """Ask the window to close, as the cross in its corner and Alt+F4 do."""
    ask_to_close(screen.environ["DISPLAY"], int(screen.window()))


def test_locked_in_nothing_but_sigterm_ends_it(screen: Screen, tmp_path: Path) -> None:
    config = tmp_path / "my.yaml"
    config.write_text("kiosk: {lock: true}\n")
    words = (*options(tmp_path), "--config", str(config))
    expected = drawn(tmp_path, "--code", WINNING.code, "--config", str(config))
    with started(*words, environ=screen.environ) as process:
        until("the first picture", shows(screen, expected))
        for keys in KEYS:
            screen.do("key", keys)
        close(screen)
        for number in SIGNALS:
            process.send_signal(number)
        before = screen.picture()
        screen.do("key", "m")
        until("the menu of a game that goes on", lambda: screen.picture() != before)
        assert process.poll() is None
        assert gone(process, signal.SIGTERM)[::2] == (0, "")


def test_without_the_lock_the_window_closes(screen: Screen, tmp_path: Path) -> None:
    expected = drawn(tmp_path, "--code", WINNING.code)
    with started(*options(tmp_path), environ=screen.environ) as process:
        until("the first picture", shows(screen, expected))
        close(screen)
        process.communicate(timeout=5)
        assert process.returncode == 0
