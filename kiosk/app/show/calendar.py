"""Which day it is, as far as the machine can be believed."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

RELEASED = date(2026, 1, 1)
"""No day before this one can be today."""

_SYNCHRONIZED = "run/systemd/timesync/synchronized"
_SYSTEMD = "run/systemd/system"
_BATTERIES = ("dev/rtc0", "dev/rtc")


class Calendar:
    """Tells today's date in the machine's time zone, or that nobody knows it.

    A Raspberry Pi has no battery for its clock: without a network it begins in 1970, or where it
    was switched off last. So a date counts only if it is not before the program was released and
    put onto this machine, and if systemd has set the clock by the network or the machine has a
    clock of its own that runs on. Where systemd does not run nobody can say, and the date counts.
    """

    def __init__(
        self,
        installed: Path,
        root: Path = Path("/"),
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Ask this machine.

        Args:
            installed: A file or folder that was written when the program was installed.
            root: Where `/run` and `/dev` are.
            clock: Seconds since 1970.
        """
        self._installed, self._root, self._clock = installed, root, clock

    def today(self) -> date | None:
        """The date; None where the clock cannot be believed."""
        try:
            day = date.fromtimestamp(self._clock())
        except (OverflowError, OSError, ValueError):
            return None
        return day if day >= self._earliest() and self._kept_right() else None

    def _earliest(self) -> date:
        try:
            return max(RELEASED, date.fromtimestamp(self._installed.stat().st_mtime))
        except (OSError, OverflowError, ValueError):
            return RELEASED

    def _kept_right(self) -> bool:
        """Whether something keeps the clock right while the machine is off, or has set it since."""
        there = [(self._root / name).exists() for name in (_SYNCHRONIZED, *_BATTERIES)]
        return any(there) or not (self._root / _SYSTEMD).exists()
