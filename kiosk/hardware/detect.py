"""Detection of the machine: connectors, input devices, libraries, hardware profile."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kiosk.hardware.profiles import Profile, ProfileError, list_profiles, load_profile

GL_LIBRARIES = {
    "libgbm.so.1": "libgbm1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libGL.so.1": "libgl1",
}
"""Libraries that SDL's KMSDRM driver loads at run time, and their Debian packages."""


class Connector(NamedTuple):
    """A connector of a graphics card (`card1-HDMI-A-1`), and its status (`connected`)."""

    name: str
    status: str


class InputNode(NamedTuple):
    """An input device of the kernel."""

    path: str
    name: str
    readable: bool


def list_graphics_cards(dev: Path = Path("/dev")) -> list[Path]:
    """Return the device files of all graphics cards."""
    return sorted((dev / "dri").glob("card*"))


def list_connectors(sys: Path = Path("/sys")) -> list[Connector]:
    """Return the connectors of all graphics cards."""
    paths = sorted((sys / "class/drm").glob("card*-*"))
    return [Connector(path.name, _read_text(path / "status", "?").strip()) for path in paths]


def list_input_nodes(dev: Path = Path("/dev"), sys: Path = Path("/sys")) -> list[InputNode]:
    """Return all input devices."""
    nodes = sorted((dev / "input").glob("event*"), key=lambda path: (len(path.name), path.name))
    names = [_read_text(sys / f"class/input/{n.name}/device/name", "?").strip() for n in nodes]
    readable = [os.access(node, os.R_OK) for node in nodes]
    return list(map(InputNode, map(str, nodes), names, readable))


def list_gpio_chips(dev: Path = Path("/dev")) -> list[str]:
    """Return the device files of all GPIO chips."""
    return [str(path) for path in sorted(dev.glob("gpiochip*"))]


def has_library(name: str) -> bool:
    """Return whether a shared library (`libEGL.so.1`) can be loaded."""
    import ctypes

    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def read_board_model(root_dir: Path = Path("/")) -> str:
    """Return the name of the board."""
    try:
        file = root_dir / "proc/device-tree/model"
        return file.read_text(encoding="ascii").strip("\0\n")
    except (OSError, ValueError):
        return "no device tree"


PANEL_BUSES = ("mipi-dsi", "spi", "platform", "i2c")


class MachineFacts(NamedTuple):
    """Facts about the machine from the kernel, compared with those of profiles."""

    model: str = ""
    product: str = ""
    """Name of the board on the header."""
    compatible: frozenset[str] = frozenset()
    """Driver names of all devices on the buses."""
    panels: frozenset[str] = frozenset()
    """Connected outputs with their first mode: `DSI 720x1280`."""
    pads: frozenset[str] = frozenset()
    """USB numbers of input devices: `045e:028e`."""

    @classmethod
    def detect(cls, proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> MachineFacts:
        """Read the facts; unreadable ones are empty."""
        compatible = {
            name
            for bus in PANEL_BUSES
            for path in sys.glob(f"bus/{bus}/devices/*/of_node/compatible")
            for name in _read_text(path).split("\0")
        }
        return cls(
            _read_text(proc / "device-tree/model").strip("\0"),
            _read_text(proc / "device-tree/hat/product").strip("\0"),
            frozenset(compatible - {""}),
            frozenset(_read_panels(sys)),
            frozenset(
                f"{_read_text(path / 'vendor').strip()}:{_read_text(path / 'product').strip()}"
                for path in sys.glob("class/input/input*/id")
            ),
        )

    def matches(self, fact: str, value: str) -> bool:
        """Return whether a fact of a profile is true here; unknown facts are not."""
        match fact:
            case "model" | "product":
                return value.lower() in getattr(self, fact).lower()
            case "compatible":
                return value in self.compatible
            case "panel":
                return value in self.panels
            case "pad":
                return value in self.pads
        return False


def detect_profile(folder: Path, machine: MachineFacts) -> Profile | None:
    """Return the profile all of whose facts are true, with the most facts; None if ambiguous."""
    fact_counts: dict[str, int] = {}
    for key in list_profiles(folder) if machine != MachineFacts() else ():
        facts = parse_facts(_read_text(folder / f"{key}.yaml"))
        if facts and all(machine.matches(fact, value) for fact, value in facts.items()):
            fact_counts[key] = len(facts)
    best = [key for key, count in fact_counts.items() if count == max(fact_counts.values())]
    with suppress(ProfileError):
        return load_profile(folder, best[0]) if len(best) == 1 else None
    return None


def parse_facts(text: str) -> dict[str, str]:
    """Parse the facts in a profile: the indented lines `fact: value` below `detect:`.

    Parsing fifty files as YAML would take a second on a small machine.
    """
    facts = {}
    _, _, block = f"\n{text}".partition("\ndetect:\n")
    for line in block.splitlines():
        if not line.startswith("  "):
            break
        fact, _, value = line.strip().partition(": ")
        facts[fact] = value.strip("'\"")
    return facts


def _read_panels(sys: Path) -> Iterable[str]:
    for path in sys.glob("class/drm/card*-*"):
        modes = _read_text(path / "modes").split()
        if modes and _read_text(path / "status").strip() != "disconnected":
            yield f"{path.name.split('-')[1]} {modes[0]}"


def _read_text(path: Path, default: str = "") -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return default
