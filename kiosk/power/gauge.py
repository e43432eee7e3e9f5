"""What follows from the state of the battery: an icon, one warning, a countdown. Pure."""

from __future__ import annotations

import math

from kiosk.power.battery import Charge

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
