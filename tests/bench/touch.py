"""Measure how soon a click changes the picture: xdotool in, the X server's pixels out."""

from __future__ import annotations

import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.program import ROOT, start_game
from tests.window.screen import Screen, start_xvfb

CLICKS = 20


def measure_answers(screen: Screen) -> list[float]:
    """Seconds from the end of xdotool's click to other pixels, for each of the clicks."""
    times = []
    for click in range(CLICKS):
        before = screen.take_screenshot()
        screen.run_xdotool("mousemove", str(400 + 90 * (click % 2)), "400", "click", "1")
        began = time.monotonic()
        while screen.take_screenshot() == before:
            if time.monotonic() - began > 5:
                sys.exit("bench: a click was not answered")
        times.append(time.monotonic() - began)
        time.sleep(0.6)
    return times


def measure() -> None:
    """Print the median and the worst answer to a click on a table that slept."""
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        print("touch         not measured: needs Xvfb and xdotool")
        return
    with tempfile.TemporaryDirectory() as folder, start_xvfb(Path(folder)) as screen:
        program = [
            sys.executable,
            "-m",
            "kiosk",
            *start_game(Path(folder) / "state", "BK1-C4-AAAAA24"),
        ]
        process = subprocess.Popen(program, cwd=ROOT, env=screen.environ)
        time.sleep(3)
        times = [seconds * 1e3 for seconds in measure_answers(screen)]
        process.send_signal(signal.SIGTERM)
        process.wait()
    print(
        f"touch         answered after {statistics.median(times):.0f} ms (median), "
        f"{max(times):.0f} ms (slowest of {CLICKS}; goal 30 ms)"
    )
