"""List of devices."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from kiosk.display.orientation import ScreenTransform
from kiosk.input.bindings import InputBindings
from kiosk.input.gamepad import Gamepad
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.keyboard import Keyboard
from kiosk.input.mouse_cursor import MouseCursor
from kiosk.input.pad_layouts import PadOpener
from kiosk.input.pointer import PointerDevice
from kiosk.loop import Device


def create_devices(
    get_transform: Callable[[], ScreenTransform],
    *,
    is_cursor_visible: bool,
    bindings: InputBindings,
    pads: PadOpener | None = None,
    buttons: HeldButtons | None = None,
    extra_devices: Iterable[Device] = (),
) -> list[Device]:
    """Every input device, in the order in which they see an event.

    Args:
        get_transform: Asks how the picture lies on the panel.
        is_cursor_visible: Whether the mouse's arrow is to be seen before anything has moved.
        bindings: What the buttons mean.
        pads: Opens gamepads; without it they are heard only where somebody else does.
        buttons: Those of all devices, for devices that are not made here.
        extra_devices: These devices: buttons at pins.
    """
    buttons = buttons or HeldButtons()
    return [
        MouseCursor(pygame.mouse.set_visible, is_visible=is_cursor_visible),
        PointerDevice(get_transform),
        Keyboard(bindings, buttons),
        Gamepad(bindings, buttons, pads),
        *extra_devices,
    ]
