"""A canvas holds the whole picture and repaints no more of it than a new frame changes."""

from __future__ import annotations

import pygame

from kiosk.frame import Frame
from kiosk.render.damage import merged
from kiosk.render.layer import Layer
from kiosk.render.painter import Painter


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
