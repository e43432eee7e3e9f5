"""Record SDL's events of a finger on a panel: `python -m tests.window.record`, as root.

The streams are kept beside the tests that play them (`tests/kiosk/streams`), an event a line. They
are made on the touch screen of `touchscreen.py`: as a desktop tells of touch (finger and mouse),
as it is without one (finger only), and on a panel that tells both axes otherwise.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.plans import Pixel
from tests.support.running import wait_until
from tests.window.touchscreen import (
    BEGIN,
    END,
    TURNED,
    UPDATE,
    UPRIGHT,
    Touchscreen,
    start_touchscreen,
)

STREAMS = Path(__file__).resolve().parents[1] / "kiosk/streams"
PANELS = {
    "finger-and-mouse": ((800, 480), UPRIGHT, ""),
    "finger-only": ((800, 480), UPRIGHT, "0"),
    "turned": ((480, 800), TURNED, "0"),
}
"""The panels by the names of their streams: size in pixels, axes, and whether mice are made up."""
LISTENER_PROGRAM = """
import json, sys, time
import pygame
pygame.display.init()
pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
kinds = ("FINGERDOWN", "FINGERMOTION", "FINGERUP")
kinds += ("MOUSEMOTION", "MOUSEBUTTONDOWN", "MOUSEBUTTONUP")
names = {getattr(pygame, kind): kind for kind in kinds}
start = time.monotonic()
print("ready", file=sys.stderr, flush=True)
while True:
    for event in pygame.event.get():
        if event.type in names:
            facts = {key: value for key, value in event.dict.items() if key != "window"}
            line = [round(time.monotonic() - start, 3), names[event.type], facts]
            print(json.dumps(line), flush=True)
    time.sleep(0.002)
"""


def perform_gestures(glass: Touchscreen, place: Pixel) -> None:
    """A tap, one that trembles, a drag, one that the panel loses, a long press, two fingers."""
    x, y = place

    def send_gesture(kind: int, dx: int, dy: int, pause: float, finger: int = 1) -> None:
        glass.send_event(kind, (x + dx, y + dy), finger)
        time.sleep(pause)

    send_gesture(BEGIN, 0, 0, 0.08)
    send_gesture(END, 0, 0, 0.6)
    send_gesture(BEGIN, 0, 0, 0.05)
    for dx, dy in ((5, -4), (-6, 5), (4, 6)):
        send_gesture(UPDATE, dx, dy, 0.05)
    send_gesture(END, 3, 3, 0.6)
    send_gesture(BEGIN, 0, 0, 0.03)
    for step in range(1, 9):
        send_gesture(UPDATE, 10 * step, 5 * step, 0.02)
    send_gesture(END, 80, 40, 0.6)
    send_gesture(BEGIN, 0, 0, 0.03)
    for step in range(1, 5):
        send_gesture(UPDATE, 10 * step, 5 * step, 0.02)
    send_gesture(END, 40, 20, 0.03)
    send_gesture(BEGIN, 44, 22, 0.02)
    for step in range(5, 9):
        send_gesture(UPDATE, 10 * step, 5 * step, 0.02)
    send_gesture(END, 80, 40, 0.6)
    send_gesture(BEGIN, 0, 0, 0.8)
    send_gesture(END, 0, 0, 0.6)
    send_gesture(BEGIN, 0, 0, 0.03)
    send_gesture(BEGIN, 150, 100, 0.05, 2)
    send_gesture(END, 150, 100, 0.05, 2)
    send_gesture(END, 0, 0, 0.3)


def record_stream(name: str) -> None:
    """Write one stream."""
    size, matrix, made_up = PANELS[name]
    with (
        tempfile.TemporaryDirectory() as folder,
        start_touchscreen(Path(folder), size, matrix) as glass,
    ):
        events_path, ready = Path(folder) / "told", Path(folder) / "ready"
        environ = {**glass.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        environ |= {"SDL_TOUCH_MOUSE_EVENTS": made_up} if made_up else {}
        with events_path.open("w") as out, ready.open("w") as err:
            listener = subprocess.Popen(
                [sys.executable, "-c", LISTENER_PROGRAM], stdout=out, stderr=err, env=environ
            )
            try:
                wait_until("a window", lambda: "ready" in ready.read_text())
                time.sleep(1.0)
                perform_gestures(glass, (200, 150))
            finally:
                listener.kill()  # SDL makes an event of a polite request
                listener.wait(10)
        (STREAMS / f"{name}.jsonl").write_text(events_path.read_text())


if __name__ == "__main__":
    for each in PANELS:
        record_stream(each)
