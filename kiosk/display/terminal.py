"""The terminal that a service was given: in front, and its keys go no further than the game."""

from __future__ import annotations

import fcntl
import os
import struct
import termios
from contextlib import suppress

import pygame

from kiosk.loop import USER_EVENTS, EventSource

VT_GETSTATE, VT_ACTIVATE = 0x5603, 0x5606
KDGKBMODE, KDSKBMODE = 0x4B44, 0x4B45
K_UNICODE, K_OFF = 3, 4
"""See ioctl_console(2) and the kernel's linux/vt.h and linux/kd.h."""
REPAINT_COUNT = 2
"""How often the picture is presented to a terminal that is back: SDL may not be the first time."""
NO_TERMINAL = -1
"""No terminal at all."""


class Terminal:
    """The virtual terminal behind a file descriptor; where there is none, nothing is done.

    It is for a service alone: at a shell SDL's own muting is right, which keeps what is played from
    being typed into the shell as well.
    """

    def __init__(self, fd: int = 0) -> None:
        """Nothing is changed yet."""
        self._fd, self._number = fd, 0
        with suppress(OSError, ValueError):
            fcntl.ioctl(fd, KDGKBMODE, bytes(4))
            self._number = os.minor(os.fstat(fd).st_rdev)

    def activate(self) -> None:
        """Come to the front, wherever the last game or an operator has left the screen."""
        if self._number:
            with suppress(OSError):
                fcntl.ioctl(self._fd, VT_ACTIVATE, self._number)

    @property
    def is_active(self) -> bool:
        """Whether it is this one that is seen, as far as can be known."""
        if not self._number:
            return True
        with suppress(OSError):
            active: int = struct.unpack("HHH", fcntl.ioctl(self._fd, VT_GETSTATE, bytes(6)))[0]
            return active == self._number
        return True

    def set_keys_muted(self, muted: bool) -> None:
        """Keep keys from the kernel: those for other terminals, for a new start, for an end.

        SDL has muted them when it opened the window. A player who is not locked in gets them back,
        and what is typed all the same is shown nowhere.
        """
        if not self._number:
            return
        with suppress(OSError, termios.error):
            fcntl.ioctl(self._fd, KDSKBMODE, K_OFF if muted else K_UNICODE)
            modes = termios.tcgetattr(self._fd)
            modes[3] &= ~termios.ECHO
            termios.tcsetattr(self._fd, termios.TCSANOW, modes)


class ForegroundEvents:
    """The events of the window, as long as its terminal is in front. It is `loop.Source`.

    SDL reads the devices themselves: what is typed into a login on another terminal reaches it too.
    And it says nothing when the terminal comes back with a screen that is black.
    """

    def __init__(self, source: EventSource, terminal: Terminal) -> None:
        """Pass on what this source has while the terminal is in front."""
        self._source, self._terminal = source, terminal
        self._in_background = False
        self._pending_repaints = 0

    def wait_for_events(self, timeout: float) -> list[pygame.event.Event]:
        """All events there are; see `input.events.Events.take`."""
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
