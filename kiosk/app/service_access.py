"""Access to the service menu: PIN lock, button combinations and the corner gesture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.gestures import HoldTimer, drag_threshold, is_near
from kiosk.input.bindings import InputBindings
from kiosk.settings import Config
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import MAX_PIN_TRIES, PinAttempts

CORNER_SECONDS = 5.0
"""Time for which a finger rests in each of the two corners."""
CORNER_CHANGE_SECONDS = 10.0
"""Longest time from leaving the first corner to touching the second."""

Corner = tuple[bool, bool]
"""A corner: True if it is at the right, True if it is at the bottom."""
OPPOSITE_CORNERS: dict[Corner, Corner] = {
    (False, False): (True, True),
    (True, True): (False, False),
    (True, False): (False, True),
    (False, True): (True, False),
}


def find_corner(x: int, y: int, size: tuple[int, int]) -> Corner | None:
    """Return the corner of the picture in which a pixel lies, if any."""
    corner_px = max(32, min(size) // 6)
    width, height = size
    is_at_side = x < corner_px or x >= width - corner_px
    is_at_top_or_bottom = y < corner_px or y >= height - corner_px
    return (x >= corner_px, y >= corner_px) if is_at_side and is_at_top_or_bottom else None


class _CornerTouch(NamedTuple):
    corner: Corner
    time: float


class CornerGesture:
    """A finger that rests in one corner, and then in the opposite one."""

    def __init__(self) -> None:
        self._current_touch: _CornerTouch | None = None
        self._first_touch: _CornerTouch | None = None
        self.hold_timer = HoldTimer()
        """Runs in the second corner."""

    def observe(self, event: InputEvent, size: tuple[int, int]) -> None:
        """Follow the finger on a picture of this size in pixels."""
        if not isinstance(event, PointerEvent):
            self.reset()
            return
        corner, current = find_corner(event.x, event.y, size), self._current_touch
        if event.phase is PointerPhase.DOWN:
            self._press(corner, event.time)
        elif current and (event.phase is not PointerPhase.MOVE or corner != current.corner):
            has_rested = event.time - current.time >= CORNER_SECONDS
            self._first_touch = _CornerTouch(current.corner, event.time) if has_rested else None
            self._current_touch = None
            self.hold_timer.stop()

    def reset(self) -> None:
        """Begin anew with the first corner."""
        self._current_touch = self._first_touch = None
        self.hold_timer.stop()

    def _press(self, corner: Corner | None, time: float) -> None:
        first = self._first_touch
        self._current_touch = None if corner is None else _CornerTouch(corner, time)
        self.hold_timer.stop()
        if (
            first is not None
            and corner == OPPOSITE_CORNERS[first.corner]
            and time - first.time <= CORNER_CHANGE_SECONDS
        ):
            self.hold_timer.start(time, CORNER_SECONDS)


FINGER_REST_SECONDS = 5.0


class FingerRest:
    """A finger that rests outside the corners."""

    def __init__(self) -> None:
        self._touch_down: PointerEvent | None = None
        self.hold_timer = HoldTimer()

    def observe(self, event: InputEvent, size: tuple[int, int]) -> None:
        """Follow the finger on a picture of this size in pixels."""
        if not isinstance(event, PointerEvent):
            self.hold_timer.stop()
        elif event.phase is PointerPhase.DOWN:
            self._touch_down = event
            self.hold_timer.stop()
            if not find_corner(event.x, event.y, size):
                self.hold_timer.start(event.time, FINGER_REST_SECONDS)
        elif self.hold_timer.deadline is not None and self._touch_down is not None:
            is_still = is_near(event, self._touch_down, drag_threshold(size))
            if event.phase is not PointerPhase.MOVE or not is_still:
                self.hold_timer.stop()


FIRST_LOCKOUT_SECONDS, MAX_LOCKOUT_SECONDS = 60.0, 3600.0
"""Lockout after the first three wrong PINs, and the longest one after more of them."""
_ATTEMPTS_KEY = "service.tries"
_WAITED_MARK = "waited"


class PinLock:
    """Counts wrong PINs in the store; times are monotonic seconds.

    A try is counted before it is compared. A lockout that was not over at power-off begins again
    at the next start, because no clock measures the time between.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._wrong_count, has_waited = self._load_wrong_count()
        self._locked_until = None if has_waited else self._compute_lockout_end()

    def get_attempts(self) -> PinAttempts:
        """Return how many tries are left, or until when there is none."""
        if self._locked_until is not None and self._clock() < self._locked_until:
            return PinAttempts(0, self._locked_until)
        if self._locked_until is not None:
            self._locked_until = None
            self._store.set_memory(_ATTEMPTS_KEY, f"{self._wrong_count} {_WAITED_MARK}")
        return PinAttempts(MAX_PIN_TRIES - self._wrong_count % MAX_PIN_TRIES)

    def check_pin(self, typed: str, pin: str | None) -> bool:
        """Return True if these digits are the PIN; during a lockout they are not compared."""
        if pin is None:
            return True
        if not self.get_attempts().attempts_left:
            return False
        # Imported late: hardly any start needs it.
        from hmac import compare_digest

        self._wrong_count += 1
        self._store.set_memory(_ATTEMPTS_KEY, str(self._wrong_count))
        is_correct = compare_digest(typed.encode(), pin.encode()) and bool(pin)
        if is_correct:
            self._wrong_count = 0
            self._store.set_memory(_ATTEMPTS_KEY, None)
        else:
            self._locked_until = self._compute_lockout_end()
        return is_correct

    def _compute_lockout_end(self) -> float | None:
        rounds, remainder = divmod(self._wrong_count, MAX_PIN_TRIES)
        if remainder or not rounds:
            return None
        return self._clock() + min(
            MAX_LOCKOUT_SECONDS, FIRST_LOCKOUT_SECONDS * 2.0 ** min(rounds - 1, 30)
        )

    def _load_wrong_count(self) -> tuple[int, bool]:
        """Return the number of wrong PINs, and True if the lockout after them is over."""
        wrong, _, waited = (self._store.get_memory(_ATTEMPTS_KEY) or "").partition(" ")
        with suppress(ValueError):
            return max(0, int(wrong)), waited == _WAITED_MARK
        return 0, False


