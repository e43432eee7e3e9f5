"""Looks at the battery now and then: by the kernel's word, or by a line that says it is low."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kiosk.power import Battery, Charge, Gauge
from kiosk.power.gauge import EMPTY, NEARLY

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
    from kiosk.input.line import opened_line

    with opened_line("low battery", pin) as (low, troubles):
        usable = None if troubles else low
        yield Charging(battery, usable, now) if battery or usable else None, troubles
