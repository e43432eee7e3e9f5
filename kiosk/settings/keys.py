"""Names of keys and buttons, default bindings, pins, and the types of values of settings."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.events import Action

Names = tuple[str, ...]
"""Names of buttons; screens show the first one."""
Size = tuple[int, int]
"""Width and height in pixels."""
Value = str | int | bool | Size | Names | None

HEADER_PINS = range(28)
"""BCM numbers of the pins on the 40-pin header."""
BOARD_PULL_UP_PINS = (2, 3)
"""Pins with a resistor to 3.3 V on the board itself."""

_DEFAULT_NAMES: Mapping[Action, tuple[Names, Names]] = {
    # Action: keys, buttons of a gamepad. The keys include those that the encoders of arcade panels
    # send: left Ctrl, left Alt, Space, 1 and 5.
    Action.UP: (("up",), ("up",)),
    Action.DOWN: (("down",), ("down",)),
    Action.LEFT: (("left",), ("left",)),
    Action.RIGHT: (("right",), ("right",)),
    Action.CONFIRM: (("enter", "space", "kp-enter", "left-ctrl"), ("a",)),
    Action.BACK: (("escape", "left-alt"), ("b",)),
    Action.UNDO: (("backspace", "u", "ctrl+z", "5"), ("x", "select")),
    Action.REDO: (("r", "shift+backspace", "ctrl+y", "ctrl+shift+z"), ("r2",)),
    Action.HINT: (("h",), ("y",)),
    Action.HOME: (("home",), ("l3",)),
    Action.FINISH: (("f",), ("r3",)),
    Action.NEW: (("n", "f2"), ()),
    Action.RESTART: ((), ()),
    Action.MENU: (("m", "f10", "menu", "1"), ("start", "guide")),
    Action.RULES: (("f1",), ("l2",)),
    Action.NEXT: (("tab",), ("r1",)),
    Action.PREVIOUS: (("shift+tab",), ("l1",)),
    Action.PAGE_UP: (("page-up",), ()),
    Action.PAGE_DOWN: (("page-down",), ()),
    Action.QUIT: (("ctrl+q",), ()),
    Action.POWER: ((), ()),
}
KEYBOARD_BINDINGS: Mapping[str, Names] = {a: keys for a, (keys, _) in _DEFAULT_NAMES.items()}
GAMEPAD_BINDINGS: Mapping[str, Names] = {a: names for a, (_, names) in _DEFAULT_NAMES.items()}
DEFAULT_BINDINGS: Mapping[str, Mapping[str, Names]] = {
    "keyboard": KEYBOARD_BINDINGS,
    "gamepad": GAMEPAD_BINDINGS,
}
"""Default bindings of the kinds of devices whose buttons have fixed names."""

PAGE_ACTIONS = (
    *(Action.CONFIRM, Action.BACK, Action.NEXT, Action.PREVIOUS),
    *(Action.PAGE_UP, Action.PAGE_DOWN),
)
"""Actions that a button can have on pages instead of its action on the table."""
ESSENTIAL_ACTIONS = (Action.CONFIRM, Action.BACK)
"""Actions that always need a button."""

NO_PAGE_BINDINGS: Mapping[str, Names] = dict.fromkeys(PAGE_ACTIONS, ())
"""The same bindings on pages as on the table."""

MODIFIERS = ("ctrl", "alt", "shift", "meta")
"""In the order in which the name of a combination has them."""

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
"""Other keys are named `key-` and SDL's number."""

PAD_BUTTON_NAMES: Names = (
    *("up", "down", "left", "right", "a", "b", "x", "y", "l1", "r1", "l2", "r2"),
    *("l3", "r3", "select", "start", "guide"),
)
"""Other buttons are named `button-` and their number."""

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

_NUMBERED_PREFIXES = {"keyboard": ("key-", 10), "gamepad": ("button-", 2)}
"""Prefix and greatest number of digits of the buttons without a name."""
BUTTON_NAMES = {"keyboard": KEY_NAMES, "gamepad": PAD_BUTTON_NAMES}
_LABELS = {"escape": "Esc", "page-up": "PgUp", "page-down": "PgDn", "kp-enter": "Enter"}


def canonicalize_name(kind: str, text: str) -> str | None:
    """Return the name of a button that a person writes like this; None if there is none."""
    parts = text.lower().split("+") if kind == "keyboard" else [text.lower()]
    *modifiers, name = [BUTTON_ALIASES.get(part, part) for part in parts]
    if name not in BUTTON_NAMES[kind] and not _is_numbered(kind, name):
        return None
    if len(set(modifiers)) < len(modifiers) or not set(modifiers) <= set(MODIFIERS):
        return None
    return "+".join([*(one for one in MODIFIERS if one in modifiers), name])


def _is_numbered(kind: str, name: str) -> bool:
    prefix, max_digits = _NUMBERED_PREFIXES[kind]
    number = name.removeprefix(prefix)
    is_number = number.isascii() and number.isdecimal() and len(number) <= max_digits
    return name.startswith(prefix) and is_number


def format_button_label(name: str) -> str:
    """Return the label of a button for the screen: "Ctrl+Z", "PgUp", "Button 7"."""
    parts = [_LABELS.get(part, part.replace("-", " ").title()) for part in name.split("+")]
    return "+".join(parts)
