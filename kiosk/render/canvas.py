"""A canvas holds the whole picture and repaints no more of it than a new frame changes."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kiosk.frame import Card, Frame, Record, extent
from kiosk.render.cards import corner
from kiosk.render.damage import changes, merged
from kiosk.render.painter import Painter


class _Layer:
    """Records, bottom first, with the part of each that later ones leave to be seen."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self._seen = list(map(_seen, records, (*records[1:], None)))

    def paint(
        self, surface: pygame.Surface, clip: pygame.Rect, painter: Painter, four_colours: bool
    ) -> None:
        """Paint what meets the clip."""
        for i in clip.collidelistall(self._seen):
            painter.paint(surface, self.records[i], clip.clip(self._seen[i]), four_colours)


def _seen(record: Record, above: Record | None) -> pygame.Rect:
    """The record's extent, cut where the next card of the same column covers it anyway."""
    seen = pygame.Rect(extent(record))
    if not (isinstance(record, Card) and isinstance(above, Card)) or record.lifted:
        return seen
    mine, other = record.box, above.box
    radius = corner(other.w)
    down = other.y - mine.y
    if mine.x == other.x and mine.w == other.w and down >= 0 and mine.bottom + radius <= other.bottom:
        seen.height = min(seen.height, down + radius)
    return seen


class Canvas:
    """Shows frames on a surface that it owns; the caller presents the rectangles that changed."""

    def __init__(self, surface: pygame.Surface, painter: Painter) -> None:
        """Paint onto this surface; whatever was on it is lost with the first frame."""
        self.surface = surface
        self._painter = painter
        self._below = surface.copy()
        self._frame: Frame | None = None
        self._still = _Layer(())
        self._moving = _Layer(())

    def show(self, frame: Frame) -> list[pygame.Rect]:
        """Make the surface show the frame; returns the rectangles that were painted, [] if none was.

        Raises UnknownIcon; everything is painted anew with the next frame then.
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
        self._still, self._moving = _Layer(frame.still), _Layer(frame.moving)
        everything = [self.surface.get_rect()]
        self._paint_below(everything, frame.four_colours)
        return self._compose(everything, frame.four_colours)

    def _difference(self, last: Frame, frame: Frame) -> list[pygame.Rect]:
        area = self.surface.get_rect()
        damage: list[pygame.Rect] = []
        if frame.still is not last.still:
            damage = merged(changes(last.still, frame.still), area)
            self._still = _Layer(frame.still)
            self._paint_below(damage, frame.four_colours)
        if frame.moving != last.moving:
            damage = merged([*damage, *changes(last.moving, frame.moving)], area)
            self._moving = _Layer(frame.moving)
        return self._compose(damage, frame.four_colours)

    def _paint_below(self, damage: list[pygame.Rect], four_colours: bool) -> None:
        for rect in damage:
            self._below.fill(self._painter.theme.cloth, rect)
            self._still.paint(self._below, rect, self._painter, four_colours)
        self._below.set_clip(None)

    def _compose(self, damage: list[pygame.Rect], four_colours: bool) -> list[pygame.Rect]:
        self.surface.set_clip(None)
        for rect in damage:
            self.surface.blit(self._below, rect, rect)
            self._moving.paint(self.surface, rect, self._painter, four_colours)
            self.surface.set_clip(None)
        return damage
