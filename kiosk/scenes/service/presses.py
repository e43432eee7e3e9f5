"""The button test: every button of every device, with its name, its pin, and what it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kiosk.actions import Action, Message, Pointer, Press, Resized
from kiosk.effects import Back, Effect, Leave
from kiosk.frame import Box, Button, Frame, Ink, Label, Panel, PanelKind, Record
from kiosk.gesture import Gestures, Kind
from kiosk.layout import finger, text_size
from kiosk.scenes.controls import LABELS
from kiosk.scenes.lesson import WORDS
from kiosk.scenes.sheet import heading
from kiosk.scenes.stage import Boxes, Occasion, Stage

HOLDS = 2.0
"""Seconds for which a button that leads back elsewhere is to be held here."""
PATIENCE = 30.0
"""Seconds without any input after which the screen closes."""
LEAVING = (Action.BACK, Action.MENU, Action.UNDO, Action.NEXT, Action.PREVIOUS)
"""What leads back elsewhere, if need be when it is held."""
MOST = 40
"""Presses that are remembered; no panel shows so many."""
CALLED = {**LABELS, **WORDS}
"""What the actions are called."""
LEAVE = Action.BACK.value


class _Seen(NamedTuple):
    """A press, and whether it goes on."""

    press: Press
    down: bool


class PressesTest:
    """Shows the presses, the latest on top, those that go on in another colour."""

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Nothing was pressed yet."""
        self._occasion = occasion
        self._seen: list[_Seen] = []
        self._until: float | None = None
        self._drawn = Frame(stage.size, ())
        self.restage(stage)

    def enter(self, now: float) -> None:
        """Shown on top: patience begins; what was pressed before was not meant for it."""
        self._until, self._seen = now + PATIENCE, []

    def leave(self, now: float) -> None:
        """Covered or closed."""
        self._gestures = Gestures(self._stage.size)

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """There is no room for anything else."""

    def occasion(self, now: float) -> Occasion:
        """What was handed to this screen is handed on."""
        return self._occasion

    def boxes(self, now: float) -> Boxes:
        """The button for fingers."""
        return {"piles": {}, "cards": {}, "buttons": {LEAVE: self._button}}

    def wake(self, now: float) -> float | None:
        """When a button was held for long, or patience is at its end."""
        times = [self._until, self._held()]
        return min((time for time in times if time is not None), default=None)

    def advance(self, now: float) -> list[Effect]:
        """A button held for long leads back, and so does long patience."""
        wake = self.wake(now)
        return [Back()] if wake is not None and now >= wake else []

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Note a press; a tap on the button leads back."""
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
            return []
        self._until = now + PATIENCE
        if isinstance(message, Pointer):
            tapped = (
                self._button.holds(gesture.from_x, gesture.from_y)
                for gesture in self._gestures.feed(message)
                if gesture.kind in (Kind.TAP, Kind.DOUBLE)
            )
            return [Back()] if any(tapped) else []
        if message.down and message.action is Action.QUIT:
            return [Leave()]
        if not message.button:  # the mouse has one for going back that has no name
            return [Back()] if message.down and message.action is Action.BACK else []
        self._note(message)
        return []

    def frame(self, now: float) -> Frame:
        """The presses; the same frame object until something changes."""
        frame = Frame(self._stage.size, tuple(self._records()))
        if frame != self._drawn:
            self._drawn = frame
        return self._drawn

    def _note(self, press: Press) -> None:
        """A button that comes again while it is held is one press."""
        same = (
            i
            for i, seen in enumerate(self._seen)
            if seen.down and _name(seen.press) == _name(press)
        )
        place = next(same, None)
        if place is not None and not press.down:
            self._seen[place] = self._seen[place]._replace(down=False)
        elif place is None and press.down:
            self._seen = [_Seen(press, True), *self._seen[: MOST - 1]]

    def _held(self) -> float | None:
        """When a button that leads back was held for long."""
        times = (
            seen.press.time + HOLDS
            for seen in self._seen
            if seen.down and seen.press.action in LEAVING
        )
        return min(times, default=None)

    def _records(self) -> Iterator[Record]:
        say, px = self._stage.words.say, text_size(self._stage.size)
        width, height = self._stage.size
        margin = max(3, min(self._stage.size) // 40)
        yield Panel(Box(0, 0, width, height), PanelKind.DIALOG)
        head = Box(margin, margin, width - 2 * margin, round(px * 1.95))
        yield heading(self._stage, say("Button test"), head)
        step = round(px * 1.3)
        small = max(11, round(px * 0.8))
        hint = head._replace(y=head.bottom, h=step)
        yield Label(hint, say("Hold Back for two seconds to leave"), small, Ink.QUIET)
        room = (self._button.y - hint.bottom) // step
        for i, seen in enumerate(self._seen[:room]):
            box = hint._replace(y=hint.bottom + i * step)
            ink = Ink.ACCENT if seen.down else Ink.TEXT
            yield Label(box, self._told(seen.press), px, ink, bold=seen.down)
        yield Button(self._button, LEAVE, say("Leave"), px)

    def _told(self, press: Press) -> str:
        say, pins = self._stage.words.say, self._stage.facts.pins()
        places = [f"GPIO{pins[part]}" for part in press.button.split("+") if part in pins]
        name = press.button
        if press.device == "gpio" and places and "+".join(places) != name:
            name = f"{name} ({'+'.join(places)})"
        word = CALLED.get(press.action, press.action.value)
        meaning = say("means nothing") if press.action is Action.TYPE else say(word)
        return f"{press.device} {name}: {meaning}"

    def restage(self, stage: Stage) -> None:
        """The settings or the size have changed: laid out anew."""
        self._stage = stage
        self._gestures = Gestures(stage.size)
        width, height = stage.size
        px = text_size(stage.size)
        margin = max(3, min(stage.size) // 40)
        tall = max(finger(stage.size, stage.config.display.density), round(px * 1.9))
        wide = max(width // 3, px * 8)
        self._button = Box((width - wide) // 2, height - margin - tall, wide, tall)


def _name(press: Press) -> tuple[str, str, Action]:
    return press.device, press.button, press.action
