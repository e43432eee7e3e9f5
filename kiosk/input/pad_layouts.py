"""Layouts of gamepads, and opening them through SDL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pygame

BUTTON_NAMES_BY_SDL = {
    **{name: name for name in ("a", "b", "x", "y", "start", "guide")},
    **{f"dp{way}": way for way in ("up", "down", "left", "right")},
    "back": "select",
    "leftshoulder": "l1",
    "rightshoulder": "r1",
    "lefttrigger": "l2",
    "righttrigger": "r2",
    "leftstick": "l3",
    "rightstick": "r3",
}
"""Names of buttons by their names in SDL's mappings."""

HAT_DIRECTIONS = {1: "up", 2: "right", 4: "down", 8: "left"}
"""Directions of a hat by SDL's bits."""


class PadLayout(NamedTuple):
    """The numbered parts of a pad."""

    buttons: Mapping[int, str]
    """Names of buttons by number."""
    hats: Mapping[tuple[int, int], str]
    """Names of hat directions by hat and bit, if they differ from `HAT_DIRECTIONS`."""
    axes: Mapping[tuple[int, bool], str]
    """Names of axes that are buttons, by number and end (True: the upper one)."""
    stick_axes: tuple[int, int]
    """The axes of the stick to the right and down."""
    inverted_axes: frozenset[int] = frozenset()
    """Axes whose values count the other way round."""

    def get_button_name(self, number: int) -> str:
        """Return the name of a button."""
        return self.buttons.get(number, f"button-{number}")

    def get_hat_name(self, number: int, bit: int) -> str:
        """Return the name of a direction of a hat."""
        return self.hats.get((number, bit), HAT_DIRECTIONS[bit])


_COMMON_BUTTONS = ("a", "b", "x", "y", "l1", "r1", "select", "start", "guide", "l3", "r3")

GENERIC_LAYOUT = PadLayout(
    dict(enumerate((*_COMMON_BUTTONS, "up", "down", "left", "right"))), {}, {}, (0, 1)
)
"""Layout of pads without an SDL mapping: Linux numbers the buttons of most pads like this."""


def parse_sdl_mapping(mapping: Mapping[str, str]) -> PadLayout:
    """Return the layout of an SDL mapping: `{"a": "b0", "dpup": "h0.1", "leftx": "a0"}`.

    Parts that it does not name, or in an unknown form, keep their numbers.
    """
    buttons: dict[int, str] = {}
    hats: dict[tuple[int, int], str] = {}
    axes: dict[tuple[int, bool], str] = {}
    for sdl, part in mapping.items():
        name, kind, number = BUTTON_NAMES_BY_SDL.get(sdl), *_parse_part(part)
        if name is None or number is None:
            continue
        if kind == "b":
            buttons[number] = name
        elif kind == "h":
            hats[number, int(part.partition(".")[2] or 0)] = name
        else:
            axes[number, not kind.startswith("-")] = name
    across, down = (_parse_part(mapping.get(one, ""))[1] for one in ("leftx", "lefty"))
    is_default_stick_free = not any(axis in (0, 1) for axis, _ in axes)
    default_stick = GENERIC_LAYOUT.stick_axes if is_default_stick_free else (-1, -1)
    stick = default_stick if across is None or down is None else (across, down)
    inverted_parts = [part for part in mapping.values() if part.endswith("~")]
    inverted = frozenset(_parse_part(part)[1] or 0 for part in inverted_parts)
    return PadLayout(buttons, hats, axes, stick, inverted)


def _parse_part(part: str) -> tuple[str, int | None]:
    """Return the kind of a part (`b`, `h`, `a`, or half an axis `+a`, `-a`) and its number."""
    kind = part.rstrip("~").rstrip("0123456789.")
    digits = part.rstrip("~").removeprefix(kind).partition(".")[0]
    return kind, int(digits) if digits.isdigit() and kind in ("b", "h", "a", "+a", "-a") else None


class OpenPad(NamedTuple):
    """An open pad, and the axes that are still at their lower end."""

    instance_id: int
    layout: PadLayout
    unmoved_axes: frozenset[int] = frozenset()


class PadOpener:
    """Opens and closes gamepads; a pad that cannot be opened is ignored."""

    def __init__(self, on_change: Callable[[], object] = lambda: None) -> None:
        """Call `on_change` when the number of open pads changes."""
        self._on_change = on_change
        self._joysticks: dict[int, pygame.joystick.JoystickType] = {}

    def start_detection(self) -> None:
        """Let SDL announce pads; slow, so not before the first frame."""
        try:
            pygame.joystick.init()
        except Exception:  # The program works without gamepads.
            return
        self._on_change()

    def open(self, index: int) -> OpenPad | None:
        """Open a pad that SDL has announced; return None if it cannot be used."""
        try:
            joystick = pygame.joystick.Joystick(index)
            instance_id = int(joystick.get_instance_id())
            values = [joystick.get_axis(axis) for axis in range(joystick.get_numaxes())]
        except Exception:  # pygame raises SystemError, too, for pads that come and go quickly.
            return None
        self._joysticks[instance_id] = joystick
        self._on_change()
        unmoved = frozenset(i for i, value in enumerate(values) if value <= MAX_RESTING_VALUE)
        return OpenPad(instance_id, _load_sdl_layout(index) or GENERIC_LAYOUT, unmoved)

    def close(self, instance_id: int) -> None:
        """Close a pad that was unplugged."""
        if self._joysticks.pop(instance_id, None) is not None:
            self._on_change()


MAX_RESTING_VALUE = -0.9
"""Largest value of an axis that counts as its lower end."""


def _load_sdl_layout(index: int) -> PadLayout | None:
    try:
        # Imported late: it reads SDL's table of some hundred pads.
        from pygame._sdl2 import controller

        controller.init()
        if not controller.is_controller(index):
            return None
        pad = controller.Controller(index)
        layout = parse_sdl_mapping(pad.get_mapping())
        pad.quit()
    except Exception:  # The module is experimental; the generic layout will do.
        return None
    return layout
