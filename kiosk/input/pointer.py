"""Finger and mouse as one pointer on the picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from kiosk.display.orientation import ScreenTransform
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.gestures import HOLD_SECONDS, drag_threshold
from kiosk.loop import Device
from kiosk.timers import Deadline, Timers

LEFT_BUTTON, RIGHT_BUTTON = 1, 3
LOST_RELEASE_SECONDS = 5.0
EARLY_MOUSE_ECHO_SECONDS = 0.1
LATE_MOUSE_ECHO_SECONDS = 0.3
REJOIN_SECONDS = 0.055
"""Time for which a resistive panel may lose a finger that drags; no finger taps again so soon."""


class _FingerId(NamedTuple):
    touch_id: int
    finger_id: int


class _Point(NamedTuple):
    """A place and time; `is_edge` where the hand may be that holds the panel."""

    x: int
    y: int
    time: float
    is_edge: bool = False


_MOUSE_ID = _FingerId(-1, -1)


class PointerDevice(Device):
    """The pointer: the first finger, or the left mouse button; the right one means Back.

    The first of them that is down owns the pointer until its release, and all others are ignored.
    Under X11 every touch causes a mouse event as well, often before the finger event. These echoes
    carry a mark (`touch`) and are dropped; those without a mark are known by time and place. A
    touch at the outermost edge of the panel is the hand that holds it, and is ignored.

    The release after a drag or a rest is held back for a moment: if the finger comes down again
    close by, the panel had only lost it. A tap is released at once.
    """

    def __init__(
        self,
        get_transform: Callable[[], ScreenTransform],
        timers: Timers,
        emit: Callable[[InputEvent], object],
    ) -> None:
        """Map touches by the present transform; `emit` takes releases that were held back."""
        self._get_transform, self._emit = get_transform, emit
        self._lift_deadline = Deadline(timers, self._on_lift_confirmed)
        self._owner: _FingerId | None = None
        self._start = self._last_point = _Point(0, 0, 0.0)
        self._is_drag = False
        self._lift_point: _Point | None = None
        self._last_finger_point: _Point | None = None
        self._last_click_point: _Point | None = None
        self._is_back_pressed = False
        self.handlers = {
            pygame.FINGERDOWN: self._on_finger_down,
            pygame.FINGERMOTION: self._on_finger_motion,
            pygame.FINGERUP: self._on_finger_up,
            pygame.MOUSEBUTTONDOWN: self._on_mouse_down,
            pygame.MOUSEMOTION: self._on_mouse_motion,
            pygame.MOUSEBUTTONUP: self._on_mouse_up,
            pygame.WINDOWLEAVE: self._on_mouse_leave,
        }

    def release_all(self, now: float) -> list[InputEvent]:
        """Cancel the press that is going on: its release may never be reported."""
        self._is_back_pressed = False
        if self._lift_point is not None:
            return self._release_lifted()
        if self._owner is None:
            return []
        self._owner = None
        return [PointerEvent(PointerPhase.CANCEL, self._last_point.x, self._last_point.y, now)]

    def _on_finger_down(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        finger, point = _FingerId(event.touch_id, event.finger_id), self._locate_finger(event, now)
        if self._is_echo(self._last_click_point, point, EARLY_MOUSE_ECHO_SECONDS):
            self._last_click_point = None
            if self._owner == _MOUSE_ID:
                self._owner = finger
            return []
        if self._lift_point is not None:
            if self._is_same_drag(self._lift_point, point):
                self._owner = finger
                self._set_lift_point(None)
                return [self._make_event(PointerPhase.MOVE, point)]
            return [*self._release_lifted(), *self._begin_press(finger, point)]
        is_lost = self._owner == finger or now - self._last_point.time > LOST_RELEASE_SECONDS
        if self._owner is not None and not is_lost:
            return []
        return [*self.release_all(now), *self._begin_press(finger, point)]

    def _on_finger_motion(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        point = self._locate_finger(event, now)
        if self._owner != _FingerId(event.touch_id, event.finger_id):
            return []
        self._set_lift_point(None)
        self._is_drag = self._is_drag or self._is_past_threshold(point)
        return [self._make_event(PointerPhase.MOVE, point)]

    def _on_finger_up(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        point = self._locate_finger(event, now)
        if self._owner != _FingerId(event.touch_id, event.finger_id):
            return []
        is_rest = point.time - self._start.time > HOLD_SECONDS
        if self._is_drag or is_rest or self._is_past_threshold(point):
            self._set_lift_point(point)
            has_moved = (point.x, point.y) != (self._last_point.x, self._last_point.y)
            return [self._make_event(PointerPhase.MOVE, point)] if has_moved else []
        self._owner = None
        return [self._make_event(PointerPhase.UP, point)]

    def _release_lifted(self) -> list[InputEvent]:
        point, self._owner = self._lift_point, None
        self._set_lift_point(None)
        return [self._make_event(PointerPhase.UP, point)] if point else []

    def _on_lift_confirmed(self, now: float) -> None:
        for event in self._release_lifted():
            self._emit(event)

    def _set_lift_point(self, point: _Point | None) -> None:
        self._lift_point = point
        self._lift_deadline.set(point and point.time + REJOIN_SECONDS)

    def _is_past_threshold(self, point: _Point) -> bool:
        return not _is_near(point, self._start, drag_threshold(self._get_transform().size))

    def _is_same_drag(self, lift_point: _Point, point: _Point) -> bool:
        """Return True if a finger comes down where a lost one may have moved meanwhile."""
        tolerance = min(self._get_transform().size) // 8
        is_in_time = point.time - lift_point.time <= REJOIN_SECONDS
        return is_in_time and _is_near(point, lift_point, tolerance)

    def _on_mouse_down(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        point = self._locate_mouse(event, now)
        is_echo = self._is_echo(self._last_finger_point, point, LATE_MOUSE_ECHO_SECONDS)
        if _is_touch(event) or is_echo:
            return []
        if event.button == RIGHT_BUTTON:
            self._is_back_pressed = True
            return [ButtonEvent(Action.BACK, True, now, "screen")]
        if event.button != LEFT_BUTTON or (self._owner is not None and self._lift_point is None):
            return []
        self._last_click_point = point
        return [*self._release_lifted(), *self._begin_press(_MOUSE_ID, point)]

    def _on_mouse_motion(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        if _is_touch(event) or self._owner != _MOUSE_ID:
            return []
        if not event.buttons[0]:  # released outside all windows
            return self.release_all(now)
        return [self._make_event(PointerPhase.MOVE, self._locate_mouse(event, now))]

    def _on_mouse_up(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        if event.button == RIGHT_BUTTON and self._is_back_pressed:
            self._is_back_pressed = False
            return [ButtonEvent(Action.BACK, False, now, "screen")]
        if _is_touch(event) or event.button != LEFT_BUTTON or self._owner != _MOUSE_ID:
            return []
        self._owner = None
        return [self._make_event(PointerPhase.UP, self._locate_mouse(event, now))]

    def _on_mouse_leave(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        return self.release_all(now) if self._owner == _MOUSE_ID else []

    def _begin_press(self, owner: _FingerId, point: _Point) -> list[InputEvent]:
        if point.is_edge:
            return []
        self._owner, self._start, self._is_drag = owner, point, False
        return [self._make_event(PointerPhase.DOWN, point)]

    def _make_event(self, phase: PointerPhase, point: _Point) -> InputEvent:
        self._last_point = point
        return PointerEvent(phase, point.x, point.y, point.time)

    def _locate_finger(self, event: pygame.event.Event, now: float) -> _Point:
        x, y, is_edge = self._get_transform().locate_finger(event.x, event.y)
        self._last_finger_point = _Point(x, y, now, is_edge)
        return self._last_finger_point

    def _locate_mouse(self, event: pygame.event.Event, now: float) -> _Point:
        x, y, is_edge = self._get_transform().locate_mouse(*event.pos)
        return _Point(x, y, now, is_edge)

    def _is_echo(self, one: _Point | None, other: _Point, max_seconds: float) -> bool:
        """Return True if an event is so near in time and place that it is the same touch."""
        if one is None or other.time - one.time > max_seconds:
            return False
        return _is_near(one, other, max(8, min(self._get_transform().size) // 30))


def _is_near(one: _Point, other: _Point, tolerance: int) -> bool:
    return abs(one.x - other.x) <= tolerance and abs(one.y - other.y) <= tolerance


def _is_touch(event: pygame.event.Event) -> bool:
    return bool(getattr(event, "touch", False))
