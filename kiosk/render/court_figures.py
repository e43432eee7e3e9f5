"""Court figures of flat shapes, and the ornament of an Ace."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from kiosk.render.shapes import (
    Point,
    ShapePainter,
    arc,
    bezier_curve,
    ellipse,
    rounded_rect,
    stroke,
    transform_points,
)
from kiosk.render.suits import paint_suit
from kiosk.render.theme import Colour, Theme

JACK, QUEEN, KING = 10, 11, 12

_MIN_LEAVES_SIZE = 34  # from this size in pixels on an Ace's ring is a wreath with leaves
_MIN_EYES_SIZE = 22  # from this size in pixels on faces have eyes, from twice that a mouth


_CROWN: tuple[list[Point], ...] = (
    [(26, 33), (20, 6), (36, 18), (50, 0), (64, 18), (80, 6), (74, 33)],
    *(ellipse(x, y, 4) for x, y in ((20, 5), (80, 5), (50, 1))),
)
"""A King's crown, on a head in a square with sides of 100."""


class _FigureCanvas:
    """A square picture with sides of 100 units, whatever its size in pixels."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._painter = ShapePainter(size, size)
        self.surface = self._painter.surface

    def fill(self, colour: Colour, *shapes: Sequence[Point]) -> None:
        self._painter.fill(
            colour, *(transform_points(shape, 0, 0, self.size / 100) for shape in shapes)
        )

    def paint_suit(self, suit: int, x: float, y: float, size: float, colour: Colour) -> None:
        unit = self.size / 100
        paint_suit(self._painter, suit, (x * unit, y * unit), size * unit, colour)


def draw_court(rank: int, suit: int, size: int, theme: Theme, ink: Colour) -> pygame.Surface:
    """Return the bust of a Jack, Queen, King (rank 10, 11, 12), robed in `ink`, in a square."""
    canvas = _FigureCanvas(size)
    {JACK: _draw_jack, QUEEN: _draw_queen, KING: _draw_king}[rank](canvas, theme, ink)
    if size >= 2 * _MIN_EYES_SIZE:
        canvas.paint_suit(suit, 50, 88, 17, theme.card)
    return canvas.surface


def _draw_robe(canvas: _FigureCanvas, ink: Colour) -> None:
    left = bezier_curve((2, 100), (4, 82), (14, 74), (36, 68))
    right = bezier_curve((64, 68), (86, 74), (96, 82), (98, 100))
    canvas.fill(ink, [(2, 100), *left, (64, 68), *right])


def _draw_face(canvas: _FigureCanvas, theme: Theme, ink: Colour) -> None:
    canvas.fill(theme.skin, rounded_rect(42, 54, 16, 20, 5), ellipse(50, 45, 16.5, 19))
    if canvas.size >= _MIN_EYES_SIZE:
        eye = max(2.2, 50 / canvas.size)
        canvas.fill(theme.four[3], ellipse(43.5, 44, eye), ellipse(56.5, 44, eye))
    if canvas.size >= 2 * _MIN_EYES_SIZE:
        canvas.fill(theme.two[2], *stroke(arc((50, 52), (5, 4), 30, 150, 6), 2.4))


def _draw_jack(canvas: _FigureCanvas, theme: Theme, ink: Colour) -> None:
    hair = theme.hair[0]
    _draw_robe(canvas, ink)
    canvas.fill(hair, rounded_rect(27, 26, 46, 38, 10))
    _draw_face(canvas, theme, ink)
    canvas.fill(hair, rounded_rect(33, 28, 34, 8))
    canvas.fill(theme.gold, [(30, 66), (70, 66), (60, 74), (50, 79), (40, 74)])
    cap = [
        (25, 30),
        *bezier_curve((25, 30), (16, 14), (34, 6), (54, 8)),
        *bezier_curve((54, 8), (74, 9), (82, 20), (75, 30)),
    ]
    canvas.fill(ink, cap)
    canvas.fill(theme.gold, rounded_rect(25, 25, 50, 6, 2))
    plume = [
        (66, 26),
        *bezier_curve((66, 26), (64, 8), (78, -2), (90, 1)),
        *bezier_curve((90, 1), (100, 4), (99, 20), (90, 30)),
        *bezier_curve((90, 30), (94, 16), (86, 10), (80, 14)),
        *bezier_curve((80, 14), (74, 17), (73, 22), (73, 28)),
    ]
    canvas.fill(theme.gold, plume)


def _draw_queen(canvas: _FigureCanvas, theme: Theme, ink: Colour) -> None:
    hair = theme.hair[1]
    _draw_robe(canvas, ink)
    locks = [
        (50, 18),
        *bezier_curve((50, 18), (84, 16), (76, 50), (84, 76)),
        *bezier_curve((84, 76), (72, 84), (64, 78), (62, 66)),
        (38, 66),
        *bezier_curve((38, 66), (36, 78), (28, 84), (16, 76)),
        *bezier_curve((16, 76), (24, 50), (16, 16), (50, 18)),
    ]
    canvas.fill(hair, locks)
    canvas.fill(theme.skin, [(38, 66), (62, 66), (50, 80)])
    _draw_face(canvas, theme, ink)
    canvas.fill(hair, [(33, 40), *bezier_curve((33, 40), (36, 30), (50, 32), (50, 26)), (33, 26)])
    canvas.fill(hair, [(67, 40), *bezier_curve((67, 40), (64, 30), (50, 32), (50, 26)), (67, 26)])
    points = [
        (30, 27),
        (27, 13),
        (37, 20),
        (43, 10),
        (50, 19),
        (57, 10),
        (63, 20),
        (73, 13),
        (70, 27),
    ]
    canvas.fill(theme.gold, points)
    canvas.fill(
        theme.gold, *(ellipse(x, y, 3.6) for x, y in ((27, 11), (43, 8), (57, 8), (73, 11)))
    )


def _draw_king(canvas: _FigureCanvas, theme: Theme, ink: Colour) -> None:
    hair = theme.hair[2]
    _draw_robe(canvas, ink)
    canvas.fill(theme.gold, [(24, 71), (76, 71), (64, 80), (50, 84), (36, 80)])
    canvas.fill(hair, rounded_rect(28, 28, 44, 32, 8))
    _draw_face(canvas, theme, ink)
    beard = [
        (31, 44),
        *bezier_curve((31, 44), (38, 54), (44, 50), (50, 52)),
        *bezier_curve((50, 52), (56, 50), (62, 54), (69, 44)),
        *bezier_curve((69, 44), (72, 70), (60, 78), (50, 82)),
        *bezier_curve((50, 82), (40, 78), (28, 70), (31, 44)),
    ]
    canvas.fill(hair, beard)
    if canvas.size >= 2 * _MIN_EYES_SIZE:
        canvas.fill(theme.two[2], rounded_rect(45, 57, 10, 3.4, 1.7))
    canvas.fill(theme.gold, *_CROWN)
    if canvas.size >= 2 * _MIN_EYES_SIZE:
        canvas.fill(ink, *(ellipse(x, 27, 2.6) for x in (36, 50, 64)))


def paint_crown(painter: ShapePainter, middle: Point, width: float, colour: Colour) -> None:
    """Paint a King's crown of this width in pixels around the point."""
    scale = width / 68
    x, y = middle[0] - 50 * scale, middle[1] - 15 * scale
    painter.fill(colour, *(transform_points(shape, x, y, scale) for shape in _CROWN))


