"""Paint the difference of two frames."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from kiosk.frame import Card, Drawable, Frame, bounding_box
from kiosk.render.card_faces import corner_radius
from kiosk.render.dirty_rects import merge_rects
from kiosk.render.painter import Painter


class FrameLayer:
    """The records of one layer, bottom first, with their visible parts."""

    def __init__(self, records: Sequence[Drawable]) -> None:
        self._drawables = records
        self._boxes = [pygame.Rect(bounding_box(record)) for record in records]
        self._visible_rects = list(map(_visible_rect, self._boxes, records, [*records[1:], None]))

    def paint(
        self, surface: pygame.Surface, clip: pygame.Rect, painter: Painter, four_colours: bool
    ) -> None:
        """Paint the records inside the clip; the surface is left with some clip set."""
        for i in clip.collidelistall(self._visible_rects):
            painter.paint(
                surface, self._drawables[i], clip.clip(self._visible_rects[i]), four_colours
            )

    def find_changes(self, old: FrameLayer) -> list[pygame.Rect]:
        """Return the rectangles where this layer looks different from the old one.

        Equal records are counted; changes of order are found, too.
        """
        before, after = old._index_drawables(), self._index_drawables()
        places = [old._boxes[i] for key, i in before.items() if key not in after]
        places += [self._boxes[i] for key, i in after.items() if key not in before]
        if len(places) < len(before) + len(after):
            places += self._find_reordered(before, after)
        return places

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
        return [self._boxes[after[key]] for key in between]


def _visible_rect(place: pygame.Rect, drawable: Drawable, above: Drawable | None) -> pygame.Rect:
    """Return the bounds, cut where the next card of the same column covers the record anyway."""
    if not (isinstance(above, Card) and isinstance(drawable, Card)) or drawable.lifted:
        return place
    x, y, w, h = drawable.box
    other = above.box
    radius = corner_radius(w)
    down = other.y - y
    if x != other.x or w != other.w or down < 0 or y + h + radius > other.bottom:
        return place
    return pygame.Rect(x, y, w, min(h, down + radius))


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
        self._background_layer, self._foreground_layer = (
            FrameLayer(frame.background),
            FrameLayer(frame.foreground),
        )
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
