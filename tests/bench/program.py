"""A screen to measure on: the one there is, or an Xvfb of our own, and the programs to compare."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZE = (800, 480)

BARE_WINDOW_PROGRAM = f"""
import os, sys
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.modules["pkg_resources"] = sys.modules["numpy"] = None
import pygame
pygame.display.init()
screen = pygame.display.set_mode({SIZE})
screen.fill((36, 84, 68))
pygame.display.flip()
"""
"""The bare window: pygame with `pkg_resources` kept out, one colour, one flip."""

REPORT_PROGRAM = """
import time
print("frame", time.clock_gettime(time.CLOCK_MONOTONIC), flush=True)
lines = open("/proc/self/status").readlines()
print("peak", next(line.split()[1] for line in lines if line.startswith("VmHWM")), flush=True)
"""

GAME_PROGRAM = """
import sys
from kiosk.display.sdl import load_pygame
load_pygame()
from kiosk.display import window
shown = window.Window.show
def show(self, frame):
    shown(self, frame)
    window.Window.show = shown
    exec(TELL, {})
TELL = %r
window.Window.show = show
from kiosk.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
"""The program itself, which reports when its first frame has been presented."""


@contextmanager
def start_screen() -> Iterator[dict[str, str]]:
    """The environment of a program that is to open a window."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")}
    if environment.get("DISPLAY"):
        yield environment
        return
    if not shutil.which("Xvfb"):
        sys.exit("bench: no DISPLAY and no Xvfb; on Debian: sudo apt install xvfb")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as pipe:
            yield {**environment, "DISPLAY": f":{pipe.readline().strip()}"}
    finally:
        server.terminate()
        server.wait()


def start_program(
    program: str, *arguments: str, environment: dict[str, str]
) -> subprocess.Popen[str]:
    """Start a Python program given as text; what it prints can be read."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def start_game(state: Path, code: str) -> tuple[str, ...]:
    """The arguments that deal this code in a window of the size measured."""
    size = "x".join(map(str, SIZE))
    return ("--windowed", size, "--code", code, "--state-dir", str(state))
