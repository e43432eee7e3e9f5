"""The touch test: a cross where the finger is, the way it came, and how much it trembles."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from kiosk.effects import Back, Effect, Leave
from kiosk.events import Action, Message, Pointer, Press, Touch
from kiosk.frame import Align, Block, Box, Button, Ink, Label, Record
from kiosk.gestures import slop
from kiosk.layout import finger, text_size
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.screen import PlainScene

PATIENCE = 20.0
"""Seconds without a touch after which the screen closes: where touch is wrong no button is hit."""
TRAIL = 150
"""Places of the way that are seen."""
LEAVE = Action.BACK.value


class TouchTest(PlainScene):
    """Shows every touch; a button of any device leads back."""

    patience = PATIENCE

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Nothing was touched yet."""
        self._trail: deque[tuple[int, int]] = deque(maxlen=TRAIL)
        self._rest: list[tuple[int, int]] = []
        self._down = False
        super().__init__(stage, occasion)

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Note a touch; a tap on the button or a press leads back."""
        if isinstance(message, Press):  # the patience is for touches alone
            return self._press(message, now) if message.down else []
        if isinstance(message, Pointer):
            self._note(message)
        else:
            self._trail.clear()
        return super().handle(message, now)

    def _press(self, press: Press, now: float) -> list[Effect]:
        return [Leave() if press.action is Action.QUIT else Back()]

    def _strike(self, name: str) -> list[Effect]:
        return [Back()]

    def _note(self, pointer: Pointer) -> None:
        if pointer.touch is Touch.CANCEL:  # it says where the finger is no more
            self._down = False
            return
        place = pointer.x, pointer.y
        if pointer.touch is Touch.DOWN:
            self._trail.clear()
            self._rest = []
        self._trail.append(place)
        self._down = pointer.touch is not Touch.UP
        if self._rest and _far(place, self._rest[0]) > slop(self._stage.size):
            self._rest = []
        self._rest.append(place)

    def _records(self, now: float) -> Iterator[Record]:
        say, px = self._stage.words.say, text_size(self._stage.size)
        lines = [say("Draw on the screen")]
        if self._trail:
            x, y = self._trail[-1]
            raw = self._stage.facts.touched()
            lines = [say("Pixel {x}, {y}", x=x, y=y)]
            if raw:
                lines.append(say("Panel {x}, {y}", x=f"{raw[0]:.3f}", y=f"{raw[1]:.3f}"))
            wide, high = _spread(self._rest)
            lines.append(say("Trembles by {x}, {y} pixels", x=wide, y=high))
        step, width = round(px * 1.4), self._stage.size[0]
        top = self._stage.size[1] // 2 - step * 3
        for i, line in enumerate(lines):
            box = Box(0, top + i * step, width, step)
            yield Label(box, line, px, Ink.TEXT, Align.CENTRE)
        yield Button(self._keys[LEAVE], LEAVE, say("Leave"), px)

    def _moving(self) -> Iterator[Record]:
        width, height = self._stage.size
        for x, y in self._trail:
            yield Block(Box(x - 1, y - 1, 3, 3), Ink.ACCENT)
        if self._trail:
            x, y = self._trail[-1]
            ink = Ink.WARNING if self._down else Ink.QUIET
            yield Block(Box(0, y, width, 1), ink)
            yield Block(Box(x, 0, 1, height), ink)

    def _lay(self) -> dict[str, Box]:
        stage = self._stage
        width, height = stage.size
        px = text_size(stage.size)
        tall = max(finger(stage.size, stage.config.display.density), round(px * 2))
        wide = max(width // 4, px * 8)
        return {LEAVE: Box((width - wide) // 2, height * 3 // 4 - tall // 2, wide, tall)}


def _far(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _spread(places: list[tuple[int, int]]) -> tuple[int, int]:
    """How far apart the places of a finger that rests are, across and down."""
    across, down = [x for x, _ in places], [y for _, y in places]
    return max(across) - min(across), max(down) - min(down)
