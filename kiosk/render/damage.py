"""What differs between two lists of records, as few rectangles that are to be painted again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from kiosk.frame import Record, extent

_MOST = 12
"""More rectangles than this cost more to handle than the pixels they save."""
_WASTE = 1.25
"""Two rectangles become one where that paints at most a quarter more than both."""


def changes(old: Sequence[Record], new: Sequence[Record]) -> list[pygame.Rect]:
    """The places where painting `new` gives another picture than painting `old`, bottom first.

    A record that stands twice counts twice, and records that only changed their order are found.
    """
    before, after = _counted(old), _counted(new)
    rects = [_rect(record) for record, _ in before.keys() ^ after.keys()]
    kept_before = [key for key in before if key in after]
    kept_after = [key for key in after if key in before]
    if kept_before != kept_after:
        rects += _reordered(kept_before, kept_after)
    return rects


def _counted(records: Sequence[Record]) -> dict[tuple[Record, int], None]:
    """The records in order, each with how often it was there before."""
    seen: dict[Record, int] = {}
    counted: dict[tuple[Record, int], None] = {}
    for record in records:
        times = seen.get(record, 0)
        seen[record] = times + 1
        counted[record, times] = None
    return counted


def _reordered(
    before: Sequence[tuple[Record, int]], after: Sequence[tuple[Record, int]]
) -> list[pygame.Rect]:
    """Everything between the first and the last place at which the orders differ."""
    differing = [i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    return [_rect(record) for record, _ in after[differing[0] : differing[-1] + 1]]


def merged(rects: Iterable[pygame.Rect], area: pygame.Rect) -> list[pygame.Rect]:
    """The rectangles inside `area`, joined where that is cheaper than painting them one by one."""
    merged: list[pygame.Rect] = []
    for rect in rects:
        whole = rect.clip(area)
        if whole.w and whole.h:
            _add(merged, whole)
    return merged


def _add(merged: list[pygame.Rect], rect: pygame.Rect) -> None:
    """Add one, and join as long as something is gained."""
    while merged:
        waste, i = min((_waste(rect, other), i) for i, other in enumerate(merged))
        if waste > 1 and len(merged) < _MOST:
            break
        rect = rect.union(merged.pop(i))
    merged.append(rect)


def _waste(one: pygame.Rect, two: pygame.Rect) -> float:
    """How much is painted needlessly when the two become one; up to 1 is worth it."""
    both = one.union(two)
    return both.w * both.h / (_WASTE * (one.w * one.h + two.w * two.h))


def _rect(record: Record) -> pygame.Rect:
    return pygame.Rect(extent(record))
