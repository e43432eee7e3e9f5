"""The machine's power: what may be done to it, who asked for it, what became of that."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.actions import Action, Message
from kiosk.app.machine.charging import Charging
from kiosk.app.presence.holding import Holding
from kiosk.config import Config
from kiosk.effects import PowerOff, Reboot
from kiosk.moments import soonest
from kiosk.power import Ending, Logind
from kiosk.scenes.stage import Power

SOON = 1.0
"""Seconds after the start when it is asked what may be done: the first picture comes first."""


class Powering:
    """Stands between the screens and logind; times are monotonic seconds."""

    def __init__(
        self,
        logind: Logind,
        now: float,
        saved: Callable[[], bool],
        *,
        panel: bool,
        battery: Charging | None = None,
    ) -> None:
        """Nothing is known yet.

        Args:
            logind: Does it.
            now: The time.
            saved: Whether all that was played is on the disk.
            panel: Whether the picture has one of its own, and is no window.
            battery: What looks after the battery, if the machine has one.
        """
        self._logind, self._saved, self._panel = logind, saved, panel
        self._battery = battery
        self._holding = Holding(Action.POWER)
        self._begin: float | None = now + SOON
        self._offered, self._wanted = True, False

    def adjust(self, config: Config) -> None:
        """Take what the settings say of it."""
        menu = config.power.menu
        own = self._panel and not config.kiosk.lock
        self._offered, self._wanted = own if menu is None else menu, bool(menu)

    @property
    def _begins(self) -> float | None:
        """When it is to be asked what may be done: nobody is asked where nothing is wanted."""
        return self._begin if self._offered or self._battery else None

    def facts(self) -> Power:
        """What screens may know and offer."""
        able = self._logind.able if self._offered else frozenset()
        gauge = self._battery.gauge if self._battery else None
        return Power(
            off=Ending.POWER_OFF in able,
            restart=Ending.REBOOT in able,
            saved=self._saved(),
            ours=self._panel or self._wanted,
            battery=gauge.icon if gauge else "",
            low=gauge is not None and gauge.low,
        )

    def countdown(self, now: float) -> int | None:
        """The seconds until an empty battery ends the game; None while it does not."""
        if self._battery is None or Ending.POWER_OFF not in self._logind.able:
            return None
        return self._battery.gauge.countdown(now)

    def warning(self) -> int | None:
        """The percent that are left in the battery, told once when they are few."""
        return self._battery.gauge.warning() if self._battery else None

    def end(self, effect: PowerOff | Reboot, now: float) -> str | None:
        """Do what a screen wants; why that cannot be, if it is known at once."""
        ending = Ending.POWER_OFF if isinstance(effect, PowerOff) else Ending.REBOOT
        return self._logind.order(ending, now)

    @property
    def waits(self) -> bool:
        """Whether an answer of logind is awaited."""
        return self._begins is not None or self._logind.due() is not None

    def see(self, message: Message) -> None:
        """A message passes by."""
        self._holding.see(message)

    def due(self, seen: float) -> float | None:
        """When there is something to look at, that was not there at the time `seen`."""
        battery = self._battery.due(seen) if self._battery else None
        return soonest(self._begins, self._logind.due(), self._holding.due(), battery)

    def advance(self, now: float, open_page: Callable[[], None]) -> list[str]:
        """Look at it: why the machine was not powered off, a line each.

        A button that was held long enough asks for the page about it.
        """
        begins = self._begins
        if begins is not None and now >= begins:
            self._begin = None
            self._logind.begin(now)
        if self._holding.ripe(now):
            open_page()
        if self._battery:
            self._battery.advance(now)
            if Ending.POWER_OFF in self._logind.able and self._battery.gauge.ends(now):
                self._logind.order(Ending.POWER_OFF, now)
        due = self._logind.due()
        return self._logind.advance(now) if due is not None and now >= due else []

    def close(self) -> None:
        """Wait for nothing more."""
        self._logind.close()
