"""What screens that draw themselves have in common: buttons by name, patience, one frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from kiosk.effects import Back, Effect
from kiosk.events import Message, Pointer, Press, Resized
from kiosk.frame import Box, Frame, Record
from kiosk.gestures import Gestures, Kind
from kiosk.ui.scene import Boxes, Occasion, Stage


class PlainScene(ABC):
    """A screen of buttons; each screen says where they are, what is seen, and what they mean."""

    patience: ClassVar[float | None] = None
    """Seconds without input after which the screen closes; None: it stays."""

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Lay it out; what `_lay` asks for is to be there before."""
        self._occasion = occasion
        self._pressed = ""
        self._notes = ""
        self._until: float | None = None
        self._drawn = Frame(stage.size, ())
        self.restage(stage)

    def enter(self, now: float) -> None:
        """Shown on top: patience begins."""
        self._until = None if self.patience is None else now + self.patience

    def leave(self, now: float) -> None:
        """Covered or closed: no finger is on it any more."""
        self._gestures, self._pressed = Gestures(self._stage.size), ""

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Keep these lines, for a screen that has room for them."""
        self._notes = " ".join(notes)

    def occasion(self, now: float) -> Occasion:
        """What was handed to this screen is handed on."""
        return self._occasion

    def boxes(self, now: float) -> Boxes:
        """The buttons by name."""
        return {"piles": {}, "cards": {}, "buttons": dict(self._keys)}

    def wake(self, now: float) -> float | None:
        """When patience is at its end."""
        return self._until

    def advance(self, now: float) -> list[Effect]:
        """Without input for long it closes."""
        return [Back()] if self._until is not None and now >= self._until else []

    def restage(self, stage: Stage) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._stage, self._gestures = stage, Gestures(stage.size)
        self._keys = self._lay()

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Take a tap on a button, or a press."""
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
            return []
        if self.patience is not None:
            self._until = now + self.patience
        if isinstance(message, Pointer):
            return self._point(message)
        return self._press(message, now) if message.down else self._release(message, now)

    def frame(self, now: float) -> Frame:
        """What is to be seen; the same frame object until something changes."""
        frame = Frame(self._stage.size, tuple(self._records(now)), tuple(self._moving()))
        if frame != self._drawn:
            self._drawn = frame
        return self._drawn

    @abstractmethod
    def _lay(self) -> dict[str, Box]:
        """Where the buttons are on this stage, and whatever else has its place there."""

    @abstractmethod
    def _records(self, now: float) -> Iterable[Record]:
        """What is to be seen."""

    @abstractmethod
    def _strike(self, name: str) -> list[Effect]:
        """The button of this name was struck."""

    @abstractmethod
    def _press(self, press: Press, now: float) -> list[Effect]:
        """A button of a device goes down."""

    def _release(self, press: Press, now: float) -> list[Effect]:
        """A button of a device goes up."""
        return []

    def _moving(self) -> Iterable[Record]:
        """What is seen above the rest, and changes often."""
        return ()

    def _point(self, pointer: Pointer) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.feed(pointer):
            x, y = gesture.from_x, gesture.from_y
            hit = next((name for name, box in self._keys.items() if box.holds(x, y)), "")
            self._pressed = hit if gesture.kind is Kind.PRESS else ""
            if gesture.kind in (Kind.TAP, Kind.DOUBLE) and hit:
                effects += self._tap(hit)
        return effects

    def _tap(self, name: str) -> list[Effect]:
        return self._strike(name)
