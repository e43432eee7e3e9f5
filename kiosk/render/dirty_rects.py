"""Merge many dirty rectangles into few, where that saves more than it costs."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

_MAX_RECTS = 12  # more rectangles than this cost more to handle than the pixels they save
_MAX_WASTE_RATIO = 1.25  # merge two rectangles where that paints at most a quarter more than both


def merge_rects(rects: Iterable[pygame.Rect], area: pygame.Rect) -> list[pygame.Rect]:
    """Return rectangles that cover all of `rects` inside `area`, without empty ones."""
    result: list[pygame.Rect] = []
    for rect in rects:
        inside = rect.clip(area)
        if inside.w and inside.h:
            _add_rect(result, inside)
    return result


def _add_rect(result: list[pygame.Rect], rect: pygame.Rect) -> None:
    while result:
        waste, i = min((_waste_ratio(rect, other), i) for i, other in enumerate(result))
        if waste > 1 and len(result) < _MAX_RECTS:
            break
        rect = rect.union(result.pop(i))
    result.append(rect)


def _waste_ratio(one: pygame.Rect, two: pygame.Rect) -> float:
    both = one.union(two)
    return both.w * both.h / (_MAX_WASTE_RATIO * (one.w * one.h + two.w * two.h))
