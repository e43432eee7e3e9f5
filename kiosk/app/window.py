"""The window with its canvas: shows frames, follows a new size, and says where it is too small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from kiosk.actions import Resized
from kiosk.app.arguments import SMALLEST
from kiosk.frame import Align, Box, Frame, Ink, Label, Measure, wrapped

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
    ) -> None:
        """Take over the window's surface.

        Args:
            surface: What pygame made of the window.
            canvas: Makes a canvas for a surface; one is needed for each size.
            measure: How wide texts will be.
            too_small: What to tell instead of a frame where nothing else fits.
        """
        self._make, self._measure, self._too_small = canvas, measure, too_small
        self._take(surface)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height that a scene can count on, in pixels; never less than the smallest."""
        width, height = self._known
        return max(width, SMALLEST[0]), max(height, SMALLEST[1])

    def show(self, frame: Frame) -> None:
        """Show the frame, presenting only what has changed."""
        changed = self._canvas.show(self._instead or frame)
        if changed:
            pygame.display.update(changed)

    def repeat(self) -> None:
        """Present the whole picture once more."""
        pygame.display.flip()

    def resized(self) -> Resized | None:
        """Take over the window's new surface; None where scenes need not know."""
        before = self.size
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == self._known:
            return None
        self._take(surface)
        return None if self.size == before else Resized(*self.size)

    def _take(self, surface: pygame.Surface) -> None:
        # pygame changes the very surface that it has handed out, so its size is remembered here.
        self._known = surface.get_size()
        self._canvas = self._make(surface)
        fits = all(side >= least for side, least in zip(self._known, SMALLEST, strict=True))
        self._instead = None if fits else self._apology()

    def _apology(self) -> Frame:
        """A frame that asks for more room, readable at any size."""
        width, height = self._known
        lines = wrapped(self._measure, self._too_small, TEXT_PX, width)
        row = min(round(TEXT_PX * 1.4), max(1, height // max(1, len(lines))))
        top = (height - row * len(lines)) // 2
        labels = [
            Label(Box(0, top + i * row, width, row), line, TEXT_PX, Ink.TEXT, Align.CENTRE)
            for i, line in enumerate(lines)
        ]
        return Frame(self._known, tuple(labels))
