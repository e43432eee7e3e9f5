"""Many places to be painted again become few rectangles, where that saves more than it costs."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

_MOST = 12
"""More rectangles than this cost more to handle than the pixels they save."""
_WASTE = 1.25
"""Two rectangles become one where that paints at most a quarter more than both."""


def merged(rects: Iterable[pygame.Rect], area: pygame.Rect) -> list[pygame.Rect]:
    """Rectangles that hold everything of `rects` inside `area`; empty ones are left out."""
    kept: list[pygame.Rect] = []
    for rect in rects:
        inside = rect.clip(area)
        if inside.w and inside.h:
            _add(kept, inside)
    return kept


def _add(kept: list[pygame.Rect], rect: pygame.Rect) -> None:
    """Add one, and join as long as something is gained."""
    while kept:
        waste, i = min((_waste(rect, other), i) for i, other in enumerate(kept))
        if waste > 1 and len(kept) < _MOST:
            break
        rect = rect.union(kept.pop(i))
    kept.append(rect)


def _waste(one: pygame.Rect, two: pygame.Rect) -> float:
    """How much is painted needlessly when the two become one; up to 1 is worth it."""
    both = one.union(two)
    return both.w * both.h / (_WASTE * (one.w * one.h + two.w * two.h))
