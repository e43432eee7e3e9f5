"""On-screen keys for typing, by touch, by cursor and button, or on a keyboard."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from kiosk.effects import Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Box, Button, Drawable
from kiosk.layout import text_size
from kiosk.ui.focus import DIRECTION_VECTORS, FOCUS_STEPS, find_neighbour, step_focus
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase

CLEAR_KEY, DONE_KEY, LEAVE_KEY = Action.UNDO.value, Action.CONFIRM.value, Action.BACK.value
"""The keys that are not symbols; CLEAR_KEY deletes the last symbol."""
KEY_ICONS = {CLEAR_KEY: "clear", LEAVE_KEY: "close", DONE_KEY: DONE_KEY}
"""The icons of Undo and Back would be two arrows to the left that look alike."""


def place_keys(names: Sequence[str], area: Box, columns: int) -> dict[str, Box]:
    """Place keys in rows; the size of the first key is that of `area`."""
    return {
        name: area._replace(
            x=area.x + i % columns * area.w, y=area.y + i // columns * area.h
        ).expand(-1)
        for i, name in enumerate(names)
    }


class Keypad(ScreenBase):
    """A screen with a key for each symbol; one key has the focus."""

    def __init__(self, context: SceneContext, focus: str) -> None:
        self._focus = focus
        super().__init__(context)

    @abstractmethod
    def _get_typed_key(self, event: ButtonEvent) -> str:
        """Return the key for a key press on a keyboard; "" if the press means something else."""

    def _build_keys(self) -> Iterator[Drawable]:
        px = text_size(self._context.size)
        for name, box in self._button_boxes.items():
            icon, text = (KEY_ICONS[name], "") if name in KEY_ICONS else ("", name)
            focused, pressed = name == self._focus, name == self._pressed_name
            is_done = name == DONE_KEY
            yield Button(box, icon, text, px, focused=focused, pressed=pressed, primary=is_done)

    def _on_tap(self, name: str, now: float) -> list[Effect]:
        self._focus = name
        return self._activate(name, now)

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        typed_key, action = self._get_typed_key(event), event.action
        if typed_key:
            self._focus = DONE_KEY  # Enter confirms what was typed on a keyboard
            return self._activate(typed_key, now)
        if action in DIRECTION_VECTORS:
            self._focus = find_neighbour(self._button_boxes, self._focus, action)
        elif action in FOCUS_STEPS:
            self._focus = step_focus(self._button_boxes, self._focus, FOCUS_STEPS[action])
        elif action is Action.CONFIRM:
            return self._activate(self._focus, now)
        elif action is Action.UNDO:
            return self._activate(CLEAR_KEY, now)
        elif action is Action.QUIT:
            return [ExitProgram()]
        return [GoBack()] if action in (Action.BACK, Action.MENU) else []
