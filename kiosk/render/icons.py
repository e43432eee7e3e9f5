"""Icons of a few lines on a grid of 16, with their edges on whole pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import pygame

from kiosk.render.shapes import Point, ShapePainter, bezier_curve, stroke
from kiosk.render.theme import Colour

_GRID_SIZE = 16
_CIRCLE_HANDLE = 0.5523  # length of the handles of a cubic curve that draws a quarter of a circle


class UnknownIconError(ValueError):
    """No icon has this name; the message lists those that exist."""


class IconPath(NamedTuple):
    """A line on the grid, two units wide, or a filled outline; `radius` rounds its corners."""

    points: tuple[Point, ...]
    radius: float = 0
    closed: bool = False
    filled: bool = False


def line(*points: Point, radius: float = 0) -> IconPath:
    """Return a line from the first point to the last."""
    return IconPath(points, radius)


def closed_line(*points: Point, radius: float = 0) -> IconPath:
    """Return a line that comes back to its first point."""
    return IconPath(points, radius, closed=True)


def polygon(*points: Point, radius: float = 0) -> IconPath:
    """Return a filled outline."""
    return IconPath(points, radius, closed=True, filled=True)


def ring(left: float, top: float, right: float, bottom: float) -> IconPath:
    """Return a circle or an ellipse between these bounds."""
    return closed_line(
        (left, top), (right, top), (right, bottom), (left, bottom), radius=_GRID_SIZE
    )


def dot(x: float, y: float, radius: float) -> IconPath:
    """Return a filled circle."""
    a, b = x - radius, x + radius
    c, d = y - radius, y + radius
    return polygon((a, c), (b, c), (b, d), (a, d), radius=_GRID_SIZE)


def rectangle(x: float, y: float, w: float, h: float) -> IconPath:
    """Return a filled rectangle."""
    return polygon((x, y), (x + w, y), (x + w, y + h), (x, y + h))


_SPEAKER = polygon((1, 6), (4, 6), (8, 2), (8, 14), (4, 10), (1, 10))
_STAR = polygon(
    *(
        (8 + r * math.sin(math.pi * i / 5), 8.6 - r * math.cos(math.pi * i / 5))
        for i, r in enumerate((7.6, 3.2) * 5)
    )
)

_BATTERY = (
    closed_line((0.5, 4), (13.5, 4), (13.5, 12), (0.5, 12), radius=1),
    rectangle(14, 6, 2, 4),
)

ICONS: dict[str, tuple[IconPath, ...]] = {
    "up": (polygon((8, 3), (15, 12), (1, 12)),),
    "down": (polygon((1, 4), (15, 4), (8, 13)),),
    "left": (polygon((12, 1), (12, 15), (3, 8)),),
    "right": (polygon((4, 1), (13, 8), (4, 15)),),
    "confirm": (line((2, 8), (6, 12), (14, 4)),),
    "back": (line((8, 2), (2, 8), (8, 14)), line((2, 8), (14, 8))),
    "undo": (line((6, 1), (2, 5), (6, 9)), line((2, 5), (14, 5), (14, 13), (5, 13), radius=4)),
    "redo": (line((10, 1), (14, 5), (10, 9)), line((14, 5), (2, 5), (2, 13), (11, 13), radius=4)),
    "hint": (
        line((6, 11), (3, 8), (3, 1), (13, 1), (13, 8), (10, 11), radius=5),
        line((6, 11), (10, 11)),
        rectangle(5, 13, 6, 2),
    ),
    "home": (
        line((1, 8), (8, 1), (15, 8)),
        line((3, 8), (3, 14), (13, 14), (13, 8)),
        rectangle(7, 10, 2, 4),
    ),
    "finish": (line((3, 2), (3, 15)), polygon((3, 1), (14, 1), (11, 5), (14, 9), (3, 9))),
    "new": (
        closed_line((2, 1), (14, 1), (14, 15), (2, 15), radius=2),
        rectangle(7, 5, 2, 6),
        rectangle(5, 7, 6, 2),
    ),
    "restart": (
        line((8, 3), (2, 3), (2, 14), (14, 14), (14, 7), radius=6),
        polygon((8, 0), (13, 3), (8, 6.5)),
    ),
    "menu": (rectangle(2, 3, 12, 2), rectangle(2, 7, 12, 2), rectangle(2, 11, 12, 2)),
    "type": (
        closed_line((0, 3), (16, 3), (16, 13), (0, 13), radius=1),
        *(rectangle(x, 6, 2, 2) for x in (3, 7, 11)),
        rectangle(4, 9, 8, 2),
    ),
    "rules": (
        line((8, 14), (6, 12), (1, 12), (1, 3), (6, 3), (8, 5), radius=1),
        line((8, 14), (10, 12), (15, 12), (15, 3), (10, 3), (8, 5), radius=1),
        line((8, 5), (8, 14)),
    ),
    "next": (line((6, 2), (12, 8), (6, 14)),),
    "previous": (line((10, 2), (4, 8), (10, 14)),),
    "page-up": (line((2, 8), (8, 2), (14, 8)), line((2, 14), (8, 8), (14, 14))),
    "page-down": (line((2, 2), (8, 8), (14, 2)), line((2, 8), (8, 14), (14, 8))),
    "quit": (
        line((7, 2), (2, 2), (2, 14), (7, 14), radius=1),
        line((10, 4), (14, 8), (10, 12)),
        line((6, 8), (14, 8)),
    ),
    "close": (line((3, 3), (13, 13)), line((13, 3), (3, 13))),
    "settings": (
        *(rectangle(1, y, 14, 2) for y in (2, 7, 12)),
        *(dot(x, y, 3) for x, y in ((10, 3), (5, 8), (11, 13))),
    ),
    "stats": (rectangle(1, 8, 4, 6), rectangle(6, 2, 4, 12), rectangle(11, 5, 4, 9)),
    "scores": (_STAR,),
    "service": (
        ring(4, 4, 12, 12),
        *(
            line((8 + 5 * x, 8 + 5 * y), (8 + 7 * x, 8 + 7 * y))
            for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1), *product((0.7, -0.7), repeat=2))
        ),
    ),
    "play": (polygon((3, 1), (14, 8), (3, 15)),),
    "pause": (rectangle(3, 2, 4, 12), rectangle(9, 2, 4, 12)),
    "sound": (_SPEAKER, line((10, 5), (12, 5), (12, 11), (10, 11), radius=3)),
    "mute": (_SPEAKER, line((11, 6), (15, 10)), line((15, 6), (11, 10))),
    "power": (
        line((5, 3), (2, 5), (2, 14), (14, 14), (14, 5), (11, 3), radius=5),
        line((8, 1), (8, 7)),
    ),
    "language": (ring(1, 1, 15, 15), ring(5, 1, 11, 15), line((1, 8), (15, 8))),
    "games": (
        closed_line((6, 4), (14, 4), (14, 15), (6, 15), radius=1),
        line((3, 11), (2, 11), (2, 1), (10, 1), radius=1),
    ),
    "code": (
        line((6, 2), (4, 14)),
        line((12, 2), (10, 14)),
        line((2, 6), (14, 6)),
        line((2, 10), (14, 10)),
    ),
    "unknown": (
        line((3, 5), (3, 2), (13, 2), (13, 7), (8, 8), (8, 11), radius=4),
        rectangle(7, 13, 2, 2),
    ),
    "watch": (
        line((1, 8), (8, 2), (15, 8), radius=6),
        line((1, 8), (8, 14), (15, 8), radius=6),
        dot(8, 8, 2.5),
    ),
    "rewind": (polygon((8, 2), (8, 14), (1, 8)), polygon((15, 2), (15, 14), (8, 8))),
    "plus": (rectangle(7, 2, 2, 12), rectangle(2, 7, 12, 2)),
    "minus": (rectangle(2, 7, 12, 2),),
    "lock": (
        polygon((2, 7), (14, 7), (14, 15), (2, 15), radius=1),
        line((5, 7), (5, 2), (11, 2), (11, 7), radius=3),
    ),
    "info": (ring(1, 1, 15, 15), rectangle(7, 7, 2, 5), rectangle(7, 4, 2, 2)),
    "warning": (
        closed_line((8, 2), (15, 14), (1, 14)),
        rectangle(7, 6, 2, 4),
        rectangle(7, 11, 2, 2),
    ),
    "clock": (ring(1, 1, 15, 15), line((8, 4), (8, 8), (11, 10))),
    "brightness": (
        dot(8, 8, 3),
        *(
            rectangle(x, y, w, h)
            for x, y, w, h in ((7, 0, 2, 3), (7, 13, 2, 3), (0, 7, 3, 2), (13, 7, 3, 2))
        ),
        *(
            line((8 + 5 * x, 8 + 5 * y), (8 + 4 * x, 8 + 4 * y))
            for x, y in product((-1, 1), repeat=2)
        ),
    ),
    "battery-full": (*_BATTERY, rectangle(3, 6, 9, 4)),
    "battery-half": (*_BATTERY, rectangle(3, 6, 5, 4)),
    "battery-low": (*_BATTERY, rectangle(3, 6, 2, 4)),
    "battery-charging": (
        *_BATTERY,
        polygon((8, 4.5), (3.5, 8.8), (7, 8.8), (6, 11.5), (11, 7.2), (7.5, 7.2)),
    ),
    "clear": (
        line((2, 4), (14, 4)),
        line((6, 3), (6, 1), (10, 1), (10, 3)),
        line((4, 4), (5, 15), (11, 15), (12, 4)),
    ),
}


def draw_icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return the icon, `size` pixels square; raise UnknownIconError for a name not in ICONS."""
    paths = ICONS.get(name)
    if paths is None:
        raise UnknownIconError(f"no icon {name!r}; there are {', '.join(sorted(ICONS))}")
    painter = ShapePainter(size, size)
    outlines: list[list[Point]] = []
    width = max(1, round(size / 8))
    for path in paths:
        points = [_snap(point, size, 0 if path.filled else width) for point in path.points]
        rounded = _round_corners(points, path.radius * size / _GRID_SIZE, path.closed)
        outlines += [rounded] if path.filled else stroke(rounded, width, path.closed)
    painter.fill(colour, *outlines)
    return painter.surface


