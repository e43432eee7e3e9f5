"""systemd's notification protocol: ready, watchdog, stopping; see sd_notify(3)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from math import inf
from typing import Self

NOTIFY_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
PINGS_PER_TIMEOUT = 3


class ServiceManager:
    """Connection to the service manager; does nothing if there is none.

    Watchdog pings come only from the main loop: a thread or a timer would go on pinging for a
    program that hangs.
    """

    def __init__(self, address: str = "", timeout_seconds: float | None = None) -> None:
        """Send nothing yet.

        Args:
            address: The manager's socket: a path, an abstract name after `@`, or empty for none.
            timeout_seconds: The manager restarts a program that sends no ping for so long.
        """
        # The kernel writes abstract names with a leading zero byte.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._ping_interval = timeout_seconds / PINGS_PER_TIMEOUT if timeout_seconds else inf
        self._next_ping: float | None = None
        self._status = ""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str], pid: int) -> Self:
        """Return the manager named by `NOTIFY_VARIABLES`, with a watchdog if it watches `pid`."""
        address = environ.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return cls()
        micros = environ.get("WATCHDOG_USEC", "")
        is_watched = micros.isdecimal() and environ.get("WATCHDOG_PID", str(pid)) == str(pid)
        return cls(address, int(micros) / 1e6 if is_watched else None)

    @property
    def is_present(self) -> bool:
        """True if the program runs as a service."""
        return bool(self._address)

    def notify_waiting(self, status: str) -> None:
        """Report in one line why the program is not ready yet."""
        self._send(f"STATUS={status}")

    def set_ready_status(self, status: str) -> None:
        """Set the status line sent with the first ping, which means "ready"."""
        self._status = status

    def ping(self, now: float) -> float:
        """Report "ready" or "alive" if it is time to; return when to call again (`inf`: never)."""
        if self._next_ping is None:
            self._send(f"READY=1\nSTATUS={self._status}")
        elif now < self._next_ping:
            return self._next_ping
        else:
            self._send("WATCHDOG=1")
        self._next_ping = now + self._ping_interval
        return self._next_ping

    def notify_stopping(self) -> None:
        """Report that the program ends on purpose."""
        self._send("STOPPING=1\nSTATUS=Saved, leaving")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        import socket  # Only services need it.

        # A manager that is gone or busy must not block the game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
            link.setblocking(False)
            link.sendto(text.encode(), self._address)
