"""The input devices there are: a new kind is a module beside this one and a line here."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kiosk.input.arrow import Arrow
from kiosk.input.device import Device
from kiosk.input.keyboard import Keyboard
from kiosk.input.pointer import Pointing


def all_devices(size: Callable[[], tuple[int, int]], *, arrow: bool) -> list[Device]:
    """Every input device, in the order in which they see an event.

    Args:
        size: Asks for width and height of the picture in pixels.
        arrow: Whether the mouse's arrow is to be seen before anything has moved.
    """
    return [
        Arrow(pygame.mouse.set_visible, seen=arrow),
        Pointing(size),
        Keyboard(),
    ]
