"""Clock of a game, which stops when input is absent."""

from __future__ import annotations

import math

IDLE_SECONDS = 60.0  # seconds without input after which the clock stops
ROUNDING_SECONDS = 0.001  # added to the wait for a full second: rounding never ends it early


class PlayClock:
    """Seconds played from `start` to `stop`; it pauses after `IDLE_SECONDS` without input."""

    def __init__(self, played_seconds: float) -> None:
        self._played_seconds = played_seconds
        self._running_since: float | None = None
        self._last_activity = -math.inf

    @property
    def is_running(self) -> bool:
        """Return True from `start` to `stop`, also while there is no input."""
        return self._running_since is not None

    def start(self, now: float) -> None:
        """Continue counting."""
        self.stop(now)
        self._running_since = self._last_activity = now

    def stop(self, now: float) -> None:
        """Stop counting until `start`."""
        self._played_seconds, self._running_since = self.get_seconds(now), None

    def note_activity(self, now: float) -> None:
        """Record an input event; it restarts a clock that stopped without input."""
        if self._running_since is not None and now > self._last_activity + IDLE_SECONDS:
            self.start(now)
        self._last_activity = now

    def get_seconds(self, now: float) -> float:
        """Return the seconds played until `now` (monotonic seconds)."""
        if self._running_since is None:
            return self._played_seconds
        end = min(now, self._last_activity + IDLE_SECONDS)
        return self._played_seconds + max(0.0, end - self._running_since)

    def next_second_time(self, now: float) -> float | None:
        """Return when the whole seconds change next; None while it does not run."""
        if self._running_since is None or now >= self._last_activity + IDLE_SECONDS:
            return None
        played_seconds = self.get_seconds(now)
        return now + math.floor(played_seconds) + 1 - played_seconds + ROUNDING_SECONDS


def format_clock(seconds: int) -> str:
    """Format seconds like 4:07 or 1:02:03."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
