"""Typing the PIN of the service menu: with a finger, a cursor and a button, or a keyboard."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kiosk.actions import Action, Message, Pointer, Press, Resized
from kiosk.effects import Attempt, Back, Effect, Leave
from kiosk.focus import STEPS, neighbour
from kiosk.frame import Align, Box, Button, Frame, Ink, Label, Panel, PanelKind, Record
from kiosk.gesture import Gestures, Kind
from kiosk.layout import text_size
from kiosk.scenes.stage import Boxes, Occasion, Stage

LONGEST = 8
"""Digits that a PIN can have."""
PATIENCE = 30.0
"""Seconds without any input after which the screen closes."""
CLEAR, DONE, LEAVE = Action.UNDO.value, Action.CONFIRM.value, Action.BACK.value
ICONS = {CLEAR: "clear", LEAVE: "close", DONE: DONE}
"""The keys that are no digits."""
ROWS = ("123", "456", "789")
KEYS = (*(digit for row in ROWS for digit in row), CLEAR, "0", DONE, LEAVE)
"""In the order in which they are reached, three in a row; the last one is a row of its own."""
ACROSS = 3
DOT = "\u2022"
"""What stands for a digit."""


class PinScene:
    """The keys on the screen; of what was typed only the length is seen."""

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Nothing is typed yet."""
        self._occasion = occasion
        self._typed = ""
        self._wrong = False
        self._focus = "5"
        self._pressed: str | None = None
        self._until: float | None = None
        self._drawn = Frame(stage.size, ())
        self.restage(stage)

    def enter(self, now: float) -> None:
        """Shown on top: patience begins."""
        self._until = now + PATIENCE

    def leave(self, now: float) -> None:
        """Covered or closed."""
        self._typed, self._pressed = "", None
        self._gestures = Gestures(self._stage.size)

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """There is no room for anything else."""

    def occasion(self, now: float) -> Occasion:
        """What was handed to this screen is handed on."""
        return self._occasion

    def boxes(self, now: float) -> Boxes:
        """The keys by their digits."""
        return {"piles": {}, "cards": {}, "buttons": dict(self._keys)}

    def advance(self, now: float) -> list[Effect]:
        """Without input for long it closes."""
        return [Back()] if self._until is not None and now >= self._until else []

    def wake(self, now: float) -> float | None:
        """When a second of a wait has passed, or patience is at its end."""
        until = self._stage.facts.trials().until
        times = [] if until is None else [until - max(0, math.ceil(until - now) - 1)]
        times += [] if self._until is None else [self._until]
        return min(times, default=None)

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Type a digit, take one back, or try."""
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
            return []
        self._until = now + PATIENCE
        if isinstance(message, Pointer):
            return self._point(message)
        return self._press(message) if message.down else []

    def frame(self, now: float) -> Frame:
        """The keys; the same object while all stays."""
        frame = Frame(self._stage.size, tuple(self._records(now)))
        if frame != self._drawn:
            self._drawn = frame
        return self._drawn

    def _records(self, now: float) -> Iterator[Record]:
        px, say = text_size(self._stage.size), self._stage.words.say
        yield Panel(Box(0, 0, *self._stage.size), PanelKind.DIALOG)
        head = Label(self._head, say("Service"), px, Ink.QUIET, Align.CENTRE)
        text, ink = self._told(now)
        yield head
        yield Label(self._line, text, round(px * 1.3), ink, Align.CENTRE, bold=True)
        for name, box in self._keys.items():
            icon, text = (ICONS[name], "") if name in ICONS else ("", name)
            focused, pressed = name == self._focus, name == self._pressed
            first = name == DONE
            yield Button(box, icon, text, px, focused=focused, pressed=pressed, first=first)

    def _told(self, now: float) -> tuple[str, Ink]:
        words, trials = self._stage.words, self._stage.facts.trials()
        if trials.until is not None:
            left = max(1, math.ceil(trials.until - now))
            text = words.plural("Wait {count} second", "Wait {count} seconds", left, count=left)
            return text, Ink.WARNING
        if self._typed:
            return DOT * len(self._typed), Ink.ACCENT
        if self._wrong:
            left = trials.left
            text = words.plural(
                "Wrong: {count} more try", "Wrong: {count} more tries", left, count=left
            )
            return text, Ink.WARNING
        return words.say("Type the PIN"), Ink.TEXT

    def _point(self, pointer: Pointer) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.feed(pointer):
            x, y = gesture.from_x, gesture.from_y
            hit = next((name for name, box in self._keys.items() if box.holds(x, y)), None)
            self._pressed = hit if gesture.kind is Kind.PRESS else None
            if gesture.kind in (Kind.TAP, Kind.DOUBLE) and hit is not None:
                self._focus = hit
                effects += self._strike(hit)
        return effects

    def _press(self, press: Press) -> list[Effect]:
        """A digit that is typed is one, whatever else its key means."""
        action = press.action
        if press.typed and press.typed in "0123456789":
            self._focus = DONE
            return self._strike(press.typed)
        if action in STEPS:
            self._focus = neighbour(self._keys, self._focus, action)
        elif action in (Action.NEXT, Action.PREVIOUS):
            step = 1 if action is Action.NEXT else -1
            self._focus = KEYS[(KEYS.index(self._focus) + step) % len(KEYS)]
        elif action is Action.CONFIRM:
            return self._strike(self._focus)
        elif action is Action.UNDO:
            return self._strike(CLEAR)
        elif action is Action.QUIT:
            return [Leave()]
        return [Back()] if action in (Action.BACK, Action.MENU) else []

    def _strike(self, name: str) -> list[Effect]:
        if name == LEAVE:
            return [Back()]
        if name == CLEAR:
            self._typed = self._typed[:-1]
        elif name == DONE:
            typed, self._typed = self._typed, ""
            self._wrong = bool(typed) or self._wrong
            return [Attempt(typed)] if typed else []
        else:
            self._typed = (self._typed + name)[:LONGEST]
        return []

    def restage(self, stage: Stage) -> None:
        """The settings or the size have changed: laid out anew."""
        self._stage = stage
        self._gestures = Gestures(stage.size)
        self._head, self._line, self._keys = _laid(stage.size)


def _laid(size: tuple[int, int]) -> tuple[Box, Box, dict[str, Box]]:
    """The heading, the line for what is typed, and the keys below: a block of squares or wider."""
    width, height = size
    px = text_size(size)
    margin = max(3, min(size) // 40)
    head = Box(margin, margin, width - 2 * margin, round(px * 1.3))
    line = Box(margin, head.bottom, width - 2 * margin, round(px * 1.9))
    top, rows = line.bottom + margin, -(-len(KEYS) // ACROSS)
    tall = min((height - margin - top) // rows, width // ACROSS)
    wide = min((width - 2 * margin) // ACROSS, tall * 2)
    left = (width - wide * ACROSS) // 2
    keys = {
        name: Box(left + i % ACROSS * wide + 1, top + i // ACROSS * tall + 1, wide - 2, tall - 2)
        for i, name in enumerate(KEYS)
    }
    keys[LEAVE] = keys[LEAVE]._replace(w=wide * ACROSS - 2)
    return head, line, keys
