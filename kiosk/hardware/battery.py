"""Battery: charge, icon, warnings, shutdown countdown."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Self

EXTERNAL_POWER_STATUSES = ("Charging", "Full")
_LEVEL_FILES = (("energy_now", "energy_full"), ("charge_now", "charge_full"))


class Charge(NamedTuple):
    """Charge of a battery; `is_charging` is also True for a full one on external power."""

    percent: int
    is_charging: bool


class Battery:
    """The batteries of the machine; the one with the lowest charge counts."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    @classmethod
    def detect(cls, root: Path) -> Self | None:
        """Return the batteries below `root`, without those of mice and gamepads, if any."""
        folders = [
            folder
            for folder in sorted((root / "sys/class/power_supply").glob("*"))
            if _read_line(folder / "type") == "Battery" and _read_line(folder / "scope") != "Device"
        ]
        return cls(folders) if folders else None

    def read_charge(self) -> Charge | None:
        """Read the charge; None if it cannot be read."""
        charges = map(_read_charge, self._folders)
        return min((charge for charge in charges if charge is not None), default=None)


def _read_charge(folder: Path) -> Charge | None:
    percent = _read_number(folder / "capacity")
    for now, full in _LEVEL_FILES:
        full_value = _read_number(folder / full)
        if percent is None and full_value:
            percent = (_read_number(folder / now) or 0) * 100 // full_value
    if percent is None:
        return None
    is_charging = _read_line(folder / "status") in EXTERNAL_POWER_STATUSES
    return Charge(max(0, min(100, percent)), is_charging)


def _read_number(path: Path) -> int | None:
    try:
        return int(_read_line(path))
    except ValueError:
        return None


def _read_line(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


HALF_PERCENT, LOW_PERCENT, WARNING_PERCENT, EMPTY_PERCENT = 60, 20, 10, 5
"""Upper limits of the half-full icon, the low icon, the warning, the countdown."""
HYSTERESIS_PERCENT = 3
"""Rise of the charge above the limit before the warning can be repeated."""
SHUTDOWN_DELAY_SECONDS = 60.0


class BatteryGauge:
    """Battery icon, warning and shutdown countdown, from the charge; times are monotonic."""

    def __init__(self) -> None:
        self._charge: Charge | None = None
        self._warning_pending = False
        self._has_warned = False
        self._empty_since: float | None = None
        self._has_ended = False

    def update(self, charge: Charge | None, now: float) -> None:
        """Set the current charge; None if it is unknown."""
        self._charge = charge
        percent = 100 if charge is None or charge.is_charging else charge.percent
        if percent > EMPTY_PERCENT:
            self._empty_since, self._has_ended = None, False
        elif self._empty_since is None:
            self._empty_since = now
        if percent > WARNING_PERCENT + HYSTERESIS_PERCENT:
            self._has_warned = False
        elif percent <= WARNING_PERCENT and not self._has_warned:
            self._warning_pending = self._has_warned = True

    @property
    def icon(self) -> str:
        """Name of the icon; "" for none."""
        if self._charge is None:
            return ""
        if self._charge.is_charging:
            return "battery-charging"
        steps = ((HALF_PERCENT, "battery-full"), (LOW_PERCENT, "battery-half"))
        percent = self._charge.percent
        return next((name for least, name in steps if percent > least), "battery-low")

    @property
    def is_low(self) -> bool:
        """True if the icon should attract attention."""
        return self.icon == "battery-low"

    def pop_warning(self) -> int | None:
        """Return the remaining percent, once when the charge gets low."""
        is_pending, self._warning_pending = self._warning_pending, False
        return self._charge.percent if is_pending and self._charge else None

    def get_countdown(self, now: float) -> int | None:
        """Return the whole seconds until the machine powers off; None without a countdown."""
        if self._empty_since is None or self._has_ended:
            return None
        return max(0, math.ceil(self._empty_since + SHUTDOWN_DELAY_SECONDS - now - 0.001))

    def next_deadline(self, now: float) -> float | None:
        """Return when the countdown changes next."""
        left = self.get_countdown(now)
        if left is None or self._empty_since is None:
            return None
        return self._empty_since + SHUTDOWN_DELAY_SECONDS - max(0, left - 1)

    def should_power_off(self, now: float) -> bool:
        """Return True, once, when the countdown has ended."""
        if self.get_countdown(now) != 0:
            return False
        self._has_ended = True
        return True


BATTERY_POLL_SECONDS, LOW_BATTERY_POLL_SECONDS = 30.0, 5.0
"""Intervals of reading the charge; the second one applies during the countdown."""


class BatteryMonitor:
    """Reads the charge regularly into a gauge; times are monotonic seconds."""

    def __init__(
        self, battery: Battery | None, read_low_line: Callable[[], bool] | None, now: float
    ) -> None:
        """Schedule the first reading for `now`; `read_low_line` returns True while a pin is low."""
        self.gauge = BatteryGauge()
        self._battery, self._read_low_line = battery, read_low_line
        self._was_low = False
        self._next_poll = now

    def next_deadline(self, now: float) -> float:
        """Return when the charge is read next or the countdown changes."""
        count = self.gauge.next_deadline(now)
        return self._next_poll if count is None else min(self._next_poll, count)

    def advance(self, now: float) -> None:
        """Read the charge, if it is time to."""
        if now < self._next_poll:
            return
        self.gauge.update(self._read_charge(), now)
        is_empty = self.gauge.get_countdown(now) is not None
        self._next_poll = now + (LOW_BATTERY_POLL_SECONDS if is_empty else BATTERY_POLL_SECONDS)

    def _read_charge(self) -> Charge | None:
        # A low line means a low battery, and an empty one if it is still low at the next reading.
        charge = self._battery.read_charge() if self._battery else None
        is_low = self._read_low_line is not None and self._read_low_line()
        was_low, self._was_low = self._was_low, is_low
        if not is_low or (charge and charge.is_charging):
            return charge
        percent = EMPTY_PERCENT if was_low else WARNING_PERCENT
        return Charge(min(percent, charge.percent) if charge else percent, is_charging=False)


@contextmanager
def open_battery_monitor(
    battery: Battery | None, pin: int | None, now: float
) -> Iterator[tuple[BatteryMonitor | None, list[str]]]:
    """Yield the battery monitor, if there is a battery or a low-battery pin, and problems."""
    if pin is None:
        yield BatteryMonitor(battery, None, now) if battery else None, []
        return
    from kiosk.hardware.gpio_library import open_input_pin  # Few machines need it.

    with open_input_pin("low battery", pin) as (read_low_line, problems):
        line = None if problems else read_low_line
        yield BatteryMonitor(battery, line, now) if battery or line else None, problems
