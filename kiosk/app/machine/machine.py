"""What the kernel tells of this machine: graphics cards, connectors, input devices, pins."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

GL_LIBRARIES = {
    "libgbm.so.1": "libgbm1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libGL.so.1": "libgl1",
}
"""What KMSDRM loads at run time, and Debian's packages with it."""


class Connector(NamedTuple):
    """A socket of a graphics card, by its name (`card1-HDMI-A-1`), and what it says of itself."""

    name: str
    status: str


class InputNode(NamedTuple):
    """An input device: its file, its name, and whether we may read it."""

    path: str
    name: str
    readable: bool


def cards(dev: Path = Path("/dev")) -> list[Path]:
    """The graphics cards that could show a picture without a desktop."""
    return sorted((dev / "dri").glob("card*"))


def connectors(sys: Path = Path("/sys")) -> list[Connector]:
    """Every connector of every card, and whether something is connected to it."""
    found = sorted((sys / "class/drm").glob("card*-*"))
    return [Connector(path.name, _line(path / "status")) for path in found]


def input_nodes(dev: Path = Path("/dev"), sys: Path = Path("/sys")) -> list[InputNode]:
    """Every input device of the kernel."""
    nodes = sorted((dev / "input").glob("event*"), key=lambda path: (len(path.name), path.name))
    return [
        InputNode(
            str(node),
            _line(sys / "class/input" / node.name / "device/name"),
            os.access(node, os.R_OK),
        )
        for node in nodes
    ]


def pin_chips(dev: Path = Path("/dev")) -> list[str]:
    """The files through which pins are driven."""
    return [str(path) for path in sorted(dev.glob("gpiochip*"))]


def has_library(name: str) -> bool:
    """Whether the loader finds a shared library by its name (`libEGL.so.1`)."""
    import ctypes

    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def model(top: Path = Path("/")) -> str:
    """What the board calls itself."""
    try:
        file = top / "proc/device-tree/model"
        return file.read_text(encoding="ascii").strip("\0\n")
    except (OSError, ValueError):
        return "no device tree"


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "?"
