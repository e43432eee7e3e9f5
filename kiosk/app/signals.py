"""A request to go (TERM, INT, HUP) is always heard: at once at the start, later by the loop.

This module is imported before all others, so it imports next to nothing itself.
"""

from __future__ import annotations

import signal

REQUESTS = ("SIGTERM", "SIGINT", "SIGHUP")


class Farewell:
    """Whether somebody asked the program to go.

    SDL would turn the signals into an event that waits in a queue; a handler of ours that is there
    before SDL keeps it from doing so. Until `later` is called nothing has been played that could be
    lost, and the program ends where it stands.
    """

    def __init__(self) -> None:
        """Nobody has asked yet, and nobody is listened to before `listen`."""
        self.asked = False
        self._at_once = True

    def listen(self) -> None:
        """Take the signals; only in the main thread."""
        for name in REQUESTS:
            signal.signal(getattr(signal, name), self._hear)

    def later(self, waker: int) -> None:
        """From now on only set `asked`, and write a byte to this file descriptor."""
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        self._at_once = False

    def _hear(self, number: int, frame: object) -> None:
        self.asked = True
        if self._at_once:
            raise SystemExit(0)
