"""Recognize taps, double taps, holds and drags; time the hold of an action's button."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from kiosk.events import PointerEvent, PointerPhase

HOLD_SECONDS = 0.6
"""A shorter press is a tap, a longer one a hold."""
DOUBLE_TAP_SECONDS = 0.35
"""Longest time between the two releases of a double tap."""
CLOCK_TOLERANCE_SECONDS = 0.001
"""Rounding of times: devices count milliseconds."""


def drag_threshold(size: tuple[int, int]) -> int:
    """Return how many pixels a finger can move on a picture of this size without dragging."""
    return max(8, round(min(size) * 0.03))


def is_near(one: PointerEvent, other: PointerEvent, tolerance: int) -> bool:
    """Return True if two touches differ by at most `tolerance` pixels on each axis."""
    return abs(one.x - other.x) <= tolerance and abs(one.y - other.y) <= tolerance


class HoldTimer:
    """Timer that elapses once per hold; times are monotonic seconds."""

    __slots__ = ("deadline",)

    def __init__(self) -> None:
        self.deadline: float | None = None

    def start(self, since: float, seconds: float) -> None:
        """Start a hold at the time `since`; a hold in progress is not extended."""
        if self.deadline is None:
            self.deadline = since + seconds

    def stop(self) -> None:
        """Cancel the timer, because the hold has ended."""
        self.deadline = None

    def pop_elapsed(self, now: float) -> bool:
        """Return True once, when the hold has lasted long enough."""
        if self.deadline is None or now < self.deadline:
            return False
        self.deadline = None
        return True


class GestureKind(StrEnum):
    """The meaning of a finger's movement."""

    PRESS = "press"
    TAP = "tap"
    DOUBLE_TAP = "double"
    HOLD = "hold"
    DRAG = "drag"
    MOVE = "move"
    DROP = "drop"
    END = "end"


class Gesture(NamedTuple):
    """A gesture at a pixel, and the pixel where the finger came down."""

    kind: GestureKind
    x: int
    y: int
    start_x: int
    start_y: int


class GestureRecognizer:
    """Recognize one finger's gestures from its pointer events and the passing of time.

     PRESS comes with the finger; then either TAP (or DOUBLE_TAP) on release, or HOLD after 600 ms
    (and END on release), or DRAG, MOVE ... and DROP. END also reports a cancelled press.

    Only `tick` makes a hold. A screen that never calls it takes a press of any length for a tap;
    and with it, a release that was read late, on a busy machine, is a tap too: no hold was shown.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self.drag_threshold = drag_threshold(size)
        self._down_event: PointerEvent | None = None
        self._is_dragging = False
        self._is_held = False
        self._hold_timer = HoldTimer()
        self._last_tap: PointerEvent | None = None

    def next_deadline(self) -> float | None:
        """Return when a resting finger becomes a hold, in monotonic seconds; None without one."""
        if self._down_event is None or self._is_dragging or self._is_held:
            return None
        return self._down_event.time + HOLD_SECONDS

    def tick(self, now: float) -> list[Gesture]:
        """Return the hold that is due by now, if any."""
        deadline = self.next_deadline()
        if self._down_event is None or deadline is None or now < deadline:
            return []
        self._is_held = True
        self._last_tap = None
        return [self._make_gesture(GestureKind.HOLD, self._down_event)]

    def handle_pointer(self, pointer: PointerEvent) -> list[Gesture]:
        """Return the gestures that end with this event, oldest first."""
        if pointer.phase is PointerPhase.DOWN:
            return self._press(pointer)
        if self._down_event is None:
            return []
        if pointer.phase is PointerPhase.MOVE:
            return self._move(pointer)
        if pointer.phase is PointerPhase.UP:
            return self._release(pointer)
        cancelled = self._make_gesture(GestureKind.END, pointer)
        self._down_event, self._last_tap = None, None
        self._hold_timer.stop()
        return [cancelled]

    def _press(self, pointer: PointerEvent) -> list[Gesture]:
        cancelled = (
            [] if self._down_event is None else [self._make_gesture(GestureKind.END, pointer)]
        )
        self._down_event, self._is_dragging, self._is_held = pointer, False, False
        self._hold_timer.stop()
        self._hold_timer.start(pointer.time, HOLD_SECONDS)
        return [*cancelled, self._make_gesture(GestureKind.PRESS, pointer)]

    def _move(self, pointer: PointerEvent) -> list[Gesture]:
        if self._is_dragging:
            return [self._make_gesture(GestureKind.MOVE, pointer)]
        assert self._down_event is not None
        if is_near(pointer, self._down_event, self.drag_threshold):
            return []
        self._is_dragging = True
        self._hold_timer.stop()
        return [self._make_gesture(GestureKind.DRAG, pointer)]

    def _release(self, pointer: PointerEvent) -> list[Gesture]:
        down = self._down_event
        assert down is not None
        drag = (
            [] if self._is_dragging else self._move(pointer)
        )  # panels that report no way in between
        if self._is_dragging:
            gesture = self._make_gesture(GestureKind.DROP, pointer)
            self._last_tap = None
        elif self._is_held:
            gesture = self._make_gesture(GestureKind.END, pointer)
        else:
            gesture = self._tap(pointer._replace(x=down.x, y=down.y))
        self._down_event = None
        self._hold_timer.stop()
        return [*drag, gesture]

    def _tap(self, pointer: PointerEvent) -> Gesture:
        first = self._last_tap
        if (
            first
            and pointer.time - first.time <= DOUBLE_TAP_SECONDS + CLOCK_TOLERANCE_SECONDS
            and is_near(pointer, first, self.drag_threshold)
        ):
            self._last_tap = None
            return self._make_gesture(GestureKind.DOUBLE_TAP, pointer)
        self._last_tap = pointer
        return self._make_gesture(GestureKind.TAP, pointer)

    def _make_gesture(self, kind: GestureKind, pointer: PointerEvent) -> Gesture:
        start = self._down_event or pointer
        return Gesture(kind, pointer.x, pointer.y, start.x, start.y)
