"""SDL events, and a sleep that ends with the next event.

pygame's `event.wait` polls every millisecond, which costs 2 to 3 % of a core. SDL reads from file
descriptors of this process: the connection to the display server, the input devices of the kernel,
the udev socket. So the program sleeps in `poll` on these. If they are not found, it polls SDL at
the interval that a touch may wait.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pygame

from kiosk.loop import USER_EVENTS

POLL_SECONDS = 0.026
ACTIVE_POLL_SECONDS = 0.008
ACTIVE_SECONDS = 0.5
MAX_FD_WAIT_SECONDS = 0.5

INPUT_DEVICE_FOLDER = "/dev/input/"
POLL_ENDED_FLAGS = select.POLLHUP | select.POLLERR | select.POLLNVAL

HOTPLUG_EVENTS = frozenset((pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED))
"""Events of gamepads that are plugged in and out."""

WINDOW_EVENTS = frozenset(
    (
        *(pygame.QUIT, pygame.WINDOWSHOWN, pygame.WINDOWHIDDEN, pygame.WINDOWEXPOSED),
        *(pygame.WINDOWSIZECHANGED, pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED),
        *(pygame.WINDOWLEAVE, pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST),
    )
)
"""Events of the window that the program handles."""


class DisplayLostError(Exception):
    """The connection to the X server or the compositor is closed."""


def set_allowed_events(types: Iterable[int] = USER_EVENTS | HOTPLUG_EVENTS | WINDOW_EVENTS) -> None:
    """Let SDL drop all other events: they would end the sleep and fill the queue."""
    pygame.event.set_blocked(None)
    pygame.event.set_allowed(list(types))


class SdlEventSource:
    """Waits for the next events of the open window, or for `wake`."""

    def __init__(self, driver: str) -> None:
        """Use the events of the video driver with this SDL name."""
        self._has_display_server = driver in ("x11", "wayland")
        self._wake_reader, self._wake_writer = os.pipe()
        for fd in (self._wake_reader, self._wake_writer):
            os.set_blocking(fd, False)
        self._poller = select.poll()
        self._poller.register(self._wake_reader, select.POLLIN)
        self._display_poller = select.poll()
        self._display_fds: frozenset[int] = frozenset()
        self._source_fds: frozenset[int] = frozenset()
        self._is_outdated = True
        self._extra_fds: set[int] = set()
        self._unread_counts: dict[int, int] = {}
        self._is_fd_wait_reliable: bool | None = None
        self._last_user_event = 0.0

    @property
    def wakeup_fd(self) -> int:
        """File descriptor that ends the sleep when a byte is written to it."""
        return self._wake_writer

    def wake(self) -> None:
        """End the present sleep, or the next one; may be called from any thread."""
        with suppress(OSError):
            os.write(self._wake_writer, b"\0")

    def add_fd(self, fd: int) -> None:
        """End the sleep while this file descriptor is readable; the caller reads it."""
        self._extra_fds.add(fd)
        self._poller.register(fd, select.POLLIN)

    def remove_fd(self, fd: int) -> None:
        """Stop watching a file descriptor, which must still be open."""
        self._extra_fds.discard(fd)
        self._poller.unregister(fd)

    def rescan_devices(self) -> None:
        """Look for file descriptors again before the next sleep, as devices have changed."""
        self._is_outdated = True

    def wait_for_events(self, timeout: float) -> list[pygame.event.Event]:
        """Return all events; without any, wait at most `timeout` seconds, or less.

        Raises:
            DisplayLostError: the connection to the display is closed.
        """
        self._check_display()
        events = pygame.event.get()
        if not events and timeout > 0:
            if self._is_outdated:
                self._update_sources()
            wait = self._wait_on_fds if self._is_fd_wait_reliable else self._poll_loop
            events = wait(timeout)
        if any(event.type in USER_EVENTS for event in events):
            self._last_user_event = time.monotonic()
        return events

    def close(self) -> None:
        """Close the file descriptors."""
        os.close(self._wake_reader)
        os.close(self._wake_writer)

    def _wait_on_fds(self, timeout: float) -> list[pygame.event.Event]:
        """Sleep until a file descriptor is readable, for a limited time, in case one is missing."""
        wait_seconds = min(timeout, MAX_FD_WAIT_SECONDS)
        ready = self._drain(self._poller.poll(wait_seconds * 1000))
        self._check_display()
        events = pygame.event.get()
        if ready:
            self._verify(ready, events)
        elif wait_seconds > 2 * POLL_SECONDS and any(event.type in USER_EVENTS for event in events):
            self._fall_back()  # no file descriptor has announced it
        return events

    def _poll_loop(self, timeout: float) -> list[pygame.event.Event]:
        """Poll SDL: all day on some machines, so with little work."""
        end = time.monotonic() + timeout
        is_active = time.monotonic() - self._last_user_event < ACTIVE_SECONDS
        interval = ACTIVE_POLL_SECONDS if is_active else POLL_SECONDS
        poll, get, clock = self._poller.poll, pygame.event.get, time.monotonic
        while True:
            ready = poll(max(0.0, min(interval, end - clock())) * 1000)
            if ready:
                self._drain(ready)
                self._check_display()
            events = get()
            if ready or events or clock() >= end:
                return events

    def _update_sources(self) -> None:
        """Look for the file descriptors of SDL; without any, fall back to polling."""
        self._is_outdated = False
        source_fds = find_source_fds(has_display_server=self._has_display_server)
        self._is_fd_wait_reliable = self._is_fd_wait_reliable is not False and bool(source_fds)
        if self._has_display_server:
            for added_fd in source_fds - self._display_fds:
                self._display_poller.register(added_fd, 0)
            self._display_fds |= source_fds
        source_fds = source_fds | _find_hotplug_fds() if source_fds else source_fds
        for removed_fd in self._source_fds - source_fds:
            self._poller.unregister(removed_fd)
        for added_fd in source_fds - self._source_fds:
            self._poller.register(added_fd, select.POLLIN if self._is_fd_wait_reliable else 0)
        self._source_fds = source_fds

    def _drain(self, ready: Iterable[tuple[int, int]]) -> set[int]:
        """Return the readable file descriptors; read the own one, drop ended ones."""
        readable = set()
        for fd, state in ready:
            if fd == self._wake_reader:
                os.read(fd, 4096)
            elif fd in self._extra_fds:
                continue
            elif state & POLL_ENDED_FLAGS and fd not in self._display_fds:
                self._poller.unregister(fd)
                self._source_fds -= {fd}
            else:
                readable.add(fd)
        return readable

    def _check_display(self) -> None:
        """Raise an error before Xlib notices a closed connection: it would exit the process."""
        if self._display_poller.poll(0):
            raise DisplayLostError

    def _verify(self, ready: set[int], events: list[pygame.event.Event]) -> None:
        """Look for new devices; fall back if SDL does not read from a descriptor."""
        if not events and not self._has_display_server:
            self._update_sources()
        unread = select.select(ready & self._source_fds, [], [], 0)[0]
        counts = self._unread_counts
        self._unread_counts = {fd: counts.get(fd, 0) + 1 for fd in unread if not events}
        if any(times > 3 for times in self._unread_counts.values()):
            self._fall_back()

    def _fall_back(self) -> None:
        """Poll from now on; of the file descriptors only their end is still noticed."""
        self._is_fd_wait_reliable = False
        for fd in self._source_fds:
            self._poller.modify(fd, 0)


def find_source_fds(*, has_display_server: bool) -> frozenset[int]:
    """Return the file descriptors through which SDL gets input; none if they are unknown."""
    links = _list_own_fds()
    candidates = [fd for fd, link in links if link.startswith("socket:")]
    sockets = {fd for fd in candidates if _is_source(fd, has_display_server)}
    if has_display_server:
        return frozenset(sockets)
    devices = {fd for fd, link in links if link.startswith(INPUT_DEVICE_FOLDER)}
    return frozenset(devices | sockets) if devices else frozenset()


def _find_hotplug_fds() -> frozenset[int]:
    """Return the file descriptors of gamepads, and of udev or inotify."""
    prefixes = (INPUT_DEVICE_FOLDER, "anon_inode:inotify", "socket:")
    links = [(fd, link) for fd, link in _list_own_fds() if link.startswith(prefixes)]
    return frozenset(fd for fd, link in links if "socket:" not in link or _is_source(fd, False))


def _list_own_fds() -> list[tuple[int, str]]:
    links = []
    with suppress(OSError):
        for entry in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                links.append((int(entry.name), entry.readlink().as_posix()))
    return links


def _is_source(fd: int, has_display_server: bool) -> bool:
    """Return True for the socket of the display server, or of udev if there is none."""
    from socket import AF_INET, AF_INET6, AF_NETLINK, AF_UNIX, socket

    with suppress(OSError), socket(fileno=os.dup(fd)) as copy:
        if not has_display_server:
            return copy.family == AF_NETLINK
        peer = copy.getpeername()
        if copy.family == AF_UNIX:
            name = peer.decode(errors="replace") if isinstance(peer, bytes) else str(peer)
            return ".X11-unix/" in name or "wayland" in name
        return copy.family in (AF_INET, AF_INET6)
    return False
