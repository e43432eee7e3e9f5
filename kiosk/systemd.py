"""The program and the service manager that started it: systemd's notify protocol, see sd_notify(3).

Without a service manager nothing is told and nothing is due.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import inf
from typing import Self

NOTIFY_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
"""What systemd tells by, see `Supervisor.found`."""
PINGS_PER_TIMEOUT = 3
"""How many signs of life there are in the time that a hung program is waited for."""


class ServiceManager:
    """Whoever started this program as a service, and wants to hear how it is.

    Signs of life come from the one loop that plays, and from nowhere else: a thread or a timer
    would go on feeding the watchdog of a program that hangs.
    """

    def __init__(self, address: str = "", timeout_seconds: float | None = None) -> None:
        """Nothing has been told.

        Args:
            address: The manager's socket, a path, or a name in the abstract space behind an `@`;
                empty where nobody listens.
            timeout_seconds: Seconds without a ping after which the manager starts the program
                again; None: never.
        """
        # The kernel's own form of an abstract name begins with a zero byte.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._ping_interval = timeout_seconds / PINGS_PER_TIMEOUT if timeout_seconds else inf
        self._next_ping: float | None = None
        self._status = ""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str], pid: int) -> Self:
        """The one that the environment names.

        Args:
            environ: NOTIFY_SOCKET, and WATCHDOG_USEC with WATCHDOG_PID, as systemd sets them.
            pid: This process: the watchdog of another one is not ours to feed.
        """
        address = environ.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return cls()
        micros = environ.get("WATCHDOG_USEC", "")
        is_ours = environ.get("WATCHDOG_PID", str(pid)) == str(pid)
        is_watched = is_ours and micros.isdecimal() and int(micros) > 0
        return cls(address, int(micros) / 1e6 if is_watched else None)

    @property
    def is_present(self) -> bool:
        """Whether anybody listens."""
        return bool(self._address)

    def notify_waiting(self, status: str) -> None:
        """The program is not ready yet; `status` says in one line what for."""
        self._send(f"STATUS={status}")

    def set_ready_status(self, status: str) -> None:
        """What to tell in one line once the program is ready, which the first beat means."""
        self._status = status

    def ping(self, now: float) -> float:
        """The loop turns, with the first picture on the screen: the program is ready, and alive.

        Args:
            now: Monotonic seconds.

        Returns:
            When the next sign of life is due, which may be never (`inf`).
        """
        if self._next_ping is None:
            self._send(f"READY=1\nSTATUS={self._status}")
        elif now < self._next_ping:
            return self._next_ping
        else:
            self._send("WATCHDOG=1")
        self._next_ping = now + self._ping_interval
        return self._next_ping

    def notify_stopping(self) -> None:
        """The program ends, and means to."""
        self._send("STOPPING=1\nSTATUS=Saved, leaving")

    def _send(self, text: str) -> None:
        """Send it; a manager that has gone or is busy must not keep anybody from play."""
        if not self._address:
            return
        # Start-up is dear, and at a desk nobody listens.
        import socket

        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
            link.setblocking(False)
            link.sendto(text.encode(), self._address)
