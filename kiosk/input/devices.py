"""List of devices."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from kiosk.display.orientation import View
from kiosk.input.bindings import Bindings
from kiosk.input.gamepad import Gamepad
from kiosk.input.held_buttons import Buttons
from kiosk.input.keyboard import Keyboard
from kiosk.input.mouse_cursor import Arrow
from kiosk.input.pad_layouts import Pads
from kiosk.input.pointer import Pointing
from kiosk.loop import Device


def all_devices(
    view: Callable[[], View],
    *,
    arrow: bool,
    bindings: Bindings,
    pads: Pads | None = None,
    buttons: Buttons | None = None,
    more: Iterable[Device] = (),
) -> list[Device]:
    """Every input device, in the order in which they see an event.

    Args:
        view: Asks how the picture lies on the panel.
        arrow: Whether the mouse's arrow is to be seen before anything has moved.
        bindings: What the buttons mean.
        pads: Opens gamepads; without it they are heard only where somebody else does.
        buttons: Those of all devices, for devices that are not made here.
        more: These devices: buttons at pins.
    """
    buttons = buttons or Buttons()
    return [
        Arrow(pygame.mouse.set_visible, seen=arrow),
        Pointing(view),
        Keyboard(bindings, buttons),
        Gamepad(bindings, buttons, pads),
        *more,
    ]
