"""Gamepads and the USB encoders of arcade panels, any number of them, plugged in at any time."""

from __future__ import annotations

import pygame

from kiosk.events import Action, Message
from kiosk.input.bindings import Bindings
from kiosk.input.held_buttons import Buttons, Control
from kiosk.input.pad_layouts import GENERIC, HAT, RESTING, Pad, Pads

KIND = "gamepad"
PRESSED, RELEASED = 0.55, 0.35
"""A stick is pushed from here on, and let go from there on: a shaky one means one thing."""


class _Held:
    """What one pad was last seen at."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.axes: dict[int, float] = {}
        self.asleep = set(pad.asleep)
        self.lean = ""
        self.down: set[str] = set()


class Gamepad:
    """Presses and releases of the buttons, hats and sticks of all pads.

    A stick means one way at a time. Triggers and axes that are not there rest at their lower end
    and are not heard until they have left it.
    """

    def __init__(self, bindings: Bindings, buttons: Buttons, pads: Pads | None) -> None:
        """Nothing is looked for before the first turn.

        Args:
            bindings: What buttons mean, and how sticks are built in.
            buttons: Those of all devices.
            pads: Opens them; None leaves SDL alone.
        """
        self._bindings, self._buttons, self._pads = bindings, buttons, pads
        self._begun = pads is None
        self._held: dict[int, _Held] = {}
        self._meanings = {
            pygame.JOYBUTTONDOWN: self._button,
            pygame.JOYBUTTONUP: self._button,
            pygame.JOYHATMOTION: self._hat,
            pygame.JOYAXISMOTION: self._axis,
            pygame.JOYDEVICEADDED: self._added,
            pygame.JOYDEVICEREMOVED: self._removed,
        }

    def feed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """What an event of a pad means."""
        meaning = self._meanings.get(event.type)
        return meaning(event, now) if meaning else []

    def due(self) -> float | None:
        """At once before the first turn, then when a held button says something by itself."""
        return self._buttons.due() if self._begun else 0.0

    def tick(self, now: float) -> list[Message]:
        """Look for pads once; say what held buttons say by now."""
        if not self._begun and self._pads is not None:
            self._begun = True
            self._pads.begin()
        return self._buttons.tick(now)

    def drop(self, now: float) -> list[Message]:
        """Let go of all buttons; a stick that still leans has to come back first."""
        return self._buttons.drop(now, KIND)

    def _added(self, event: pygame.event.Event, now: float) -> list[Message]:
        pad = self._pads.open(event.device_index) if self._pads else None
        if pad is not None and pad.number not in self._held:
            self._held[pad.number] = _Held(pad)
        return []

    def _removed(self, event: pygame.event.Event, now: float) -> list[Message]:
        """A pad that is pulled out takes its held buttons with it."""
        self._held.pop(event.instance_id, None)
        if self._pads is not None:
            self._pads.close(event.instance_id)
        return self._buttons.drop(now, KIND, event.instance_id)

    def _button(self, event: pygame.event.Event, now: float) -> list[Message]:
        name = self._state(event).pad.layout.button(event.button)
        control = Control(KIND, event.instance_id, name, f"b{event.button}")
        if event.type == pygame.JOYBUTTONUP:
            return self._buttons.release(control, now)
        return self._press(control, now)

    def _hat(self, event: pygame.event.Event, now: float) -> list[Message]:
        state, (x, y) = self._state(event), event.value
        bits = {1: y > 0, 2: x > 0, 4: y < 0, 8: x < 0}
        said: list[Message] = []
        for bit in sorted(HAT, key=lambda bit: bits[bit]):  # releases first
            name, part = state.pad.layout.hat(event.hat, bit), f"h{event.hat}.{bit}"
            said += self._say(state, name, part, bits[bit], now)
        return said

    def _axis(self, event: pygame.event.Event, now: float) -> list[Message]:
        state, number, value = self._state(event), event.axis, event.value
        value = -value if number in state.pad.layout.turned else value
        if number not in state.axes and value <= RESTING:
            state.asleep.add(number)
        state.axes[number] = value
        if number in state.asleep:
            if value <= RESTING:
                return []
            state.asleep.remove(number)
        if number in state.pad.layout.stick:
            return self._lean(state, now)
        said: list[Message] = []
        for (axis, upper), name in state.pad.layout.axes.items():
            if axis == number:
                pushed = value if upper else -value
                part = f"a{number}{'+' if upper else '-'}"
                said += self._say_pushed(state, name, part, pushed, now)
        return said

    def _lean(self, state: _Held, now: float) -> list[Message]:
        """The one way that the stick means now, after the one it meant before."""
        across, down = (self._along(state, axis) for axis in state.pad.layout.stick)
        stick = self._bindings.settings.stick
        if stick.swap:
            across, down = down, across
        across, down = -across if stick.flip_x else across, -down if stick.flip_y else down
        pushed = {"left": -across, "right": across, "up": -down, "down": down}
        if state.lean and pushed[state.lean] >= RELEASED:
            return []
        farthest = max(pushed, key=pushed.__getitem__)
        before, state.lean = state.lean, farthest if pushed[farthest] >= PRESSED else ""
        said = self._say(state, before, f"stick-{before}", False, now)
        return said + self._say(state, state.lean, f"stick-{state.lean}", bool(state.lean), now)

    def _along(self, state: _Held, axis: int) -> float:
        return 0.0 if axis in state.asleep else state.axes.get(axis, 0.0)

    def _say_pushed(
        self, state: _Held, name: str, part: str, pushed: float, now: float
    ) -> list[Message]:
        if pushed >= PRESSED:
            return self._say(state, name, part, True, now)
        return self._say(state, name, part, False, now) if pushed < RELEASED else []

    def _say(self, state: _Held, name: str, part: str, down: bool, now: float) -> list[Message]:
        """A part that tells where it is goes down or up only where that is news."""
        if down == (part in state.down):
            return []
        state.down ^= {part}
        control = Control(KIND, state.pad.number, name, part)
        return self._press(control, now) if down else self._buttons.release(control, now)

    def _press(self, control: Control, now: float) -> list[Message]:
        action = self._bindings.action(KIND, control.name) or Action.TYPE
        return self._buttons.press(control, action, now)

    def _state(self, event: pygame.event.Event) -> _Held:
        """The pad that an event comes from; one that nobody has announced is like most others."""
        if event.instance_id not in self._held:
            self._held[event.instance_id] = _Held(Pad(event.instance_id, GENERIC))
        return self._held[event.instance_id]
