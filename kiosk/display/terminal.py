"""The virtual terminal of a service: switching to it, muting its keys."""

from __future__ import annotations

import fcntl
import os
import struct
import termios
from contextlib import suppress

import pygame

from kiosk.loop import USER_EVENTS, EventSource

# See ioctl_console(2) and the kernel's linux/vt.h and linux/kd.h.
VT_GETSTATE, VT_ACTIVATE = 0x5603, 0x5606
KDGKBMODE, KDSKBMODE = 0x4B44, 0x4B45
K_UNICODE, K_OFF = 3, 4
REPAINT_COUNT = 2
"""Repaints after a switch back; SDL may not be ready for the first one."""
NO_TERMINAL = -1
"""Instead of a file descriptor."""


class Terminal:
    """The virtual terminal of a file descriptor; does nothing if it is none.

    Use it only in a service. At a shell SDL's own muting is right: it keeps key presses from
    reaching the shell, too.
    """

    def __init__(self, fd: int = 0) -> None:
        self._fd, self._number = fd, 0
        with suppress(OSError, ValueError):
            fcntl.ioctl(fd, KDGKBMODE, bytes(4))
            self._number = os.minor(os.fstat(fd).st_rdev)

    @property
    def is_virtual(self) -> bool:
        """True if the file descriptor is a virtual terminal; the user can switch away from it."""
        return self._number > 0

    def activate(self) -> None:
        """Switch the screen to this terminal."""
        if self._number:
            with suppress(OSError):
                fcntl.ioctl(self._fd, VT_ACTIVATE, self._number)

    @property
    def is_active(self) -> bool:
        """True if the screen shows this terminal, or if that is unknown."""
        if not self._number:
            return True
        with suppress(OSError):
            active: int = struct.unpack("HHH", fcntl.ioctl(self._fd, VT_GETSTATE, bytes(6)))[0]
            return active == self._number
        return True

    def set_keys_muted(self, muted: bool) -> None:
        """Disable or enable the kernel's keys: switch terminal, reboot, interrupt.

        SDL disabled them when it opened the window. Typed characters are never echoed.
        """
        if not self._number:
            return
        with suppress(OSError, termios.error):
            fcntl.ioctl(self._fd, KDSKBMODE, K_OFF if muted else K_UNICODE)
            modes = termios.tcgetattr(self._fd)
            modes[3] &= ~termios.ECHO
            termios.tcsetattr(self._fd, termios.TCSANOW, modes)


class ForegroundEvents:
    """Event source that drops user events while another terminal is shown.

    SDL reads the input devices directly, so it sees even what is typed into a login on another
    terminal. It also sends no event when the terminal comes back, with a black screen.
    """

    def __init__(self, source: EventSource, terminal: Terminal) -> None:
        self._source, self._terminal = source, terminal
        self._in_background = False
        self._pending_repaints = 0

    def wait_for_events(self, timeout: float) -> list[pygame.event.Event]:
        """Wait for events at most `timeout` seconds, and return them."""
        was_in_background, self._in_background = self._in_background, not self._terminal.is_active
        events = self._source.wait_for_events(timeout)
        if self._in_background:
            self._pending_repaints = REPAINT_COUNT
            kept_events = [event for event in events if event.type not in USER_EVENTS]
            focus_events = [] if was_in_background else [pygame.event.Event(pygame.WINDOWFOCUSLOST)]
            return kept_events + focus_events
        if self._pending_repaints:
            self._pending_repaints -= 1
            return [*events, pygame.event.Event(pygame.WINDOWEXPOSED)]
        return events
