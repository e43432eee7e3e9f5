"""The keyboard: each key goes down once and up once; held arrows come again by our own clock."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from kiosk.actions import Action, Message, Pointer, Press, Touch
from kiosk.input.bindings import KEYBOARD, REPEATING, Binding, Keymap

REPEAT_AFTER = 0.4
REPEAT_EVERY = 0.12
KIND = "keyboard"


class Keyboard:
    """Presses and releases of the bound keys.

    SDL's own repetition is not used: it differs between drivers, and a confirm that repeats would
    be a row of taps instead of a hold. A release means the action that the press meant, whatever
    modifiers have changed in between.
    """

    def __init__(self, bindings: Iterable[Binding] = KEYBOARD) -> None:
        """`bindings`: what the keys mean."""
        self._keymap = Keymap(bindings)
        self._held: dict[int, Action] = {}
        self._again: tuple[Action, float] | None = None

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """The press or release that a key event means; two keys of one action are one button."""
        if event.type == pygame.KEYDOWN:
            return self._down(event, now)
        if event.type == pygame.KEYUP:
            return self._up(event.key, now)
        return []

    def due(self) -> float | None:
        """When the held arrow comes again."""
        return self._again[1] if self._again else None

    def tick(self, now: float) -> list[Message]:
        """One more press of the held arrow if it is time; a late turn makes no burst."""
        if self._again is None or now < self._again[1]:
            return []
        action = self._again[0]
        self._again = action, now + REPEAT_EVERY
        return [Press(action, True, now, KIND)]

    def drop(self, now: float) -> list[Message]:
        """Forget all held keys; a held confirm is broken off like a finger, not released."""
        broken = Action.CONFIRM in self._held.values()
        self._held.clear()
        self._again = None
        return [Pointer(Touch.CANCEL, 0, 0, now)] if broken else []

    def _down(self, event: pygame.event.Event, now: float) -> list[Message]:
        key, typed = event.key, _typed(event)
        action = self._keymap.action(key, event.mod) or (Action.TYPE if typed else None)
        if action is None or key in self._held:
            return []
        other_key = action in self._held.values() and action is not Action.TYPE
        self._held[key] = action
        if other_key:
            return []
        self._again = (action, now + REPEAT_AFTER) if action in REPEATING else None
        return [Press(action, True, now, KIND, typed)]

    def _up(self, key: int, now: float) -> list[Message]:
        action = self._held.pop(key, None)
        if action is None or (action in self._held.values() and action is not Action.TYPE):
            return []
        if self._again and self._again[0] is action:
            self._again = None
        return [Press(action, False, now, KIND)]


def _typed(event: pygame.event.Event) -> str:
    """The character that the key writes; Enter writes one too, other control characters do not."""
    character = str(getattr(event, "unicode", ""))
    return character if character.isprintable() or character == "\r" else ""
