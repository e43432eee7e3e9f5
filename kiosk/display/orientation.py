"""Mapping between picture, panel and touch: rotation, margin, pixel shift, calibration.

Picture and touch are rotated independently: SDL without a desktop rotates neither, and drivers may
swap or mirror the touch axes. Fractions are parts of the width or height, from 0 to 1.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kiosk.frame import Box

EDGE_FRACTION = 0.02
"""Part of the panel at each edge that is touched by the hand holding it."""
MIN_PICTURE_PIXELS = 240
"""Margins are reduced to leave so many pixels on each side of the picture."""
MAX_CALIBRATION_ERROR = 0.25
"""Allowed distance of a calibration tap from its target, as a fraction of the panel."""


class TouchAxes(NamedTuple):
    """Operations that map a raw touch to the panel, in this order."""

    swap: bool = False
    flip_x: bool = False
    flip_y: bool = False

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Map raw touch fractions to panel fractions."""
        if self.swap:
            x, y = y, x
        return 1 - x if self.flip_x else x, 1 - y if self.flip_y else y

    def apply_inverse(self, x: float, y: float) -> tuple[float, float]:
        """Map panel fractions to raw touch fractions."""
        x, y = 1 - x if self.flip_x else x, 1 - y if self.flip_y else y
        return (y, x) if self.swap else (x, y)


_MOUSE_AXES = TouchAxes()
ALL_TOUCH_AXES = tuple(TouchAxes(*choice) for choice in itertools.product((False, True), repeat=3))


def to_picture(x: float, y: float, rotation: int) -> tuple[float, float]:
    """Map panel fractions to fractions of the upright picture."""
    rotated = {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}
    return rotated[rotation]


def to_panel(x: float, y: float, rotation: int) -> tuple[float, float]:
    """Map fractions of the upright picture to panel fractions."""
    return to_picture(x, y, -rotation % 360)


class ScreenPoint(NamedTuple):
    """A pixel of the picture; `is_edge` if it is in the panel's edge zone."""

    x: int
    y: int
    is_edge: bool


class ScreenTransform(NamedTuple):
    """Placement of the picture on the panel, and of touches in the picture."""

    panel: tuple[int, int]
    """Size of the panel in pixels."""
    rotation: int = 0
    """Clockwise rotation of the picture in degrees."""
    margin: int = 0
    """Unused pixels at every edge, hidden by round glass or a television."""
    axes: TouchAxes = TouchAxes()
    shift_range: int = 0
    """Largest pixel shift to each side."""
    shift: tuple[int, int] = (0, 0)
    """Current pixel shift to the right and down."""

    @property
    def is_identity(self) -> bool:
        """True if picture and panel have the same pixels."""
        return not self.rotation and self.free_margins == (0, 0)

    @property
    def free_margins(self) -> tuple[int, int]:
        """Unused pixels at the left and right edge each, and at top and bottom each."""
        width, height = self._rotated_size
        wanted = self.margin + self.shift_range
        across = max(0, min(wanted, (width - MIN_PICTURE_PIXELS) // 2))
        return across, max(0, min(wanted, (height - MIN_PICTURE_PIXELS) // 2))

    @property
    def origin(self) -> tuple[int, int]:
        """Left and top of the picture on the upright panel."""
        (across, down), (right, below) = self.free_margins, self.shift
        return across + max(-across, min(across, right)), down + max(-down, min(down, below))

    @property
    def size(self) -> tuple[int, int]:
        """Size of the upright picture in pixels."""
        return _compute_picture_size(self)

    @property
    def _rotated_size(self) -> tuple[int, int]:
        width, height = self.panel
        return (height, width) if self.rotation in (90, 270) else (width, height)

    def to_panel_box(self, box: Box) -> Box:
        """Map a box of the picture to the panel."""
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
        """Map a raw touch, in fractions that may be slightly outside, to the picture."""
        return self._make_point(x, y, self.axes)

    def locate_mouse(self, x: int, y: int) -> ScreenPoint:
        """Map a mouse position in panel pixels to the picture; the touch axes do not apply."""
        width, height = self.panel
        return self._make_point((x + 0.5) / width, (y + 0.5) / height, _MOUSE_AXES)

    def to_panel_fraction(self, x: int, y: int) -> tuple[float, float]:
        """Map a pixel of the picture to fractions of the upright panel."""
        (width, height), (across, down) = self._rotated_size, self.origin
        return (x + across + 0.5) / width, (y + down + 0.5) / height

    def to_raw_touch(self, x: int, y: int) -> tuple[float, float]:
        """Return the raw touch fractions of a finger on a pixel of the picture."""
        return self.axes.apply_inverse(*to_panel(*self.to_panel_fraction(x, y), self.rotation))

    @classmethod
    def from_picture_size(
        cls, size: tuple[int, int], rotation: int, margin: int, axes: TouchAxes
    ) -> ScreenTransform:
        """Return the transform of the panel that fits an upright picture and a margin."""
        width, height = size[0] + 2 * margin, size[1] + 2 * margin
        panel = (height, width) if rotation in (90, 270) else (width, height)
        return cls(panel, rotation, margin, axes)

    def _make_point(self, x: float, y: float, axes: TouchAxes) -> ScreenPoint:
        is_edge = not all(EDGE_FRACTION <= part <= 1 - EDGE_FRACTION for part in (x, y))
        x, y = max(-1.0, min(2.0, x)), max(-1.0, min(2.0, y))  # never infinite
        (left, right_x, right_y), (top, down_x, down_y) = _compute_touch_map(self, axes)
        width, height = _compute_picture_size(self)
        column = int(left + right_x * x + right_y * y)
        row = int(top + down_x * x + down_y * y)
        return ScreenPoint(max(0, min(width - 1, column)), max(0, min(height - 1, row)), is_edge)


@lru_cache(maxsize=8)
def _compute_picture_size(transform: ScreenTransform) -> tuple[int, int]:
    (width, height), (across, down) = transform._rotated_size, transform.free_margins
    return width - 2 * across, height - 2 * down


@lru_cache(maxsize=8)
def _compute_touch_map(
    transform: ScreenTransform, axes: TouchAxes
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Return the affine map from raw touch fractions to pixels: (offset, by x, by y) of each."""
    (width, height), (left, top) = transform._rotated_size, transform.origin

    def locate(x: float, y: float) -> tuple[float, float]:
        x, y = to_picture(*axes.apply(x, y), transform.rotation)
        return x * width - left, y * height - top

    (x0, y0), (x1, y1), (x2, y2) = locate(0, 0), locate(1, 0), locate(0, 1)
    return (x0, x1 - x0, x2 - x0), (y0, y1 - y0, y2 - y0)


def detect_axes(
    raw_touches: Sequence[tuple[float, float]],
    targets: Sequence[tuple[float, float]],
    rotation: int,
) -> TouchAxes | None:
    """Return the axes that map calibration taps to their targets; None if no axes do.

    The targets are fractions of the upright picture, three of them in corners.
    """

    def get_largest_error(axes: TouchAxes) -> float:
        places = [to_picture(*axes.apply(x, y), rotation) for x, y in raw_touches]
        return max(
            max(abs(x - target_x), abs(y - target_y))
            for (x, y), (target_x, target_y) in zip(places, targets, strict=True)
        )

    best = min(ALL_TOUCH_AXES, key=get_largest_error)
    return best if get_largest_error(best) <= MAX_CALIBRATION_ERROR else None
