"""Tap, double tap, hold, drag; HoldTimer."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase

HOLD_SECONDS = 0.6
"""Seconds: up to this a press is a tap; a finger that rests so long holds."""
DOUBLE_TAP_SECONDS = 0.35
"""Seconds between two releases that make a double tap."""
CLOCK_TOLERANCE_SECONDS = 0.001
"""Seconds by which two times may seem apart that are the same: devices count milliseconds."""


def drag_threshold(size: tuple[int, int]) -> int:
    """How many pixels a finger may wander on a picture of this size without being dragged."""
    return max(8, round(min(size) * 0.03))


def is_near(one: PointerEvent, other: PointerEvent, tolerance: int) -> bool:
    """Whether two touches are on the same spot, as far as a finger can tell."""
    return abs(one.x - other.x) <= tolerance and abs(one.y - other.y) <= tolerance


class GestureKind(StrEnum):
    """What a finger meant."""

    PRESS = "press"
    TAP = "tap"
    DOUBLE_TAP = "double"
    HOLD = "hold"
    DRAG = "drag"
    MOVE = "move"
    DROP = "drop"
    END = "end"


class Gesture(NamedTuple):
    """A meaning at a pixel, and the pixel where the finger came down."""

    kind: GestureKind
    x: int
    y: int
    start_x: int
    start_y: int


class GestureRecognizer:
    """One finger's gestures, from its pointer records and the passing of time.

    PRESS comes with the finger; then either TAP (or DOUBLE) on release, or HOLD after 600 ms (and
    END on release), or DRAG, MOVE … and DROP. END also tells that a press was broken off.

    Only `ripen` makes a hold. A screen that never asks for it takes a press of any length for a
    tap; and where it is asked, a release that was read late, on a machine that is busy, is a tap
    too: nobody had seen the hold.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        """`size`: the picture's, in pixels."""
        self.drag_threshold = drag_threshold(size)
        self._down_event: PointerEvent | None = None
        self._is_dragging = False
        self._is_held = False
        self._last_tap: PointerEvent | None = None

    def next_deadline(self) -> float | None:
        """When a finger that rests becomes a hold, in monotonic seconds; None while none rests."""
        if self._down_event is None or self._is_dragging or self._is_held:
            return None
        return self._down_event.time + HOLD_SECONDS

    def tick(self, now: float) -> list[Gesture]:
        """The hold that has become due by now, if any."""
        deadline = self.next_deadline()
        if self._down_event is None or deadline is None or now < deadline:
            return []
        self._is_held = True
        self._last_tap = None
        return [self._make_gesture(GestureKind.HOLD, self._down_event)]

    def handle_pointer(self, pointer: PointerEvent) -> list[Gesture]:
        """Take one pointer record; say what it meant, oldest first."""
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
"""Seconds."""


class ActionHoldTimer:
    """Watches the buttons of one action, and takes nothing from them."""

    def __init__(self, action: Action) -> None:
        """None of them is down."""
        self._action = action
        self._pressed_at: float | None = None

    def observe(self, message: InputEvent) -> None:
        """A message passes by."""
        if isinstance(message, ButtonEvent) and message.action is self._action:
            self._pressed_at = message.time if message.is_pressed else None

    def next_deadline(self) -> float | None:
        """When the one that is down has been held long enough."""
        return None if self._pressed_at is None else self._pressed_at + ACTION_HOLD_SECONDS

    def is_elapsed(self, now: float) -> bool:
        """Whether it has, which is said once."""
        deadline = self.next_deadline()
        if deadline is None or now < deadline:
            return False
        self._pressed_at = None
        return True
