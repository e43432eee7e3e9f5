"""The list of input devices."""

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
    note_activity: Callable[[float], None],
    buttons: HeldButtons,
    pads: PadOpener | None = None,
    extra_devices: Iterable[Device] = (),
) -> list[Device]:
    """Return all input devices, in the order in which they get an event.

    Args:
        get_transform: Returns the placement of the picture on the panel.
        is_cursor_visible: Show the mouse cursor before the first movement.
        bindings: The meaning of the buttons.
        note_activity: Takes the time of each movement of a mouse, which causes no event.
        buttons: The held buttons of all devices.
        pads: Opens gamepads; None leaves them to SDL.
        extra_devices: Devices that are created elsewhere.
    """
    return [
        MouseCursor(
            pygame.mouse.set_visible, is_visible=is_cursor_visible, note_activity=note_activity
        ),
        PointerDevice(get_transform, buttons.timers, buttons.emit),
        Keyboard(bindings, buttons),
        Gamepad(bindings, buttons, pads),
        *extra_devices,
    ]
