"""The main loop: take input, let it be handled, draw what has changed, sleep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

import pygame

from kiosk.events import Action, InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Frame
from kiosk.timers import Deadline, Timers

USER_EVENTS = frozenset(
    (
        pygame.FINGERDOWN,
        pygame.FINGERMOTION,
        pygame.FINGERUP,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEMOTION,
        pygame.MOUSEBUTTONUP,
        pygame.KEYDOWN,
        pygame.KEYUP,
        pygame.JOYAXISMOTION,
        pygame.JOYHATMOTION,
        pygame.JOYBUTTONDOWN,
        pygame.JOYBUTTONUP,
    )
)
"""Events of input devices."""

FRAME_SECONDS = 1 / 60
MAX_SLEEP_SECONDS = 60.0

FOCUS_LOST_EVENTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
EXPOSED_EVENTS = (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED)


EventHandler = Callable[[pygame.event.Event, float], list[InputEvent]]
"""Turns an SDL event, taken at a monotonic time in seconds, into input events."""


class Device:
    """An input device; what it emits without an SDL event comes from timers."""

    handlers: Mapping[int, EventHandler] = {}
    """The SDL event types that the device listens to."""

    def release_all(self, now: float) -> list[InputEvent]:
        """Release all that is held, because the real release will not be reported."""
        return []


class Screen(Protocol):
    """The scenes; times are monotonic seconds."""

    @property
    def is_finished(self) -> bool:
        """Return True if the program has to end."""

    def handle(self, event: InputEvent, now: float) -> None:
        """Handle an event and carry out its effects; after that they are saved."""

    def advance(self, now: float) -> None:
        """Update what depends on time."""

    def build_frame(self, now: float) -> Frame:
        """Return the frame to show."""

    def next_deadline(self, now: float) -> float | None:
        """Return when `advance` is wanted without input."""

    def get_light_state(self, now: float) -> tuple[frozenset[Action], str]:
        """Return the actions that do something now, and the state of the game."""

    def request_exit(self) -> None:
        """Handle the wish to close the window."""


class Idle(Protocol):
    """Filter of the input that only shows that someone is there again."""

    @property
    def is_dark(self) -> bool:
        """Return True while the picture is dark."""

    def filter(self, event: InputEvent, now: float) -> InputEvent | None:
        """Return the event, or None if the scenes must not have it."""

    def update_deadline(self, now: float) -> None:
        """Update the timer, because the scenes may have changed."""

    def add_overlays(self, frame: Frame, now: float) -> Frame:
        """Return the frame with the overlays of all screens."""


class Lights(Protocol):
    """LEDs of the buttons."""

    def update(self, enabled_actions: frozenset[Action], game_state: str) -> None:
        """Light the buttons of these actions, and the light of the game."""

    def turn_off(self) -> None:
        """Switch all lights off."""


class Display(Protocol):
    """The panel or the window."""

    def show(self, frame: Frame) -> None:
        """Show a frame; one that looks like the last costs nothing."""

    def present_again(self) -> None:
        """Present the whole picture again, because something was drawn over it."""

    def apply_resize(self) -> ResizeEvent | None:
        """Adopt the new size of the window; return an event if scenes have to know it."""


class EventSource(Protocol):
    """Source of SDL events; the program sleeps while it waits for one."""

    def wait_for_events(self, timeout: float) -> list[pygame.event.Event]:
        """Return all events; without any, wait at most `timeout` seconds for some."""


class Watchdog(Protocol):
    """Supervisor that expects regular pings."""

    def ping(self, now: float) -> float:
        """Report that a picture is shown; return when the next report is due."""


class Loop:
    """Main loop. While nothing changes, nothing is drawn and the process sleeps."""

    def __init__(
        self,
        screen: Screen,
        idle: Idle,
        display: Display,
        devices: Iterable[Device],
        event_source: EventSource,
        timers: Timers,
        emitted: list[InputEvent],
        clock: Callable[[], float],
        *,
        frame_seconds: float = FRAME_SECONDS,
        watchdog: Watchdog | None = None,
        lights: Lights | None = None,
    ) -> None:
        """Connect all parts.

        Args:
            screen: Handles input and builds frames.
            idle: Filters input.
            display: Shows frames.
            devices: Turn SDL events into input events.
            event_source: Gives SDL events.
            timers: The timers of all parts.
            emitted: Events that devices append in a timer.
            clock: Returns monotonic seconds.
            frame_seconds: The least time from frame to frame.
            watchdog: Gets a ping while the loop runs.
            lights: Are updated with each frame.
        """
        self._screen, self._idle, self._display = screen, idle, display
        self._event_source, self._timers, self._emitted = event_source, timers, emitted
        self._clock, self._frame_seconds = clock, frame_seconds
        self._watchdog, self._lights = watchdog, lights
        self._devices = tuple(devices)
        self._handlers = self._collect_handlers()
        self._needs_redraw = True
        self._next_frame_time = clock()
        self._next_ping = 0.0 if watchdog else float("inf")
        self._is_advance_due = False
        self._screen_deadline = Deadline(timers, self._on_screen_deadline)
        self._is_changed = self._is_woken = True

    def run(self) -> None:
        """Run until the program has to end."""
        while not self._screen.is_finished:
            self.run_once()

    def run_once(self) -> None:
        """Draw if something has changed, sleep until there is something to do, and do it."""
        now = self._clock()
        if self._needs_redraw and now >= self._next_frame_time:
            self._draw(now)
        if self._watchdog and now >= self._next_ping:
            self._next_ping = self._watchdog.ping(now)
        self._update_deadlines(now)
        wake_time = self._get_wake_time(now)
        events = self._event_source.wait_for_events(max(0.0, wake_time - now))
        now = self._clock()
        self._handle_events(events, now)
        is_any_due = not self._screen.is_finished and self._run_timers(now)
        self._is_changed = is_any_due or bool(events)
        self._is_woken = now < wake_time

    def _draw(self, now: float) -> None:
        self._needs_redraw = False
        self._next_frame_time = now + self._frame_seconds
        if self._idle.is_dark:
            if self._lights is not None:
                self._lights.turn_off()
            return
        if self._lights is not None:
            self._lights.update(*self._screen.get_light_state(now))
        self._display.show(self._idle.add_overlays(self._screen.build_frame(now), now))

    def _get_wake_time(self, now: float) -> float:
        wake_time = min(now + MAX_SLEEP_SECONDS, self._next_ping)
        if self._needs_redraw:
            wake_time = min(wake_time, self._next_frame_time)
        deadline = self._timers.next_deadline()
        return wake_time if deadline is None else min(wake_time, deadline)

    def _update_deadlines(self, now: float) -> None:
        """Ask what is due when, but only after something may have changed it."""
        if self._is_changed:
            self._idle.update_deadline(now)
        if self._is_changed or self._is_woken:  # the solver wakes the loop without an event
            deadline = None if self._idle.is_dark else self._screen.next_deadline(now)
            if deadline is not None:
                deadline = max(deadline, self._next_frame_time)
            self._screen_deadline.set(deadline)

    def _on_screen_deadline(self, now: float) -> None:
        self._is_advance_due = True

    def _handle_events(self, events: Iterable[pygame.event.Event], now: float) -> None:
        for event in events:
            for handler in self._handlers.get(event.type, ()):
                self._emitted += handler(event, now)
        self._deliver(now)

    def _run_timers(self, now: float) -> bool:
        """Run what is due; return False if nothing is."""
        if not self._timers.run_due(now):
            return False
        self._needs_redraw = True
        self._deliver(now)
        if self._is_advance_due:
            self._is_advance_due = False
            if not self._idle.is_dark:
                self._screen.advance(now)
        return True

    def _deliver(self, now: float) -> None:
        """Let the scenes handle what the devices have emitted, up to the end of the program."""
        if not self._emitted:
            return
        self._needs_redraw = True
        for event in coalesce_moves(self._emitted):
            accepted = self._idle.filter(event, now)
            if accepted is not None:
                self._screen.handle(accepted, now)
            if self._screen.is_finished:
                break
        self._emitted.clear()

    def _collect_handlers(self) -> dict[int, list[EventHandler]]:
        handlers: dict[int, list[EventHandler]] = {
            pygame.QUIT: [self._on_quit],
            pygame.WINDOWSIZECHANGED: [self._on_size_changed],
            **{kind: [self._on_exposed] for kind in EXPOSED_EVENTS},
            **{kind: [self._on_focus_lost] for kind in FOCUS_LOST_EVENTS},
        }
        for device in self._devices:
            for kind, handler in device.handlers.items():
                handlers.setdefault(kind, []).append(handler)
        return handlers

    def _on_quit(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        self._screen.request_exit()
        return []

    def _on_size_changed(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        resize_event = self._display.apply_resize()
        return [resize_event] if resize_event else []

    def _on_exposed(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        self._display.present_again()
        return []

    def _on_focus_lost(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        return [released for device in self._devices for released in device.release_all(now)]


def coalesce_moves(events: Iterable[InputEvent]) -> Iterator[InputEvent]:
    """Yield the events without the moves that another move follows."""
    pending_move: InputEvent | None = None
    for event in events:
        is_move = isinstance(event, PointerEvent) and event.phase is PointerPhase.MOVE
        if pending_move is not None and not is_move:
            yield pending_move
            pending_move = None
        if is_move:
            pending_move = event
        else:
            yield event
    if pending_move is not None:
        yield pending_move
