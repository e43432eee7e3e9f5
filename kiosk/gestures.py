"""Recognize taps, double taps, holds and drags; time the hold of an action's button."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase

HOLD_SECONDS = 0.6
"""A shorter press is a tap, a longer one a hold."""
DOUBLE_TAP_SECONDS = 0.35
"""Longest time between the two releases of a double tap."""
CLOCK_TOLERANCE_SECONDS = 0.001
"""Rounding of times: devices count milliseconds."""


def drag_threshold(size: tuple[int, int]) -> int:
    """Return how many pixels a finger may wander on a picture of this size without dragging."""
    return max(8, round(min(size) * 0.03))


def is_near(one: PointerEvent, other: PointerEvent, tolerance: int) -> bool:
    """Return whether two touches are on the same spot, as far as a finger can tell."""
    return abs(one.x - other.x) <= tolerance and abs(one.y - other.y) <= tolerance


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
        return [cancelled]

    def _press(self, pointer: PointerEvent) -> list[Gesture]:
        cancelled = (
            [] if self._down_event is None else [self._make_gesture(GestureKind.END, pointer)]
        )
        self._down_event, self._is_dragging, self._is_held = pointer, False, False
        return [*cancelled, self._make_gesture(GestureKind.PRESS, pointer)]

    def _move(self, pointer: PointerEvent) -> list[Gesture]:
        if self._is_dragging:
            return [self._make_gesture(GestureKind.MOVE, pointer)]
        assert self._down_event is not None
        if is_near(pointer, self._down_event, self.drag_threshold):
            return []
        self._is_dragging = True
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


ACTION_HOLD_SECONDS = 3.0


class ActionHoldTimer:
    """Watch the buttons of one action without consuming their events."""

    def __init__(self, action: Action) -> None:
        self._action = action
        self._pressed_at: float | None = None

    def observe(self, message: InputEvent) -> None:
        """Note a press or release of the action's button."""
        if isinstance(message, ButtonEvent) and message.action is self._action:
            self._pressed_at = message.time if message.is_pressed else None

    def next_deadline(self) -> float | None:
        """Return when the pressed button has been held long enough."""
        return None if self._pressed_at is None else self._pressed_at + ACTION_HOLD_SECONDS

    def is_elapsed(self, now: float) -> bool:
        """Return whether the button was held long enough; true once per press."""
        deadline = self.next_deadline()
        if deadline is None or now < deadline:
            return False
        self._pressed_at = None
        return True
