"""The clock of a game: from the first move, on the table, and while somebody plays."""

from __future__ import annotations

import math

IDLE_SECONDS = 60.0
"""Seconds without input after which the clock stops (the house's rule)."""
ROUNDING_SECONDS = 0.001
"""Seconds that a full second is waited for longer, so that rounding never leaves it short."""


class PlayClock:
    """Seconds played. It runs from `start` to `stop`, and for 60 s after the last input at most."""

    def __init__(self, played_seconds: float) -> None:
        """`seconds`: what was played before, as the store has it."""
        self._played_seconds = played_seconds
        self._running_since: float | None = None
        self._last_activity = -math.inf

    @property
    def is_running(self) -> bool:
        """Whether it has been started and not stopped; it may still stand for want of input."""
        return self._running_since is not None

    def start(self, now: float) -> None:
        """Run from now on; what was played so far stays."""
        self.stop(now)
        self._running_since = self._last_activity = now

    def stop(self, now: float) -> None:
        """Stand still until `start`."""
        self._played_seconds, self._running_since = self.get_seconds(now), None

    def note_activity(self, now: float) -> None:
        """Somebody is there: a clock that had stopped for want of input goes on from here."""
        if self._running_since is not None and now > self._last_activity + IDLE_SECONDS:
            self.start(now)
        self._last_activity = now

    def get_seconds(self, now: float) -> float:
        """Seconds played up to this moment (monotonic seconds)."""
        if self._running_since is None:
            return self._played_seconds
        return self._played_seconds + max(
            0.0, min(now, self._last_activity + IDLE_SECONDS) - self._running_since
        )

    def next_second_time(self, now: float) -> float | None:
        """When (a hair later) the whole seconds change next; None while the clock stands."""
        if self._running_since is None or now >= self._last_activity + IDLE_SECONDS:
            return None
        played_seconds = self.get_seconds(now)
        return now + math.floor(played_seconds) + 1 - played_seconds + ROUNDING_SECONDS


def format_clock(seconds: int) -> str:
    """Seconds as people read them: 4:07, 1:02:03."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
