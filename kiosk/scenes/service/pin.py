"""Typing the PIN of the service menu: with a finger, a cursor and a button, or a keyboard."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kiosk.effects import Attempt, Back, Effect
from kiosk.events import Press
from kiosk.frame import Align, Box, Ink, Label, Panel, PanelKind, Record
from kiosk.layout import text_size
from kiosk.ui.keypad import CLEAR, DONE, LEAVE, Keypad
from kiosk.ui.scene import Occasion, Stage

LONGEST = 8
"""Digits that a PIN can have."""
PATIENCE = 30.0
"""Seconds without any input after which the screen closes."""
ROWS = ("123", "456", "789")
KEYS = (*(digit for row in ROWS for digit in row), CLEAR, "0", DONE, LEAVE)
"""In the order in which they are reached, three in a row; the last one is a row of its own."""
ACROSS = 3
DOT = "\u2022"
"""What stands for a digit."""


class PinScene(Keypad):
    """The keys on the screen; of what was typed only the length is seen."""

    patience = PATIENCE

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Nothing is typed yet."""
        self._typed = ""
        self._wrong = False
        super().__init__(stage, occasion, "5")

    def leave(self, now: float) -> None:
        """Covered or closed: what was typed is forgotten."""
        super().leave(now)
        self._typed = ""

    def wake(self, now: float) -> float | None:
        """When a second of a wait has passed, or patience is at its end."""
        until = self._stage.facts.trials().until
        times = [] if until is None else [until - max(0, math.ceil(until - now) - 1)]
        times += [] if self._until is None else [self._until]
        return min(times, default=None)

    def _lay(self) -> dict[str, Box]:
        self._head, self._line, keys = _laid(self._stage.size)
        return keys

    def _records(self, now: float) -> Iterator[Record]:
        px, say = text_size(self._stage.size), self._stage.words.say
        yield Panel(Box(0, 0, *self._stage.size), PanelKind.DIALOG)
        head = Label(self._head, say("Service"), px, Ink.QUIET, Align.CENTRE)
        text, ink = self._told(now)
        yield head
        yield Label(self._line, text, round(px * 1.3), ink, Align.CENTRE, bold=True)
        yield from self._buttons()

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

    def _symbol(self, press: Press) -> str:
        """A digit that is typed is one, whatever else its key means."""
        return press.typed if press.typed in "0123456789" else ""

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
