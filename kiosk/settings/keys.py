"""Which button of which kind of device means which action: data, one table per kind of device."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kiosk.events import Action

Names = tuple[str, ...]
"""Buttons by name, the one that the screen speaks of first."""

KEYBOARD_BINDINGS: Mapping[str, Names] = {
    Action.UP: ("up",),
    Action.DOWN: ("down",),
    Action.LEFT: ("left",),
    Action.RIGHT: ("right",),
    Action.CONFIRM: ("enter", "space", "kp-enter", "left-ctrl"),
    Action.BACK: ("escape", "left-alt"),
    Action.UNDO: ("backspace", "u", "ctrl+z", "5"),
    Action.REDO: ("r", "shift+backspace", "ctrl+y", "ctrl+shift+z"),
    Action.HINT: ("h",),
    Action.HOME: ("home",),
    Action.FINISH: ("f",),
    Action.NEW: ("n", "f2"),
    Action.RESTART: (),
    Action.MENU: ("m", "f10", "menu", "1"),
    Action.RULES: ("f1",),
    Action.NEXT: ("tab",),
    Action.PREVIOUS: ("shift+tab",),
    Action.PAGE_UP: ("page-up",),
    Action.PAGE_DOWN: ("page-down",),
    Action.QUIT: ("ctrl+q",),
    Action.POWER: (),
}
"""Encoders of arcade panels are keyboards that write left Ctrl, left Alt, Space, 1 and 5."""

GAMEPAD_BINDINGS: Mapping[str, Names] = {
    Action.UP: ("up",),
    Action.DOWN: ("down",),
    Action.LEFT: ("left",),
    Action.RIGHT: ("right",),
    Action.CONFIRM: ("a",),
    Action.BACK: ("b",),
    Action.UNDO: ("x", "select"),
    Action.REDO: ("r2",),
    Action.HINT: ("y",),
    Action.HOME: ("l3",),
    Action.FINISH: ("r3",),
    Action.NEW: (),
    Action.RESTART: (),
    Action.MENU: ("start", "guide"),
    Action.RULES: ("l2",),
    Action.NEXT: ("r1",),
    Action.PREVIOUS: ("l1",),
    Action.PAGE_UP: (),
    Action.PAGE_DOWN: (),
    Action.QUIT: (),
    Action.POWER: (),
}

DEFAULT_BINDINGS: Mapping[str, Mapping[str, Names]] = {
    "keyboard": KEYBOARD_BINDINGS,
    "gamepad": GAMEPAD_BINDINGS,
}
"""The kinds of devices whose buttons have names, and what these mean if nobody says otherwise."""

PAGE_ACTIONS = (
    *(Action.CONFIRM, Action.BACK, Action.NEXT, Action.PREVIOUS),
    *(Action.PAGE_UP, Action.PAGE_DOWN),
)
"""What a button can mean on pages, if there it is to mean something else than on the table."""

NO_PAGE_BINDINGS: Mapping[str, Names] = dict.fromkeys(PAGE_ACTIONS, ())
"""On pages every button means what it means on the table."""

MODIFIERS = ("ctrl", "alt", "shift", "meta")
"""The keys that make another key mean something else, in the order in which they are named."""

KEY_NAMES: Names = (
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *(f"f{number}" for number in range(1, 16)),
    *("up", "down", "left", "right", "enter", "space", "escape", "backspace", "tab"),
    *("home", "end", "page-up", "page-down", "insert", "delete", "menu", "pause"),
    *(f"{side}-{name}" for name in MODIFIERS for side in ("left", "right")),
    *("minus", "plus", "equals", "comma", "period", "slash", "backslash", "semicolon", "quote"),
    *("backquote", "left-bracket", "right-bracket", "hash", "less"),
    *(f"kp-{digit}" for digit in range(10)),
    *("kp-enter", "kp-plus", "kp-minus", "kp-multiply", "kp-divide", "kp-period"),
)
"""Every key by its name; others are `key-` and SDL's number."""

PAD_BUTTON_NAMES: Names = (
    *("up", "down", "left", "right", "a", "b", "x", "y", "l1", "r1", "l2", "r2"),
    *("l3", "r3", "select", "start", "guide"),
)
"""Every button of a gamepad by its name; others are `button-` and their number."""

BUTTON_ALIASES = {
    "return": "enter",
    "esc": "escape",
    "del": "delete",
    "ins": "insert",
    "pageup": "page-up",
    "pagedown": "page-down",
    "pgup": "page-up",
    "pgdn": "page-down",
    "control": "ctrl",
    "back": "select",
}
"""Other names that people know."""

_NUMBERED_NAMES = {
    "keyboard": re.compile("key-[0-9]{1,10}"),
    "gamepad": re.compile("button-[0-9]{1,2}"),
}
_NAMES_BY_KIND = {"keyboard": KEY_NAMES, "gamepad": PAD_BUTTON_NAMES}
_LABELS = {"escape": "Esc", "page-up": "PgUp", "page-down": "PgDn", "kp-enter": "Enter"}


def list_button_names(kind: str) -> Names:
    """The names of the buttons that this kind of device has."""
    return _NAMES_BY_KIND[kind]


def canonicalize_name(kind: str, text: str) -> str | None:
    """The button that a person names so, as we name it; None if there is none."""
    *modifiers, name = [BUTTON_ALIASES.get(part, part) for part in text.lower().split("+")]
    if kind != "keyboard":
        modifiers, name = [], BUTTON_ALIASES.get(text.lower(), text.lower())
    if name not in _NAMES_BY_KIND[kind] and not _NUMBERED_NAMES[kind].fullmatch(name):
        return None
    if len(set(modifiers)) < len(modifiers) or not set(modifiers) <= set(MODIFIERS):
        return None
    return "+".join([*(one for one in MODIFIERS if one in modifiers), name])


def format_button_label(name: str) -> str:
    """What stands on the button of this name: "Ctrl+Z", "PgUp", "Button 7"."""
    parts = [_LABELS.get(part, part.replace("-", " ").title()) for part in name.split("+")]
    return "+".join(parts)
