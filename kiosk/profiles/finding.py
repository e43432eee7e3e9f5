"""`hardware: auto`: which profile this machine is, by what the kernel tells of it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kiosk.profiles.profile import Profile, ProfileError, load, names

DEVICES = ("mipi-dsi", "spi", "platform", "i2c")
"""The buses on which panels are found."""


class Machine(NamedTuple):
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
    def look(cls, proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> Machine:
        """This machine; whatever cannot be read is not there."""
        compatible = {
            word
            for bus in DEVICES
            for path in sys.glob(f"bus/{bus}/devices/*/of_node/compatible")
            for word in _text(path).split("\0")
        }
        return cls(
            _text(proc / "device-tree/model").strip("\0"),
            _text(proc / "device-tree/hat/product").strip("\0"),
            frozenset(compatible - {""}),
            frozenset(_panels(sys)),
            frozenset(
                f"{_text(path / 'vendor').strip()}:{_text(path / 'product').strip()}"
                for path in sys.glob("class/input/input*/id")
            ),
        )

    def shows(self, fact: str, value: str) -> bool:
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


def found(folder: Path, machine: Machine) -> Profile | None:
    """The profile of which every fact is true here; None where there is none, or no single one.

    Of several the one with the most facts counts.
    """
    fitting: dict[str, int] = {}
    for key in names(folder) if machine != Machine() else ():
        facts = facts_of(_text(folder / f"{key}.yaml"))
        if facts and all(machine.shows(fact, value) for fact, value in facts.items()):
            fitting[key] = len(facts)
    best = [key for key, count in fitting.items() if count == max(fitting.values())]
    with suppress(ProfileError):
        return load(folder, best[0]) if len(best) == 1 else None
    return None


def facts_of(text: str) -> dict[str, str]:
    """The facts in a profile's text: the indented lines below `detect:`, one `fact: value` each.

    To read fifty files as YAML would take a second on a small machine.
    """
    facts = {}
    _, _, below = f"\n{text}".partition("\ndetect:\n")
    for line in below.splitlines():
        if not line.startswith("  "):
            break
        fact, _, value = line.strip().partition(": ")
        facts[fact] = value.strip("'\"")
    return facts


def _panels(sys: Path) -> Iterable[str]:
    for path in sys.glob("class/drm/card*-*"):
        modes = _text(path / "modes").split()
        if modes and _text(path / "status").strip() != "disconnected":
            kind = path.name.split("-")[1]
            yield f"{kind} {modes[0]}"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
