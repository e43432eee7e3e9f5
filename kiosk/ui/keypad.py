"""Keys on the screen for typing: with a finger, a cursor and a button, or a keyboard."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from kiosk.effects import Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Button, Drawable
from kiosk.layout import text_size
from kiosk.ui.focus import DIRECTION_VECTORS, find_neighbour
from kiosk.ui.scene import SceneArguments, SceneContext
from kiosk.ui.screen import ScreenBase

CLEAR_KEY, DONE_KEY, LEAVE_KEY = Action.UNDO.value, Action.CONFIRM.value, Action.BACK.value
"""The names of the keys that are no symbols: take one back, be done, go back."""
KEY_ICONS = {CLEAR_KEY: "clear", LEAVE_KEY: "close", DONE_KEY: DONE_KEY}
"""What stands on them: two arrows to the left would be told apart by nobody."""


class Keypad(ScreenBase):
    """A key for each symbol, and one of them in focus."""

    def __init__(self, context: SceneContext, arguments: SceneArguments, focus: str) -> None:
        """Begin with the focus on this key."""
        self._focus = focus
        super().__init__(context, arguments)

    @abstractmethod
    def _get_typed_key(self, event: ButtonEvent) -> str:
        """The key that somebody strikes on a keyboard; "" for a press that means something else."""

    def _build_keys(self) -> Iterator[Drawable]:
        """The keys to be seen."""
        px = text_size(self._context.size)
        for name, box in self._button_boxes.items():
            icon, text = (KEY_ICONS[name], "") if name in KEY_ICONS else ("", name)
            focused, pressed = name == self._focus, name == self._pressed_name
            first = name == DONE_KEY
            yield Button(box, icon, text, px, focused=focused, pressed=pressed, primary=first)

    def _on_tap(self, name: str) -> list[Effect]:
        self._focus = name
        return self._activate(name)

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        typed_key, action = self._get_typed_key(event), event.action
        if typed_key:
            self._focus = DONE_KEY  # who types on a keyboard has Enter at hand for what comes next
            return self._activate(typed_key)
        if action in DIRECTION_VECTORS:
            self._focus = find_neighbour(self._button_boxes, self._focus, action)
        elif action in (Action.NEXT, Action.PREVIOUS):
            names = list(self._button_boxes)
            step = 1 if action is Action.NEXT else -1
            self._focus = names[(names.index(self._focus) + step) % len(names)]
        elif action is Action.CONFIRM:
            return self._activate(self._focus)
        elif action is Action.UNDO:
            return self._activate(CLEAR_KEY)
        elif action is Action.QUIT:
            return [ExitProgram()]
        return [GoBack()] if action in (Action.BACK, Action.MENU) else []
