"""The touch test: a cross where the finger is, the way it came, and how much it trembles."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from kiosk.actions import Action, Message, Pointer, Press, Resized, Touch
from kiosk.effects import Back, Effect, Leave
from kiosk.frame import Align, Block, Box, Button, Frame, Ink, Label, Record
from kiosk.gesture import Gestures, Kind, slop
from kiosk.layout import finger, text_size
from kiosk.scenes.stage import Boxes, Occasion, Stage

PATIENCE = 20.0
"""Seconds without a touch after which the screen closes: where touch is wrong no button is hit."""
TRAIL = 150
"""Places of the way that are seen."""
LEAVE = Action.BACK.value


class TouchTest:
    """Shows every touch; a button of any device leads back."""

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Nothing was touched yet."""
        self._occasion = occasion
        self._trail: deque[tuple[int, int]] = deque(maxlen=TRAIL)
        self._rest: list[tuple[int, int]] = []
        self._down = False
        self._until: float | None = None
        self._drawn = Frame(stage.size, ())
        self.restage(stage)

    def enter(self, now: float) -> None:
        """Shown on top: patience begins."""
        self._until = now + PATIENCE

    def leave(self, now: float) -> None:
        """Covered or closed."""
        self._gestures = Gestures(self._stage.size)

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """There is no room for anything else."""

    def occasion(self, now: float) -> Occasion:
        """What was handed to this screen is handed on."""
        return self._occasion

    def boxes(self, now: float) -> Boxes:
        """The button that leads back."""
        return {"piles": {}, "cards": {}, "buttons": {LEAVE: self._button}}

    def wake(self, now: float) -> float | None:
        """When patience is at its end."""
        return self._until

    def advance(self, now: float) -> list[Effect]:
        """Without a touch for long it closes."""
        return [Back()] if self._until is not None and now >= self._until else []

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Note a touch; a tap on the button or a press leads back."""
        if isinstance(message, Resized):
            self._trail.clear()
            self.restage(self._stage._replace(size=(message.width, message.height)))
            return []
        if isinstance(message, Press):
            way: Effect = Leave() if message.action is Action.QUIT else Back()
            return [way] if message.down else []
        self._until = now + PATIENCE
        self._note(message)
        tapped = (
            self._button.holds(gesture.from_x, gesture.from_y)
            for gesture in self._gestures.feed(message)
            if gesture.kind in (Kind.TAP, Kind.DOUBLE)
        )
        return [Back()] if any(tapped) else []

    def frame(self, now: float) -> Frame:
        """The cross over the rest; the same frame object until something changes."""
        frame = Frame(self._stage.size, tuple(self._told()), tuple(self._drawing()))
        if frame != self._drawn:
            self._drawn = frame
        return self._drawn

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

    def _told(self) -> Iterator[Record]:
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
        yield Button(self._button, LEAVE, say("Leave"), px)

    def _drawing(self) -> Iterator[Record]:
        width, height = self._stage.size
        for x, y in self._trail:
            yield Block(Box(x - 1, y - 1, 3, 3), Ink.ACCENT)
        if self._trail:
            x, y = self._trail[-1]
            ink = Ink.WARNING if self._down else Ink.QUIET
            yield Block(Box(0, y, width, 1), ink)
            yield Block(Box(x, 0, 1, height), ink)

    def restage(self, stage: Stage) -> None:
        """The settings or the size have changed: laid out anew."""
        self._stage = stage
        self._gestures = Gestures(stage.size)
        width, height = stage.size
        px = text_size(stage.size)
        tall = max(finger(stage.size, stage.config.display.density), round(px * 2))
        wide = max(width // 4, px * 8)
        self._button = Box((width - wide) // 2, height * 3 // 4 - tall // 2, wide, tall)


def _far(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _spread(places: list[tuple[int, int]]) -> tuple[int, int]:
    """How far apart the places of a finger that rests are, across and down."""
    across, down = [x for x, _ in places], [y for _, y in places]
    return max(across) - min(across), max(down) - min(down)
