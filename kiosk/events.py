"""Input events, independent of the device: actions pressed or released, a pointer."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import NamedTuple


class Action(StrEnum):
    """Actions of buttons, keys and gamepads; buttons on the screen have the same names.

     The last three are never bound to a button: TYPE is sent by a key that has no other meaning,
    and other screens forward WATCH (see it solved) and REWIND (back to where it can be won) to the
    table.
    """

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    CONFIRM = "confirm"
    BACK = "back"
    UNDO = "undo"
    REDO = "redo"
    HINT = "hint"
    HOME = "home"
    FINISH = "finish"
    NEW = "new"
    RESTART = "restart"
    MENU = "menu"
    RULES = "rules"
    NEXT = "next"
    PREVIOUS = "previous"
    PAGE_UP = "page-up"
    PAGE_DOWN = "page-down"
    QUIT = "quit"
    POWER = "power"
    TYPE = "type"
    WATCH = "watch"
    REWIND = "rewind"


class ButtonEvent(NamedTuple):
    """A button of any device was pressed or released, at monotonic seconds.

     `device_kind` ("keyboard", "gamepad", "gpio", "screen") lets prompts name the device last used.
    `character` is the one that the key types, if any. `button_name` is the pressed button ("f5",
    "a"), for the screen where buttons are learnt. A button without another meaning sends TYPE.
    """

    action: Action
    is_pressed: bool
    time: float
    device_kind: str
    character: str = ""
    button_name: str = ""


class PointerPhase(StrEnum):
    """Phases of one finger's touch (or of the mouse's left button)."""

    DOWN = "down"
    MOVE = "move"
    UP = "up"
    CANCEL = "cancel"


class PointerEvent(NamedTuple):
    """Finger or mouse at a pixel of the picture (rotated, clamped); time in monotonic seconds."""

    phase: PointerPhase
    x: int
    y: int
    time: float


class ResizeEvent(NamedTuple):
    """The picture has a new size in pixels."""

    width: int
    height: int


InputEvent = ButtonEvent | PointerEvent | ResizeEvent


class BrightnessLevel(Enum):
    """Brightness of the display; nothing is drawn at DARK."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"
