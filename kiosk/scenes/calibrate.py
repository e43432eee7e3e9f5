"""Three taps on marks find how the axes of touch lie; a fourth one proves it."""

from __future__ import annotations

from kiosk.display.orientation import Axes, View, found_axes
from kiosk.effects import Adjust, Back, Effect, Leave
from kiosk.events import Action, Message, Pointer, Press, Resized
from kiosk.frame import Align, Box, Button, Frame, Ink, Label, Record, wrapped
from kiosk.gestures import Gestures, Kind
from kiosk.layout import finger, text_size
from kiosk.ui.scene import Boxes, Occasion, Stage

MARKS = ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8))
"""Where the marks stand, in parts of the picture: no turning or mirroring makes others of them."""
PROOF = (0.8, 0.8)
"""Where the mark stands that is to be hit with the axes that were found."""
PATIENCE = 15.0
"""Seconds without a tap after which all is left as it was: whoever came here cannot go on."""
KEYS = ("swap", "flip_x", "flip_y")


class Calibrate:
    """The screen where touch is put right. It is opened by a finger that rests anywhere."""

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Begin with the first mark and the axes in force."""
        self._stage = stage
        self._occasion = occasion
        touch = stage.config.touch
        self._before = (touch.swap, touch.flip_x, touch.flip_y)
        self._axes = Axes(*map(bool, self._before))
        self._said: list[tuple[float, float]] = []
        self._proving = False
        self._failed = False
        self._notes: tuple[str, ...] = ()
        self._until: float | None = None
        self._fingers = Gestures(stage.size)
        self._drawn = Frame(stage.size, ())

    def enter(self, now: float) -> None:
        """Shown on top: somebody has to tap soon."""
        self._until = now + PATIENCE

    def leave(self, now: float) -> None:
        """Covered or closed."""
        self._fingers = Gestures(self._stage.size)

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines instead of what is to be done."""
        self._notes = notes

    def occasion(self, now: float) -> Occasion:
        """What was below."""
        return self._occasion

    def wake(self, now: float) -> float | None:
        """When patience ends."""
        return self._until

    def advance(self, now: float) -> list[Effect]:
        """Without a tap for long, go back."""
        if self._until is None or now < self._until:
            return []
        return self._give_up()

    def restage(self, stage: Stage) -> None:
        """Settings have changed, such as those that are found here: it goes on with them."""
        self._stage = stage

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Take a tap on a mark; Back leaves all as it was."""
        if isinstance(message, Resized):
            self._stage = self._stage._replace(size=(message.width, message.height))
            self._fingers = Gestures(self._stage.size)
            self._said, self._proving = [], False
            return []
        if isinstance(message, Press):
            return self._press(message)
        return self._point(message, now)

    def frame(self, now: float) -> Frame:
        """The mark, and what to do with it; the same frame object until something changes."""
        frame = Frame(self._stage.size, tuple(self._records()))
        if frame != self._drawn:
            self._drawn = frame
        return self._drawn

    def boxes(self, now: float) -> Boxes:
        """The mark."""
        return {"piles": {}, "cards": {}, "buttons": {"mark": self._mark()}}

    def _press(self, press: Press) -> list[Effect]:
        if not press.down:
            return []
        if press.action is Action.QUIT:
            return [*self._undone(), Leave()]
        return self._give_up() if press.action in (Action.BACK, Action.MENU) else []

    def _point(self, pointer: Pointer, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._fingers.feed(pointer):
            if gesture.kind in (Kind.TAP, Kind.DOUBLE):
                self._until = now + PATIENCE
                self._notes = ()
                effects += self._tap(gesture.from_x, gesture.from_y)
        return effects

    def _tap(self, x: int, y: int) -> list[Effect]:
        if self._proving:
            return self._prove(x, y)
        self._said.append(self._view().said(x, y))
        if len(self._said) < len(MARKS):
            return []
        view = self._view()
        meant = [view.place(*self._pixel(mark)) for mark in MARKS]
        axes = found_axes(self._said, meant, view.rotation)
        self._said, self._failed = [], axes is None
        if axes is None:
            return []
        self._axes, self._proving = axes, True
        return [_set(tuple(axes))]

    def _prove(self, x: int, y: int) -> list[Effect]:
        """With the right axes the tap is where the mark is; else all begins anew."""
        middle = self._mark().middle
        reach = max(self._mark().w, min(self._stage.size) // 6)
        if abs(x - middle[0]) <= reach and abs(y - middle[1]) <= reach:
            return [Back()]
        self._proving, self._failed = False, True
        return []

    def _give_up(self) -> list[Effect]:
        self._until = None
        return [*self._undone(), Back()]

    def _undone(self) -> list[Effect]:
        """The settings from before, where others are in force by now."""
        same = self._axes == Axes(*map(bool, self._before))
        return [] if same else [_set(self._before)]

    def _view(self) -> View:
        display = self._stage.config.display
        size, axes = self._stage.size, self._axes
        return View.around(size, display.rotation or 0, display.margin or 0, axes)

    def _pixel(self, mark: tuple[float, float]) -> tuple[int, int]:
        width, height = self._stage.size
        return round(mark[0] * width), round(mark[1] * height)

    def _mark(self) -> Box:
        side = finger(self._stage.size, self._stage.config.display.density)
        x, y = self._pixel(PROOF if self._proving else MARKS[len(self._said)])
        return Box(x - side // 2, y - side // 2, side, side)

    def _records(self) -> list[Record]:
        say, size = self._stage.words.say, self._stage.size
        px = text_size(size)
        step = round(px * 1.4)
        width = size[0] * 11 // 20
        lines = list(self._notes) or [
            say("That did not fit: once more") if self._failed else say("Where does touch lie?"),
            say("Tap the mark"),
        ]
        rows = [row for line in lines for row in wrapped(self._stage.measure, line, px, width)]
        top = (size[1] - step * len(rows)) // 2
        left = (size[0] - width) // 2
        labels = [
            Label(Box(left, top + i * step, width, step), row, px, Ink.TEXT, Align.CENTRE)
            for i, row in enumerate(rows)
        ]
        return [*labels, Button(self._mark(), "plus", "", px, first=True)]


def _set(axes: tuple[bool | None, ...]) -> Adjust:
    """Keep these axes; what was never set is cleared."""
    texts = (None if value is None else str(value).lower() for value in axes)
    return Adjust(tuple((f"touch.{key}", text) for key, text in zip(KEYS, texts, strict=True)))
