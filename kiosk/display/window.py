"""The window: frames on a rotated, dimmed and shifted surface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from kiosk.display.orientation import ScreenTransform
from kiosk.events import ResizeEvent
from kiosk.frame import (
    MIN_WINDOW_SIZE,
    Align,
    Box,
    Frame,
    Label,
    TextColour,
    TextMeasurer,
    wrap_text,
)
from kiosk.timers import Timers

TOO_SMALL_TEXT_PX = 11


class FramePainter(Protocol):
    """Interface of the canvas, which paints frames on a surface."""

    def show(self, frame: Frame) -> list[pygame.Rect]:
        """Paint a frame; return the changed rectangles."""


class Window:
    """The open window: shows frames, rotated, dimmed and shifted."""

    def __init__(
        self,
        surface: pygame.Surface,
        create_canvas: Callable[[pygame.Surface], FramePainter],
        measurer: TextMeasurer,
        too_small_text: str,
        transform: ScreenTransform | None = None,
    ) -> None:
        """Take over the surface of pygame's window, whose size overrides that of the transform.

        `too_small_text`, measured by `measurer`, replaces the frame in a window that is too small.
        """
        self._create_canvas = create_canvas
        self._measurer, self._too_small_text = measurer, too_small_text
        self._transform = transform or ScreenTransform(surface.get_size())
        self._brightness_percent = 100
        self._shift_range = self._transform.shift_range
        self._use_surface(surface)

    @property
    def transform(self) -> ScreenTransform:
        """Placement of the picture on the panel."""
        return self._transform

    @property
    def size(self) -> tuple[int, int]:
        """Size of the frames in pixels, at least `MIN_WINDOW_SIZE`."""
        width, height = self._transform.size
        return max(width, MIN_WINDOW_SIZE[0]), max(height, MIN_WINDOW_SIZE[1])

    def show(self, frame: Frame) -> None:
        """Show a frame, updating only what has changed; do nothing while the screen is dark."""
        if not self._brightness_percent:
            return
        changed = self._canvas.show(self._replacement_frame or frame)
        if self._upright_surface is not self._surface:
            changed = [self._blit_rotated(rect) for rect in changed]
        if changed:
            pygame.display.update(changed)

    def set_brightness(self, percent: int) -> None:
        """Set the brightness in percent; at 0 nothing is drawn at all."""
        if percent == self._brightness_percent:
            return
        self._brightness_percent = percent
        self._use_surface(self._surface)
        if not percent:
            self._surface.fill((0, 0, 0))
            pygame.display.flip()

    def set_transform(self, transform: ScreenTransform) -> ResizeEvent | None:
        """Change the placement; return an event if the size of the frames changes."""
        previous_size, surface, current = self.size, self._surface, self._transform
        transform = transform._replace(
            panel=current.panel, shift_range=self._shift_range, shift=current.shift
        )
        is_unchanged = transform._replace(axes=current.axes) == current and not self._needs_repaint
        self._transform = transform
        if is_unchanged:
            return None
        surface.fill((0, 0, 0))
        self._use_surface(surface)
        pygame.display.flip()
        return None if self.size == previous_size else ResizeEvent(*self.size)

    def set_shift_range(self, shift_range: int) -> None:
        """Set the largest pixel shift; it applies from the next `set_transform`, which repaints."""
        self._shift_range, self._needs_repaint = shift_range, True

    def shift_picture(self, shift: tuple[int, int]) -> None:
        """Shift the whole picture to the right and down, and show it."""
        self._transform = self._transform._replace(shift=shift)
        if self._brightness_percent and not self._transform.is_identity:
            self._surface.fill((0, 0, 0))
            self._blit_rotated(self._upright_surface.get_rect())
            pygame.display.flip()

    def present_again(self) -> None:
        """Update the whole window."""
        pygame.display.flip()

    def apply_resize(self) -> ResizeEvent | None:
        """Take over the window's new surface; return an event if the size of the frames changes."""
        previous_size = self.size
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == self._transform.panel:
            return None
        self._use_surface(surface)
        return None if self.size == previous_size else ResizeEvent(*self.size)

    def _use_surface(self, surface: pygame.Surface) -> None:
        # pygame resizes the surface object in place, so its old size must be kept here.
        self._transform = self._transform._replace(panel=surface.get_size())
        self._surface = self._upright_surface = surface
        if not self._transform.is_identity or self._brightness_percent < 100:
            self._upright_surface = pygame.Surface(self._transform.size).convert(surface)
        self._canvas, self._needs_repaint = self._create_canvas(self._upright_surface), False
        fits = self.size == self._transform.size
        self._replacement_frame = None if fits else self._build_too_small_frame()

    def _blit_rotated(self, rect: pygame.Rect) -> pygame.Rect:
        # A third of a millisecond for all of 800x480 on a PC, and nothing for a card.
        part = self._upright_surface.subsurface(rect)
        if self._transform.rotation:
            # pygame rotates counterclockwise.
            part = pygame.transform.rotate(part, -self._transform.rotation)
        target = self._transform.to_panel_box(Box(*rect))
        changed = self._surface.blit(part, target[:2])
        if self._brightness_percent < 100:
            level = self._brightness_percent * 255 // 100
            self._surface.fill((level, level, level), changed, pygame.BLEND_RGB_MULT)
        return changed

    def _build_too_small_frame(self) -> Frame:
        width, height = self._transform.size
        lines = wrap_text(self._measurer, self._too_small_text, TOO_SMALL_TEXT_PX, width)
        row = min(round(TOO_SMALL_TEXT_PX * 1.4), max(1, height // max(1, len(lines))))
        top = (height - row * len(lines)) // 2
        size, colour = TOO_SMALL_TEXT_PX, TextColour.TEXT
        labels = [
            Label(Box(0, top + i * row, width, row), line, size, colour, Align.CENTRE)
            for i, line in enumerate(lines)
        ]
        return Frame(self._transform.size, tuple(labels))


SHIFT_INTERVAL_SECONDS = 60.0


def build_shift_path(shift_range: int) -> tuple[tuple[int, int], ...]:
    """Return a closed path of neighbouring offsets through all within the range, from (0, 0)."""
    steps = range(-shift_range, shift_range + 1)
    rows = [(y, reversed(steps) if (y + shift_range) % 2 else steps) for y in steps]
    places = [(x, y) for y, row in rows for x in row]
    middle = len(places) // 2
    forward = [*places[middle:], *reversed(places[middle:-1])]
    return (*forward, *reversed(places[:middle]), *places[1:middle])


class ShiftableWindow(Protocol):
    """Interface of a window with a shiftable picture."""

    @property
    def transform(self) -> ScreenTransform:
        """Placement of the picture on the panel."""

    def shift_picture(self, shift: tuple[int, int]) -> None:
        """Shift the picture to the right and down."""


class PixelShift:
    """Shifts the picture by one pixel a minute, against burn-in, if its range allows."""

    def __init__(self, window: ShiftableWindow, timers: Timers, now: float) -> None:
        self._window, self._timers, self._step_count = window, timers, 0
        timers.call_at(now + SHIFT_INTERVAL_SECONDS, self._step)

    def _step(self, now: float) -> None:
        self._timers.call_at(now + SHIFT_INTERVAL_SECONDS, self._step)
        shift_range = self._window.transform.shift_range
        if shift_range:
            self._step_count += 1
            places = build_shift_path(shift_range)
            self._window.shift_picture(places[self._step_count % len(places)])
