"""List of devices."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from kiosk.display.orientation import ScreenTransform
from kiosk.events import InputEvent
from kiosk.input.bindings import InputBindings
from kiosk.input.gamepad import Gamepad
from kiosk.input.held_buttons import HeldButtons
from kiosk.input.keyboard import Keyboard
from kiosk.input.mouse_cursor import MouseCursor
from kiosk.input.pad_layouts import PadOpener
from kiosk.input.pointer import PointerDevice
from kiosk.loop import Device
from kiosk.timers import Timers


def create_devices(
    get_transform: Callable[[], ScreenTransform],
    *,
    is_cursor_visible: bool,
    bindings: InputBindings,
    timers: Timers,
    emit: Callable[[InputEvent], object],
    note_activity: Callable[[float], None],
    buttons: HeldButtons,
    pads: PadOpener | None = None,
    extra_devices: Iterable[Device] = (),
) -> list[Device]:
    """Every input device, in the order in which they see an event.

    Args:
        get_transform: Asks how the picture lies on the panel.
        is_cursor_visible: Whether the mouse's arrow is to be seen before anything has moved.
        bindings: What the buttons mean.
        timers: The timers of the loop.
        emit: Takes events that follow from the passing of time.
        note_activity: Takes the time of each movement of a mouse, which causes no event.
        buttons: The held buttons of all devices.
        pads: Opens gamepads; without it they are heard only where somebody else does.
        extra_devices: Devices that are made elsewhere.
    """
    return [
        MouseCursor(
            pygame.mouse.set_visible, is_visible=is_cursor_visible, note_activity=note_activity
        ),
        PointerDevice(get_transform, timers, emit),
        Keyboard(bindings, buttons, timers, emit),
        Gamepad(bindings, buttons, timers, pads),
        *extra_devices,
    ]
