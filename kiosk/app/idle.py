"""Dim, blank, attract, reset; wake filter."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, Protocol

from engine.messages import MessageOrText
from kiosk.app.overlays import (
    add_dialog,
    list_power_off_lines,
    list_reset_lines,
    make_battery_warning,
    make_power_refusal,
)
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
from kiosk.ui.scene import SceneContext

WAKE_INPUT_SECONDS = 2.0
"""Seconds in which everything belongs to that input; what is pressed later is meant for the game,
also where the release of the first was lost."""


class WakeFilter:
    """Takes an input from its beginning to the release of all that was pressed in it."""

    def __init__(self) -> None:
        """Nothing is taken."""
        self._started_at: float | None = None
        self._held_buttons: set[str] = set()

    def start(self, now: float) -> None:
        """The next message is one that the game is not to have."""
        self._started_at, self._held_buttons = now, set()

    def should_swallow(self, message: InputEvent, now: float) -> bool:
        """Whether the game is not to have this message."""
        if self._started_at is None or isinstance(message, ResizeEvent):
            return False
        button, is_down = _identify_button(message)
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


def _identify_button(message: ButtonEvent | PointerEvent) -> tuple[str, bool | None]:
    """What is held, and whether it went down (or up; None: it only moves)."""
    if isinstance(message, ButtonEvent):
        return message.action.value, message.is_pressed
    return "pointer", {PointerPhase.DOWN: True, PointerPhase.MOVE: None}.get(message.phase, False)


COUNTDOWN_SECONDS = 10
"""Seconds of the countdown before a table that was left is cleared."""
LOCKED_RESET_SECONDS = 120
"""Seconds after which it is where the player is kept inside and no setting says otherwise."""
DIM_AFTER_SECONDS, BLANK_AFTER_SECONDS, ATTRACT_AFTER_SECONDS = 300, 1800, 60
"""Seconds after which a whole panel is dimmed, goes dark, and shows a game that plays itself, where
no setting says otherwise."""
_CLOCK_TOLERANCE_SECONDS = 0.001
"""Seconds by which a clock may be early."""


class IdleLimits(NamedTuple):
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
    def from_config(cls, config: Config, *, is_fullscreen: bool = False) -> IdleLimits:
        """Those that the settings say; `panel`: the picture has one of its own, and is no window.

        A window is not dimmed unless a setting says so: that is the desktop's affair.
        """
        kiosk, display = config.kiosk, config.display
        return cls(
            _choose_seconds(kiosk.idle_reset, LOCKED_RESET_SECONDS if kiosk.lock else 0),
            _choose_seconds(display.dim_after, DIM_AFTER_SECONDS if is_fullscreen else 0),
            _choose_seconds(display.blank_after, BLANK_AFTER_SECONDS if is_fullscreen else 0),
            _choose_seconds(kiosk.attract_after, ATTRACT_AFTER_SECONDS if is_fullscreen else 0),
        )


class IdleTimer:
    """The time since the last input, against limits that may change meanwhile."""

    def __init__(self, now: float) -> None:
        """Somebody is there."""
        self._last_activity = now

    def note_activity(self, now: float) -> None:
        """Somebody has done something."""
        self._last_activity = now

    def get_countdown(self, limits: IdleLimits, now: float) -> int | None:
        """The whole seconds that are left, 0 when time is over; None before the warning."""
        seconds_left = math.ceil(
            self._last_activity + limits.reset - now - _CLOCK_TOLERANCE_SECONDS
        )
        if not limits.reset or seconds_left > min(COUNTDOWN_SECONDS, limits.reset / 2):
            return None
        return max(0, seconds_left)

    def get_brightness_level(self, limits: IdleLimits, now: float) -> BrightnessLevel:
        """How the picture is to shine."""
        idle_seconds = now - self._last_activity + _CLOCK_TOLERANCE_SECONDS
        if limits.blank and idle_seconds >= limits.blank:
            return BrightnessLevel.DARK
        return (
            BrightnessLevel.DIM
            if limits.dim and idle_seconds >= limits.dim
            else BrightnessLevel.FULL
        )

    def should_attract(self, limits: IdleLimits, now: float) -> bool:
        """Whether it is time for a game that plays itself."""
        return (
            bool(limits.attract)
            and now - self._last_activity + _CLOCK_TOLERANCE_SECONDS >= limits.attract
        )

    def next_deadline(self, limits: IdleLimits, now: float) -> float | None:
        """When an answer is another one than at `now`, if nobody does anything."""
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
"""Seconds in which nobody can see what a picture shows that has just become bright."""


class ResettableScreen(Protocol):
    """The screens that are looked after."""

    @property
    def context(self) -> SceneContext:
        """What scenes may know of the machine."""
        ...

    @property
    def is_reset(self) -> bool:
        """Whether they are as the next person is to find them."""
        ...

    def notify(self, line: MessageOrText) -> None:
        """Something to be told of, in passing."""
        ...

    def open_scene(self, scene: str, now: float) -> None:
        """Show the scene of this name on top."""
        ...

    def refresh(self) -> None:
        """What the machine can do is another thing now."""
        ...

    def open_service_menu(self, now: float) -> None:
        """Show the service menu."""
        ...

    def close_service_menu(self, now: float) -> None:
        """Close the service menu."""
        ...

    def reset(self, now: float) -> None:
        """Make them so; what was played can be gone on with for a while."""
        ...

    @property
    def is_attracting(self) -> bool:
        """Whether a game plays itself for whoever may come; they are fresh then, too."""
        ...

    def start_attract(self, now: float) -> None:
        """Let one play itself."""
        ...

    def show_title(self, now: float) -> None:
        """Show the title instead."""
        ...


class IdleController:
    """Resets, dims and attracts after some time without input; times are monotonic seconds."""

    def __init__(
        self,
        screen: ResettableScreen,
        now: float,
        timers: Timers,
        set_brightness: Callable[[BrightnessLevel], None],
        *,
        is_fullscreen: bool,
        power_controller: PowerController | None = None,
        service_controller: ServiceMenuController | None = None,
    ) -> None:
        """Look after these screens from now on.

        Args:
            screen: The screens.
            now: The time.
            timers: The timers of the loop.
            set_brightness: Makes the picture as bright as that, which is told when it changes.
            is_fullscreen: Whether they have a panel of their own.
            power_controller: The machine's power, where that is anybody's business.
            service_controller: Sees when somebody asks for the service menu, if there is one.
        """
        self._service_controller = service_controller
        self._power_controller = power_controller
        self._screen, self._set_brightness, self._is_fullscreen = (
            screen,
            set_brightness,
            is_fullscreen,
        )
        self._idle_timer, self._wake_filter = IdleTimer(now), WakeFilter()
        self._brightness_level = BrightnessLevel.FULL
        self._last_update = now
        self._ignore_input_until = 0.0
        self._deadline = Deadline(timers, self._advance)
        self._limits_config: Config | None = None
        self._limits = self._limits_without_reset = IdleLimits()

    @property
    def is_dark(self) -> bool:
        """Whether nothing is to be seen, for nobody has been there for so long."""
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
        if self._service_controller:
            self._service_controller.observe(event, self._screen.context)
        if self._power_controller:  # its button counts in the dark, too
            self._power_controller.observe(event)
        return None if self._wake_filter.should_swallow(event, now) else event

    def note_activity(self, now: float) -> None:
        """Somebody is there, though nothing follows from it: a mouse was moved.

        Nor from a click that comes with it, before anybody can have seen what is there.
        """
        if self._is_away(self._get_limits(), now):
            self._ignore_input_until = now + WAKE_GRACE_SECONDS
        self._idle_timer.note_activity(now)

    def _advance(self, now: float) -> None:
        if self._power_controller:
            self._advance_power(self._power_controller, now)
        if self._service_controller and self._service_controller.pop_requested(now):
            self._screen.open_service_menu(now)
        if self._service_controller and self._service_controller.pop_timed_out(now):
            self._screen.close_service_menu(now)
        if self._idle_timer.get_countdown(self._get_limits(), now) == 0:
            self._screen.reset(now)
        limits = self._get_limits()
        self._update_brightness(limits, now)
        self._update_attract(limits, now)

    def _advance_power(self, power_controller: PowerController, now: float) -> None:
        could_power_off = power_controller.get_status().can_power_off
        for reason in power_controller.advance(now, lambda: self._screen.open_scene("power", now)):
            self._screen.notify(make_power_refusal(reason))
        if power_controller.get_status().can_power_off is not could_power_off:
            self._screen.refresh()
        percent = power_controller.pop_warning()
        if percent is not None:
            self._screen.notify(make_battery_warning(percent))

    def add_overlays(self, frame: Frame, now: float) -> Frame:
        """Return the frame with the countdown over it, if one is going on."""
        context = self._screen.context
        power_off_seconds = (
            self._power_controller.get_countdown(now) if self._power_controller else None
        )
        reset_seconds = self._idle_timer.get_countdown(self._get_limits(), now)
        if power_off_seconds is not None:
            return add_dialog(
                frame, context, list_power_off_lines(context.translator, power_off_seconds)
            )
        if reset_seconds is not None:
            return add_dialog(frame, context, list_reset_lines(context.translator, reset_seconds))
        return frame

    def update_deadline(self, now: float) -> None:
        """Set the timer anew after something has happened."""
        self._deadline.set(self._compute_deadline(now))

    def _compute_deadline(self, now: float) -> float | None:
        limits = self._get_limits()
        if self._brightness_level is not self._choose_brightness_level(
            limits, now
        ) or self._screen.is_attracting is not self._should_attract(limits, now):
            return now
        power_deadline = (
            self._power_controller.next_deadline(self._last_update)
            if self._power_controller
            else None
        )
        service_deadline = (
            self._service_controller.next_deadline() if self._service_controller else None
        )
        return earliest_deadline(
            power_deadline,
            service_deadline,
            self._idle_timer.next_deadline(limits, self._last_update),
        )

    def _is_away(self, limits: IdleLimits, now: float) -> bool:
        """Return True if there seems to be no player."""
        is_unseen = self._brightness_level is not BrightnessLevel.FULL or self._screen.is_attracting
        return is_unseen or self._idle_timer.get_countdown(limits, now) is not None

    def _update_attract(self, limits: IdleLimits, now: float) -> None:
        should_attract = self._should_attract(limits, now)
        if should_attract is not self._screen.is_attracting:
            (self._screen.start_attract if should_attract else self._screen.show_title)(now)

    def _should_attract(self, limits: IdleLimits, now: float) -> bool:
        # A game that plays itself goes on in the dark, unseen.
        if not self._idle_timer.should_attract(limits, now):
            return False
        is_dark = self._brightness_level is BrightnessLevel.DARK
        return (not is_dark or self._screen.is_attracting) and self._screen.is_reset

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
        config = self._screen.context.config
        if config is not self._limits_config:
            self._limits_config = config
            self._limits = IdleLimits.from_config(config, is_fullscreen=self._is_fullscreen)
            self._limits_without_reset = self._limits._replace(reset=0.0)
        return self._limits_without_reset if self._screen.is_reset else self._limits
