"""SDL's keys by the names that settings use, with the modifiers that are held."""

from __future__ import annotations

import pygame

from kiosk.config.buttons import KEYS, MODIFIERS

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
