"""What a person does, in words that no device owns: actions pressed or released, a pointer."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import NamedTuple


class Action(StrEnum):
    """The one vocabulary of buttons, keys and pads; buttons on the screen have the same names.

    The last three are never bound to a button: TYPE is what one sends that means nothing else, and
    pages pass WATCH (see it solved) and REWIND (back to where it can be won) on to the table.
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
    """A button of any device went down or up.

    `time` is monotonic seconds. `device` is the kind that sent it ("keyboard", "gamepad", "gpio",
    "screen"), so that prompts can speak of the device last used. `typed` is the character that the
    key writes, if any, for screens where something is typed. `button` is the name of what was
    pressed ("f5", "a"), for the screen where buttons are learnt. A button that means nothing else
    sends TYPE.
    """

    action: Action
    is_pressed: bool
    time: float
    device_kind: str
    character: str = ""
    button_name: str = ""


class PointerPhase(StrEnum):
    """The four things that one finger (or the mouse's left button) can do."""

    DOWN = "down"
    MOVE = "move"
    UP = "up"
    CANCEL = "cancel"


class PointerEvent(NamedTuple):
    """A finger or the mouse at a pixel of the picture (turned, clamped), at monotonic seconds."""

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
    """How the picture shines."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"
    """Not at all: nothing is drawn."""