def draw_wreath(size: int, theme: Theme) -> pygame.Surface:
    """Return the ornament of an Ace, `size` pixels square: a wreath, or a ring where small."""
    painter = ShapePainter(size, size)
    middle, radius = size / 2, size / 2
    if size < _MIN_LEAVES_SIZE:
        inner = ellipse(middle, middle, radius - 1.3)
        painter.fill(theme.gold, ellipse(middle, middle, radius), holes=[inner])
        return painter.surface
    stem = 0.86 * radius
    leaves = [
        _leaf_outline((middle + side * x, middle + y), radius * 0.17, side, place + 90 + tilt)
        for side in (-1, 1)
        for place, (x, y) in ((place, _polar_point(stem, place)) for place in range(-56, 83, 23))
        for tilt in (148, 212)
    ]
    half = max(0.5, size / 110)
    far, near = stem + half, stem - half
    twig = [
        *arc((middle, middle), (far, far), -56, 236, 60),
        *arc((middle, middle), (near, near), 236, -56, 60),
    ]
    painter.fill(theme.gold, twig, *leaves)
    return painter.surface


def _polar_point(radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return radius * math.cos(angle), radius * math.sin(angle)


def _leaf_outline(at: Point, scale: float, side: int, degrees: float) -> list[Point]:
    """Return a plant leaf that grows from `at` in a direction; `side` -1 mirrors it."""
    outline = [
        (0, 0),
        *bezier_curve((0, 0), (0.4, -0.55), (1, -0.5), (1.6, 0), 6),
        *bezier_curve((1.6, 0), (1, 0.5), (0.4, 0.55), (0, 0), 6),
    ]
    cos, sin = _polar_point(scale, degrees)
    return [(at[0] + side * (x * cos - y * sin), at[1] + x * sin + y * cos) for x, y in outline]
