"""Power off and reboot through systemd-logind; battery shutdown; the power button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from kiosk.effects import PowerOff, Reboot
from kiosk.events import Action, ButtonEvent
from kiosk.gestures import HoldTimer
from kiosk.hardware.battery import BatteryMonitor
from kiosk.settings import Config
from kiosk.timers import earliest_deadline

PERMISSION_QUERY_DELAY_SECONDS = 1.0
"""Delay after the start, so that the first frame comes first."""
POWER_HOLD_SECONDS = 3.0


class PowerController:
    """Connects screens, battery and power button with logind; times are monotonic seconds."""

    def __init__(
        self,
        logind: Logind,
        now: float,
        is_saved: Callable[[], bool],
        *,
        is_fullscreen: bool,
        battery: BatteryMonitor | None = None,
    ) -> None:
        self._logind, self._is_saved, self._is_fullscreen = logind, is_saved, is_fullscreen
        self._battery = battery
        self._power_button_hold = HoldTimer()
        self._query_time: float | None = now + PERMISSION_QUERY_DELAY_SECONDS
        self._is_menu_shown, self._is_menu_forced = True, False

    def apply_settings(self, config: Config) -> None:
        """Apply changed settings."""
        menu_setting = config.power.menu
        is_default_shown = self._is_fullscreen and not config.kiosk.lock
        self._is_menu_shown = is_default_shown if menu_setting is None else menu_setting
        self._is_menu_forced = bool(menu_setting)

    @property
    def _query_deadline(self) -> float | None:
        # Without menu and battery the permissions do not matter.
        return self._query_time if self._is_menu_shown or self._battery else None

    def get_status(self) -> PowerStatus:
        """Return the facts for the screens."""
        allowed = self._logind.allowed if self._is_menu_shown else frozenset()
        gauge = self._battery.gauge if self._battery else None
        return PowerStatus(
            can_power_off=PowerAction.POWER_OFF in allowed,
            can_restart=PowerAction.REBOOT in allowed,
            is_saved=self._is_saved(),
            is_dedicated=self._is_fullscreen or self._is_menu_forced,
            battery_icon=gauge.icon if gauge else "",
            is_battery_low=gauge is not None and gauge.is_low,
        )

    def get_countdown(self, now: float) -> int | None:
        """Return the seconds until an empty battery powers off the machine; None otherwise."""
        if self._battery is None or PowerAction.POWER_OFF not in self._logind.allowed:
            return None
        return self._battery.gauge.get_countdown(now)

    def pop_warning(self) -> int | None:
        """Return the remaining percent of the battery, once when it gets low."""
        return self._battery.gauge.pop_warning() if self._battery else None

    def request_power_action(self, effect: PowerOff | Reboot, now: float) -> str | None:
        """Power off or reboot; return the reason if that fails at once."""
        action = PowerAction.POWER_OFF if isinstance(effect, PowerOff) else PowerAction.REBOOT
        return self._logind.request(action, now)

    def observe(self, event: ButtonEvent) -> None:
        """Note how long the power button is held."""
        if event.action is Action.POWER:
            self._power_button_hold.stop()
            if event.is_pressed:
                self._power_button_hold.start(event.time, POWER_HOLD_SECONDS)

    def next_deadline(self, seen: float) -> float | None:
        """Return when `advance` has work that it had not at the time `seen`."""
        battery = self._battery.next_deadline(seen) if self._battery else None
        hold = self._power_button_hold.deadline
        return earliest_deadline(self._query_deadline, self._logind.next_deadline(), hold, battery)

    def advance(self, now: float, open_page: Callable[[], None]) -> list[str]:
        """Do what is due; return a line for each power action that failed.

        `open_page` opens the power menu, after the power button was held.
        """
        query_deadline = self._query_deadline
        if query_deadline is not None and now >= query_deadline:
            self._query_time = None
            self._logind.query_permissions(now)
        if self._power_button_hold.pop_elapsed(now):
            open_page()
        if self._battery:
            self._battery.advance(now)
            can_power_off = PowerAction.POWER_OFF in self._logind.allowed
            if can_power_off and self._battery.gauge.should_power_off(now):
                self._logind.request(PowerAction.POWER_OFF, now)
        logind_deadline = self._logind.next_deadline()
        is_due = logind_deadline is not None and now >= logind_deadline
        return self._logind.poll(now) if is_due else []

    def close(self) -> None:
        """Drop all pending calls."""
        self._logind.close()


if TYPE_CHECKING:
    from subprocess import Popen

BUS_ARGUMENTS = ("call", "org.freedesktop.login1", "/org/freedesktop/login1")
MANAGER_INTERFACE = "org.freedesktop.login1.Manager"
POLL_SECONDS = 0.1
ANSWER_TIMEOUT_SECONDS = 10.0
ALLOWED_REPLY = 's "yes"'
"""busctl's output if an action is allowed; "challenge" would need a password."""


