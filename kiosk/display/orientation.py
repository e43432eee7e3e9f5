"""How the picture lies on the panel: turned, inside a margin, and where a finger is on it.

Picture and touch are turned apart from each other: SDL on a bare panel turns neither, and drivers
may swap or mirror the axes of touch on their own.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from kiosk.frame import Box

EDGE_FRACTION = 0.02
"""The part of the panel's width and height at each edge where the hand that holds it touches."""
MIN_PICTURE_PIXELS = 240
"""No margin makes a side of the picture shorter than this many pixels."""
MAX_CALIBRATION_ERROR = 0.25
"""So far (in parts of the panel) a tap of the calibration may be from its place."""


class TouchAxes(NamedTuple):
    """What is done to a touch, in this order, so that it is where the panel's own pixels are."""

    swap: bool = False
    flip_x: bool = False
    flip_y: bool = False

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """The place on the panel of what the touch device says; all are parts from 0 to 1."""
        if self.swap:
            x, y = y, x
        return 1 - x if self.flip_x else x, 1 - y if self.flip_y else y

    def apply_inverse(self, x: float, y: float) -> tuple[float, float]:
        """What the touch device says of a place on the panel."""
        x, y = 1 - x if self.flip_x else x, 1 - y if self.flip_y else y
        return (y, x) if self.swap else (x, y)


ALL_TOUCH_AXES = tuple(TouchAxes(*choice) for choice in itertools.product((False, True), repeat=3))
"""The eight choices there are."""


def to_picture(x: float, y: float, rotation: int) -> tuple[float, float]:
    """The place on the upright picture of a place on the panel; all are parts from 0 to 1."""
    rotated = {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}
    return rotated[rotation]


def to_panel(x: float, y: float, rotation: int) -> tuple[float, float]:
    """The place on the panel of a place on the upright picture; all are parts from 0 to 1."""
    return to_picture(x, y, -rotation % 360)


def to_pixel(x: float, y: float, size: tuple[int, int]) -> tuple[int, int]:
    """The pixel of a picture at a place of it.

    Args:
        x: From 0 at the left edge to 1 at the right one; beyond counts as the edge.
        y: The same from top to bottom.
        size: Width and height of the picture in pixels.
    """
    width, height = size
    across, down = max(0.0, min(1.0, x)), max(0.0, min(1.0, y))
    return min(width - 1, int(across * width)), min(height - 1, int(down * height))


class ScreenPoint(NamedTuple):
    """A pixel of the picture, and whether it lies in the panel's edge (or beyond the picture)."""

    x: int
    y: int
    is_edge: bool


