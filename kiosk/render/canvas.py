"""Paint the difference of two frames."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from kiosk.frame import Card, Frame, Record, extent
from kiosk.render.card_faces import corner
from kiosk.render.dirty_rects import merged
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


class Canvas:
    """Shows frames on a surface that it owns; the caller presents the rectangles that changed."""

    def __init__(self, surface: pygame.Surface, painter: Painter) -> None:
        """Paint onto this surface; whatever was on it is lost with the first frame."""
        self.surface = surface
        self._painter = painter
        self._below = surface.copy()
        self._frame: Frame | None = None
        self._still = Layer(())
        self._moving = Layer(())

    def show(self, frame: Frame) -> list[pygame.Rect]:
        """Make the surface show the frame; returns the rectangles that changed, [] if none did.

        Raises UnknownIconError; everything is painted anew with the next frame then.
        """
        last, self._frame = self._frame, None
        if last is None or last.size != frame.size or last.four_colours != frame.four_colours:
            damage = self._all(frame)
        elif frame.still is last.still and frame.moving == last.moving:
            damage = []
        else:
            damage = self._difference(last, frame)
        self._frame = frame
        return damage

    def _all(self, frame: Frame) -> list[pygame.Rect]:
        self._painter.expect(frame.size)
        self._still, self._moving = Layer(frame.still), Layer(frame.moving)
        everything = [self.surface.get_rect()]
        self._paint_below(everything, frame.four_colours)
        return self._compose(everything, frame.four_colours)

    def _difference(self, last: Frame, frame: Frame) -> list[pygame.Rect]:
        area = self.surface.get_rect()
        damage: list[pygame.Rect] = []
        if frame.still is not last.still:
            old, self._still = self._still, Layer(frame.still)
            damage = merged(self._still.changes(old), area)
            self._paint_below(damage, frame.four_colours)
        if frame.moving != last.moving:
            old, self._moving = self._moving, Layer(frame.moving)
            damage = merged([*damage, *self._moving.changes(old)], area)
        return self._compose(damage, frame.four_colours)

    def _paint_below(self, damage: list[pygame.Rect], four_colours: bool) -> None:
        for rect in damage:
            self._below.set_clip(rect)
            self._below.fill(self._painter.theme.cloth)
            self._still.paint(self._below, rect, self._painter, four_colours)
        self._below.set_clip(None)

    def _compose(self, damage: list[pygame.Rect], four_colours: bool) -> list[pygame.Rect]:
        for rect in damage:
            self.surface.set_clip(rect)
            self.surface.blit(self._below, rect, rect)
            self._moving.paint(self.surface, rect, self._painter, four_colours)
        self.surface.set_clip(None)
        return damage
