"""Paint the difference of two frames."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise

import pygame

from kiosk.frame import Box, Card, Drawable, Frame, bounding_box
from kiosk.render.card_faces import corner_radius
from kiosk.render.dirty_rects import merge_rects
from kiosk.render.painter import Painter


class FrameLayer:
    """The records of one layer, bottom first, with their visible parts."""

    def __init__(self, records: Sequence[Drawable]) -> None:
        self._drawables = records
        self._rects = [pygame.Rect(bounding_box(record)) for record in records]
        self._visible_rects = self._rects[:]
        for i, (record, above) in enumerate(pairwise(records)):
            if isinstance(record, Card) and isinstance(above, Card) and not record.lifted:
                self._visible_rects[i] = _cut_covered(self._rects[i], above.box)

    def paint(
        self, surface: pygame.Surface, clip: pygame.Rect, painter: Painter, four_colours: bool
    ) -> None:
        """Paint the records inside the clip; the surface is left with some clip set."""
        for i in clip.collidelistall(self._visible_rects):
            visible = clip.clip(self._visible_rects[i])
            painter.paint(surface, self._drawables[i], visible, four_colours)

    def find_changes(self, old: FrameLayer) -> list[pygame.Rect]:
        """Return the rectangles where this layer looks different from the old one.

        Equal records are counted; changes of order are found, too.
        """
        before, after = old._index_drawables(), self._index_drawables()
        rects = [old._rects[i] for key, i in before.items() if key not in after]
        rects += [self._rects[i] for key, i in after.items() if key not in before]
        if len(rects) < len(before) + len(after):
            rects += self._find_reordered(before, after)
        return rects

    def _index_drawables(self) -> dict[Hashable, int]:
        """Map each record to its index; the second of two equal ones is wrapped in a tuple."""
        indices: dict[Hashable, int] = {}
        for i, record in enumerate(self._drawables):
            key: Hashable = record
            while key in indices:
                key = (key,)
            indices[key] = i
        return indices

    def _find_reordered(
        self, before: dict[Hashable, int], after: dict[Hashable, int]
    ) -> list[pygame.Rect]:
        old, new = [key for key in before if key in after], [key for key in after if key in before]
        if old == new:
            return []
        differing = [i for i, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
        between = new[differing[0] : differing[-1] + 1]
        return [self._rects[after[key]] for key in between]


def _cut_covered(rect: pygame.Rect, above: Box) -> pygame.Rect:
    """Return the rectangle of a card without what the next card of its column covers."""
    radius = corner_radius(rect.w)
    down = above.y - rect.y
    if rect.x != above.x or rect.w != above.w or down < 0 or rect.bottom + radius > above.bottom:
        return rect
    return pygame.Rect(rect.x, rect.y, rect.w, min(rect.h, down + radius))


class Canvas:
    """Show frames on a surface; the caller presents the rectangles that changed."""

    def __init__(self, surface: pygame.Surface, painter: Painter) -> None:
        self.surface = surface
        self._painter = painter
        self._background = surface.copy()
        self._frame: Frame | None = None
        self._background_layer = FrameLayer(())
        self._foreground_layer = FrameLayer(())

    def show(self, frame: Frame) -> list[pygame.Rect]:
        """Make the surface show the frame; return the rectangles that changed.

        Raises UnknownIconError; the next frame is painted completely then.
        """
        last, self._frame = self._frame, None
        if last is None or last.size != frame.size or last.four_colours != frame.four_colours:
            damage = self._repaint_all(frame)
        elif frame.background is last.background and frame.foreground == last.foreground:
            damage = []
        else:
            damage = self._repaint_difference(last, frame)
        self._frame = frame
        return damage

    def _repaint_all(self, frame: Frame) -> list[pygame.Rect]:
        self._painter.resize_cache(frame.size)
        self._background_layer = FrameLayer(frame.background)
        self._foreground_layer = FrameLayer(frame.foreground)
        everything = [self.surface.get_rect()]
        self._paint_background(everything, frame.four_colours)
        return self._compose(everything, frame.four_colours)

    def _repaint_difference(self, last: Frame, frame: Frame) -> list[pygame.Rect]:
        area = self.surface.get_rect()
        damage: list[pygame.Rect] = []
        if frame.background is not last.background:
            old, self._background_layer = self._background_layer, FrameLayer(frame.background)
            damage = merge_rects(self._background_layer.find_changes(old), area)
            self._paint_background(damage, frame.four_colours)
        if frame.foreground != last.foreground:
            old, self._foreground_layer = self._foreground_layer, FrameLayer(frame.foreground)
            damage = merge_rects([*damage, *self._foreground_layer.find_changes(old)], area)
        return self._compose(damage, frame.four_colours)

    def _paint_background(self, damage: list[pygame.Rect], four_colours: bool) -> None:
        for rect in damage:
            self._background.set_clip(rect)
            self._background.fill(self._painter.theme.cloth)
            self._background_layer.paint(self._background, rect, self._painter, four_colours)
        self._background.set_clip(None)

    def _compose(self, damage: list[pygame.Rect], four_colours: bool) -> list[pygame.Rect]:
        for rect in damage:
            self.surface.set_clip(rect)
            self.surface.blit(self._background, rect, rect)
            self._foreground_layer.paint(self.surface, rect, self._painter, four_colours)
        self.surface.set_clip(None)
        return damage
