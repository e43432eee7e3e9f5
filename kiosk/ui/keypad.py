"""Keys on the screen for typing: with a finger, a cursor and a button, or a keyboard."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from kiosk.effects import Back, Effect, Leave
from kiosk.events import Action, Press
from kiosk.frame import Button, Record
from kiosk.layout import text_size
from kiosk.ui.focus import STEPS, neighbour
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.screen import PlainScene

CLEAR, DONE, LEAVE = Action.UNDO.value, Action.CONFIRM.value, Action.BACK.value
"""The names of the keys that are no symbols: take one back, be done, go back."""
ICONS = {CLEAR: "clear", LEAVE: "close", DONE: DONE}
"""What stands on them: two arrows to the left would be told apart by nobody."""


class Keypad(PlainScene):
    """A key for each symbol, and one of them in focus."""

    def __init__(self, stage: Stage, occasion: Occasion, focus: str) -> None:
        """Begin with the focus on this key."""
        self._focus = focus
        super().__init__(stage, occasion)

    @abstractmethod
    def _symbol(self, press: Press) -> str:
        """The key that somebody strikes on a keyboard; "" for a press that means something else."""

    def _buttons(self) -> Iterator[Record]:
        """The keys to be seen."""
        px = text_size(self._stage.size)
        for name, box in self._keys.items():
            icon, text = (ICONS[name], "") if name in ICONS else ("", name)
            focused, pressed = name == self._focus, name == self._pressed
            first = name == DONE
            yield Button(box, icon, text, px, focused=focused, pressed=pressed, first=first)

    def _tap(self, name: str) -> list[Effect]:
        self._focus = name
        return self._strike(name)

    def _press(self, press: Press, now: float) -> list[Effect]:
        symbol, action = self._symbol(press), press.action
        if symbol:
            self._focus = DONE  # who types on a keyboard has Enter at hand for what comes next
            return self._strike(symbol)
        if action in STEPS:
            self._focus = neighbour(self._keys, self._focus, action)
        elif action in (Action.NEXT, Action.PREVIOUS):
            names = list(self._keys)
            step = 1 if action is Action.NEXT else -1
            self._focus = names[(names.index(self._focus) + step) % len(names)]
        elif action is Action.CONFIRM:
            return self._strike(self._focus)
        elif action is Action.UNDO:
            return self._strike(CLEAR)
        elif action is Action.QUIT:
            return [Leave()]
        return [Back()] if action in (Action.BACK, Action.MENU) else []
