"""Gamepads and USB encoders of arcade panels."""

from __future__ import annotations

import pygame

from kiosk.events import Action, InputEvent
from kiosk.input.bindings import InputBindings
from kiosk.input.held_buttons import ButtonId, HeldButtons
from kiosk.input.pad_layouts import (
    GENERIC_LAYOUT,
    HAT_DIRECTIONS,
    MAX_RESTING_VALUE,
    OpenPad,
    PadOpener,
)
from kiosk.loop import Device

GAMEPAD_DEVICE = "gamepad"
PRESS_THRESHOLD, RELEASE_THRESHOLD = 0.55, 0.35
"""Deflections at which a stick counts as pushed, and as released."""


class _PadState:
    def __init__(self, pad: OpenPad) -> None:
        self.pad = pad
        self.axes: dict[int, float] = {}
        self.unmoved_axes = set(pad.unmoved_axes)
        self.stick_direction = ""
        self.pressed_parts: set[str] = set()


class Gamepad(Device):
    """Presses and releases of the buttons, hats and sticks of all pads.

    A stick means one direction at a time. An axis that begins at its lower end is a trigger or does
    not exist, and is ignored until it has left that end.
    """

    def __init__(
        self, bindings: InputBindings, buttons: HeldButtons, pads: PadOpener | None
    ) -> None:
        """Let `pads` look for gamepads after the first frame; None leaves SDL alone."""
        self._bindings, self._buttons, self._pads = bindings, buttons, pads
        self._pad_states: dict[int, _PadState] = {}
        if pads is not None:
            buttons.timers.call_at(0.0, lambda now: pads.start_detection())
        self.handlers = {
            pygame.JOYBUTTONDOWN: self._on_button,
            pygame.JOYBUTTONUP: self._on_button,
            pygame.JOYHATMOTION: self._on_hat,
            pygame.JOYAXISMOTION: self._on_axis,
            pygame.JOYDEVICEADDED: self._on_pad_added,
            pygame.JOYDEVICEREMOVED: self._on_pad_removed,
        }

    def release_all(self, now: float) -> list[InputEvent]:
        """Release all buttons; a stick that is still pushed has to come back first."""
        return self._buttons.release_all(now, GAMEPAD_DEVICE)

    def _on_pad_added(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        pad = self._pads.open(event.device_index) if self._pads else None
        if pad is not None and pad.instance_id not in self._pad_states:
            self._pad_states[pad.instance_id] = _PadState(pad)
        return []

    def _on_pad_removed(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        self._pad_states.pop(event.instance_id, None)
        if self._pads is not None:
            self._pads.close(event.instance_id)
        return self._buttons.release_all(now, GAMEPAD_DEVICE, event.instance_id)

    def _on_button(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        name = self._get_pad_state(event).pad.layout.get_button_name(event.button)
        button = ButtonId(GAMEPAD_DEVICE, event.instance_id, name, f"b{event.button}")
        if event.type == pygame.JOYBUTTONUP:
            return self._buttons.release(button, now)
        return self._press_button(button, now)

    def _on_hat(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        state, (x, y) = self._get_pad_state(event), event.value
        bits = {1: y > 0, 2: x > 0, 4: y < 0, 8: x < 0}
        events: list[InputEvent] = []
        for bit in sorted(HAT_DIRECTIONS, key=lambda bit: bits[bit]):  # releases first
            name, part = state.pad.layout.get_hat_name(event.hat, bit), f"h{event.hat}.{bit}"
            events += self._update_part(state, name, part, bits[bit], now)
        return events

    def _on_axis(self, event: pygame.event.Event, now: float) -> list[InputEvent]:
        state, number, value = self._get_pad_state(event), event.axis, event.value
        value = -value if number in state.pad.layout.inverted_axes else value
        if number not in state.axes and value <= MAX_RESTING_VALUE:
            state.unmoved_axes.add(number)
        state.axes[number] = value
        if number in state.unmoved_axes:
            if value <= MAX_RESTING_VALUE:
                return []
            state.unmoved_axes.remove(number)
        if number in state.pad.layout.stick_axes:
            return self._update_stick(state, now)
        events: list[InputEvent] = []
        for (axis, upper), name in state.pad.layout.axes.items():
            deflection = value if upper else -value
            if axis == number and not RELEASE_THRESHOLD <= deflection < PRESS_THRESHOLD:
                part = f"a{number}{'+' if upper else '-'}"
                events += self._update_part(state, name, part, deflection >= PRESS_THRESHOLD, now)
        return events

    def _update_stick(self, state: _PadState, now: float) -> list[InputEvent]:
        across, down = (self._get_axis_value(state, axis) for axis in state.pad.layout.stick_axes)
        stick = self._bindings.settings.stick
        if stick.swap:
            across, down = down, across
        across, down = -across if stick.flip_x else across, -down if stick.flip_y else down
        deflections = {"left": -across, "right": across, "up": -down, "down": down}
        if state.stick_direction and deflections[state.stick_direction] >= RELEASE_THRESHOLD:
            return []
        farthest = max(deflections, key=deflections.__getitem__)
        new = farthest if deflections[farthest] >= PRESS_THRESHOLD else ""
        old, state.stick_direction = state.stick_direction, new
        events = self._update_part(state, old, f"stick-{old}", False, now)
        return events + self._update_part(state, new, f"stick-{new}", bool(new), now)

    def _get_axis_value(self, state: _PadState, axis: int) -> float:
        return 0.0 if axis in state.unmoved_axes else state.axes.get(axis, 0.0)

    def _update_part(
        self, state: _PadState, name: str, part: str, is_pressed: bool, now: float
    ) -> list[InputEvent]:
        if is_pressed == (part in state.pressed_parts):
            return []
        state.pressed_parts ^= {part}
        button = ButtonId(GAMEPAD_DEVICE, state.pad.instance_id, name, part)
        return self._press_button(button, now) if is_pressed else self._buttons.release(button, now)

    def _press_button(self, button: ButtonId, now: float) -> list[InputEvent]:
        action = self._bindings.get_action(GAMEPAD_DEVICE, button.name) or Action.TYPE
        return self._buttons.press(button, action, now)

    def _get_pad_state(self, event: pygame.event.Event) -> _PadState:
        """Return the pad of an event; one that was never announced has the generic layout."""
        generic_state = _PadState(OpenPad(event.instance_id, GENERIC_LAYOUT))
        return self._pad_states.setdefault(event.instance_id, generic_state)