def _snap(point: Point, size: int, width: int) -> Point:
    """Return the point in pixels, so that a line through it has its edges between pixels."""
    shift = width % 2 / 2
    x, y = (value * size / _GRID_SIZE for value in point)
    return math.floor(x - shift + 0.5) + shift, math.floor(y - shift + 0.5) + shift


def _round_corners(points: Sequence[Point], radius: float, closed: bool) -> list[Point]:
    if not radius:
        return list(points)
    count = len(points)
    rounded: list[Point] = []
    for i, corner in enumerate(points):
        if not closed and i in (0, count - 1):
            rounded.append(corner)
            continue
        start = _corner_start(corner, points[i - 1], radius, closed or i > 1)
        end = _corner_start(corner, points[(i + 1) % count], radius, closed or i < count - 2)
        rounded += [
            start,
            *bezier_curve(start, _curve_handle(start, corner), _curve_handle(end, corner), end),
        ]
    return rounded


def _corner_start(corner: Point, other: Point, radius: float, shared: bool) -> Point:
    """Return the start of a rounded corner; an edge with two round ends gives each a half."""
    length = math.dist(corner, other)
    if not length:
        return corner
    part = min(radius, length / 2 if shared else length) / length
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part


def _curve_handle(point: Point, corner: Point) -> Point:
    (x, y), (corner_x, corner_y) = point, corner
    return x + (corner_x - x) * _CIRCLE_HANDLE, y + (corner_y - y) * _CIRCLE_HANDLE
