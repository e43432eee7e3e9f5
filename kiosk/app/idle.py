"""Dimming, blanking, attract mode and reset after some time without input."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from kiosk.app.director import Director
from kiosk.app.overlays import apply_overlays, make_battery_warning, make_power_refusal
from kiosk.app.service_actions import ServiceMenuController
from kiosk.events import (
    BrightnessLevel,
    ButtonEvent,
    InputEvent,
    PointerEvent,
    PointerPhase,
    ResizeEvent,
)
from kiosk.frame import Frame
from kiosk.hardware.power import PowerController
from kiosk.settings import Config
from kiosk.timers import Deadline, Timers, earliest_deadline

WAKE_INPUT_SECONDS = 2.0
"""Time in which more presses belong to the waking input, also if its release was lost."""


class WakeFilter:
    """Swallows the input that wakes the screen, until everything pressed in it is released."""

    def __init__(self) -> None:
        self._started_at: float | None = None
        self._held_buttons: set[str] = set()

    def start(self, now: float) -> None:
        """Swallow from the next event on."""
        self._started_at, self._held_buttons = now, set()

    def should_swallow(self, event: InputEvent, now: float) -> bool:
        """Return True if the scenes must not get the event."""
        if self._started_at is None or isinstance(event, ResizeEvent):
            return False
        button, is_down = _identify_button(event)
        if is_down and now - self._started_at > WAKE_INPUT_SECONDS:
            self._started_at = None
            return False
        if is_down:
            self._held_buttons.add(button)
        elif is_down is not None:
            self._held_buttons.discard(button)
        if not self._held_buttons:
            self._started_at = None
        return True


def _identify_button(event: ButtonEvent | PointerEvent) -> tuple[str, bool | None]:
    """Return a name, and True for a press, False for a release, None for a movement."""
    if isinstance(event, ButtonEvent):
        return event.action.value, event.is_pressed
    return "pointer", {PointerPhase.DOWN: True, PointerPhase.MOVE: None}.get(event.phase, False)


COUNTDOWN_SECONDS = 10
"""Length of the countdown before a reset."""
LOCKED_RESET_SECONDS = 120
"""Default time before a reset if the player is locked in."""
DIM_AFTER_SECONDS, BLANK_AFTER_SECONDS, ATTRACT_AFTER_SECONDS = 300, 1800, 60
"""Default times on a panel; a window leaves dimming to the desktop."""
_CLOCK_TOLERANCE_SECONDS = 0.001


class IdleLimits(NamedTuple):
    """Seconds without input after which something happens; 0 = never."""

    reset: float = 0.0
    dim: float = 0.0
    blank: float = 0.0
    attract: float = 0.0

    @classmethod
    def from_config(cls, config: Config, *, is_fullscreen: bool = False) -> IdleLimits:
        """Return the limits of the settings; defaults depend on the lock and on a panel."""
        kiosk, display = config.kiosk, config.display
        return cls(
            _choose_seconds(kiosk.idle_reset, LOCKED_RESET_SECONDS if kiosk.lock else 0),
            _choose_seconds(display.dim_after, DIM_AFTER_SECONDS if is_fullscreen else 0),
            _choose_seconds(display.blank_after, BLANK_AFTER_SECONDS if is_fullscreen else 0),
            _choose_seconds(kiosk.attract_after, ATTRACT_AFTER_SECONDS if is_fullscreen else 0),
        )


class IdleTimer:
    """Compares the time since the last input with limits."""

    def __init__(self, now: float) -> None:
        self._last_activity = now

    def note_activity(self, now: float) -> None:
        """Begin anew."""
        self._last_activity = now

    def get_countdown(self, limits: IdleLimits, now: float) -> int | None:
        """Return the whole seconds until the reset; None before the countdown."""
        seconds_left = math.ceil(
            self._last_activity + limits.reset - now - _CLOCK_TOLERANCE_SECONDS
        )
        if not limits.reset or seconds_left > min(COUNTDOWN_SECONDS, limits.reset / 2):
            return None
        return max(0, seconds_left)

    def get_brightness_level(self, limits: IdleLimits, now: float) -> BrightnessLevel:
        """Return the brightness level of this moment."""
        idle_seconds = now - self._last_activity + _CLOCK_TOLERANCE_SECONDS
        if limits.blank and idle_seconds >= limits.blank:
            return BrightnessLevel.DARK
        return (
            BrightnessLevel.DIM
            if limits.dim and idle_seconds >= limits.dim
            else BrightnessLevel.FULL
        )

    def should_attract(self, limits: IdleLimits, now: float) -> bool:
        """Return True if it is time for a game that plays itself."""
        return (
            bool(limits.attract)
            and now - self._last_activity + _CLOCK_TOLERANCE_SECONDS >= limits.attract
        )

    def next_deadline(self, limits: IdleLimits, now: float) -> float | None:
        """Return when the next limit or count is reached after `now`."""
        limit_times = (self._last_activity + limit for limit in limits[1:] if limit)
        times = [time for time in limit_times if time > now]
        if limits.reset:
            times.append(self._get_next_count_time(limits, now))
        return min(times, default=None)

    def _get_next_count_time(self, limits: IdleLimits, now: float) -> float:
        end = self._last_activity + limits.reset
        seconds_left = self.get_countdown(limits, now)
        if seconds_left is None:
            return end - math.floor(min(COUNTDOWN_SECONDS, limits.reset / 2))
        return end - max(0, seconds_left - 1)


def _choose_seconds(setting: int | None, default: int) -> float:
    return float(default if setting is None else setting)


WAKE_GRACE_SECONDS = 0.3
"""Time that a player needs to see a picture that has just become bright."""


class IdleController:
    """Resets, dims and attracts after some time without input; times are monotonic seconds."""

    def __init__(
        self,
        director: Director,
        now: float,
        timers: Timers,
        set_brightness: Callable[[BrightnessLevel], None],
        *,
        is_fullscreen: bool,
        power_controller: PowerController,
        service_controller: ServiceMenuController,
    ) -> None:
        self._service_controller, self._power_controller = service_controller, power_controller
        self._director, self._set_brightness = director, set_brightness
        self._is_fullscreen = is_fullscreen
        self._idle_timer, self._wake_filter = IdleTimer(now), WakeFilter()
        self._brightness_level = BrightnessLevel.FULL
        self._last_update = now
        self._ignore_input_until = 0.0
        self._deadline = Deadline(timers, self._advance)
        self._limits_config: Config | None = None
        self._limits = self._limits_without_reset = IdleLimits()

    @property
    def is_dark(self) -> bool:
        """True while the picture is dark."""
        return self._brightness_level is BrightnessLevel.DARK

    def filter(self, event: InputEvent, now: float) -> InputEvent | None:
        """Return the event, or None if it only shows that someone is there again."""
        if isinstance(event, ResizeEvent):
            return event
        limits = self._get_limits()
        if self._is_away(limits, now) or now < self._ignore_input_until:
            self._wake_filter.start(now)
        self._idle_timer.note_activity(now)
        self._update_attract(limits, now)
        self._update_brightness(limits, now)
        self._service_controller.observe(event, self._director.context)
        if isinstance(event, ButtonEvent):
            self._power_controller.observe(event)  # its button counts in the dark, too
        return None if self._wake_filter.should_swallow(event, now) else event

    def note_activity(self, now: float) -> None:
        """Note a movement of the mouse; a click right after it counts as waking input, too."""
        if self._is_away(self._get_limits(), now):
            self._ignore_input_until = now + WAKE_GRACE_SECONDS
        self._idle_timer.note_activity(now)

    def _advance(self, now: float) -> None:
        self._advance_power(now)
        if self._service_controller.pop_requested(now):
            self._director.open_service_menu(now)
        if self._service_controller.pop_timed_out(now):
            self._director.close_service_menu(now)
        if self._idle_timer.get_countdown(self._get_limits(), now) == 0:
            self._director.reset(now)
        limits = self._get_limits()
        self._update_brightness(limits, now)
        self._update_attract(limits, now)

    def _advance_power(self, now: float) -> None:
        power_controller = self._power_controller
        could_power_off = power_controller.get_status().can_power_off
        for reason in power_controller.advance(
            now, lambda: self._director.open_scene("power", now)
        ):
            self._director.notify(make_power_refusal(reason))
        if power_controller.get_status().can_power_off is not could_power_off:
            self._director.refresh()
        percent = power_controller.pop_warning()
        if percent is not None:
            self._director.notify(make_battery_warning(percent))

    def add_overlays(self, frame: Frame, now: float) -> Frame:
        """Return the frame with the overlays of all screens."""
        return apply_overlays(
            frame,
            self._director.context,
            self._power_controller.get_countdown(now),
            self._idle_timer.get_countdown(self._get_limits(), now),
        )

    def update_deadline(self, now: float) -> None:
        """Set the timer anew after something may have changed."""
        self._deadline.set(self._compute_deadline(now))

    def _compute_deadline(self, now: float) -> float | None:
        limits = self._get_limits()
        if self._brightness_level is not self._choose_brightness_level(
            limits, now
        ) or self._director.is_attracting is not self._should_attract(limits, now):
            return now
        return earliest_deadline(
            self._power_controller.next_deadline(self._last_update),
            self._service_controller.next_deadline(),
            self._idle_timer.next_deadline(limits, self._last_update),
        )

    def _is_away(self, limits: IdleLimits, now: float) -> bool:
        """Return True if there seems to be no player."""
        is_unseen = (
            self._brightness_level is not BrightnessLevel.FULL or self._director.is_attracting
        )
        return is_unseen or self._idle_timer.get_countdown(limits, now) is not None

    def _update_attract(self, limits: IdleLimits, now: float) -> None:
        should_attract = self._should_attract(limits, now)
        if should_attract is not self._director.is_attracting:
            (self._director.start_attract if should_attract else self._director.show_title)(now)

    def _should_attract(self, limits: IdleLimits, now: float) -> bool:
        # A game that plays itself goes on in the dark, unseen.
        if not self._idle_timer.should_attract(limits, now):
            return False
        is_dark = self._brightness_level is BrightnessLevel.DARK
        return (not is_dark or self._director.is_attracting) and self._director.is_reset

    def _update_brightness(self, limits: IdleLimits, now: float) -> None:
        self._last_update = now
        level = self._choose_brightness_level(limits, now)
        if level is not self._brightness_level:
            self._brightness_level = level
            self._set_brightness(level)

    def _choose_brightness_level(self, limits: IdleLimits, now: float) -> BrightnessLevel:
        """Return the level; during a countdown the picture is not dimmed, so that it is seen."""
        level = self._idle_timer.get_brightness_level(limits, now)
        is_countdown_dimmed = (
            level is BrightnessLevel.DIM and self._idle_timer.get_countdown(limits, now) is not None
        )
        return BrightnessLevel.FULL if is_countdown_dimmed else level

    def _get_limits(self) -> IdleLimits:
        config = self._director.context.config
        if config is not self._limits_config:
            self._limits_config = config
            self._limits = IdleLimits.from_config(config, is_fullscreen=self._is_fullscreen)
            self._limits_without_reset = self._limits._replace(reset=0.0)
        return self._limits_without_reset if self._director.is_reset else self._limits
