"""One turn of the program: take input, do what it means, show what has changed, sleep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import pygame
import pygame.pkgdata

from kiosk.events import Message, Pointer, Resized, Touch
from kiosk.frame import Frame
from kiosk.timers import soonest

PERSON = frozenset(
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


FRAME_TIME = 1 / 60
REST = 60.0

RELEASED = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
COVERED = (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED)


class Show(Protocol):
    """What is played: the scenes with the effects they ask for; times are monotonic seconds."""

    @property
    def over(self) -> bool:
        """Whether the program is to end."""
        ...

    def handle(self, message: Message, now: float) -> None:
        """Take one message and do at once what follows from it; on return it is kept."""
        ...

    def advance(self, now: float) -> None:
        """Let time pass."""
        ...

    def frame(self, now: float) -> Frame:
        """Everything that is to be seen."""
        ...

    def wake(self, now: float) -> float | None:
        """When `advance` is wanted without input."""
        ...

    def leave(self) -> None:
        """The person closes the program from outside."""
        ...


class Glass(Protocol):
    """The panel or the window."""

    def show(self, frame: Frame) -> None:
        """Make the frame seen; one that looks like the last costs nothing."""
        ...

    def repeat(self) -> None:
        """Present the whole picture once more: something else had been drawn over it."""
        ...

    def resized(self) -> Resized | None:
        """Take over the window's new size, if it has one."""
        ...


class Source(Protocol):
    """Where events come from, and where the program sleeps."""

    def take(self, timeout: float) -> list[pygame.event.Event]:
        """All events there are; if there are none, wait for some, at most `timeout` seconds."""
        ...


class Pulse(Protocol):
    """Whoever wants to know that the loop still turns."""

    def beat(self, now: float) -> float:
        """The loop turns, and its picture is shown; when to turn again at the latest."""
        ...


class Loop:
    """Runs a show on a glass. Nothing changes: nothing is drawn, and the process sleeps."""

    def __init__(
        self,
        show: Show,
        glass: Glass,
        devices: Iterable[Device],
        source: Source,
        clock: Callable[[], float],
        frame_time: float = FRAME_TIME,
        pulse: Pulse | None = None,
    ) -> None:
        """`clock` gives monotonic seconds; pictures are at least `frame_time` of them apart."""
        self._show = show
        self._glass = glass
        self._devices = tuple(devices)
        self._source = source
        self._clock = clock
        self._frame_time = frame_time
        self._pulse = pulse
        self._stale = True
        self._next_frame = clock()

    def run(self) -> None:
        """Turn until the show is over."""
        while not self._show.over:
            self.turn()

    def turn(self) -> None:
        """Draw if something has changed, sleep until there is something to do, and do it."""
        now = self._clock()
        if self._stale and now >= self._next_frame:
            self._draw(now)
        events = self._source.take(self._pause(self._clock()))
        now = self._clock()
        for message in joined(self._messages(events, now)):
            self._stale = True
            self._show.handle(message, now)
            if self._show.over:
                return
        wake = self._show.wake(now)
        if wake is not None and wake <= now:
            self._stale = True
            self._show.advance(now)

    def _draw(self, now: float) -> None:
        self._stale = False
        self._glass.show(self._show.frame(now))
        self._next_frame = now + self._frame_time

    def _pause(self, now: float) -> float:
        """How long nothing is to be done without input, in seconds."""
        times = [device.due() for device in self._devices]
        times.append(None if self._pulse is None else self._pulse.beat(now))
        wake = self._show.wake(now)
        if wake is not None:
            times.append(max(wake, self._next_frame))
        if self._stale:
            times.append(self._next_frame)
        until = soonest(*times)
        return REST if until is None else max(0.0, min(until - now, REST))

    def _messages(self, events: Iterable[pygame.event.Event], now: float) -> Iterator[Message]:
        for event in events:
            yield from self._window(event)
            for device in self._devices:
                yield from self._drop(device, event, now)
                yield from device.feed(event, now)
        for device in self._devices:
            yield from device.tick(now)

    def _drop(self, device: Device, event: pygame.event.Event, now: float) -> list[Message]:
        return device.drop(now) if event.type in RELEASED else []

    def _window(self, event: pygame.event.Event) -> Iterator[Message]:
        """What an event of the window itself asks for."""
        if event.type == pygame.QUIT:
            self._show.leave()
        elif event.type == pygame.WINDOWSIZECHANGED:
            resized = self._glass.resized()
            if resized:
                yield resized
        elif event.type in COVERED:
            self._glass.repeat()


def joined(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages without the moves that another move follows: the last place counts."""
    waiting: Message | None = None
    for message in messages:
        moves = isinstance(message, Pointer) and message.touch is Touch.MOVE
        if waiting is not None and not moves:
            yield waiting
            waiting = None
        if moves:
            waiting = message
        else:
            yield message
    if waiting is not None:
        yield waiting


class Device(Protocol):
    """Turns SDL's events of one kind into messages; times are given, in monotonic seconds."""

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """What the event means; nothing where it belongs to another device."""
        ...

    def due(self) -> float | None:
        """When `tick` has something to say without any event, if ever."""
        ...

    def tick(self, now: float) -> list[Message]:
        """What has become due by now: a key that is held repeats."""
        ...

    def drop(self, now: float) -> list[Message]:
        """Let go of everything that is held: what is released from now on is not reported to us."""
        ...
