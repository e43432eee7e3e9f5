"""Signals that end the program after the present turn of the loop."""

from __future__ import annotations

import os
import signal

EXIT_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")
TERMINAL_SIGNALS = ("SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU")
"""Other signals of a terminal: by its keys, and to a program in the background."""


def _list_terminal_signals() -> set[int]:
    return {getattr(signal, name) for name in (*EXIT_SIGNALS[1:], *TERMINAL_SIGNALS)}


class ShutdownSignals:
    """Handlers of the exit signals, in three phases.

    At first a signal ends the process at once, as nothing is open; after `raise_on_signal` by
    SystemExit; after `defer` it only sets `is_requested`. The handlers are installed before SDL's,
    which would turn the signals into events.
    """

    def __init__(self) -> None:
        self.is_requested = False
        self._raises_exit = False
        self._is_deferred = False
        self._is_locked = False

    def listen(self) -> None:
        """Install the handlers, in the main thread.

        Signals of the terminal are blocked until `set_locked` decides about them.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, _list_terminal_signals())
        for name in EXIT_SIGNALS:
            signal.signal(getattr(signal, name), self._on_signal)

    def stop_listening(self) -> None:
        """Restore the default handlers, which end the process."""
        for name in EXIT_SIGNALS:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _list_terminal_signals())

    def set_locked(self, locked: bool) -> None:
        """Ignore all signals but SIGTERM, or (False) handle all again."""
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
        """From now on raise SystemExit, so that the display is closed."""
        self._raises_exit = True

    def defer(self, waker: int) -> None:
        """From now on set `is_requested`, and write a byte to this file descriptor."""
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        self._is_deferred = True

    def _on_signal(self, signal_number: int, frame: object) -> None:
        self.is_requested = True
        if self._is_deferred:
            return
        if not self._raises_exit:
            os._exit(0)
        raise SystemExit(0)
