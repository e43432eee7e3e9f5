"""The buttons of all devices that are down: repetition, and releases that were lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.timers import Deadline, Timers

REPEAT_DELAY_SECONDS = 0.4
REPEAT_INTERVAL_SECONDS = 0.12
MAX_REPEAT_SECONDS = 6.0
"""No way across the table takes longer: after that the release counts as lost."""
BACK_HOLD_SECONDS = 0.6
"""Time after which a held Next or Previous means Back, so that two buttons suffice."""
MAX_HELD_SECONDS = 6.0
"""Time after which a held button does not hide others with its action: it may be broken, or its
release was lost."""
SYSTEM_REPEAT_SECONDS = 1.2
"""Time in which another press of a held key is a repetition by the system, whose delay is at most
one second; later presses mean that the release was lost."""

REPEATING_ACTIONS = frozenset((Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT))
"""Actions that are repeated while their button is held."""
HOLD_MEANS_BACK = frozenset((Action.NEXT, Action.PREVIOUS))
"""Actions whose button means Back when it is held."""


class ButtonId(NamedTuple):
    """Identity of a button.

    `device_id` is the number of a pad, or of a key, whose name depends on modifiers. `part`
    distinguishes buttons of the same name: a pad can have "up" three times.
    """

    device_kind: str
    device_id: int
    name: str
    part: str = ""


class _HeldButton(NamedTuple):
    action: Action
    last_press: float


class _Repeat(NamedTuple):
    """The event that a held button will cause, and when."""

    button: ButtonId
    pressed_action: Action
    action: Action
    time: float
    end_time: float


class HeldButtons:
    """The pressed buttons of all devices; times are monotonic seconds.

    Two buttons of one action count as one button, on whatever devices they are; the button pressed
    last is repeated. Repetition by the system is not used: it differs between drivers, and Confirm
    must not be repeated, because a hold has its own meaning.
    """

    def __init__(self, timers: Timers, emit: Callable[[InputEvent], object]) -> None:
        """Let `emit` take the events that a button causes by itself while it is held."""
        self._held_buttons: dict[ButtonId, _HeldButton] = {}
        self._repeat: _Repeat | None = None
        self.timers, self.emit = timers, emit
        self._repeat_deadline = Deadline(timers, self._on_repeat)

    def press(
        self,
        button: ButtonId,
        action: Action,
        now: float,
        character: str = "",
        press_time: float = 0.0,
    ) -> list[InputEvent]:
        """Press a button; return the events, none if it was pressed already.

        `character` is what the button types; `press_time` is set if the press was before `now`.
        """
        events: list[InputEvent] = []
        previous = self._held_buttons.get(button)
        if previous is not None:
            if now - previous.last_press < SYSTEM_REPEAT_SECONDS:
                self._held_buttons[button] = previous._replace(last_press=now)
                return []
            events = self._forget([button], now)
        is_already_held = action is not Action.TYPE and self._is_held(action, now)
        self._held_buttons[button] = _HeldButton(action, now)
        if is_already_held:
            return events
        self._set_repeat(self._plan_repeat(button, action, now))
        time = press_time or now
        return [
            *events,
            ButtonEvent(action, True, time, button.device_kind, character, button.name),
        ]

    def release(self, button: ButtonId, now: float) -> list[InputEvent]:
        """Release a button; this ends the action of its press."""
        held = self._held_buttons.pop(button, None)
        if held is None or (held.action is not Action.TYPE and self._is_held(held.action, now)):
            return []
        if self._repeat and self._repeat.pressed_action is held.action:
            self._set_repeat(None)
        return [ButtonEvent(held.action, False, now, button.device_kind, "", button.name)]

    def find_held(self, device_kind: str, device_id: int) -> ButtonId | None:
        """Return the pressed button of a device, the last one of several."""
        device_key = (device_kind, device_id)
        held = [c for c in self._held_buttons if (c.device_kind, c.device_id) == device_key]
        return held[-1] if held else None

    def release_all(
        self, now: float, device_kind: str = "", device_id: int | None = None
    ) -> list[InputEvent]:
        """Forget the held buttons of all devices, of a kind or of one, without releases.

        A held Confirm is cancelled like a touch.
        """
        buttons = [
            button
            for button in self._held_buttons
            if device_kind in ("", button.device_kind) and device_id in (None, button.device_id)
        ]
        return self._forget(buttons, now)

    def _forget(self, buttons: list[ButtonId], now: float) -> list[InputEvent]:
        actions = {self._held_buttons.pop(button).action for button in buttons}
        if self._repeat and self._repeat.button in buttons:
            self._set_repeat(None)
        if Action.CONFIRM not in actions or self._is_held(Action.CONFIRM, now):
            return []
        return [PointerEvent(PointerPhase.CANCEL, 0, 0, now)]

    def _is_held(self, action: Action, now: float) -> bool:
        """Return True if a button of this action is pressed, but not for too long."""
        same_action = [one for one in self._held_buttons.values() if one.action is action]
        return any(now - held.last_press < MAX_HELD_SECONDS for held in same_action)

    def _set_repeat(self, repeat: _Repeat | None) -> None:
        self._repeat = repeat
        self._repeat_deadline.set(repeat and repeat.time)

    def _on_repeat(self, now: float) -> None:
        """Emit one repetition: a late turn makes no burst."""
        repeat = self._repeat
        if repeat is None:
            return
        device_kind, name = repeat.button.device_kind, repeat.button.name
        if repeat.action is Action.BACK:
            self._set_repeat(None)
            for is_pressed in (True, False):
                self.emit(ButtonEvent(Action.BACK, is_pressed, now, device_kind, "", name))
            return
        time = now + REPEAT_INTERVAL_SECONDS
        self._set_repeat(repeat._replace(time=time) if time <= repeat.end_time else None)
        self.emit(ButtonEvent(repeat.action, True, now, device_kind, "", name))

    def _plan_repeat(self, button: ButtonId, action: Action, now: float) -> _Repeat | None:
        if action in REPEATING_ACTIONS:
            end = now + MAX_REPEAT_SECONDS
            return _Repeat(button, action, action, now + REPEAT_DELAY_SECONDS, end)
        if action in HOLD_MEANS_BACK:
            due = now + BACK_HOLD_SECONDS
            return _Repeat(button, action, Action.BACK, due, due)
        return None
