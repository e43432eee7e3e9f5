"""The events of SDL, and a sleep that ends with the next one.

pygame's `event.wait` looks at the devices every millisecond while it waits, under every driver,
which costs 2 to 3 % of a core. But what SDL reads are ordinary file descriptors of this process:
the connection to the X server or the compositor, the kernel's input devices, the udev socket that
reports new ones. The kernel watches those for nothing. Where they are not found we look ourselves,
as often as a touch may wait.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pygame

from kiosk.loop import PERSON

LOOK_EVERY = 0.026
LOOK_EVERY_IN_PLAY = 0.008
IN_PLAY_FOR = 0.5
LONGEST_SLEEP = 0.5

DEVICES = "/dev/input/"
ENDED = select.POLLHUP | select.POLLERR | select.POLLNVAL


PLUGGED = frozenset((pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED))
"""Events of gamepads that come and go."""

WINDOW = frozenset(
    (
        pygame.QUIT,
        pygame.WINDOWSHOWN,
        pygame.WINDOWHIDDEN,
        pygame.WINDOWEXPOSED,
        pygame.WINDOWSIZECHANGED,
        pygame.WINDOWMINIMIZED,
        pygame.WINDOWRESTORED,
        pygame.WINDOWLEAVE,
        pygame.WINDOWFOCUSGAINED,
        pygame.WINDOWFOCUSLOST,
    )
)
"""Events of the window that mean something to us."""


class DisplayLostError(Exception):
    """The X server or the compositor has gone; nothing can be shown any more."""


def allow_only(types: Iterable[int] = PERSON | PLUGGED | WINDOW) -> None:
    """Let SDL drop all other events, so that they neither wake us nor fill its queue."""
    pygame.event.set_blocked(None)
    pygame.event.set_allowed(list(types))


class Events:
    """Waits for the next events of the window that is open, or for `wake`."""

    def __init__(self, driver: str) -> None:
        """`driver`: SDL's name of the video driver that is in use."""
        self._served = driver in ("x11", "wayland")
        self._reading, self._writing = os.pipe()
        for end in (self._reading, self._writing):
            os.set_blocking(end, False)
        self._poll = select.poll()
        self._poll.register(self._reading, select.POLLIN)
        self._lifelines = select.poll()
        self._servers: frozenset[int] = frozenset()
        self._watched: frozenset[int] = frozenset()
        self._outdated = True
        self._others: set[int] = set()
        self._tired: dict[int, int] = {}
        self._trusted: bool | None = None
        self._played = 0.0

    @property
    def waker(self) -> int:
        """A byte written to this file descriptor ends the sleep (`signal.set_wakeup_fd`)."""
        return self._writing

    def wake(self) -> None:
        """End the sleep that is going on, or the next one; from any thread."""
        with suppress(OSError):
            os.write(self._writing, b"\0")

    def watch(self, fd: int) -> None:
        """Let this file descriptor too end the sleep while it can be read; others read it."""
        self._others.add(fd)
        self._poll.register(fd, select.POLLIN)

    def unwatch(self, fd: int) -> None:
        """Look no more at it; it must still be open."""
        self._others.discard(fd)
        self._poll.unregister(fd)

    def look_around(self) -> None:
        """Find out before the next sleep what there is to watch: devices have come or gone."""
        self._outdated = True

    def take(self, timeout: float) -> list[pygame.event.Event]:
        """All events that are there; where there are none, wait for some.

        Args:
            timeout: Seconds to wait at most; it may return sooner with nothing.

        Raises:
            DisplayLostError: the connection to the display is closed.
        """
        self._see_display()
        events = pygame.event.get()
        if not events and timeout > 0:
            if self._outdated:
                self._watch()
            events = self._rest(timeout) if self._trusted else self._look_out(timeout)
        if any(event.type in PERSON for event in events):
            self._played = time.monotonic()
        return events

    def close(self) -> None:
        """Give the file descriptors back; nothing is to be called afterwards."""
        os.close(self._reading)
        os.close(self._writing)

    def _rest(self, timeout: float) -> list[pygame.event.Event]:
        """Sleep until something arrives; a cap on it bounds the harm where the trust is wrong."""
        nap = min(timeout, LONGEST_SLEEP)
        ready = self._heed(self._poll.poll(nap * 1000))
        self._see_display()
        events = pygame.event.get()
        if ready:
            self._judge(ready, events)
        elif nap > 2 * LOOK_EVERY and any(event.type in PERSON for event in events):
            self._distrust()  # it came and nothing had announced it
        return events

    def _look_out(self, timeout: float) -> list[pygame.event.Event]:
        """Look again and again: all day on some machines, so with as little work as can be."""
        end = time.monotonic() + timeout
        busy = time.monotonic() - self._played < IN_PLAY_FOR
        pause = LOOK_EVERY_IN_PLAY if busy else LOOK_EVERY
        poll, get, clock = self._poll.poll, pygame.event.get, time.monotonic
        while True:
            ready = poll(max(0.0, min(pause, end - clock())) * 1000)
            if ready:
                self._heed(ready)
                self._see_display()
            events = get()
            if ready or events or clock() >= end:
                return events

    def _watch(self) -> None:
        """Find out again what SDL reads from; if that is not to be found, there is no trust."""
        self._outdated = False
        found = sources(served=self._served)
        self._trusted = self._trusted is not False and bool(found)
        if self._served:
            for new in found - self._servers:
                self._lifelines.register(new, 0)
            self._servers |= found
        found = found | _plugged() if found else found
        for gone in self._watched - found:
            self._poll.unregister(gone)
        for new in found - self._watched:
            self._poll.register(new, select.POLLIN if self._trusted else 0)
        self._watched = found

    def _heed(self, ready: Iterable[tuple[int, int]]) -> set[int]:
        """The file descriptors among these that can be read; our own is, at once."""
        readable = set()
        for fd, state in ready:
            if fd == self._reading:
                os.read(fd, 4096)
            elif fd in self._others:
                continue
            elif state & ENDED and fd not in self._servers:
                self._poll.unregister(fd)
                self._watched -= {fd}
            else:
                readable.add(fd)
        return readable

    def _see_display(self) -> None:
        """Stop before Xlib meets a connection that has ended: it would end the process itself."""
        if self._lifelines.poll(0):
            raise DisplayLostError

    def _judge(self, ready: set[int], events: list[pygame.event.Event]) -> None:
        """Find out about new devices; distrust what is still full after SDL has read from it."""
        if not events and not self._served:
            self._watch()
        full = select.select(ready & self._watched, [], [], 0)[0]
        self._tired = {fd: self._tired.get(fd, 0) + 1 for fd in full if not events}
        if any(times > 3 for times in self._tired.values()):
            self._distrust()

    def _distrust(self) -> None:
        """From now on look again and again; of what was watched only the end is still noticed."""
        self._trusted = False
        for fd in self._watched:
            self._poll.modify(fd, 0)


