"""Shapes of the suits: clubs, diamonds, hearts, spades, in the engine's order."""

from __future__ import annotations

import pygame

from kiosk.render.shapes import Point, ShapePainter, bezier_curve, ellipse, transform_points
from kiosk.render.theme import Colour

_Outlines = tuple[tuple[Point, ...], ...]


def _mirror(right: list[Point]) -> tuple[Point, ...]:
    return (*right, *((-x, y) for x, y in reversed(right)))


def _stem(top: float) -> tuple[Point, ...]:
    return _mirror([(0.06, top), *bezier_curve((0.06, 0.45), (0.1, 0.75), (0.2, 0.95), (0.42, 1))])


def _clubs() -> _Outlines:
    # Leaves that stand apart: at nine pixels the notches between them tell a club from a spade.
    leaves = [tuple(ellipse(x, y, 0.44)) for x, y in ((0, -0.56), (-0.56, 0.24), (0.56, 0.24))]
    heart = ((-0.17, -0.3), (0.17, -0.3), (0.3, 0.3), (-0.3, 0.3))
    return (*leaves, heart, _stem(0))


def _diamonds() -> _Outlines:
    side = bezier_curve((0, -1), (0.2, -0.62), (0.45, -0.28), (0.78, 0))
    under = bezier_curve((0.78, 0), (0.45, 0.28), (0.2, 0.62), (0, 1))
    return (_mirror([(0, -1), *side, *under[:-1], (0, 1)]),)


def _hearts() -> _Outlines:
    lobe = [
        *bezier_curve((0, -0.58), (0.08, -0.82), (0.28, -0.96), (0.5, -0.96)),
        *bezier_curve((0.5, -0.96), (0.78, -0.96), (1, -0.74), (1, -0.42)),
        *bezier_curve((1, -0.42), (1, 0.1), (0.3, 0.45), (0, 1)),
    ]
    return (_mirror([(0, -0.58), *lobe]),)


def _spades() -> _Outlines:
    blade = [
        *bezier_curve((0, -1), (0.24, -0.5), (0.95, -0.16), (0.95, 0.3)),
        *bezier_curve((0.95, 0.3), (0.95, 0.57), (0.74, 0.75), (0.5, 0.75)),
        *bezier_curve((0.5, 0.75), (0.3, 0.75), (0.12, 0.66), (0, 0.45)),
    ]
    return (_mirror([(0, -1), *blade]), _stem(0.3))


def suit_outlines(suit: int) -> _Outlines:
    """Return the shapes whose union is the suit, between -1 and 1 both ways, y downwards."""
    return (_clubs, _diamonds, _hearts, _spades)[suit]()


def paint_suit(
    painter: ShapePainter, suit: int, middle: Point, size: float, colour: Colour
) -> None:
    """Paint a suit of this height in pixels around the point."""
    painter.fill(
        colour, *(transform_points(shape, *middle, size / 2) for shape in suit_outlines(suit))
    )


def draw_suit(suit: int, size: int, colour: Colour) -> pygame.Surface:
    """Return a suit in a square of `size` pixels; odd sizes have the sharpest tips."""
    painter = ShapePainter(size, size)
    paint_suit(painter, suit, (size / 2, size / 2), size, colour)
    return painter.surface
