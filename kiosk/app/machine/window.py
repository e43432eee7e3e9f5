"""The window with its canvas: shows frames, turned where the panel is, and follows a new size.

Where the window is too small for a frame it says so instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from kiosk.actions import Resized
from kiosk.app.arguments import SMALLEST
from kiosk.frame import Align, Box, Frame, Ink, Label, Measure, wrapped
from kiosk.turning import View

TEXT_PX = 11


class Picture(Protocol):
    """What keeps a surface equal to a frame: `render.canvas.Canvas`."""

    def show(self, frame: Frame) -> list[pygame.Rect]:
        """Paint the frame; the rectangles that have changed."""
        ...


class Window:
    """The open window. It is `loop.Glass`."""

    def __init__(
        self,
        surface: pygame.Surface,
        canvas: Callable[[pygame.Surface], Picture],
        measure: Measure,
        too_small: str,
        view: View | None = None,
    ) -> None:
        """Take over the window's surface.

        Args:
            surface: What pygame made of the window.
            canvas: Makes a canvas for a surface; one is needed for each size.
            measure: How wide texts will be.
            too_small: What to tell instead of a frame where nothing else fits.
            view: How the picture lies on the panel, whose own size is taken from the surface.
        """
        self._make, self._measure, self._too_small = canvas, measure, too_small
        self._view = view or View(surface.get_size())
        self._light = 100
        self._slack = self._view.slack
        self._take(surface)

    @property
    def view(self) -> View:
        """How the picture lies on the panel."""
        return self._view

    @property
    def size(self) -> tuple[int, int]:
        """Width and height that a scene can count on, in pixels; never less than the smallest."""
        width, height = self._view.size
        return max(width, SMALLEST[0]), max(height, SMALLEST[1])

    def show(self, frame: Frame) -> None:
        """Show the frame, presenting only what has changed; nothing while it is dark."""
        if not self._light:
            return
        changed = self._canvas.show(self._instead or frame)
        if self._upright is not self._surface:
            changed = [self._lay(rect) for rect in changed]
        if changed:
            pygame.display.update(changed)

    def dim(self, percent: int) -> None:
        """From now on the picture is that bright, from 100 to 0, where nothing is drawn at all."""
        if percent == self._light:
            return
        self._light = percent
        self._take(self._surface)
        if not percent:
            self._surface.fill((0, 0, 0))
            pygame.display.flip()

    def turn(self, view: View) -> Resized | None:
        """From now on the picture lies on the panel like this; None where scenes need not know."""
        before, surface = self.size, self._surface
        own = self._view
        view = view._replace(panel=own.panel, slack=self._slack, shift=own.shift)
        same = view._replace(axes=own.axes) == own and not self._worn_out
        self._view = view
        if same:
            return None
        surface.fill((0, 0, 0))
        self._take(surface)
        pygame.display.flip()
        return None if self.size == before else Resized(*self.size)

    def dress(self, slack: int) -> None:
        """With the next `turn` all is painted anew, and may wander by so many pixels."""
        self._slack, self._worn_out = slack, True

    def wander(self, shift: tuple[int, int]) -> None:
        """Move the whole picture to so many pixels right of its place and below, and show it."""
        self._view = self._view._replace(shift=shift)
        if self._light and not self._view.plain:
            self._surface.fill((0, 0, 0))
            self._lay(self._upright.get_rect())
            pygame.display.flip()

    def repeat(self) -> None:
        """Present the whole picture once more."""
        pygame.display.flip()

    def resized(self) -> Resized | None:
        """Take over the window's new surface; None where scenes need not know."""
        before = self.size
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == self._view.panel:
            return None
        self._take(surface)
        return None if self.size == before else Resized(*self.size)

    def _take(self, surface: pygame.Surface) -> None:
        # pygame changes the very surface that it has handed out, so its size is remembered here.
        self._view = self._view._replace(panel=surface.get_size())
        self._surface = surface
        self._upright = surface
        if not self._view.plain or self._light < 100:
            self._upright = pygame.Surface(self._view.size).convert(surface)
        self._canvas, self._worn_out = self._make(self._upright), False
        fits = all(side >= least for side, least in zip(self._view.size, SMALLEST, strict=True))
        self._instead = None if fits else self._apology()

    def _lay(self, rect: pygame.Rect) -> pygame.Rect:
        """Put this part of the upright picture onto the panel; answers where it is there.

        That is cheap: a third of a millisecond for all of 800x480 on a PC, and for a card nothing.
        """
        part = self._upright.subsurface(rect)
        if self._view.rotation:
            # pygame turns the other way round.
            part = pygame.transform.rotate(part, -self._view.rotation)
        place = self._view.box(Box(*rect))
        changed = self._surface.blit(part, place[:2])
        if self._light < 100:
            left = self._light * 255 // 100
            self._surface.fill((left, left, left), changed, pygame.BLEND_RGB_MULT)
        return changed

    def _apology(self) -> Frame:
        """A frame that asks for more room, readable at any size."""
        width, height = self._view.size
        lines = wrapped(self._measure, self._too_small, TEXT_PX, width)
        row = min(round(TEXT_PX * 1.4), max(1, height // max(1, len(lines))))
        top = (height - row * len(lines)) // 2
        labels = [
            Label(Box(0, top + i * row, width, row), line, TEXT_PX, Ink.TEXT, Align.CENTRE)
            for i, line in enumerate(lines)
        ]
        return Frame(self._view.size, tuple(labels))
