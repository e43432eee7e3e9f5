"""How long nobody has touched anything, and what follows from it: pure, in monotonic seconds."""

from __future__ import annotations

import math
from typing import NamedTuple

from kiosk.config import Config

WARNING = 10
"""Seconds of the countdown before a table that was left is cleared."""
LOCKED_RESET = 120
"""Seconds after which it is where the player is kept inside and no setting says otherwise."""
_GRAIN = 0.001
"""Seconds by which a clock may be early."""


class Limits(NamedTuple):
    """After how many seconds without input something happens; 0 = never."""

    reset: float = 0.0
    """The screens are closed, for the next person."""

    @classmethod
    def of(cls, config: Config) -> Limits:
        """Those that the settings say."""
        kiosk = config.kiosk
        usual = LOCKED_RESET if kiosk.lock else 0
        return cls(float(usual if kiosk.idle_reset is None else kiosk.idle_reset))


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

    def due(self, limits: Limits, now: float) -> float | None:
        """When an answer is another one than at `now`, if nobody does anything."""
        if not limits.reset:
            return None
        end = self._since + limits.reset
        left = self.countdown(limits, now)
        if left is None:
            return end - math.floor(min(WARNING, limits.reset / 2))
        return end - max(0, left - 1)
