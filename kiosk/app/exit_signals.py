"""SIGTERM, SIGINT and SIGHUP: end the program after the running turn."""

from __future__ import annotations

import os
import signal

REQUESTS = ("SIGTERM", "SIGINT", "SIGHUP")


ASIDE = ("SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU")
"""What the keys of a terminal send besides, and what it does to a program behind it."""


def _players() -> set[int]:
    """What the keys of a terminal send, and what it sends when it goes away."""
    return {getattr(signal, name) for name in (*REQUESTS[1:], *ASIDE)}


class Farewell:
    """Whether somebody asked the program to go.

    SDL would turn the signals into an event that waits in a queue; a handler of ours that is there
    before SDL keeps it from doing so. Until `opening` there is nothing to close, and the process
    just ends; until `later` whatever is open is closed on the way out; from then on `asked` tells.
    """

    def __init__(self) -> None:
        """Nobody has asked yet, and nobody is listened to before `listen`."""
        self.asked = False
        self._open = False
        self._later = False
        self._locked = False

    def listen(self) -> None:
        """Take the signals; only in the main thread.

        What a player can send waits until `lock` tells whether it counts.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, _players())
        for name in REQUESTS:
            signal.signal(getattr(signal, name), self._hear)

    def stop_listening(self) -> None:
        """Leave the signals to the system, which ends the process."""
        for name in REQUESTS:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _players())

    def lock(self, locked: bool) -> None:
        """From now on only SIGTERM asks for anything; or (False) all is as usual again.

        What was sent before the first call counts then, or is forgotten.
        """
        self._tell(locked)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _players())

    def _tell(self, locked: bool) -> None:
        if locked == self._locked:
            return
        self._locked = locked
        for name in REQUESTS[1:]:
            signal.signal(getattr(signal, name), signal.SIG_IGN if locked else self._hear)
        for name in ASIDE:
            signal.signal(getattr(signal, name), signal.SIG_IGN if locked else signal.SIG_DFL)

    def opening(self) -> None:
        """From now on leave by SystemExit: the screen must be given back."""
        self._open = True

    def later(self, waker: int) -> None:
        """From now on only set `asked`, and write a byte to this file descriptor."""
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        self._later = True

    def _hear(self, number: int, frame: object) -> None:
        self.asked = True
        if self._later:
            return
        if not self._open:
            os._exit(0)
        raise SystemExit(0)
