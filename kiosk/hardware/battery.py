"""Gauge, warnings, low line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Self

EXTERNAL_POWER_STATUSES = ("Charging", "Full")
"""What `status` says while the machine does not live on its battery."""
_LEVEL_FILES = (("energy_now", "energy_full"), ("charge_now", "charge_full"))


class Charge(NamedTuple):
    """How full a battery is, in percent, and whether it is being charged, or full at the mains."""

    percent: int
    is_charging: bool


class Battery:
    """The batteries of the machine, of which the one that is least full counts."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Use `found`."""
        self._folders = folders

    @classmethod
    def detect(cls, root: Path) -> Self | None:
        """Those of the machine whose files begin at `root`; None where there is none.

        The batteries of mice and gamepads are told of in the same place, and are none of ours.
        """
        folders = [
            folder
            for folder in sorted((root / "sys/class/power_supply").glob("*"))
            if _read_line(folder / "type") == "Battery" and _read_line(folder / "scope") != "Device"
        ]
        return cls(folders) if folders else None

    def read_charge(self) -> Charge | None:
        """How it is now; None where that cannot be read."""
        charges = [
            charge for folder in self._folders if (charge := _read_charge(folder)) is not None
        ]
        return min(charges, default=None)


def _read_charge(folder: Path) -> Charge | None:
    percent = _read_number(folder / "capacity")
    for now, full in _LEVEL_FILES:
        full_value = _read_number(folder / full)
        if percent is None and full_value:
            percent = (_read_number(folder / now) or 0) * 100 // full_value
    if percent is None:
        return None
    return Charge(
        max(0, min(100, percent)), _read_line(folder / "status") in EXTERNAL_POWER_STATUSES
    )


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
"""Percent: the icon is half full, it warns, a line warns, the countdown begins."""
HYSTERESIS_PERCENT = 3
"""Percent by which a charge must rise before the same warning is given again."""
SHUTDOWN_DELAY_SECONDS = 60.0
"""Seconds from an empty battery to the end."""


class BatteryGauge:
    """Takes the charge as it changes; times are monotonic seconds."""

    def __init__(self) -> None:
        """Nothing is known of a battery."""
        self._charge: Charge | None = None
        self._warning_pending = False
        self._has_warned = False
        self._empty_since: float | None = None
        self._has_ended = False

    def update(self, charge: Charge | None, now: float) -> None:
        """It is like this now; None: that cannot be told."""
        self._charge = charge
        if charge is None or charge.is_charging or charge.percent > EMPTY_PERCENT:
            self._empty_since, self._has_ended = None, False
        elif self._empty_since is None:
            self._empty_since = now
        if (
            charge is None
            or charge.is_charging
            or charge.percent > WARNING_PERCENT + HYSTERESIS_PERCENT
        ):
            self._has_warned = False
        elif charge.percent <= WARNING_PERCENT and not self._has_warned:
            self._warning_pending = self._has_warned = True

    @property
    def icon(self) -> str:
        """The name of the icon that shows it; "" for none."""
        if self._charge is None:
            return ""
        if self._charge.is_charging:
            return "battery-charging"
        steps = ((HALF_PERCENT, "battery-full"), (LOW_PERCENT, "battery-half"))
        percent = self._charge.percent
        return next((name for least, name in steps if percent > least), "battery-low")

    @property
    def is_low(self) -> bool:
        """Whether the icon is to be noticed."""
        return self.icon == "battery-low"

    def pop_warning(self) -> int | None:
        """The percent that are left, told once when they are few."""
        is_pending, self._warning_pending = self._warning_pending, False
        return self._charge.percent if is_pending and self._charge else None

    def get_countdown(self, now: float) -> int | None:
        """The whole seconds until the machine is powered off; None while that is not needed."""
        if self._empty_since is None or self._has_ended:
            return None
        return max(0, math.ceil(self._empty_since + SHUTDOWN_DELAY_SECONDS - now - 0.001))

    def next_deadline(self, now: float) -> float | None:
        """When the countdown is another one than at `now`."""
        left = self.get_countdown(now)
        if left is None or self._empty_since is None:
            return None
        return self._empty_since + SHUTDOWN_DELAY_SECONDS - max(0, left - 1)

    def should_power_off(self, now: float) -> bool:
        """Whether the machine is to be powered off, which is said once."""
        if self.get_countdown(now) != 0:
            return False
        self._has_ended = True
        return True


BATTERY_POLL_SECONDS, LOW_BATTERY_POLL_SECONDS = 30.0, 5.0
"""Seconds from look to look; shorter ones while it is nearly over, for a plug that is put in."""


class BatteryMonitor:
    """The gauge, kept up to date; times are monotonic seconds."""

    def __init__(
        self, battery: Battery | None, read_low_line: Callable[[], bool] | None, now: float
    ) -> None:
        """Look at once.

        Args:
            battery: What the kernel tells of, if it does.
            read_low_line: Asks whether the line is low that means a low battery, if there is one.
            now: The time.
        """
        self.gauge = BatteryGauge()
        self._battery, self._read_low_line = battery, read_low_line
        self._was_low = False
        self._next_poll = now

    def next_deadline(self, now: float) -> float:
        """When to look again, or to count further down."""
        count = self.gauge.next_deadline(now)
        return self._next_poll if count is None else min(self._next_poll, count)

    def advance(self, now: float) -> None:
        """Look, if it is time to."""
        if now < self._next_poll:
            return
        self.gauge.update(self._read_charge(), now)
        self._next_poll = now + (
            BATTERY_POLL_SECONDS
            if self.gauge.get_countdown(now) is None
            else LOW_BATTERY_POLL_SECONDS
        )

    def _read_charge(self) -> Charge | None:
        """The charge; a low line makes it nearly nothing, and nothing where it stays low."""
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
    """What looks after the battery, if there is any, and what is wrong with the line at its pin."""
    if pin is None:
        yield BatteryMonitor(battery, None, now) if battery else None, []
        return
    # gpiozero takes a part of the start-up, and few machines have such a line.
    from kiosk.hardware.gpio_library import open_input_pin

    with open_input_pin("low battery", pin) as (read_low_line, problems):
        usable_line = None if problems else read_low_line
        yield (
            BatteryMonitor(battery, usable_line, now) if battery or usable_line else None,
            problems,
        )