class PowerAction(StrEnum):
    """An action of logind, by the name of its method."""

    POWER_OFF = "PowerOff"
    REBOOT = "Reboot"


class _PendingCall(NamedTuple):
    action: PowerAction
    process: Popen[str]
    is_query: bool
    deadline: float


class Logind:
    """Client of systemd-logind through busctl; never waits and never raises."""

    def __init__(self, program: Sequence[str] = ("busctl", "--system")) -> None:
        self._program = program
        self._calls: list[_PendingCall] = []
        self._next_poll = 0.0
        self.allowed: frozenset[PowerAction] = frozenset()
        """Actions that logind permits, as far as it has answered."""

    def query_permissions(self, now: float) -> None:
        """Ask which actions are permitted."""
        for action in PowerAction:
            self._start_call(action, now, f"Can{action.value}")

    def request(self, action: PowerAction, now: float) -> str | None:
        """Request an action; return the reason if the request cannot be sent."""
        # "false" means non-interactive: no password can be typed.
        return self._start_call(action, now, action.value, "b", "false")

    def next_deadline(self) -> float | None:
        """Return when to call `poll`, if a call is pending."""
        return self._next_poll if self._calls else None

    def poll(self, now: float) -> list[str]:
        """Read the answers; return a line for each request that failed."""
        self._next_poll = now + POLL_SECONDS
        calls, self._calls = self._calls, []
        errors: list[str] = []
        for call in calls:
            if call.process.poll() is None and now < call.deadline:
                self._calls.append(call)
            else:
                errors += self._read_answer(call)
        return errors

    def close(self) -> None:
        """Drop all pending calls."""
        for call in self._calls:
            _finish_process(call.process)
        self._calls = []

    def _start_call(self, action: PowerAction, now: float, *words: str) -> str | None:
        from subprocess import DEVNULL, PIPE, Popen  # Slow to load; needed after the first frame.

        command = [*self._program, *BUS_ARGUMENTS, MANAGER_INTERFACE, *words]
        try:
            process = Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, text=True, cwd="/")
        except OSError as error:
            return error.strerror or str(error)
        deadline = now + ANSWER_TIMEOUT_SECONDS
        self._calls.append(_PendingCall(action, process, len(words) == 1, deadline))
        self._next_poll = now + POLL_SECONDS
        return None

    def _read_answer(self, call: _PendingCall) -> list[str]:
        is_late = call.process.poll() is None
        out, err = _finish_process(call.process)
        if call.is_query:
            if not is_late and out.strip() == ALLOWED_REPLY:
                self.allowed |= {call.action}
            return []
        if is_late:
            return ["there is no answer"]
        return [] if call.process.returncode == 0 else [" ".join(err.split()) or "refused"]


def _finish_process(process: Popen[str]) -> tuple[str, str]:
    from subprocess import TimeoutExpired

    if process.poll() is None:
        process.kill()
    with suppress(TimeoutExpired, OSError, ValueError):
        return process.communicate(timeout=0.5)
    return "", ""


class PowerStatus(NamedTuple):
    """Facts about the machine's power for the screens."""

    can_power_off: bool = False
    can_restart: bool = False
    is_saved: bool = True
    is_dedicated: bool = True
    """True if the machine serves only the game, so that the service menu may power it off."""
    battery_icon: str = ""
    is_battery_low: bool = False
