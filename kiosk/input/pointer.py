"""Finger and mouse as one pointer on the picture: one at a time, and no tap counted twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from kiosk.display.orientation import View
from kiosk.events import Action, Message, Pointer, Press, Touch
from kiosk.gestures import HOLD, slop

LEFT_BUTTON, RIGHT_BUTTON = 1, 3
LOST_AFTER = 5.0
TWIN_WITHIN = 0.1
GHOST_WITHIN = 0.3
BRIDGED = 0.055
"""Seconds for which a resistive panel loses a finger that drags. No finger taps again so soon."""


class _Finger(NamedTuple):
    """Which finger of which panel."""

    panel: int
    finger: int


class _Spot(NamedTuple):
    """Where and when, and whether that is where the hand lies that holds the panel."""

    x: int
    y: int
    time: float
    edge: bool = False


_MOUSE = _Finger(-1, -1)


class Pointing:
    """What the first finger, or the mouse's left button, does; the right one means Back.

    Whoever is down first owns the pointer until it is released; all others are ignored until then.
    Under X11 every touch comes a second time as a mouse event, often before the finger's own; under
    KMSDRM it does not. Such twins carry a mark (`touch`) and are dropped; those that lost it are
    known by time and place. What comes down in the outermost edge of the panel is no finger but
    the hand that holds it, and is ignored until it is gone.

    The release of a finger that drags or has rested is told a moment later: where it comes down
    again within that moment and close by, the panel had lost it, and nothing has happened. A tap
    is told at once.
    """

    def __init__(self, view: Callable[[], View]) -> None:
        """`view`: asks how the picture lies on the panel, which may change."""
        self._view = view
        self._owner: _Finger | None = None
        self._began = self._last = _Spot(0, 0, 0.0)
        self._strayed = False
        self._lifted: _Spot | None = None
        self._finger_at: _Spot | None = None
        self._clicked_at: _Spot | None = None
        self._going_back = False
        self._meanings = {
            pygame.FINGERDOWN: self._finger_down,
            pygame.FINGERMOTION: self._finger_motion,
            pygame.FINGERUP: self._finger_up,
            pygame.MOUSEBUTTONDOWN: self._button_down,
            pygame.MOUSEMOTION: self._mouse_motion,
            pygame.MOUSEBUTTONUP: self._button_up,
            pygame.WINDOWLEAVE: self._mouse_gone,
        }

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """What a finger or mouse event means for the one pointer."""
        meaning = self._meanings.get(event.type)
        return meaning(event, now) if meaning else []

    def due(self) -> float | None:
        """When a finger that was lifted is not awaited any longer."""
        return self._lifted.time + BRIDGED if self._lifted else None

    def tick(self, now: float) -> list[Message]:
        """The release that was held back, once nothing has come after it."""
        due = self.due()
        return [] if due is None or now < due else self._let_go()

    def drop(self, now: float) -> list[Message]:
        """Break off the press that is going on, if any: its release may never come."""
        self._going_back = False
        if self._lifted is not None:
            return self._let_go()
        if self._owner is None:
            return []
        self._owner = None
        return [Pointer(Touch.CANCEL, self._last.x, self._last.y, now)]

    def _finger_down(self, event: pygame.event.Event, now: float) -> list[Message]:
        finger, spot = _Finger(event.touch_id, event.finger_id), self._finger_spot(event, now)
        if self._same(self._clicked_at, spot, TWIN_WITHIN):
            self._clicked_at = None
            if self._owner == _MOUSE:
                self._owner = finger
            return []
        if self._lifted is not None:
            if self._is_same_drag(self._lifted, spot):
                self._owner, self._lifted = finger, None
                return [self._say(Touch.MOVE, spot)]
            return [*self._let_go(), *self._press(finger, spot)]
        lost = self._owner == finger or now - self._last.time > LOST_AFTER
        if self._owner is not None and not lost:
            return []
        return [*self.drop(now), *self._press(finger, spot)]

    def _finger_motion(self, event: pygame.event.Event, now: float) -> list[Message]:
        spot = self._finger_spot(event, now)
        if self._owner != _Finger(event.touch_id, event.finger_id):
            return []
        self._lifted = None
        self._strayed = self._strayed or self._has_strayed(spot)
        return [self._say(Touch.MOVE, spot)]

    def _finger_up(self, event: pygame.event.Event, now: float) -> list[Message]:
        spot = self._finger_spot(event, now)
        if self._owner != _Finger(event.touch_id, event.finger_id):
            return []
        if self._strayed or self._has_strayed(spot) or spot.time - self._began.time > HOLD:
            self._lifted = spot
            moved = (spot.x, spot.y) != (self._last.x, self._last.y)
            return [self._say(Touch.MOVE, spot)] if moved else []
        self._owner = None
        return [self._say(Touch.UP, spot)]

    def _let_go(self) -> list[Message]:
        """The finger that was lifted does not come back."""
        spot, self._lifted, self._owner = self._lifted, None, None
        return [self._say(Touch.UP, spot)] if spot else []

    def _has_strayed(self, spot: _Spot) -> bool:
        reach = slop(self._view().size)
        return abs(spot.x - self._began.x) > reach or abs(spot.y - self._began.y) > reach

    def _is_same_drag(self, lifted: _Spot, spot: _Spot) -> bool:
        """Whether a finger comes down where one that was lost may have gone in the meantime."""
        reach = min(self._view().size) // 8
        near = abs(spot.x - lifted.x) <= reach and abs(spot.y - lifted.y) <= reach
        return near and spot.time - lifted.time <= BRIDGED

    def _button_down(self, event: pygame.event.Event, now: float) -> list[Message]:
        spot = self._mouse_spot(event, now)
        if _is_touch(event) or self._same(self._finger_at, spot, GHOST_WITHIN):
            return []
        if event.button == RIGHT_BUTTON:
            self._going_back = True
            return [Press(Action.BACK, True, now, "screen")]
        if event.button != LEFT_BUTTON or (self._owner is not None and self._lifted is None):
            return []
        self._clicked_at = spot
        return [*self._let_go(), *self._press(_MOUSE, spot)]

    def _mouse_motion(self, event: pygame.event.Event, now: float) -> list[Message]:
        if _is_touch(event) or self._owner != _MOUSE:
            return []
        if not event.buttons[0]:  # released where no window heard of it
            return self.drop(now)
        return [self._say(Touch.MOVE, self._mouse_spot(event, now))]

    def _button_up(self, event: pygame.event.Event, now: float) -> list[Message]:
        if event.button == RIGHT_BUTTON and self._going_back:
            self._going_back = False
            return [Press(Action.BACK, False, now, "screen")]
        if _is_touch(event) or event.button != LEFT_BUTTON or self._owner != _MOUSE:
            return []
        self._owner = None
        return [self._say(Touch.UP, self._mouse_spot(event, now))]

    def _mouse_gone(self, event: pygame.event.Event, now: float) -> list[Message]:
        return self.drop(now) if self._owner == _MOUSE else []

    def _press(self, owner: _Finger, spot: _Spot) -> list[Message]:
        if spot.edge:
            return []
        self._owner, self._began, self._strayed = owner, spot, False
        return [self._say(Touch.DOWN, spot)]

    def _say(self, touch: Touch, spot: _Spot) -> Message:
        self._last = spot
        return Pointer(touch, spot.x, spot.y, spot.time)

    def _finger_spot(self, event: pygame.event.Event, now: float) -> _Spot:
        x, y, edge = self._view().finger(event.x, event.y)
        self._finger_at = _Spot(x, y, now, edge)
        return self._finger_at

    def _mouse_spot(self, event: pygame.event.Event, now: float) -> _Spot:
        x, y, edge = self._view().mouse(*event.pos)
        return _Spot(x, y, now, edge)

    def _same(self, one: _Spot | None, other: _Spot, within: float) -> bool:
        """Whether two events that are told apart by nothing else can only be the same touch."""
        reach = max(8, min(self._view().size) // 30)
        return (
            one is not None
            and other.time - one.time <= within
            and abs(one.x - other.x) <= reach
            and abs(one.y - other.y) <= reach
        )


def _is_touch(event: pygame.event.Event) -> bool:
    return bool(getattr(event, "touch", False))
