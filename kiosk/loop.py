"""One turn of the program: take input, do what it means, show what has changed, sleep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import pygame
import pygame.pkgdata

from kiosk.events import InputEvent, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Frame
from kiosk.timers import earliest_deadline

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
"""Events that come from a device in somebody's hand."""


FRAME_SECONDS = 1 / 60
MAX_SLEEP_SECONDS = 60.0

FOCUS_LOST_EVENTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
EXPOSED_EVENTS = (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED)


class Screen(Protocol):
    """What is played: the scenes with the effects they ask for; times are monotonic seconds."""

    @property
    def is_finished(self) -> bool:
        """Whether the program is to end."""
        ...

    def handle(self, message: InputEvent, now: float) -> None:
        """Take one message and do at once what follows from it; on return it is kept."""
        ...

    def advance(self, now: float) -> None:
        """Let time pass."""
        ...

    def build_frame(self, now: float) -> Frame:
        """Everything that is to be seen."""
        ...

    def next_deadline(self, now: float) -> float | None:
        """When `advance` is wanted without input."""
        ...

    def request_exit(self) -> None:
        """The person closes the program from outside."""
        ...


class Display(Protocol):
    """The panel or the window."""

    def show(self, frame: Frame) -> None:
        """Make the frame seen; one that looks like the last costs nothing."""
        ...

    def present_again(self) -> None:
        """Present the whole picture once more: something else had been drawn over it."""
        ...

    def apply_resize(self) -> ResizeEvent | None:
        """Take over the window's new size, if it has one."""
        ...


class EventSource(Protocol):
    """Where events come from, and where the program sleeps."""

    def wait_for_events(self, timeout: float) -> list[pygame.event.Event]:
        """All events there are; if there are none, wait for some, at most `timeout` seconds."""
        ...


class Watchdog(Protocol):
    """Whoever wants to know that the loop still turns."""

    def ping(self, now: float) -> float:
        """The loop turns, and its picture is shown; when to turn again at the latest."""
        ...


class Loop:
    """Runs a show on a glass. Nothing changes: nothing is drawn, and the process sleeps."""

    def __init__(
        self,
        screen: Screen,
        display: Display,
        devices: Iterable[Device],
        event_source: EventSource,
        clock: Callable[[], float],
        frame_seconds: float = FRAME_SECONDS,
        watchdog: Watchdog | None = None,
    ) -> None:
        """`clock` gives monotonic seconds; pictures are at least `frame_time` of them apart."""
        self._screen = screen
        self._display = display
        self._devices = tuple(devices)
        self._event_source = event_source
        self._clock = clock
        self._frame_seconds = frame_seconds
        self._watchdog = watchdog
        self._needs_redraw = True
        self._next_frame_time = clock()

    def run(self) -> None:
        """Turn until the show is over."""
        while not self._screen.is_finished:
            self.run_once()

    def run_once(self) -> None:
        """Draw if something has changed, sleep until there is something to do, and do it."""
        now = self._clock()
        if self._needs_redraw and now >= self._next_frame_time:
            self._draw(now)
        events = self._event_source.wait_for_events(self._compute_sleep(self._clock()))
        now = self._clock()
        for message in coalesce_moves(self._collect_events(events, now)):
            self._needs_redraw = True
            self._screen.handle(message, now)
            if self._screen.is_finished:
                return
        deadline = self._screen.next_deadline(now)
        if deadline is not None and deadline <= now:
            self._needs_redraw = True
            self._screen.advance(now)

    def _draw(self, now: float) -> None:
        self._needs_redraw = False
        self._display.show(self._screen.build_frame(now))
        self._next_frame_time = now + self._frame_seconds

    def _compute_sleep(self, now: float) -> float:
        """How long nothing is to be done without input, in seconds."""
        times = [device.next_deadline() for device in self._devices]
        times.append(None if self._watchdog is None else self._watchdog.ping(now))
        deadline = self._screen.next_deadline(now)
        if deadline is not None:
            times.append(max(deadline, self._next_frame_time))
        if self._needs_redraw:
            times.append(self._next_frame_time)
        until = earliest_deadline(*times)
        return MAX_SLEEP_SECONDS if until is None else max(0.0, min(until - now, MAX_SLEEP_SECONDS))

    def _collect_events(
        self, events: Iterable[pygame.event.Event], now: float
    ) -> Iterator[InputEvent]:
        for event in events:
            yield from self._handle_window_event(event)
            for device in self._devices:
                yield from self._release_if_unfocused(device, event, now)
                yield from device.handle_event(event, now)
        for device in self._devices:
            yield from device.tick(now)

    def _release_if_unfocused(
        self, device: Device, event: pygame.event.Event, now: float
    ) -> list[InputEvent]:
        return device.release_all(now) if event.type in FOCUS_LOST_EVENTS else []

    def _handle_window_event(self, event: pygame.event.Event) -> Iterator[InputEvent]:
        """What an event of the window itself asks for."""
        if event.type == pygame.QUIT:
            self._screen.request_exit()
        elif event.type == pygame.WINDOWSIZECHANGED:
            resize_event = self._display.apply_resize()
            if resize_event:
                yield resize_event
        elif event.type in EXPOSED_EVENTS:
            self._display.present_again()


def coalesce_moves(messages: Iterable[InputEvent]) -> Iterator[InputEvent]:
    """The messages without the moves that another move follows: the last place counts."""
    pending_move: InputEvent | None = None
    for message in messages:
        is_move = isinstance(message, PointerEvent) and message.phase is PointerPhase.MOVE
        if pending_move is not None and not is_move:
            yield pending_move
            pending_move = None
        if is_move:
            pending_move = message
        else:
            yield message
    if pending_move is not None:
        yield pending_move


class Device(Protocol):
    """Turns SDL's events of one kind into messages; times are given, in monotonic seconds."""

    def handle_event(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        """What the event means; nothing where it belongs to another device."""
        ...

    def next_deadline(self) -> float | None:
        """When `tick` has something to say without any event, if ever."""
        ...

    def tick(self, now: float) -> list[InputEvent]:
        """What has become due by now: a key that is held repeats."""
        ...

    def release_all(self, now: float) -> list[InputEvent]:
        """Let go of everything that is held: what is released from now on is not reported to us."""
        ...
