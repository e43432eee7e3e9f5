"""Which machine is this."""

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


def list_graphics_cards(dev: Path = Path("/dev")) -> list[Path]:
    """The graphics cards that could show a picture without a desktop."""
    return sorted((dev / "dri").glob("card*"))


def list_connectors(sys: Path = Path("/sys")) -> list[Connector]:
    """Every connector of every card, and whether something is connected to it."""
    paths = sorted((sys / "class/drm").glob("card*-*"))
    return [Connector(path.name, _read_line(path / "status")) for path in paths]


def list_input_nodes(dev: Path = Path("/dev"), sys: Path = Path("/sys")) -> list[InputNode]:
    """Every input device of the kernel."""
    nodes = sorted((dev / "input").glob("event*"), key=lambda path: (len(path.name), path.name))
    return [
        InputNode(
            str(node),
            _read_line(sys / "class/input" / node.name / "device/name"),
            os.access(node, os.R_OK),
        )
        for node in nodes
    ]


def list_gpio_chips(dev: Path = Path("/dev")) -> list[str]:
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


def read_board_model(root_dir: Path = Path("/")) -> str:
    """What the board calls itself."""
    try:
        file = root_dir / "proc/device-tree/model"
        return file.read_text(encoding="ascii").strip("\0\n")
    except (OSError, ValueError):
        return "no device tree"


def _read_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "?"


PANEL_BUSES = ("mipi-dsi", "spi", "platform", "i2c")
"""The buses on which panels are found."""


class MachineFacts(NamedTuple):
    """What the kernel tells of the machine.

    `model` and `product` are the names of the computer and of the board on its header, `compatible`
    the drivers' names of everything on the buses, `panels` the connected outputs with their first
    mode (`DSI 720x1280`), `pads` the numbers of USB input devices (`045e:028e`).
    """

    model: str = ""
    product: str = ""
    compatible: frozenset[str] = frozenset()
    panels: frozenset[str] = frozenset()
    pads: frozenset[str] = frozenset()

    @classmethod
    def detect(cls, proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> MachineFacts:
        """This machine; whatever cannot be read is not there."""
        compatible = {
            word
            for bus in PANEL_BUSES
            for path in sys.glob(f"bus/{bus}/devices/*/of_node/compatible")
            for word in _read_text(path).split("\0")
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
        """Whether a fact of a profile is true here; unknown facts are not."""
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
    """The profile of which every fact is true here; None where there is none, or no single one.

    Of several the one with the most facts counts.
    """
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
    """The facts in a profile's text: the indented lines below `detect:`, one `fact: value` each.

    To read fifty files as YAML would take a second on a small machine.
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
            kind = path.name.split("-")[1]
            yield f"{kind} {modes[0]}"


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
