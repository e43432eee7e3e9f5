"""How long nobody has touched anything, and what follows from it: pure, in monotonic seconds."""

from __future__ import annotations

import math
from enum import Enum
from typing import NamedTuple

from kiosk.config import Config

WARNING = 10
"""Seconds of the countdown before a table that was left is cleared."""
LOCKED_RESET = 120
"""Seconds after which it is where the player is kept inside and no setting says otherwise."""
DIM_AFTER, BLANK_AFTER, ATTRACT_AFTER = 300, 1800, 60
"""Seconds after which a whole panel is dimmed, goes dark, and shows a game that plays itself, where
no setting says otherwise."""
_GRAIN = 0.001
"""Seconds by which a clock may be early."""


class Light(Enum):
    """How the picture shines."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"
    """Not at all: nothing is drawn."""


class Limits(NamedTuple):
    """After how many seconds without input something happens; 0 = never."""

    reset: float = 0.0
    """The screens are closed, for the next person."""
    dim: float = 0.0
    """The picture is dimmed."""
    blank: float = 0.0
    """It is dark."""
    attract: float = 0.0
    """A game plays itself."""

    @classmethod
    def of(cls, config: Config, *, panel: bool = False) -> Limits:
        """Those that the settings say; `panel`: the picture has one of its own, and is no window.

        A window is not dimmed unless a setting says so: that is the desktop's affair.
        """
        kiosk, display = config.kiosk, config.display
        return cls(
            _chosen(kiosk.idle_reset, LOCKED_RESET if kiosk.lock else 0),
            _chosen(display.dim_after, DIM_AFTER if panel else 0),
            _chosen(display.blank_after, BLANK_AFTER if panel else 0),
            _chosen(kiosk.attract_after, ATTRACT_AFTER if panel else 0),
        )


class Idle:
    """The time since the last input, against limits that may change meanwhile."""

    def __init__(self, now: float) -> None:
        """Somebody is there."""
        self._since = now

    def stir(self, now: float) -> None:
        """Somebody has done something."""
        self._since = now

    def countdown(self, limits: Limits, now: float) -> int | None:
        """The whole seconds that are left, 0 when time is over; None before the warning."""
        left = math.ceil(self._since + limits.reset - now - _GRAIN)
        if not limits.reset or left > min(WARNING, limits.reset / 2):
            return None
        return max(0, left)

    def light(self, limits: Limits, now: float) -> Light:
        """How the picture is to shine."""
        passed = now - self._since + _GRAIN
        if limits.blank and passed >= limits.blank:
            return Light.DARK
        return Light.DIM if limits.dim and passed >= limits.dim else Light.FULL

    def attracts(self, limits: Limits, now: float) -> bool:
        """Whether it is time for a game that plays itself."""
        return bool(limits.attract) and now - self._since + _GRAIN >= limits.attract

    def due(self, limits: Limits, now: float) -> float | None:
        """When an answer is another one than at `now`, if nobody does anything."""
        lights = (self._since + limit for limit in limits[1:] if limit)
        times = [time for time in lights if time > now]
        if limits.reset:
            times.append(self._next_count(limits, now))
        return min(times, default=None)

    def _next_count(self, limits: Limits, now: float) -> float:
        end = self._since + limits.reset
        left = self.countdown(limits, now)
        if left is None:
            return end - math.floor(min(WARNING, limits.reset / 2))
        return end - max(0, left - 1)


def _chosen(setting: int | None, usual: int) -> float:
    return float(usual if setting is None else setting)