def sources(*, served: bool) -> frozenset[int]:
    """The file descriptors through which SDL learns of input; none if that is unknown.

    Args:
        served: Input comes from an X server or a compositor; else from the kernel.
    """
    links = _own_descriptors()
    sockets = {fd for fd, link in links if link.startswith("socket:") and _is_source(fd, served)}
    if served:
        return frozenset(sockets)
    devices = {fd for fd, link in links if link.startswith(DEVICES)}
    return frozenset(devices | sockets) if devices else frozenset()


def _plugged() -> frozenset[int]:
    """The file descriptors of gamepads, and those that tell of new ones: udev's, or inotify's."""
    signs = (DEVICES, "anon_inode:inotify", "socket:")
    links = [(fd, link) for fd, link in _own_descriptors() if link.startswith(signs)]
    return frozenset(
        fd for fd, link in links if not link.startswith("socket:") or _is_source(fd, False)
    )


def _own_descriptors() -> list[tuple[int, str]]:
    """This process's file descriptors, each with what it leads to."""
    found = []
    with suppress(OSError):
        for entry in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                found.append((int(entry.name), entry.readlink().as_posix()))
    return found


def _is_source(fd: int, served: bool) -> bool:
    """Whether a socket leads to the display server, or to udev where there is none."""
    from socket import AF_INET, AF_INET6, AF_NETLINK, AF_UNIX, socket

    with suppress(OSError), socket(fileno=os.dup(fd)) as copy:
        if not served:
            return copy.family == AF_NETLINK
        peer = copy.getpeername()
        if copy.family == AF_UNIX:
            name = peer.decode(errors="replace") if isinstance(peer, bytes) else str(peer)
            return ".X11-unix/" in name or "wayland" in name
        return copy.family in (AF_INET, AF_INET6)
    return False
