"""The keyboard: names of keys, modifiers, presses and releases."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kiosk.events import Action, InputEvent
from kiosk.input.bindings import InputBindings
from kiosk.input.held_buttons import REPEATING_ACTIONS, ButtonId, HeldButtons
from kiosk.loop import Device
from kiosk.settings.keys import KEY_NAMES, MODIFIERS
from kiosk.timers import Deadline

_MODIFIER_MASKS = {
    "ctrl": pygame.KMOD_CTRL,
    "alt": pygame.KMOD_ALT,
    "shift": pygame.KMOD_SHIFT,
    "meta": pygame.KMOD_META,
}
_SDL_MODIFIERS = {"ctrl": "CTRL", "alt": "ALT", "shift": "SHIFT", "meta": "SUPER"}
_SDL_KEY_NAMES = {
    "enter": "K_RETURN",
    "page-up": "K_PAGEUP",
    "page-down": "K_PAGEDOWN",
    "left-bracket": "K_LEFTBRACKET",
    "right-bracket": "K_RIGHTBRACKET",
    **{f"kp-{digit}": f"K_KP{digit}" for digit in range(10)},
    **{
        f"{side}-{name}": f"K_{side[0].upper()}{sdl}"
        for name, sdl in _SDL_MODIFIERS.items()
        for side in ("left", "right")
    },
}


def get_key_code(name: str) -> int:
    """Return SDL's code of a key, named as in `KEY_NAMES` or `key-` with the code."""
    if name not in KEY_NAMES:
        return int(name.removeprefix("key-"))
    sdl_name = name if len(name) == 1 else name.upper().replace("-", "_")
    return int(getattr(pygame, _SDL_KEY_NAMES.get(name, f"K_{sdl_name}")))


def map_key_names() -> dict[int, str]:
    """Return the names of all keys that have one, by SDL's codes."""
    return {get_key_code(name): name for name in KEY_NAMES}


def parse_modifier(name: str) -> str | None:
    """Return the modifier of a key, "ctrl" for `left-ctrl`; None for all other keys."""
    side, _, rest = name.partition("-")
    return rest if side in ("left", "right") and rest in MODIFIERS else None


def list_held_modifiers(mods: int) -> list[str]:
    """Return the pressed modifiers in the order of `MODIFIERS`."""
    return [name for name in MODIFIERS if mods & _MODIFIER_MASKS[name]]


KEYBOARD_DEVICE = "keyboard"
LONE_MODIFIER_SECONDS = 0.45
"""Time after which a held modifier key counts by itself; less than that of a hold (0.6 s)."""


class _PendingModifier(NamedTuple):
    """A pressed modifier key that may still belong to another key."""

    button: ButtonId
    action: Action
    press_time: float


class Keyboard(Device):
    """Presses and releases of the keys.

    A release ends the action of the press, also if modifiers have changed since then. A modifier
    key with an action of its own (left Ctrl is the first button of an arcade panel) counts when it
    is released, or held for a while, without another key.
    """

    def __init__(self, bindings: InputBindings, buttons: HeldButtons) -> None:
        self._bindings, self._buttons = bindings, buttons
        self._names = map_key_names()
        self._pending_modifier: _PendingModifier | None = None
        self._modifier_deadline = Deadline(buttons.timers, self._on_modifier_held)
        self.handlers = {pygame.KEYDOWN: self._on_key_down, pygame.KEYUP: self._on_key_up}

    def release_all(self, now: float) -> list[InputEvent]:
        """Forget the keys that are held: no release will be reported."""
        self._set_pending_modifier(None)
        return self._buttons.release_all(now, KEYBOARD_DEVICE)

    def _on_key_down(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        if not self._is_pending(event.key):
            self._set_pending_modifier(None)
        base, character = self._names.get(event.key, f"key-{event.key}"), _get_character(event)
        name, action = self._resolve_action(base, event.mod)
        new_button = ButtonId(KEYBOARD_DEVICE, event.key, name)
        if action is not None and parse_modifier(base) and not self._find_held(event.key):
            if self._pending_modifier is None:
                self._set_pending_modifier(_PendingModifier(new_button, action, now))
            return []
        button = self._find_held(event.key) or new_button
        return self._buttons.press(button, action or Action.TYPE, now, character)

    def _on_key_up(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        events = self._press_lone_modifier(now) if self._is_pending(event.key) else []
        button = self._find_held(event.key)
        return [*events, *(self._buttons.release(button, now) if button else [])]

    def _press_lone_modifier(self, now: float) -> list[InputEvent]:
        pending = self._pending_modifier
        self._set_pending_modifier(None)
        if pending is None:
            return []
        button, action, press_time = pending
        return self._buttons.press(button, action, now, press_time=press_time)

    def _on_modifier_held(self, now: float) -> None:
        for event in self._press_lone_modifier(now):
            self._buttons.emit(event)

    def _set_pending_modifier(self, pending: _PendingModifier | None) -> None:
        self._pending_modifier = pending
        self._modifier_deadline.set(pending and pending.press_time + LONE_MODIFIER_SECONDS)

    def _is_pending(self, key: int) -> bool:
        return self._pending_modifier is not None and self._pending_modifier.button.device_id == key

    def _find_held(self, key: int) -> ButtonId | None:
        return self._buttons.find_held(KEYBOARD_DEVICE, key)

    def _resolve_action(self, base: str, mods: int) -> tuple[str, Action | None]:
        """Return the name of a key with the pressed modifiers, and its action.

        Shift alone is ignored unless it is bound, as it is part of typing. Arrow keys ignore all
        modifiers: on an arcade panel those are other buttons.
        """
        own_modifier = parse_modifier(base)
        modifiers = [name for name in list_held_modifiers(mods) if name != own_modifier]
        name = "+".join([*modifiers, base])
        action = self._bindings.get_action(KEYBOARD_DEVICE, name)
        plain_action = self._bindings.get_action(KEYBOARD_DEVICE, base)
        is_plain = action is None and (modifiers == ["shift"] or plain_action in REPEATING_ACTIONS)
        return (base, plain_action) if is_plain and plain_action else (name, action)


def _get_character(event: pygame.event.Event) -> str:
    """Return the character that a key types: printable, or that of Enter."""
    character = str(getattr(event, "unicode", ""))
    return character if character.isprintable() or character == "\r" else ""
