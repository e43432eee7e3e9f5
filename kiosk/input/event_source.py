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

from kiosk.loop import USER_EVENTS

POLL_SECONDS = 0.026
ACTIVE_POLL_SECONDS = 0.008
ACTIVE_SECONDS = 0.5
MAX_FD_WAIT_SECONDS = 0.5

INPUT_DEVICE_FOLDER = "/dev/input/"
POLL_ENDED_FLAGS = select.POLLHUP | select.POLLERR | select.POLLNVAL


HOTPLUG_EVENTS = frozenset((pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED))
"""Events of gamepads that come and go."""

WINDOW_EVENTS = frozenset(
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


def set_allowed_events(types: Iterable[int] = USER_EVENTS | HOTPLUG_EVENTS | WINDOW_EVENTS) -> None:
    """Let SDL drop all other events, so that they neither wake us nor fill its queue."""
    pygame.event.set_blocked(None)
    pygame.event.set_allowed(list(types))


class SdlEventSource:
    """Waits for the next events of the window that is open, or for `wake`."""

    def __init__(self, driver: str) -> None:
        """`driver`: SDL's name of the video driver that is in use."""
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
        """A byte written to this file descriptor ends the sleep (`signal.set_wakeup_fd`)."""
        return self._wake_writer

    def wake(self) -> None:
        """End the sleep that is going on, or the next one; from any thread."""
        with suppress(OSError):
            os.write(self._wake_writer, b"\0")

    def add_fd(self, fd: int) -> None:
        """Let this file descriptor too end the sleep while it can be read; others read it."""
        self._extra_fds.add(fd)
        self._poller.register(fd, select.POLLIN)

    def remove_fd(self, fd: int) -> None:
        """Look no more at it; it must still be open."""
        self._extra_fds.discard(fd)
        self._poller.unregister(fd)

    def rescan_devices(self) -> None:
        """Find out before the next sleep what there is to watch: devices have come or gone."""
        self._is_outdated = True

    def wait_for_events(self, timeout: float) -> list[pygame.event.Event]:
        """All events that are there; where there are none, wait for some.

        Args:
            timeout: Seconds to wait at most; it may return sooner with nothing.

        Raises:
            DisplayLostError: the connection to the display is closed.
        """
        self._check_display()
        events = pygame.event.get()
        if not events and timeout > 0:
            if self._is_outdated:
                self._update_sources()
            events = (
                self._wait_on_fds(timeout)
                if self._is_fd_wait_reliable
                else self._poll_loop(timeout)
            )
        if any(event.type in USER_EVENTS for event in events):
            self._last_user_event = time.monotonic()
        return events

    def close(self) -> None:
        """Give the file descriptors back; nothing is to be called afterwards."""
        os.close(self._wake_reader)
        os.close(self._wake_writer)

    def _wait_on_fds(self, timeout: float) -> list[pygame.event.Event]:
        """Sleep until something arrives; a cap on it bounds the harm where the trust is wrong."""
        wait_seconds = min(timeout, MAX_FD_WAIT_SECONDS)
        ready = self._drain(self._poller.poll(wait_seconds * 1000))
        self._check_display()
        events = pygame.event.get()
        if ready:
            self._verify(ready, events)
        elif wait_seconds > 2 * POLL_SECONDS and any(event.type in USER_EVENTS for event in events):
            self._fall_back()  # it came and nothing had announced it
        return events

    def _poll_loop(self, timeout: float) -> list[pygame.event.Event]:
        """Look again and again: all day on some machines, so with as little work as can be."""
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
        """Find out again what SDL reads from; if that is not to be found, there is no trust."""
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
        """The file descriptors among these that can be read; our own is, at once."""
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
        """Stop before Xlib meets a connection that has ended: it would end the process itself."""
        if self._display_poller.poll(0):
            raise DisplayLostError

    def _verify(self, ready: set[int], events: list[pygame.event.Event]) -> None:
        """Find out about new devices; distrust what is still full after SDL has read from it."""
        if not events and not self._has_display_server:
            self._update_sources()
        unread = select.select(ready & self._source_fds, [], [], 0)[0]
        self._unread_counts = {
            fd: self._unread_counts.get(fd, 0) + 1 for fd in unread if not events
        }
        if any(times > 3 for times in self._unread_counts.values()):
            self._fall_back()

    def _fall_back(self) -> None:
        """From now on look again and again; of what was watched only the end is still noticed."""
        self._is_fd_wait_reliable = False
        for fd in self._source_fds:
            self._poller.modify(fd, 0)


def find_source_fds(*, has_display_server: bool) -> frozenset[int]:
    """The file descriptors through which SDL learns of input; none if that is unknown.

    Args:
        has_display_server: Input comes from an X server or a compositor; else from the kernel.
    """
    links = _list_own_fds()
    sockets = {
        fd
        for fd, link in links
        if link.startswith("socket:") and _is_source(fd, has_display_server)
    }
    if has_display_server:
        return frozenset(sockets)
    devices = {fd for fd, link in links if link.startswith(INPUT_DEVICE_FOLDER)}
    return frozenset(devices | sockets) if devices else frozenset()


def _find_hotplug_fds() -> frozenset[int]:
    """The file descriptors of gamepads, and those that tell of new ones: udev's, or inotify's."""
    prefixes = (INPUT_DEVICE_FOLDER, "anon_inode:inotify", "socket:")
    links = [(fd, link) for fd, link in _list_own_fds() if link.startswith(prefixes)]
    return frozenset(
        fd for fd, link in links if not link.startswith("socket:") or _is_source(fd, False)
    )


def _list_own_fds() -> list[tuple[int, str]]:
    """This process's file descriptors, each with what it leads to."""
    links = []
    with suppress(OSError):
        for entry in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                links.append((int(entry.name), entry.readlink().as_posix()))
    return links


def _is_source(fd: int, has_display_server: bool) -> bool:
    """Whether a socket leads to the display server, or to udev where there is none."""
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
