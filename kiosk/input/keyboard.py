"""Keys and modifiers."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kiosk.events import Action, Message
from kiosk.input.bindings import Bindings
from kiosk.input.held_buttons import REPEATING, Buttons, Control
from kiosk.settings.keys import KEYS, MODIFIERS

_MASKS = dict(
    zip(
        MODIFIERS,
        (pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_SHIFT, pygame.KMOD_META),
        strict=True,
    )
)
_SIDES = {"ctrl": "CTRL", "alt": "ALT", "shift": "SHIFT", "meta": "SUPER"}
_SPELT = {
    "enter": "K_RETURN",
    "page-up": "K_PAGEUP",
    "page-down": "K_PAGEDOWN",
    "left-bracket": "K_LEFTBRACKET",
    "right-bracket": "K_RIGHTBRACKET",
    **{f"kp-{digit}": f"K_KP{digit}" for digit in range(10)},
    **{
        f"{side}-{name}": f"K_{side[0].upper()}{sdl}"
        for name, sdl in _SIDES.items()
        for side in ("left", "right")
    },
}


def key_code(name: str) -> int:
    """SDL's number of the key of this name, which is one of `KEYS` or `key-` and a number."""
    if name not in KEYS:
        return int(name.removeprefix("key-"))
    spelt = name if len(name) == 1 else name.upper().replace("-", "_")
    return int(getattr(pygame, _SPELT.get(name, f"K_{spelt}")))


def named_keys() -> dict[int, str]:
    """The names of all keys that have one, by SDL's numbers."""
    return {key_code(name): name for name in KEYS}


def modifier_of(name: str) -> str | None:
    """Which modifier a key is, "ctrl" for `left-ctrl`; None for all other keys."""
    side, _, rest = name.partition("-")
    return rest if side in ("left", "right") and rest in MODIFIERS else None


def held_modifiers(mods: int) -> list[str]:
    """The modifiers that are down, in the order in which they are named."""
    return [name for name in MODIFIERS if mods & _MASKS[name]]


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
