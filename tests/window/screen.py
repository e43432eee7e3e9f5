"""A real X screen without a monitor: its pixels, clicks and key presses."""

from __future__ import annotations

import json
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame

from kiosk.events import Action
from kiosk.storage import build_state_report
from tests.support.pixels import pixels
from tests.support.plans import Drag, KeyPresses
from tests.support.running import run_kiosk
from tests.window.server import XServer, start_x_server

NEAR, DOUBLE = 16, 0.36
"""Clicks so near in pixels and seconds would be a double tap, and so would two keys."""

NAMES = {
    Action.UP: "Up",
    Action.DOWN: "Down",
    Action.LEFT: "Left",
    Action.RIGHT: "Right",
    Action.CONFIRM: "Return",
    Action.UNDO: "BackSpace",
}
"""X key names of the actions."""


@contextmanager
def start_xvfb(folder: Path) -> Iterator[Screen]:
    """An empty screen of 800x480 pixels on an X server of its own; `folder` holds its pixels."""
    # Options of the screen: no screen saver, and its pixels in a file that can be read.
    options = ("-screen", "0", "800x480x24", "-fbdir", str(folder))
    with start_x_server("Xvfb", *options) as server:
        yield Screen(server, folder / "Xvfb_screen0")


class Screen:
    """An X server with one window on it."""

    def __init__(self, server: XServer, pixels: Path) -> None:
        """`pixels` is the file in which the server keeps them (XWD)."""
        self.environ = server.environ
        self.server = server.process
        self._pixels = pixels
        self._last = ((-99, -99), 0.0)
        self._confirmed = 0.0

    def take_screenshot(self, width: int = 800, height: int = 480) -> bytes:
        """The left upper part of the screen, red, green, blue for each pixel."""
        raw = self._pixels.read_bytes()
        head = struct.unpack(">25I", raw[:100])
        start, line = head[0] + 12 * head[19], head[12]
        rows = (raw[start + y * line :][: width * 4] for y in range(height))
        pixels = b"".join(rows)
        rgb = bytearray(width * height * 3)
        for part in range(3):
            rgb[part::3] = pixels[2 - part :: 4]
        return bytes(rgb)

    def run_xdotool(self, *words: str) -> str:
        """Let the hand do something."""
        done = subprocess.run(
            ["xdotool", *words], env=self.environ, capture_output=True, text=True, timeout=20
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def window(self) -> str:
        """The number of the window that has the keyboard: SDL takes it when it opens one."""
        return self.run_xdotool("getwindowfocus")

    def click(self, drag: Drag) -> None:
        """A click, or a drag, that no click before makes a double one."""
        (x, y), (a, b) = drag
        (left, top), when = self._last
        if abs(x - left) < NEAR and abs(y - top) < NEAR:
            time.sleep(max(0.0, when + DOUBLE - time.monotonic()))
        words = ["mousemove", str(x), str(y), "mousedown", "1"]
        if drag.start != drag.end:
            words += ["mousemove", str((x + a) // 2), str((y + b) // 2)]
            words += ["mousemove", str(a), str(b)]
        self.run_xdotool(*words, "mouseup", "1")
        self._last = (drag.end, time.monotonic())

    def wait_for_reaction(self) -> None:
        """The program has taken in, just now at the latest, what was done last: count from here.

        Where it had to wait for a processor, it counts its double clicks from later than the hand.
        """
        now = time.monotonic()
        self._last, self._confirmed = (self._last[0], now), now

    def press_keys(self, keys: KeyPresses) -> None:
        """Press the keys."""
        *way, last = [NAMES[action] for action in keys.actions]
        if not way:
            time.sleep(max(0.0, self._confirmed + DOUBLE - time.monotonic()))
        else:
            self.run_xdotool("key", "--delay", "4", *way)
        if keys.is_last_held:
            self.run_xdotool("keydown", last)
            time.sleep(0.75)
            self.run_xdotool("keyup", last)
        else:
            self.run_xdotool("key", last)
        self._confirmed = time.monotonic()


def read_saved_game(folder: Path) -> dict[str, Any]:
    """Return the saved game as the command prints it."""
    result = run_kiosk("state", "--state-dir", str(folder), "--json")
    assert result.status == 0, result.err
    report = json.loads(result.out)
    assert isinstance(report, dict)
    return report


def is_saved(folder: Path, count: int) -> Callable[[], bool]:
    """Return whether this state directory holds that many moves."""

    def look() -> bool:
        report = build_state_report(folder)
        return report is not None and len(report["moves"]) == count

    return look


def draw_expected(folder: Path, *words: str) -> bytes:
    """Return the picture of the command `shot`: red, green, blue for each pixel."""
    out = folder / "shot.png"
    result = run_kiosk("shot", "--out", str(out), *words)
    assert result.status == 0, result.err
    return pixels(pygame.image.load(out))
