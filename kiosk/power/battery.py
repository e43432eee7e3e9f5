"""How full the battery is that the machine runs on, as the kernel tells it (power_supply sysfs)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

FULL = ("Charging", "Full")
"""What `status` says while the machine does not live on its battery."""
_PARTS = (("energy_now", "energy_full"), ("charge_now", "charge_full"))


class Charge(NamedTuple):
    """How full a battery is, in percent, and whether it is being charged, or full at the mains."""

    percent: int
    charging: bool


class Battery:
    """The batteries of the machine, of which the one that is least full counts."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Use `found`."""
        self._folders = folders

    @classmethod
    def found(cls, root: Path) -> Self | None:
        """Those of the machine whose files begin at `root`; None where there is none.

        The batteries of mice and gamepads are told of in the same place, and are none of ours.
        """
        folders = [
            folder
            for folder in sorted((root / "sys/class/power_supply").glob("*"))
            if _line(folder / "type") == "Battery" and _line(folder / "scope") != "Device"
        ]
        return cls(folders) if folders else None

    def charge(self) -> Charge | None:
        """How it is now; None where that cannot be read."""
        charges = [charge for folder in self._folders if (charge := _charge(folder)) is not None]
        return min(charges, default=None)


def _charge(folder: Path) -> Charge | None:
    percent = _number(folder / "capacity")
    for now, full in _PARTS:
        most = _number(folder / full)
        if percent is None and most:
            percent = (_number(folder / now) or 0) * 100 // most
    if percent is None:
        return None
    return Charge(max(0, min(100, percent)), _line(folder / "status") in FULL)


def _number(path: Path) -> int | None:
    try:
        return int(_line(path))
    except ValueError:
        return None


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