COMBO_HOLD_SECONDS = 5.0
KNOB_HOLD_SECONDS = 10.0
"""Time for which the push of a knob is held, if there is no other button."""
LOST_RELEASE_SECONDS = 60.0
"""Time after which the release of a button counts as lost."""
SERVICE_COMBOS = (
    frozenset({Action.MENU, Action.BACK}),
    frozenset({Action.MENU, Action.UNDO}),
    frozenset({Action.BACK, Action.UNDO}),
    frozenset({Action.CONFIRM, Action.NEXT}),
)
"""Buttons that are held together, unless `kiosk.service_hold` names others."""


class _HeldButton(NamedTuple):
    """A pressed button; `actions` are its own and those of the parts of a chord."""

    actions: frozenset[Action]
    name: str
    time: float


class ServiceTrigger:
    """Notices that someone asks for the service menu; times are monotonic seconds."""

    def __init__(self, bindings: InputBindings) -> None:
        self._bindings = bindings
        self._held_buttons: dict[tuple[str, str, Action], _HeldButton] = {}
        self._combo_timer = HoldTimer()
        self._corner_gesture = CornerGesture()

    def observe(self, event: InputEvent, size: tuple[int, int], config: Config) -> None:
        """Note an event, on a picture of this size in pixels."""
        if isinstance(event, ButtonEvent):
            self._on_button(event, config)
        if config.kiosk.service_touch:
            self._corner_gesture.observe(event, size)

    def next_deadline(self) -> float | None:
        """Return when the present hold will be long enough."""
        return earliest_deadline(
            self._combo_timer.deadline, self._corner_gesture.hold_timer.deadline
        )

    def pop_elapsed(self, now: float) -> bool:
        """Return True if something has been held long enough, the first time."""
        timers = self._combo_timer, self._corner_gesture.hold_timer
        if not any(timer.pop_elapsed(now) for timer in timers):
            return False
        self._held_buttons.clear()
        self._combo_timer.stop()
        self._corner_gesture.reset()
        return True

    def _on_button(self, event: ButtonEvent, config: Config) -> None:
        key = event.device_kind, event.button_name, event.action
        if event.is_pressed and key in self._held_buttons:  # a repetition
            return
        self._held_buttons = {
            other: held
            for other, held in self._held_buttons.items()
            if other != key and event.time - held.time < LOST_RELEASE_SECONDS
        }
        if event.is_pressed:
            actions = frozenset(self._list_actions(event))
            self._held_buttons[key] = _HeldButton(actions, event.button_name, event.time)
        required_seconds = self._get_required_seconds(config)
        if required_seconds is None:
            self._combo_timer.stop()
        else:
            self._combo_timer.start(event.time, required_seconds)

    def _get_required_seconds(self, config: Config) -> float | None:
        """Return how long the pressed buttons have to be held; None if they are no combination."""
        held_buttons = self._held_buttons.values()
        actions = frozenset[Action]().union(*(held.actions for held in held_buttons))
        custom_combo = frozenset(map(Action, config.kiosk.service_hold))
        combos = (custom_combo,) if custom_combo else SERVICE_COMBOS
        is_combo = any(combo <= actions for combo in combos)
        if is_combo or any(held.name in config.kiosk.service_key for held in held_buttons):
            return COMBO_HOLD_SECONDS
        is_knob_pushed = (
            Action.CONFIRM in actions
            and self._bindings.is_missing_back_button()
            and not custom_combo
        )
        return KNOB_HOLD_SECONDS if is_knob_pushed else None

    def _list_actions(self, event: ButtonEvent) -> Iterator[Action]:
        """Yield the action of a button, and those of its parts: a chord, a key with a modifier."""
        yield event.action
        parts = event.button_name.split("+")
        if len(parts) < 2:
            return
        for part in parts:
            for name in (part, f"left-{part}", f"right-{part}"):
                action = self._bindings.get_action(event.device_kind, name)
                if action is not None:
                    yield action
