"""Logind: power off, reboot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from kiosk.effects import PowerOff, Reboot
from kiosk.events import Action, Message
from kiosk.gestures import Holding
from kiosk.hardware.battery import Charging
from kiosk.settings import Config
from kiosk.timers import soonest

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


if TYPE_CHECKING:
    from subprocess import Popen

BUS = ("call", "org.freedesktop.login1", "/org/freedesktop/login1")
MANAGER = "org.freedesktop.login1.Manager"
LOOK = 0.1
"""Seconds between two looks at whether there is an answer."""
PATIENCE = 10.0
"""Seconds after which there will be none."""
YES = 's "yes"'
"""What busctl writes where we may; "challenge" would ask for a password that nobody can type."""


class Ending(StrEnum):
    """What the machine can be made to do, by the name of logind's method."""

    POWER_OFF = "PowerOff"
    REBOOT = "Reboot"


class _Call(NamedTuple):
    """A question or an order that is on its way."""

    ending: Ending
    process: Popen[str]
    asks: bool
    until: float


class Logind:
    """Orders for logind and its answers; times are monotonic seconds. It never raises or waits."""

    def __init__(self, program: Sequence[str] = ("busctl", "--system")) -> None:
        """Nothing is known yet; `program` is what speaks to the bus."""
        self._program = program
        self._calls: list[_Call] = []
        self._next = 0.0
        self.able: frozenset[Ending] = frozenset()
        """What logind lets us do."""

    def begin(self, now: float) -> None:
        """Ask what we may do."""
        for ending in Ending:
            self._call(ending, now, f"Can{ending.value}")

    def order(self, ending: Ending, now: float) -> str | None:
        """Let the machine do that; why it cannot even be asked for, if so."""
        # The answer is no question back to the person: nobody could type a password here.
        return self._call(ending, now, ending.value, "b", "false")

    def due(self) -> float | None:
        """When to look for answers, if any are awaited."""
        return self._next if self._calls else None

    def advance(self, now: float) -> list[str]:
        """Look for answers; why an order was not carried out, a line each."""
        self._next = now + LOOK
        waiting, calls = [], self._calls
        told: list[str] = []
        for call in calls:
            if call.process.poll() is None and now < call.until:
                waiting.append(call)
            else:
                told += self._answered(call)
        self._calls = waiting
        return told

    def close(self) -> None:
        """Wait for nothing more."""
        for call in self._calls:
            _end(call.process)
        self._calls = []

    def _call(self, ending: Ending, now: float, *words: str) -> str | None:
        # Start-up is dear, and this comes after the first picture.
        from subprocess import DEVNULL, PIPE, Popen

        command = [*self._program, *BUS, MANAGER, *words]
        try:
            process = Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, text=True, cwd="/")
        except OSError as error:
            return error.strerror or str(error)
        self._calls.append(_Call(ending, process, len(words) == 1, now + PATIENCE))
        self._next = now + LOOK
        return None

    def _answered(self, call: _Call) -> list[str]:
        """Take what was said; a reason where an order was refused."""
        late = call.process.poll() is None
        out, err = _end(call.process)
        if call.asks:
            if not late and out.strip() == YES:
                self.able |= {call.ending}
            return []
        if late:
            return ["there is no answer"]
        return [] if call.process.returncode == 0 else [" ".join(err.split()) or "refused"]


def _end(process: Popen[str]) -> tuple[str, str]:
    """What the process has said; it is ended if it still runs."""
    from subprocess import TimeoutExpired

    if process.poll() is None:
        process.kill()
    with suppress(TimeoutExpired, OSError, ValueError):
        return process.communicate(timeout=0.5)
    return "", ""


class Power(NamedTuple):
    """What is known of the machine's power: whether it can be powered off and started anew.

    `saved`: nothing is lost by that. `ours`: the machine is there for the game, and whoever looks
    after it may do that in any case. `battery` is the icon of its state, "" where there is none,
    and `low` whether that is a warning.
    """

    off: bool = False
    restart: bool = False
    saved: bool = True
    ours: bool = True
    battery: str = ""
    low: bool = False