class ScreenTransform(NamedTuple):
    """A picture on a panel of that many pixels.

    The picture is turned by `rotation` degrees clockwise. `margin` pixels at every edge stay free,
    where round glass or a television hides them. `axes` are those of touch. The picture may wander
    by `slack` pixels to each side, and is now `shift` pixels to the right of its place and below.
    """

    panel: tuple[int, int]
    rotation: int = 0
    margin: int = 0
    axes: TouchAxes = TouchAxes()
    shift_range: int = 0
    shift: tuple[int, int] = (0, 0)

    @property
    def is_identity(self) -> bool:
        """Whether the picture's pixels are the panel's own."""
        return not self.rotation and self.free_margins == (0, 0)

    @property
    def free_margins(self) -> tuple[int, int]:
        """The pixels free at the left and at the right, and above and below."""
        width, height = self._rotated_size
        wanted = self.margin + self.shift_range
        across = max(0, min(wanted, (width - MIN_PICTURE_PIXELS) // 2))
        return across, max(0, min(wanted, (height - MIN_PICTURE_PIXELS) // 2))

    @property
    def origin(self) -> tuple[int, int]:
        """Left and top of the picture on the panel as it stands before a person."""
        (across, down), (right, below) = self.free_margins, self.shift
        return across + max(-across, min(across, right)), down + max(-down, min(down, below))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the upright picture in pixels."""
        (width, height), (across, down) = self._rotated_size, self.free_margins
        return width - 2 * across, height - 2 * down

    @property
    def _rotated_size(self) -> tuple[int, int]:
        """Width and height of the panel as it stands before a person."""
        width, height = self.panel
        return (height, width) if self.rotation in (90, 270) else (width, height)

    def to_panel_box(self, box: Box) -> Box:
        """Where on the panel a box of the picture lies, in whole pixels."""
        (width, height), (across, down) = self._rotated_size, self.origin
        x, y = box.x + across, box.y + down
        right, bottom = width - x - box.w, height - y - box.h
        boxes = {
            0: Box(x, y, box.w, box.h),
            90: Box(bottom, x, box.h, box.w),
            180: Box(right, bottom, box.w, box.h),
            270: Box(y, right, box.h, box.w),
        }
        return boxes[self.rotation]

    def locate_finger(self, x: float, y: float) -> ScreenPoint:
        """The pixel under a finger, from what the touch device says: 0 to 1, or a bit beyond."""
        return self._make_point(*self.axes.apply(x, y))

    def locate_mouse(self, x: int, y: int) -> ScreenPoint:
        """The pixel under the mouse at this pixel of the panel; its axes are never turned."""
        width, height = self.panel
        return self._make_point((x + 0.5) / width, (y + 0.5) / height)

    def to_panel_fraction(self, x: int, y: int) -> tuple[float, float]:
        """Where on the upright panel a pixel of the picture is, in parts from 0 to 1."""
        (width, height), (across, down) = self._rotated_size, self.origin
        return (x + across + 0.5) / width, (y + down + 0.5) / height

    def to_raw_touch(self, x: int, y: int) -> tuple[float, float]:
        """What the touch device had to say for a finger on this pixel of the picture."""
        return self.axes.apply_inverse(*to_panel(*self.to_panel_fraction(x, y), self.rotation))

    @classmethod
    def from_picture_size(
        cls, size: tuple[int, int], rotation: int, margin: int, axes: TouchAxes
    ) -> ScreenTransform:
        """The view that shows an upright picture of this size in that margin."""
        width, height = size[0] + 2 * margin, size[1] + 2 * margin
        panel = (height, width) if rotation in (90, 270) else (width, height)
        return cls(panel, rotation, margin, axes)

    def _make_point(self, x: float, y: float) -> ScreenPoint:
        edge = not (
            EDGE_FRACTION <= x <= 1 - EDGE_FRACTION and EDGE_FRACTION <= y <= 1 - EDGE_FRACTION
        )
        u, v = to_picture(x, y, self.rotation)
        (width, height), (across, down) = self._rotated_size, self.origin
        if self.free_margins == (0, 0):
            return ScreenPoint(*to_pixel(u, v, (width, height)), edge)
        wide, high = self.size
        u, v = (u * width - across) / wide, (v * height - down) / high
        return ScreenPoint(*to_pixel(u, v, (wide, high)), edge)


def detect_axes(
    raw_touches: Sequence[tuple[float, float]],
    targets: Sequence[tuple[float, float]],
    rotation: int,
) -> TouchAxes | None:
    """The axes under which fingers were where they were meant to be.

    Args:
        raw_touches: What the touch device said of each tap, from 0 to 1.
        targets: Where on the upright picture each was to be, from 0 to 1; three in a corner.
        rotation: The picture's, in degrees.

    Returns:
        None where the taps fit to no choice of axes.
    """

    def largest_error(axes: TouchAxes) -> float:
        places = [to_picture(*axes.apply(x, y), rotation) for x, y in raw_touches]
        return max(
            max(abs(u - a), abs(v - b)) for (u, v), (a, b) in zip(places, targets, strict=True)
        )

    best = min(ALL_TOUCH_AXES, key=largest_error)
    return best if largest_error(best) <= MAX_CALIBRATION_ERROR else None
