"""PIN lock, secret combos and corners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.gestures import drag_threshold, is_near
from kiosk.input.bindings import InputBindings
from kiosk.settings import Config
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import MAX_PIN_TRIES, PinAttempts

CORNER_SECONDS = 5.0
"""Seconds in each of the two corners."""
CORNER_CHANGE_SECONDS = 10.0
"""Seconds from leaving the first corner to coming down in the opposite one."""

Corner = tuple[bool, bool]
"""Whether it is at the right, and whether it is at the bottom."""


def find_corner(x: int, y: int, size: tuple[int, int]) -> Corner | None:
    """The corner in which this pixel of the picture lies, if it does."""
    corner_px = max(32, min(size) // 6)
    width, height = size
    is_at_side = x < corner_px or x >= width - corner_px
    is_at_top_or_bottom = y < corner_px or y >= height - corner_px
    return (x >= corner_px, y >= corner_px) if is_at_side and is_at_top_or_bottom else None


class _CornerTouch(NamedTuple):
    corner: Corner
    time: float


class CornerGesture:
    """Watches a finger that rests in one corner, and then in the opposite one."""

    def __init__(self) -> None:
        """No finger is down."""
        self._current_touch: _CornerTouch | None = None
        self._first_touch: _CornerTouch | None = None

    def observe(self, message: InputEvent, size: tuple[int, int]) -> None:
        """A message passes by, on a picture of this size in pixels."""
        if not isinstance(message, PointerEvent):
            self._current_touch = self._first_touch = None
            return
        corner = find_corner(message.x, message.y, size)
        if message.phase is PointerPhase.DOWN:
            self._current_touch = None if corner is None else _CornerTouch(corner, message.time)
        elif self._current_touch and (
            message.phase is not PointerPhase.MOVE or corner != self._current_touch.corner
        ):
            has_rested = message.time - self._current_touch.time >= CORNER_SECONDS
            self._first_touch = (
                _CornerTouch(self._current_touch.corner, message.time) if has_rested else None
            )
            self._current_touch = None

    def next_deadline(self) -> float | None:
        """When the finger that is down has rested long enough, if it is in the second corner."""
        if self._current_touch is None or self._first_touch is None:
            return None
        is_opposite = all(
            a != b
            for a, b in zip(self._current_touch.corner, self._first_touch.corner, strict=True)
        )
        is_in_time = self._current_touch.time - self._first_touch.time <= CORNER_CHANGE_SECONDS
        return self._current_touch.time + CORNER_SECONDS if is_opposite and is_in_time else None


FINGER_REST_SECONDS = 5.0
"""Seconds."""


class FingerRestTimer:
    """Watches the pointer, and takes nothing from it."""

    def __init__(self) -> None:
        """No finger is down."""
        self._touch_down: PointerEvent | None = None

    def observe(self, message: InputEvent, size: tuple[int, int]) -> None:
        """A message passes by, on a picture of this size in pixels."""
        if not isinstance(message, PointerEvent):
            self._touch_down = None
        elif message.phase is PointerPhase.DOWN:
            self._touch_down = None if find_corner(message.x, message.y, size) else message
        elif self._touch_down is not None:
            is_still = is_near(message, self._touch_down, drag_threshold(size))
            if message.phase is not PointerPhase.MOVE or not is_still:
                self._touch_down = None

    def next_deadline(self) -> float | None:
        """When the finger that is down has rested long enough."""
        return None if self._touch_down is None else self._touch_down.time + FINGER_REST_SECONDS

    def is_elapsed(self, now: float) -> bool:
        """Whether it has, which is said once."""
        deadline = self.next_deadline()
        if deadline is None or now < deadline:
            return False
        self._touch_down = None
        return True


FIRST_LOCKOUT_SECONDS, MAX_LOCKOUT_SECONDS = 60.0, 3600.0
"""Seconds for which no PIN counts after three wrong ones, and at most after many more."""
_ATTEMPTS_KEY = "service.tries"
_WAITED_MARK = "waited"


class PinLock:
    """Counts wrong PINs in the store; times are monotonic seconds.

    A try is counted before it is looked at. A wait that is not over when the machine starts anew
    begins anew: no clock tells how long it was off.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Go on with the tries of this store."""
        self._store, self._clock = store, clock
        self._wrong_count, has_waited = self._load_wrong_count()
        self._locked_until = None if has_waited else self._compute_lockout_end()

    def get_attempts(self) -> PinAttempts:
        """How many tries are left, or until when there is none."""
        if self._locked_until is not None and self._clock() < self._locked_until:
            return PinAttempts(0, self._locked_until)
        if self._locked_until is not None:
            self._locked_until = None
            self._store.set_memory(_ATTEMPTS_KEY, f"{self._wrong_count} {_WAITED_MARK}")
        return PinAttempts(MAX_PIN_TRIES - self._wrong_count % MAX_PIN_TRIES)

    def check_pin(self, typed: str, pin: str | None) -> bool:
        """Whether these digits are the PIN; while none counts they are not looked at."""
        if pin is None:
            return True
        if not self.get_attempts().attempts_left:
            return False
        # Start-up is dear, and hardly ever needs it.
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
        """Until when no PIN counts after so many wrong ones."""
        rounds, remainder = divmod(self._wrong_count, MAX_PIN_TRIES)
        if remainder or not rounds:
            return None
        return self._clock() + min(
            MAX_LOCKOUT_SECONDS, FIRST_LOCKOUT_SECONDS * 2.0 ** min(rounds - 1, 30)
        )

    def _load_wrong_count(self) -> tuple[int, bool]:
        """How many wrong ones there were, and whether what follows from them is over."""
        wrong, _, waited = (self._store.get_memory(_ATTEMPTS_KEY) or "").partition(" ")
        with suppress(ValueError):
            return max(0, int(wrong)), waited == _WAITED_MARK
        return 0, False


COMBO_HOLD_SECONDS = 5.0
"""Seconds for which buttons are held together."""
KNOB_HOLD_SECONDS = 10.0
"""Seconds for which the push of a knob is held, where there is no other button."""
LOST_RELEASE_SECONDS = 60.0
"""Seconds after which a button that is down is taken for one whose release was lost."""
SERVICE_BUTTON_PAIRS = (
    frozenset({Action.MENU, Action.BACK}),
    frozenset({Action.MENU, Action.UNDO}),
    frozenset({Action.BACK, Action.UNDO}),
    frozenset({Action.CONFIRM, Action.NEXT}),
)
"""Two buttons that are held together, where no others are named."""


class _HeldButton(NamedTuple):
    """A button that is down: what it and the others pressed with it mean, and since when."""

    actions: frozenset[Action]
    keys: frozenset[str]
    time: float


class ServiceTrigger:
    """Watches all input, and takes nothing from it; times are monotonic seconds."""

    def __init__(self, bindings: InputBindings) -> None:
        """Nothing is down; `bindings` say what buttons mean."""
        self._bindings = bindings
        self._held_buttons: dict[tuple[str, str, Action], _HeldButton] = {}
        self._held_since: float | None = None
        self._required_seconds = COMBO_HOLD_SECONDS
        self._corner_gesture = CornerGesture()

    def observe(self, message: InputEvent, size: tuple[int, int], config: Config) -> None:
        """A message passes by, on a picture of this size, with these settings."""
        if isinstance(message, ButtonEvent):
            self._on_button(message, config)
        if config.kiosk.service_touch:
            self._corner_gesture.observe(message, size)

    def next_deadline(self) -> float | None:
        """When what is held now has been held long enough."""
        combo_deadline = (
            None if self._held_since is None else self._held_since + self._required_seconds
        )
        return earliest_deadline(combo_deadline, self._corner_gesture.next_deadline())

    def is_elapsed(self, now: float) -> bool:
        """Whether it has, which is said once."""
        deadline = self.next_deadline()
        if deadline is None or now < deadline:
            return False
        self._held_buttons.clear()
        self._held_since, self._corner_gesture = None, CornerGesture()
        return True

    def _on_button(self, press: ButtonEvent, config: Config) -> None:
        name = press.device_kind, press.button_name, press.action
        if press.is_pressed and name in self._held_buttons:  # it comes again while it is held
            return
        self._held_buttons = {
            key: held_button
            for key, held_button in self._held_buttons.items()
            if key != name and press.time - held_button.time < LOST_RELEASE_SECONDS
        }
        if press.is_pressed:
            actions = frozenset(self._list_actions(press))
            self._held_buttons[name] = _HeldButton(
                actions, frozenset({press.button_name}), press.time
            )
        required_seconds = self._get_required_seconds(config)
        if required_seconds is None:
            self._held_since = None
        elif self._held_since is None:
            self._held_since, self._required_seconds = press.time, required_seconds

    def _get_required_seconds(self, config: Config) -> float | None:
        """For how long what is down now is to be held; None where it means nothing."""
        held_actions = frozenset[Action]().union(
            *(one.actions for one in self._held_buttons.values())
        )
        custom_combo = frozenset(Action(name) for name in config.kiosk.service_hold)
        if any(
            group <= held_actions
            for group in ((custom_combo,) if custom_combo else SERVICE_BUTTON_PAIRS)
        ):
            return COMBO_HOLD_SECONDS
        keys = frozenset[str]().union(*(one.keys for one in self._held_buttons.values()))
        if keys & frozenset(config.kiosk.service_key):
            return COMBO_HOLD_SECONDS
        is_knob_pushed = (
            Action.CONFIRM in held_actions
            and self._bindings.is_missing_back_button()
            and not custom_combo
        )
        return KNOB_HOLD_SECONDS if is_knob_pushed else None

    def _list_actions(self, press: ButtonEvent) -> Iterator[Action]:
        """What the button means, and what its parts do: a chord, a key with a modifier."""
        yield press.action
        parts = press.button_name.split("+")
        if len(parts) < 2:
            return
        for part in parts:
            for name in (part, f"left-{part}", f"right-{part}"):
                action = self._bindings.get_action(press.device_kind, name)
                if action is not None:
                    yield action
