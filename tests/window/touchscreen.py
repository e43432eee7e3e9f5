"""A touch screen without one: an X server with a made-up panel, and a finger on its glass.

Xorg's own test driver for input (`inputtest`) takes events from a socket, one client for the life
of the server.
"""

from __future__ import annotations

import os
import shutil
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.plans import Drag, Pixel
from tests.support.running import wait_until
from tests.window.screen import DOUBLE, NEAR
from tests.window.server import start_x_server

UPRIGHT = "1 0 0 0 1 0 0 0 1"
TURNED = "0 1 0 -1 0 1 0 0 1"
"""The driver's matrix: identity; or the axes swapped, then the vertical one mirrored."""

AXIS_RANGE = 65535
"""Values that the panel reports at its right and lower edges."""
VERSION, TOUCH = 0, 6
"""The driver's events that are used."""
BEGIN, UPDATE, END = 18, 19, 20
"""X's own numbers for what a finger does."""
MODULES = Path("/usr/lib/xorg/modules")

CONFIG = """
Section "ServerFlags"
    Option "AutoAddDevices" "false"
    Option "DontVTSwitch" "true"
EndSection
Section "Device"
    Identifier "card"
    Driver "dummy"
    VideoRam 32768
EndSection
Section "Monitor"
    Identifier "panel"
    HorizSync 5.0-1000.0
    VertRefresh 5.0-200.0
    Modeline "panel" 33.0 {w} {w1} {w2} {w3} {h} {h1} {h2} {h3}
EndSection
Section "Screen"
    Identifier "screen"
    Device "card"
    Monitor "panel"
    DefaultDepth 24
    SubSection "Display"
        Depth 24
        Modes "panel"
        Virtual {w} {h}
    EndSubSection
EndSection
Section "InputDevice"
    Identifier "glass"
    Driver "inputtest"
    Option "SocketPath" "{socket}"
    Option "DeviceType" "Touch"
    Option "TouchCount" "5"
    Option "TransformationMatrix" "{matrix}"
EndSection
Section "InputDevice"
    Identifier "keys"
    Driver "inputtest"
    Option "SocketPath" "{socket}.keys"
    Option "DeviceType" "Keyboard"
EndSection
Section "ServerLayout"
    Identifier "all"
    Screen "screen"
    InputDevice "glass" "SendCoreEvents"
    InputDevice "keys" "CoreKeyboard"
EndSection
"""


def find_missing_modules() -> str:
    """Return the reason why such a server cannot run here; "" where there is none."""
    drivers = ("drivers/dummy_drv.so", "input/inputtest_drv.so")
    if not shutil.which("Xorg") or not all((MODULES / driver).exists() for driver in drivers):
        return "needs Xorg: apt install xserver-xorg-core xserver-xorg-video-dummy"
    return "" if os.geteuid() == 0 else "needs root: Xorg takes no other configuration else"


@contextmanager
def start_touchscreen(folder: Path, size: Pixel, matrix: str) -> Iterator[Touchscreen]:
    """An empty panel of this size in pixels; what its glass says goes through the matrix."""
    width, height = size
    # A socket's name must be short.
    path = Path(f"/tmp/glass-{os.getpid()}")
    modes = {f"w{i}": width + 20 * i for i in (1, 2, 3)} | {
        f"h{i}": height + 10 * i for i in (1, 2, 3)
    }
    config = folder / "xorg.conf"
    config.write_text(CONFIG.format(w=width, h=height, socket=path, matrix=matrix, **modes))
    options = ("-novtswitch", "-sharevts", "-noreset", "-config", str(config))
    try:
        with start_x_server(
            "Xorg", *options, "-logfile", str(folder / "xorg.log"), "vt7"
        ) as server:
            wait_until("the glass", path.exists)
            with socket.socket(socket.AF_UNIX) as wire:
                wire.settimeout(10.0)
                wire.connect(str(path))
                yield Touchscreen(server.environ, size, wire)
    finally:
        for left in (path, Path(f"{path}.keys")):
            left.unlink(missing_ok=True)


class Touchscreen:
    """The glass of a panel, and the finger that touches it."""

    def __init__(self, environ: dict[str, str], size: Pixel, wire: socket.socket) -> None:
        """Say hello to the driver behind `wire`, which asks for the version of its language."""
        self.environ = environ
        self._size, self._wire = size, wire
        self._last = ((-99, -99), 0.0)
        self._wire.sendall(struct.pack("=IIHH", 12, VERSION, 1, 1))
        assert self._wire.recv(64)

    def touch(self, drag: Drag, *, finger: int = 1) -> None:
        """A tap, or a drag, that no tap before makes a double one."""
        (left, top), when = self._last
        if abs(drag.start[0] - left) < NEAR and abs(drag.start[1] - top) < NEAR:
            time.sleep(max(0.0, when + DOUBLE - time.monotonic()))
        self.send_event(BEGIN, drag.start, finger)
        time.sleep(0.03)
        if drag.start != drag.end:
            half = ((drag.start[0] + drag.end[0]) // 2, (drag.start[1] + drag.end[1]) // 2)
            for place in (half, drag.end):
                self.send_event(UPDATE, place, finger)
                time.sleep(0.03)
        self.send_event(END, drag.end, finger)
        self._last = (drag.end, time.monotonic())

    def wait_for_reaction(self) -> None:
        """The program has taken in, just now at the latest, what was done last: count from here."""
        self._last = self._last[0], time.monotonic()

    def send_event(self, kind: int, place: Pixel, finger: int = 1) -> None:
        """One event of a finger at a pixel of the panel."""
        parts = [(at + 0.5) / side * AXIS_RANGE for at, side in zip(place, self._size, strict=True)]
        valued = struct.pack("=I8B4x", 0, 0b11, *[0] * 7)
        values = struct.pack("=64d", *parts, *[0.0] * 62) + struct.pack("=64d", *[0.0] * 64)
        body = struct.pack("=II", finger, kind) + valued + values
        self._wire.sendall(struct.pack("=II", 8 + len(body), TOUCH) + body)
