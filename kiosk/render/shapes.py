"""Flat antialiased shapes, drawn at the size at which they are shown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pygame

from kiosk.render.theme import Colour

Point = tuple[float, float]

_FINE_SCALE = 8
_COARSE_SCALE = 4
_SMALL_AREA_PIXELS = 64 * 64
_WHITE, _CLEAR = (255, 255, 255, 255), (255, 255, 255, 0)


def bezier_curve(start: Point, one: Point, two: Point, end: Point, steps: int = 12) -> list[Point]:
    """Return the points of a cubic Bezier curve, without its start and with its end."""
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        x = a * start[0] + b * one[0] + c * two[0] + d * end[0]
        y = a * start[1] + b * one[1] + c * two[1] + d * end[1]
        points.append((x, y))
    return points


def arc(middle: Point, radius: Point, first: float, last: float, steps: int = 16) -> list[Point]:
    """Return points on an ellipse, ends included; degrees, 0 is to the right and 90 is down."""
    angles = [math.radians(first + (last - first) * step / steps) for step in range(steps + 1)]
    (x, y), (radius_x, radius_y) = middle, radius
    return [(x + radius_x * math.cos(one), y + radius_y * math.sin(one)) for one in angles]


def ellipse(x: float, y: float, radius: float, radius_y: float | None = None) -> list[Point]:
    """Return the outline of a circle, or of an ellipse with another vertical radius."""
    return arc((x, y), (radius, radius if radius_y is None else radius_y), 0, 360, 40)[:-1]


def rounded_rect(x: float, y: float, w: float, h: float, radius: float = 0) -> list[Point]:
    """Return the outline of a rectangle with round corners."""
    if radius <= 0:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    r = min(radius, w / 2, h / 2)
    both = (r, r)
    return [
        *arc((x + r, y + r), both, 180, 270, 10),
        *arc((x + w - r, y + r), both, 270, 360, 10),
        *arc((x + w - r, y + h - r), both, 0, 90, 10),
        *arc((x + r, y + h - r), both, 90, 180, 10),
    ]


def inset(x: float, y: float, w: float, h: float, by: float, radius: float) -> list[Point]:
    """Return the rounded rectangle with a margin of `by` removed on all sides.

    Its corners keep their centres.
    """
    return rounded_rect(x + by, y + by, w - 2 * by, h - 2 * by, max(0, radius - by))


def transform_points(points: Iterable[Point], x: float, y: float, scale: float) -> list[Point]:
    """Return the points scaled, then moved by `x` and `y`."""
    return [(x + scale * px, y + scale * py) for px, py in points]


def stroke(points: Sequence[Point], width: float, closed: bool = False) -> list[list[Point]]:
    """Return the outlines whose union is a line of this width with round joints and ends."""
    ends = [*points, points[0]] if closed else list(points)
    half = width / 2
    outlines = [ellipse(x, y, half) for x, y in points]
    for (ax, ay), (bx, by) in pairwise(ends):
        length = math.hypot(bx - ax, by - ay)
        if length:
            nx, ny = half * (ay - by) / length, half * (bx - ax) / length
            outlines.append(
                [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
            )
    return outlines


class ShapePainter:
    """Paint shapes onto `surface`, which is transparent at first."""

    def __init__(self, width: int, height: int) -> None:
        self.surface = pygame.Surface((width, height), pygame.SRCALPHA)

    def fill(
        self,
        colour: Colour,
        *outlines: Sequence[Point],
        holes: Sequence[Sequence[Point]] = (),
        alpha: int = 255,
    ) -> None:
        """Fill the outlines, but not the holes, with one colour; points are pixels."""
        box = self._bounds(outlines)
        if box.w <= 0 or box.h <= 0:
            return
        fine = _FINE_SCALE if box.w * box.h <= _SMALL_AREA_PIXELS else _COARSE_SCALE
        mask = pygame.Surface((box.w * fine, box.h * fine), pygame.SRCALPHA)
        mask.fill(_CLEAR)
        for outline in outlines:
            pygame.draw.polygon(mask, _WHITE, _to_mask_points(outline, box, fine))
        for hole in holes:
            pygame.draw.polygon(mask, _CLEAR, _to_mask_points(hole, box, fine))
        small = pygame.transform.smoothscale(mask, box.size)
        small.fill((*colour, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(small, box)

    def fill_rounded(self, colour: Colour, inner: int, radius: int) -> None:
        """Fill all but a margin of `inner` pixels, with round corners.

        All pixels that a corner does not touch are fully opaque: smooth scaling may be off by one.
        """
        w, h = self.surface.get_size()
        self.fill(colour, inset(0, 0, w, h, inner, radius))
        for x, y in ((inner, radius), (radius, inner)):
            self.surface.fill(colour, (x, y, max(0, w - 2 * x), max(0, h - 2 * y)))

    def _bounds(self, outlines: Iterable[Sequence[Point]]) -> pygame.Rect:
        xs = [x for outline in outlines for x, _ in outline]
        ys = [y for outline in outlines for _, y in outline]
        if not xs:
            return pygame.Rect(0, 0, 0, 0)
        left, top = math.floor(min(xs)), math.floor(min(ys))
        bounds = pygame.Rect(left, top, math.ceil(max(xs)) - left, math.ceil(max(ys)) - top)
        return bounds.clip(self.surface.get_rect())


def _to_mask_points(outline: Sequence[Point], box: pygame.Rect, fine: int) -> list[tuple[int, int]]:
    """Return the outline on the fine grid, without the extra row and column that pygame fills."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [
        (round((x - box.x) * fine) - (x > middle_x), round((y - box.y) * fine) - (y > middle_y))
        for x, y in outline
    ]
