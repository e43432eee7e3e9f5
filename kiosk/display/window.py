"""Surface, rotation, pixel shift."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from kiosk.display.orientation import ScreenTransform
from kiosk.events import InputEvent, ResizeEvent
from kiosk.frame import SMALLEST, Align, Box, Frame, Label, TextColour, TextMeasurer, wrap_text
from kiosk.loop import Screen
from kiosk.timers import earliest_deadline

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
        measure: TextMeasurer,
        too_small: str,
        view: ScreenTransform | None = None,
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
        self._view = view or ScreenTransform(surface.get_size())
        self._light = 100
        self._slack = self._view.shift_range
        self._take(surface)

    @property
    def view(self) -> ScreenTransform:
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

    def turn(self, view: ScreenTransform) -> ResizeEvent | None:
        """From now on the picture lies on the panel like this; None where scenes need not know."""
        before, surface = self.size, self._surface
        own = self._view
        view = view._replace(panel=own.panel, shift_range=self._slack, shift=own.shift)
        same = view._replace(axes=own.axes) == own and not self._worn_out
        self._view = view
        if same:
            return None
        surface.fill((0, 0, 0))
        self._take(surface)
        pygame.display.flip()
        return None if self.size == before else ResizeEvent(*self.size)

    def dress(self, slack: int) -> None:
        """With the next `turn` all is painted anew, and may wander by so many pixels."""
        self._slack, self._worn_out = slack, True

    def wander(self, shift: tuple[int, int]) -> None:
        """Move the whole picture to so many pixels right of its place and below, and show it."""
        self._view = self._view._replace(shift=shift)
        if self._light and not self._view.is_identity:
            self._surface.fill((0, 0, 0))
            self._lay(self._upright.get_rect())
            pygame.display.flip()

    def present_again(self) -> None:
        """Present the whole picture once more."""
        pygame.display.flip()

    def apply_resize(self) -> ResizeEvent | None:
        """Take over the window's new surface; None where scenes need not know."""
        before = self.size
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == self._view.panel:
            return None
        self._take(surface)
        return None if self.size == before else ResizeEvent(*self.size)

    def _take(self, surface: pygame.Surface) -> None:
        # pygame changes the very surface that it has handed out, so its size is remembered here.
        self._view = self._view._replace(panel=surface.get_size())
        self._surface = surface
        self._upright = surface
        if not self._view.is_identity or self._light < 100:
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
        place = self._view.to_panel_box(Box(*rect))
        changed = self._surface.blit(part, place[:2])
        if self._light < 100:
            left = self._light * 255 // 100
            self._surface.fill((left, left, left), changed, pygame.BLEND_RGB_MULT)
        return changed

    def _apology(self) -> Frame:
        """A frame that asks for more room, readable at any size."""
        width, height = self._view.size
        lines = wrap_text(self._measure, self._too_small, TEXT_PX, width)
        row = min(round(TEXT_PX * 1.4), max(1, height // max(1, len(lines))))
        top = (height - row * len(lines)) // 2
        labels = [
            Label(Box(0, top + i * row, width, row), line, TEXT_PX, TextColour.TEXT, Align.CENTRE)
            for i, line in enumerate(lines)
        ]
        return Frame(self._view.size, tuple(labels))


MINUTE = 60.0


def way(slack: int) -> tuple[tuple[int, int], ...]:
    """Every place within so many pixels of the middle, each beside the next, and back again."""
    side = range(-slack, slack + 1)
    places = [(x, y) for y in side for x in (side if (y + slack) % 2 == 0 else reversed(side))]
    middle = len(places) // 2
    there = [*places[middle:], *reversed(places[middle:-1])]
    return (*there, *reversed(places[:middle]), *places[1:middle])


class Pane(Protocol):
    """The window, as far as its picture can be moved."""

    @property
    def view(self) -> ScreenTransform:
        """How the picture lies on the panel."""
        ...

    def wander(self, shift: tuple[int, int]) -> None:
        """Move the picture that far from its place."""
        ...


class Drift:
    """Stands between the loop and what it shows. It is `loop.Show`; times are monotonic seconds."""

    def __init__(self, show: Screen, pane: Pane, now: float) -> None:
        """Let the picture in this window wander from now on, where it has any room to."""
        self._show, self._pane = show, pane
        self._next, self._steps = now + MINUTE, 0

    @property
    def is_finished(self) -> bool:
        """Whether the program is to end."""
        return self._show.is_finished

    def handle(self, message: InputEvent, now: float) -> None:
        """Pass the message on."""
        self._show.handle(message, now)

    def advance(self, now: float) -> None:
        """Let time pass; once a minute, take a step."""
        wake = self._show.next_deadline(now)
        if wake is not None and wake <= now:
            self._show.advance(now)
        slack = self._pane.view.shift_range
        if slack and now >= self._next:
            self._next, self._steps = now + MINUTE, self._steps + 1
            places = way(slack)
            self._pane.wander(places[self._steps % len(places)])

    def build_frame(self, now: float) -> Frame:
        """What is shown."""
        return self._show.build_frame(now)

    def next_deadline(self, now: float) -> float | None:
        """When what is shown wants something, or the next step is due."""
        return earliest_deadline(
            self._show.next_deadline(now), self._next if self._pane.view.shift_range else None
        )

    def request_exit(self) -> None:
        """The person closes the program from outside."""
        self._show.request_exit()
