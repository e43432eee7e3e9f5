"""Which button of which kind of device means which action: data, one table per kind of device."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pygame

from kiosk.actions import Action


class Binding(NamedTuple):
    """A key and what it means; `mods` are the modifier keys that must be down with it."""

    key: int
    action: Action
    mods: int = 0


KEYBOARD: tuple[Binding, ...] = (
    Binding(pygame.K_UP, Action.UP),
    Binding(pygame.K_DOWN, Action.DOWN),
    Binding(pygame.K_LEFT, Action.LEFT),
    Binding(pygame.K_RIGHT, Action.RIGHT),
    Binding(pygame.K_RETURN, Action.CONFIRM),
    Binding(pygame.K_KP_ENTER, Action.CONFIRM),
    Binding(pygame.K_SPACE, Action.CONFIRM),
    Binding(pygame.K_ESCAPE, Action.BACK),
    Binding(pygame.K_BACKSPACE, Action.UNDO),
    Binding(pygame.K_u, Action.UNDO),
    Binding(pygame.K_z, Action.UNDO, pygame.KMOD_CTRL),
    Binding(pygame.K_BACKSPACE, Action.REDO, pygame.KMOD_SHIFT),
    Binding(pygame.K_r, Action.REDO),
    Binding(pygame.K_y, Action.REDO, pygame.KMOD_CTRL),
    Binding(pygame.K_z, Action.REDO, pygame.KMOD_CTRL | pygame.KMOD_SHIFT),
    Binding(pygame.K_HOME, Action.HOME),
    Binding(pygame.K_f, Action.FINISH),
    Binding(pygame.K_n, Action.NEW),
    Binding(pygame.K_F2, Action.NEW),
    Binding(pygame.K_m, Action.MENU),
    Binding(pygame.K_F10, Action.MENU),
    Binding(pygame.K_MENU, Action.MENU),
    Binding(pygame.K_F1, Action.RULES),
    Binding(pygame.K_TAB, Action.NEXT),
    Binding(pygame.K_TAB, Action.PREVIOUS, pygame.KMOD_SHIFT),
    Binding(pygame.K_PAGEUP, Action.PAGE_UP),
    Binding(pygame.K_PAGEDOWN, Action.PAGE_DOWN),
    Binding(pygame.K_q, Action.QUIT, pygame.KMOD_CTRL),
)

REPEATING = frozenset((Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT))
"""The actions that come again while their button is held."""

MODIFIERS = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META)
"""The modifier keys that can make a key mean something else; left and right ones are the same."""


class Keymap:
    """Looks up what a key means together with the modifiers that are down."""

    def __init__(self, bindings: Iterable[Binding]) -> None:
        """Take the bindings of one kind of device; of two for the same key the last one counts."""
        self._actions = {(key, mods): action for key, action, mods in bindings}

    def action(self, key: int, mods: int) -> Action | None:
        """The action of the key, if it has one; Shift alone changes nothing unless it is bound."""
        held = sum(modifier for modifier in MODIFIERS if mods & modifier)
        found = self._actions.get((key, held))
        if found is None and held == pygame.KMOD_SHIFT:
            found = self._actions.get((key, 0))
        return found
