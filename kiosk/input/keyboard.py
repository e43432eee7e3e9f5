"""The keyboard, and all that says it is one: remote controls, the encoders of arcade panels."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kiosk.actions import Action, Message
from kiosk.bindings import Bindings
from kiosk.input.buttons import REPEATING, Buttons, Control
from kiosk.input.keys import held_modifiers, modifier_of, named_keys

KIND = "keyboard"
ALONE_AFTER = 0.45
"""Seconds after which a held modifier key is meant for itself; before a hold (0.6 s) ripens."""


class _Waiting(NamedTuple):
    """A modifier key that is down and may still belong to another key."""

    control: Control
    action: Action
    since: float


class Keyboard:
    """Presses and releases of the keys.

    A release means the action that the press meant, whatever modifiers have changed in between. A
    modifier key that is bound by itself (an arcade panel's first button is left Ctrl) counts when
    it is released, or held for a while, without another key.
    """

    def __init__(self, bindings: Bindings, buttons: Buttons) -> None:
        """`bindings` say what keys mean, `buttons` are those of all devices."""
        self._bindings, self._buttons = bindings, buttons
        self._names = named_keys()
        self._waiting: _Waiting | None = None

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """The press or release that a key event means."""
        if event.type == pygame.KEYDOWN:
            return self._down(event, now)
        if event.type == pygame.KEYUP:
            return self._up(event.key, now)
        return []

    def due(self) -> float | None:
        """When a held key says something by itself."""
        alone = self._waiting.since + ALONE_AFTER if self._waiting else None
        times = [time for time in (alone, self._buttons.due()) if time is not None]
        return min(times, default=None)

    def tick(self, now: float) -> list[Message]:
        """What the keys that are held say by now."""
        said: list[Message] = []
        if self._waiting and now >= self._waiting.since + ALONE_AFTER:
            said = self._alone(now)
        return [*said, *self._buttons.tick(now)]

    def drop(self, now: float) -> list[Message]:
        """Let go of all keys: no release will be reported."""
        self._waiting = None
        return self._buttons.drop(now, KIND)

    def _down(self, event: pygame.event.Event, now: float) -> list[Message]:
        self._waiting = self._waiting if self._is_waiting(event.key) else None
        base, typed = self._name(event.key), _typed(event)
        name, action = self._meaning(base, event.mod)
        control = Control(KIND, event.key, name)
        if action is not None and modifier_of(base) and not self._held_as(event.key):
            self._waiting = self._waiting or _Waiting(control, action, now)
            return []
        held = self._held_as(event.key) or control
        return self._buttons.press(held, action or Action.TYPE, now, typed)

    def _up(self, key: int, now: float) -> list[Message]:
        said = self._alone(now) if self._is_waiting(key) else []
        control = self._held_as(key)
        return [*said, *(self._buttons.release(control, now) if control else [])]

    def _alone(self, now: float) -> list[Message]:
        """The modifier key that was waited for is meant for itself."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return []
        return self._buttons.press(waiting.control, waiting.action, now, since=waiting.since)

    def _is_waiting(self, key: int) -> bool:
        return self._waiting is not None and self._waiting.control.device == key

    def _held_as(self, key: int) -> Control | None:
        """As what this key is down, if it is."""
        return self._buttons.held(KIND, key)

    def _name(self, key: int) -> str:
        return self._names.get(key, f"key-{key}")

    def _meaning(self, base: str, mods: int) -> tuple[str, Action | None]:
        """The key's name with the modifiers that are down, and what it means.

        Shift alone changes nothing unless it is bound: it is a part of typing. Arrows are arrows
        whatever else is down: on an arcade panel that is another button.
        """
        own = modifier_of(base)
        held = [name for name in held_modifiers(mods) if name != own]
        name = "+".join([*held, base])
        action, plain = (self._bindings.action(KIND, one) for one in (name, base))
        if action is None and plain and (held == ["shift"] or plain in REPEATING):
            return base, plain
        return name, action


def _typed(event: pygame.event.Event) -> str:
    """The character that the key writes; Enter writes one too, other control characters do not."""
    character = str(getattr(event, "unicode", ""))
    return character if character.isprintable() or character == "\r" else ""
