"""Gauge, warnings, low line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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


HALF, LOW, NEARLY, EMPTY = 60, 20, 10, 5
"""Percent: the icon is half full, it warns, a line warns, the countdown begins."""
RELIEF = 3
"""Percent by which a charge must rise before the same warning is given again."""
LAST = 60.0
"""Seconds from an empty battery to the end."""


class Gauge:
    """Takes the charge as it changes; times are monotonic seconds."""

    def __init__(self) -> None:
        """Nothing is known of a battery."""
        self._charge: Charge | None = None
        self._warn = False
        self._warned = False
        self._since: float | None = None
        self._ended = False

    def take(self, charge: Charge | None, now: float) -> None:
        """It is like this now; None: that cannot be told."""
        self._charge = charge
        if charge is None or charge.charging or charge.percent > EMPTY:
            self._since, self._ended = None, False
        elif self._since is None:
            self._since = now
        if charge is None or charge.charging or charge.percent > NEARLY + RELIEF:
            self._warned = False
        elif charge.percent <= NEARLY and not self._warned:
            self._warn = self._warned = True

    @property
    def icon(self) -> str:
        """The name of the icon that shows it; "" for none."""
        if self._charge is None:
            return ""
        if self._charge.charging:
            return "battery-charging"
        steps = ((HALF, "battery-full"), (LOW, "battery-half"))
        percent = self._charge.percent
        return next((name for least, name in steps if percent > least), "battery-low")

    @property
    def low(self) -> bool:
        """Whether the icon is to be noticed."""
        return self.icon == "battery-low"

    def warning(self) -> int | None:
        """The percent that are left, told once when they are few."""
        warn, self._warn = self._warn, False
        return self._charge.percent if warn and self._charge else None

    def countdown(self, now: float) -> int | None:
        """The whole seconds until the machine is powered off; None while that is not needed."""
        if self._since is None or self._ended:
            return None
        return max(0, math.ceil(self._since + LAST - now - 0.001))

    def due(self, now: float) -> float | None:
        """When the countdown is another one than at `now`."""
        left = self.countdown(now)
        if left is None or self._since is None:
            return None
        return self._since + LAST - max(0, left - 1)

    def ends(self, now: float) -> bool:
        """Whether the machine is to be powered off, which is said once."""
        if self.countdown(now) != 0:
            return False
        self._ended = True
        return True


EVERY, SOON = 30.0, 5.0
"""Seconds from look to look; shorter ones while it is nearly over, for a plug that is put in."""


class Charging:
    """The gauge, kept up to date; times are monotonic seconds."""

    def __init__(self, battery: Battery | None, low: Callable[[], bool] | None, now: float) -> None:
        """Look at once.

        Args:
            battery: What the kernel tells of, if it does.
            low: Asks whether the line is low that means a low battery, if there is one.
            now: The time.
        """
        self.gauge = Gauge()
        self._battery, self._low = battery, low
        self._before = False
        self._next = now

    def due(self, now: float) -> float:
        """When to look again, or to count further down."""
        count = self.gauge.due(now)
        return self._next if count is None else min(self._next, count)

    def advance(self, now: float) -> None:
        """Look, if it is time to."""
        if now < self._next:
            return
        self.gauge.take(self._charge(), now)
        self._next = now + (EVERY if self.gauge.countdown(now) is None else SOON)

    def _charge(self) -> Charge | None:
        """The charge; a low line makes it nearly nothing, and nothing where it stays low."""
        charge = self._battery.charge() if self._battery else None
        low = self._low is not None and self._low()
        before, self._before = self._before, low
        if not low or (charge and charge.charging):
            return charge
        percent = EMPTY if before else NEARLY
        return Charge(min(percent, charge.percent) if charge else percent, charging=False)


@contextmanager
def charging(
    battery: Battery | None, pin: int | None, now: float
) -> Iterator[tuple[Charging | None, list[str]]]:
    """What looks after the battery, if there is any, and what is wrong with the line at its pin."""
    if pin is None:
        yield Charging(battery, None, now) if battery else None, []
        return
    # gpiozero takes a part of the start-up, and few machines have such a line.
    from kiosk.hardware.gpio_library import opened_line

    with opened_line("low battery", pin) as (low, troubles):
        usable = None if troubles else low
        yield Charging(battery, usable, now) if battery or usable else None, troubles
