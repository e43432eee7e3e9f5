"""A layer is a list of records; it knows where it looks different from another."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from kiosk.frame import Card, Record, extent
from kiosk.render.cards import corner
from kiosk.render.painter import Painter


class Layer:
    """Records, bottom first."""

    def __init__(self, records: Sequence[Record]) -> None:
        """Work out where each record is, and how much of it the one above leaves to be seen."""
        self._records = records
        self._places = [pygame.Rect(extent(record)) for record in records]
        self._seen = list(map(_seen, self._places, records, [*records[1:], None]))

    def paint(
        self, surface: pygame.Surface, clip: pygame.Rect, painter: Painter, four_colours: bool
    ) -> None:
        """Paint what is seen inside the clip; the surface is left with some clip set."""
        for i in clip.collidelistall(self._seen):
            painter.paint(surface, self._records[i], clip.clip(self._seen[i]), four_colours)

    def changes(self, old: Layer) -> list[pygame.Rect]:
        """The places where this layer looks different from the old one.

        A record that stands twice counts twice; records that only changed order are found.
        """
        before, after = old._indices(), self._indices()
        places = [old._places[i] for key, i in before.items() if key not in after]
        places += [self._places[i] for key, i in after.items() if key not in before]
        if len(places) < len(before) + len(after):
            places += self._reordered(before, after)
        return places

    def _indices(self) -> dict[Hashable, int]:
        """Where each record stands; the second of two equal ones is known by a tuple of itself."""
        indices: dict[Hashable, int] = {}
        for i, record in enumerate(self._records):
            key: Hashable = record
            while key in indices:
                key = (key,)
            indices[key] = i
        return indices

    def _reordered(
        self, before: dict[Hashable, int], after: dict[Hashable, int]
    ) -> list[pygame.Rect]:
        """What stands between the first and the last place at which the orders differ."""
        old, new = [key for key in before if key in after], [key for key in after if key in before]
        if old == new:
            return []
        differing = [i for i, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
        between = new[differing[0] : differing[-1] + 1]
        return [self._places[after[key]] for key in between]


def _seen(place: pygame.Rect, record: Record, above: Record | None) -> pygame.Rect:
    """The place, cut where the next card of the same column lies over it anyway."""
    if not (isinstance(above, Card) and isinstance(record, Card)) or record.lifted:
        return place
    x, y, w, h = record.box
    other = above.box
    radius = corner(w)
    down = other.y - y
    if x != other.x or w != other.w or down < 0 or y + h + radius > other.bottom:
        return place
    return pygame.Rect(x, y, w, min(h, down + radius))
