"""The buttons of all devices that are down: repetition, and releases that were lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.timers import Deadline, Timers

REPEAT_DELAY_SECONDS = 0.4
REPEAT_INTERVAL_SECONDS = 0.12
MAX_REPEAT_SECONDS = 6.0
"""Seconds: no way across the table is longer, so what goes on then is a release that was lost."""
BACK_HOLD_SECONDS = 0.6
"""Seconds after which a held Next (or Previous) means Back, so that two buttons suffice."""
MAX_HELD_SECONDS = 6.0
"""Seconds after which a button that is down does not speak for others any more: it may be broken,
or its release was lost."""
SYSTEM_REPEAT_SECONDS = 1.2
"""Seconds within which a key that goes down again was repeated by the system; later its release
was lost. The kernel's own delay is at most one second."""

REPEATING_ACTIONS = frozenset((Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT))
"""The actions that come again while their button is held."""
HOLD_MEANS_BACK = frozenset((Action.NEXT, Action.PREVIOUS))
"""The actions that mean Back when their button is held."""


class ButtonId(NamedTuple):
    """One button that a person can press: of which kind of device, of which device, its name.

    On a keyboard, whose keys have other names with other modifiers, each key is a device. `part`
    tells buttons of one name apart: a pad can have "up" three times.
    """

    device_kind: str
    device_id: int
    name: str
    part: str = ""


class _HeldButton(NamedTuple):
    action: Action
    last_press: float


class _Repeat(NamedTuple):
    """What a button that was pressed as one action says by itself while it is held, and when."""

    button: ButtonId
    pressed_action: Action
    action: Action
    time: float
    end_time: float


class HeldButtons:
    """Presses and releases of whatever is in somebody's hands, each once.

    All devices share one of these: two buttons of one action are one button, whichever devices they
    belong to, and the button pressed last is the one that repeats. Repetition by the system is not
    used: it differs between drivers, and a confirm that repeats would be a row of taps instead of a
    hold. Times are monotonic seconds.
    """

    def __init__(self, timers: Timers, emit: Callable[[InputEvent], object]) -> None:
        """Let `emit` take the events that a button causes by itself while it is held."""
        self._held_buttons: dict[ButtonId, _HeldButton] = {}
        self._repeat: _Repeat | None = None
        self._repeat_deadline, self._emit = Deadline(timers, self._on_repeat), emit

    def press(
        self,
        button: ButtonId,
        action: Action,
        now: float,
        character: str = "",
        press_time: float = 0.0,
    ) -> list[InputEvent]:
        """This button went down, meaning this; nothing where it was down already.

        Args:
            button: The button.
            action: What it means here.
            now: The time.
            character: The character that it writes, if any.
            press_time: When it really went down, if that was not now.
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
        return [
            *events,
            ButtonEvent(
                action, True, press_time or now, button.device_kind, character, button.name
            ),
        ]

    def release(self, button: ButtonId, now: float) -> list[InputEvent]:
        """This button went up; it ends the action that its press meant."""
        held = self._held_buttons.pop(button, None)
        if held is None or (held.action is not Action.TYPE and self._is_held(held.action, now)):
            return []
        if self._repeat and self._repeat.pressed_action is held.action:
            self._set_repeat(None)
        return [ButtonEvent(held.action, False, now, button.device_kind, "", button.name)]

    def find_held(self, device_kind: str, device_id: int) -> ButtonId | None:
        """The button of this device that is down, the last one of several; None if none is."""
        device_key = (device_kind, device_id)
        return next(
            (c for c in reversed(self._held_buttons) if (c.device_kind, c.device_id) == device_key),
            None,
        )

    @property
    def is_repeating(self) -> bool:
        """Return True while a held button will cause events by itself."""
        return self._repeat is not None

    def release_all(
        self, now: float, device_kind: str = "", device_id: int | None = None
    ) -> list[InputEvent]:
        """Forget what is held, of all devices, of a kind or of one; no release will come.

        A held confirm is broken off like a finger, not released.
        """
        buttons = [
            button
            for button in self._held_buttons
            if device_kind in ("", button.device_kind) and device_id in (None, button.device_id)
        ]
        return self._forget(buttons, now)

    def _forget(self, buttons: list[ButtonId], now: float) -> list[InputEvent]:
        is_confirm_cancelled = any(
            self._held_buttons.pop(button).action is Action.CONFIRM for button in buttons
        )
        if self._repeat and self._repeat.button in buttons:
            self._set_repeat(None)
        if not is_confirm_cancelled or self._is_held(Action.CONFIRM, now):
            return []
        return [PointerEvent(PointerPhase.CANCEL, 0, 0, now)]

    def _is_held(self, action: Action, now: float) -> bool:
        """Whether a button of this action is down, and has not been so for far too long."""
        held_buttons = self._held_buttons.values()
        return any(
            held.action is action and now - held.last_press < MAX_HELD_SECONDS
            for held in held_buttons
        )

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
                self._emit(ButtonEvent(Action.BACK, is_pressed, now, device_kind, "", name))
            return
        time = now + REPEAT_INTERVAL_SECONDS
        self._set_repeat(repeat._replace(time=time) if time <= repeat.end_time else None)
        self._emit(ButtonEvent(repeat.action, True, now, device_kind, "", name))

    def _plan_repeat(self, button: ButtonId, action: Action, now: float) -> _Repeat | None:
        if action in REPEATING_ACTIONS:
            return _Repeat(
                button, action, action, now + REPEAT_DELAY_SECONDS, now + MAX_REPEAT_SECONDS
            )
        if action in HOLD_MEANS_BACK:
            return _Repeat(
                button, action, Action.BACK, now + BACK_HOLD_SECONDS, now + BACK_HOLD_SECONDS
            )
        return None
