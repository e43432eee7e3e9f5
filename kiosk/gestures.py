"""Tap, double tap, hold, drag; HoldTimer."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from kiosk.events import Action, Message, Pointer, Press, Touch

HOLD = 0.6
"""Seconds: up to this a press is a tap; a finger that rests so long holds."""
DOUBLE = 0.35
"""Seconds between two releases that make a double tap."""
HAIR = 0.001
"""Seconds by which two times may seem apart that are the same: devices count milliseconds."""


def slop(size: tuple[int, int]) -> int:
    """How many pixels a finger may wander on a picture of this size without being dragged."""
    return max(8, round(min(size) * 0.03))


def is_near(one: Pointer, other: Pointer, reach: int) -> bool:
    """Whether two touches are on the same spot, as far as a finger can tell."""
    return abs(one.x - other.x) <= reach and abs(one.y - other.y) <= reach


class Kind(StrEnum):
    """What a finger meant."""

    PRESS = "press"
    TAP = "tap"
    DOUBLE = "double"
    HOLD = "hold"
    DRAG = "drag"
    MOVE = "move"
    DROP = "drop"
    END = "end"


class Gesture(NamedTuple):
    """A meaning at a pixel, and the pixel where the finger came down."""

    kind: Kind
    x: int
    y: int
    from_x: int
    from_y: int


class Gestures:
    """One finger's gestures, from its pointer records and the passing of time.

    PRESS comes with the finger; then either TAP (or DOUBLE) on release, or HOLD after 600 ms (and
    END on release), or DRAG, MOVE … and DROP. END also tells that a press was broken off.

    Only `ripen` makes a hold. A screen that never asks for it takes a press of any length for a
    tap; and where it is asked, a release that was read late, on a machine that is busy, is a tap
    too: nobody had seen the hold.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        """`size`: the picture's, in pixels."""
        self.slop = slop(size)
        self._down: Pointer | None = None
        self._dragging = False
        self._held = False
        self._tapped: Pointer | None = None

    def due(self) -> float | None:
        """When a finger that rests becomes a hold, in monotonic seconds; None while none rests."""
        if self._down is None or self._dragging or self._held:
            return None
        return self._down.time + HOLD

    def ripen(self, now: float) -> list[Gesture]:
        """The hold that has become due by now, if any."""
        due = self.due()
        if self._down is None or due is None or now < due:
            return []
        self._held = True
        self._tapped = None
        return [self._at(Kind.HOLD, self._down)]

    def feed(self, pointer: Pointer) -> list[Gesture]:
        """Take one pointer record; say what it meant, oldest first."""
        if pointer.touch is Touch.DOWN:
            return self._press(pointer)
        if self._down is None:
            return []
        if pointer.touch is Touch.MOVE:
            return self._move(pointer)
        if pointer.touch is Touch.UP:
            return self._release(pointer)
        broken = self._at(Kind.END, pointer)
        self._down, self._tapped = None, None
        return [broken]

    def _press(self, pointer: Pointer) -> list[Gesture]:
        broken = [] if self._down is None else [self._at(Kind.END, pointer)]
        self._down, self._dragging, self._held = pointer, False, False
        return [*broken, self._at(Kind.PRESS, pointer)]

    def _move(self, pointer: Pointer) -> list[Gesture]:
        if self._dragging:
            return [self._at(Kind.MOVE, pointer)]
        assert self._down is not None
        if is_near(pointer, self._down, self.slop):
            return []
        self._dragging = True
        return [self._at(Kind.DRAG, pointer)]

    def _release(self, pointer: Pointer) -> list[Gesture]:
        down = self._down
        assert down is not None
        drag = [] if self._dragging else self._move(pointer)  # panels that report no way in between
        if self._dragging:
            meant = self._at(Kind.DROP, pointer)
            self._tapped = None
        elif self._held:
            meant = self._at(Kind.END, pointer)
        else:
            meant = self._tap(pointer._replace(x=down.x, y=down.y))
        self._down = None
        return [*drag, meant]

    def _tap(self, pointer: Pointer) -> Gesture:
        first = self._tapped
        if (
            first
            and pointer.time - first.time <= DOUBLE + HAIR
            and is_near(pointer, first, self.slop)
        ):
            self._tapped = None
            return self._at(Kind.DOUBLE, pointer)
        self._tapped = pointer
        return self._at(Kind.TAP, pointer)

    def _at(self, kind: Kind, pointer: Pointer) -> Gesture:
        start = self._down or pointer
        return Gesture(kind, pointer.x, pointer.y, start.x, start.y)


HOLDS = 3.0
"""Seconds."""


class Holding:
    """Watches the buttons of one action, and takes nothing from them."""

    def __init__(self, action: Action) -> None:
        """None of them is down."""
        self._action = action
        self._since: float | None = None

    def see(self, message: Message) -> None:
        """A message passes by."""
        if isinstance(message, Press) and message.action is self._action:
            self._since = message.time if message.down else None

    def due(self) -> float | None:
        """When the one that is down has been held long enough."""
        return None if self._since is None else self._since + HOLDS

    def ripe(self, now: float) -> bool:
        """Whether it has, which is said once."""
        due = self.due()
        if due is None or now < due:
            return False
        self._since = None
        return True
