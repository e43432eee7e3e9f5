"""SIGTERM, SIGINT and SIGHUP: end the program after the running turn."""

from __future__ import annotations

import os
import signal

EXIT_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")


TERMINAL_SIGNALS = ("SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU")
"""What the keys of a terminal send besides, and what it does to a program behind it."""


def _list_terminal_signals() -> set[int]:
    """What the keys of a terminal send, and what it sends when it goes away."""
    return {getattr(signal, name) for name in (*EXIT_SIGNALS[1:], *TERMINAL_SIGNALS)}


class ShutdownSignals:
    """Whether somebody asked the program to go.

    SDL would turn the signals into an event that waits in a queue; a handler of ours that is there
    before SDL keeps it from doing so. Until `opening` there is nothing to close, and the process
    just ends; until `later` whatever is open is closed on the way out; from then on `asked` tells.
    """

    def __init__(self) -> None:
        """Nobody has asked yet, and nobody is listened to before `listen`."""
        self.is_requested = False
        self._raises_exit = False
        self._is_deferred = False
        self._is_locked = False

    def listen(self) -> None:
        """Take the signals; only in the main thread.

        What a player can send waits until `lock` tells whether it counts.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, _list_terminal_signals())
        for name in EXIT_SIGNALS:
            signal.signal(getattr(signal, name), self._on_signal)

    def stop_listening(self) -> None:
        """Leave the signals to the system, which ends the process."""
        for name in EXIT_SIGNALS:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _list_terminal_signals())

    def set_locked(self, locked: bool) -> None:
        """From now on only SIGTERM asks for anything; or (False) all is as usual again.

        What was sent before the first call counts then, or is forgotten.
        """
        self._update_handlers(locked)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _list_terminal_signals())

    def _update_handlers(self, locked: bool) -> None:
        if locked == self._is_locked:
            return
        self._is_locked = locked
        for name in EXIT_SIGNALS[1:]:
            signal.signal(getattr(signal, name), signal.SIG_IGN if locked else self._on_signal)
        for name in TERMINAL_SIGNALS:
            signal.signal(getattr(signal, name), signal.SIG_IGN if locked else signal.SIG_DFL)

    def raise_on_signal(self) -> None:
        """From now on leave by SystemExit: the screen must be given back."""
        self._raises_exit = True

    def defer(self, waker: int) -> None:
        """From now on only set `asked`, and write a byte to this file descriptor."""
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        self._is_deferred = True

    def _on_signal(self, signal_number: int, frame: object) -> None:
        self.is_requested = True
        if self._is_deferred:
            return
        if not self._raises_exit:
            os._exit(0)
        raise SystemExit(0)
