"""The display test: the outermost pixels, then one colour after the other, then greys."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import Back, Effect, Leave
from kiosk.events import Action, Press
from kiosk.frame import Align, Box, Ink, Label, Patch, Record
from kiosk.layout import text_size
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.screen import PlainScene
from kiosk.ui.text_fit import first_fitting

Colour = tuple[int, int, int]
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
COLOURS: tuple[Colour, ...] = ((255, 0, 0), (0, 255, 0), (0, 0, 255), WHITE, BLACK)
GROUND = (90, 90, 90)
GREYS = 16
"""Steps from black to white."""
PICTURES = 1 + len(COLOURS) + 1
PATIENCE = 120.0
"""Seconds without input after which the screen closes."""
BACKWARDS = (Action.PREVIOUS, Action.LEFT, Action.UP, Action.PAGE_UP)
LEAVING = (Action.BACK, Action.MENU, Action.UNDO)


class PanelTest(PlainScene):
    """Every tap and every button leads to the next picture, and after the last one back."""

    patience = PATIENCE

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Begin with the edges."""
        self._number = 0
        super().__init__(stage, occasion)

    def _lay(self) -> dict[str, Box]:
        """The whole picture is one button."""
        return {Action.NEXT.value: Box(0, 0, *self._stage.size)}

    def _strike(self, name: str) -> list[Effect]:
        return self._turn(1)

    def _press(self, press: Press, now: float) -> list[Effect]:
        if press.action in LEAVING:
            return [Back()]
        if press.action is Action.QUIT:
            return [Leave()]
        return self._turn(-1 if press.action in BACKWARDS else 1)

    def _turn(self, step: int) -> list[Effect]:
        self._number = max(0, self._number + step)
        if self._number >= PICTURES:
            self._number = 0
            return [Back()]
        self.restage(self._stage)
        return []

    def _records(self, now: float) -> Iterator[Record]:
        whole = Box(0, 0, *self._stage.size)
        if self._number == 0:
            yield from self._edges(whole)
        elif self._number <= len(COLOURS):
            yield Patch(whole, COLOURS[self._number - 1])
        else:
            yield from _greys(whole)

    def _edges(self, whole: Box) -> Iterator[Record]:
        """A line of one pixel around all, and squares in the corners: none of it may be missing."""
        yield Patch(whole, WHITE)
        yield Patch(whole.grown(-1), BLACK)
        side = min(whole.w, whole.h) // 8
        for x in (2, whole.w - 2 - side):
            for y in (2, whole.h - 2 - side):
                yield Patch(Box(x, y, side, side), WHITE)
                yield Patch(Box(x, y, side, side).grown(-1), BLACK)
        say, px = self._stage.words.say, text_size(self._stage.size)
        lines = (say("A white line runs around all."), say("Tap or press for the next picture."))
        step, width = round(px * 1.5), whole.w - 8
        for i, line in enumerate(lines):
            box = Box(4, whole.h // 2 - step + i * step, width, step)
            # On its own ground: a theme may write in black.
            yield Patch(box, GROUND)
            _, fits = first_fitting(self._stage.measure, [line], width, px)
            yield Label(box, line, fits, Ink.TEXT, Align.CENTRE)


def _greys(whole: Box) -> Iterator[Record]:
    """Steps from black to white, and below them from white to black."""
    for i in range(GREYS):
        left, right = whole.w * i // GREYS, whole.w * (i + 1) // GREYS
        level = 255 * i // (GREYS - 1)
        half = whole.h // 2
        yield Patch(Box(left, 0, right - left, half), (level,) * 3)
        yield Patch(Box(left, half, right - left, whole.h - half), (255 - level,) * 3)
