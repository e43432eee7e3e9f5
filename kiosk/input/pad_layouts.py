"""Gamepads as SDL knows them: opened one by one, each with the layout of its parts."""

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
"""Our names of buttons by those in SDL's mappings."""

HAT_DIRECTIONS = {1: "up", 2: "right", 4: "down", 8: "left"}
"""SDL's bits of a hat."""


class PadLayout(NamedTuple):
    """What the numbered parts of a pad are."""

    buttons: Mapping[int, str]
    """Names of buttons by their numbers."""
    hats: Mapping[tuple[int, int], str]
    """Names of hats' directions by hat and bit, where they are not what they look like."""
    axes: Mapping[tuple[int, bool], str]
    """Names of axes that are buttons, by number and end (true: the upper one)."""
    stick_axes: tuple[int, int]
    """The axes of the stick: to the right, and down."""
    inverted_axes: frozenset[int] = frozenset()
    """Axes whose values count the other way round."""

    def get_button_name(self, number: int) -> str:
        """The name of this button."""
        return self.buttons.get(number, f"button-{number}")

    def get_hat_name(self, number: int, bit: int) -> str:
        """The name of this direction of a hat."""
        return self.hats.get((number, bit), HAT_DIRECTIONS[bit])


_COMMON_BUTTONS = ("a", "b", "x", "y", "l1", "r1", "select", "start", "guide", "l3", "r3")

GENERIC_LAYOUT = PadLayout(
    dict(enumerate((*_COMMON_BUTTONS, "up", "down", "left", "right"))),
    {},
    {},
    (0, 1),
)
"""A pad that SDL has no mapping for: Linux numbers the buttons of most pads like this."""


def parse_sdl_mapping(mapping: Mapping[str, str]) -> PadLayout:
    """The layout that a mapping of SDL's describes: `{"a": "b0", "dpup": "h0.1", "leftx": "a0"}`.

    Parts that it does not name, and those it has in a form unknown to us, keep their numbers.
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
    inverted = frozenset(
        _parse_part(part)[1] or 0 for part in mapping.values() if part.endswith("~")
    )
    return PadLayout(buttons, hats, axes, stick, inverted)


def _parse_part(part: str) -> tuple[str, int | None]:
    """The kind of a part (`b`, `h`, `a`, or an axis's half `+a`, `-a`) and its number."""
    kind = part.rstrip("~").rstrip("0123456789.")
    digits = part.rstrip("~").removeprefix(kind).partition(".")[0]
    return kind, int(digits) if digits.isdigit() and kind in ("b", "h", "a", "+a", "-a") else None


class OpenPad(NamedTuple):
    """A pad that is open: SDL's number of it, its layout, and the axes that rest at their end."""

    instance_id: int
    layout: PadLayout
    unmoved_axes: frozenset[int] = frozenset()


class PadOpener:
    """Opens and closes gamepads. Nothing here ever fails: what cannot be opened is left alone."""

    def __init__(self, on_change: Callable[[], object] = lambda: None) -> None:
        """No pad is looked for yet: that takes time which the first picture needs.

        `changed` is called when there is another pad to be heard, or one less.
        """
        self._on_change = on_change
        self._joysticks: dict[int, pygame.joystick.JoystickType] = {}

    def start_detection(self) -> None:
        """From now on SDL tells of pads, first of those that are there."""
        try:
            pygame.joystick.init()
        except Exception:  # Without joysticks SDL is as good, whatever it says about them.
            return
        self._on_change()

    def open(self, index: int) -> OpenPad | None:
        """The pad that SDL has just announced; None where it has gone or cannot be used."""
        try:
            joystick = pygame.joystick.Joystick(index)
            instance_id = int(joystick.get_instance_id())
            values = [joystick.get_axis(axis) for axis in range(joystick.get_numaxes())]
        except Exception:  # pygame raises SystemError, too, for pads that come and go quickly.
            return None
        self._joysticks[instance_id] = joystick
        self._on_change()
        unmoved_axes = frozenset(
            axis for axis, value in enumerate(values) if value <= MAX_RESTING_VALUE
        )
        return OpenPad(instance_id, _load_sdl_layout(index) or GENERIC_LAYOUT, unmoved_axes)

    def close(self, instance_id: int) -> None:
        """This pad is gone."""
        if self._joysticks.pop(instance_id, None) is not None:
            self._on_change()


MAX_RESTING_VALUE = -0.9
"""An axis that begins here is a trigger, or is not there at all."""


def _load_sdl_layout(index: int) -> PadLayout | None:
    """The layout by SDL's mapping, if it has one for the pad."""
    try:
        # Loads and reads SDL's table of some hundred pads: only for somebody who has a pad.
        from pygame._sdl2 import controller

        controller.init()
        if not controller.is_controller(index):
            return None
        pad = controller.Controller(index)
        layout = parse_sdl_mapping(pad.get_mapping())
        pad.quit()
    except Exception:  # It is called experimental, and the generic layout serves as well.
        return None
    return layout
