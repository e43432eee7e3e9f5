"""Timers of the main loop; all moments are monotonic seconds."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush

_MIN_HEAP_LIMIT = 64


def earliest_deadline(*deadlines: float | None) -> float | None:
    """Return the earliest of the deadlines that are set; None without any."""
    return min((moment for moment in deadlines if moment is not None), default=None)


class Timer:
    """A callback that is called once, unless it is cancelled before."""

    __slots__ = ("_sequence", "callback", "when")

    def __init__(self, when: float, sequence: int, callback: Callable[[float], None]) -> None:
        self.when, self._sequence = when, sequence
        self.callback: Callable[[float], None] | None = callback

    def cancel(self) -> None:
        """Do not call the callback; harmless after the call."""
        self.callback = None

    def __lt__(self, other: Timer) -> bool:
        return (self.when, self._sequence) < (other.when, other._sequence)


class Timers:
    """The queue of all timers: the loop sleeps until the first of them is due."""

    def __init__(self) -> None:
        self._heap: list[Timer] = []
        self._sequence = 0
        self._heap_limit = _MIN_HEAP_LIMIT
        self._next_calls: dict[Callable[[float], None], None] = {}

    def call_soon(self, callback: Callable[[float], None]) -> None:
        """Let the next `run_due` call `callback(now)`, once; may be called from any thread.

        It does not end the loop's sleep.
        """
        self._next_calls[callback] = None

    def call_at(self, when: float, callback: Callable[[float], None]) -> Timer:
        """Let the first `run_due(now)` at or after `when` call `callback(now)`."""
        self._sequence += 1
        timer = Timer(when, self._sequence, callback)
        heappush(self._heap, timer)
        if len(self._heap) > self._heap_limit:
            self._drop_cancelled()
        return timer

    def next_deadline(self) -> float | None:
        """Return when the first timer is due, if there is one."""
        heap = self._heap
        while heap and heap[0].callback is None:
            heappop(heap)
        return heap[0].when if heap else None

    def run_due(self, now: float) -> bool:
        """Call the callbacks that are due, the earliest first; return False if there are none.

        Timers that callbacks set wait for the next run, so that no chain of them blocks the loop.
        """
        was_any_called = bool(self._next_calls)
        while self._next_calls:
            self._next_calls.popitem()[0](now)
        due = []
        while self._heap and self._heap[0].when <= now:
            due.append(heappop(self._heap))
        for timer in due:
            callback, timer.callback = timer.callback, None
            if callback is not None:
                was_any_called = True
                callback(now)
        return was_any_called

    def _drop_cancelled(self) -> None:
        self._heap = [timer for timer in self._heap if timer.callback is not None]
        heapify(self._heap)
        self._heap_limit = max(_MIN_HEAP_LIMIT, 2 * len(self._heap))


class Deadline:
    """A timer that can be set repeatedly; only the last time that was set counts."""

    __slots__ = ("_callback", "_timer", "_timers")

    def __init__(self, timers: Timers, callback: Callable[[float], None]) -> None:
        self._timers, self._callback = timers, callback
        self._timer: Timer | None = None

    @property
    def when(self) -> float | None:
        """Time at which it is due; None if it is not set."""
        timer = self._timer
        return timer.when if timer and timer.callback is not None else None

    def set(self, when: float | None) -> None:
        """Set the time of the callback; None cancels it."""
        if self._timer is not None:
            if self._timer.when == when and self._timer.callback is not None:
                return
            self._timer.cancel()
        self._timer = None if when is None else self._timers.call_at(when, self._callback)
