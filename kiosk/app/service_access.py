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
WITHIN = 10.0
"""Seconds from leaving the first corner to coming down in the opposite one."""

Corner = tuple[bool, bool]
"""Whether it is at the right, and whether it is at the bottom."""


def corner_at(x: int, y: int, size: tuple[int, int]) -> Corner | None:
    """The corner in which this pixel of the picture lies, if it does."""
    reach = max(32, min(size) // 6)
    width, height = size
    across = x < reach or x >= width - reach
    down = y < reach or y >= height - reach
    return (x >= reach, y >= reach) if across and down else None


class _Rest(NamedTuple):
    corner: Corner
    time: float


class Corners:
    """Watches a finger that rests in one corner, and then in the opposite one."""

    def __init__(self) -> None:
        """No finger is down."""
        self._down: _Rest | None = None
        self._left: _Rest | None = None

    def see(self, message: InputEvent, size: tuple[int, int]) -> None:
        """A message passes by, on a picture of this size in pixels."""
        if not isinstance(message, PointerEvent):
            self._down = self._left = None
            return
        corner = corner_at(message.x, message.y, size)
        if message.phase is PointerPhase.DOWN:
            self._down = None if corner is None else _Rest(corner, message.time)
        elif self._down and (message.phase is not PointerPhase.MOVE or corner != self._down.corner):
            rested = message.time - self._down.time >= CORNER_SECONDS
            self._left = _Rest(self._down.corner, message.time) if rested else None
            self._down = None

    def next_deadline(self) -> float | None:
        """When the finger that is down has rested long enough, if it is in the second corner."""
        if self._down is None or self._left is None:
            return None
        opposite = all(a != b for a, b in zip(self._down.corner, self._left.corner, strict=True))
        soon = self._down.time - self._left.time <= WITHIN
        return self._down.time + CORNER_SECONDS if opposite and soon else None


RESTS = 5.0
"""Seconds."""


class Resting:
    """Watches the pointer, and takes nothing from it."""

    def __init__(self) -> None:
        """No finger is down."""
        self._down: PointerEvent | None = None

    def see(self, message: InputEvent, size: tuple[int, int]) -> None:
        """A message passes by, on a picture of this size in pixels."""
        if not isinstance(message, PointerEvent):
            self._down = None
        elif message.phase is PointerPhase.DOWN:
            self._down = None if corner_at(message.x, message.y, size) else message
        elif self._down is not None:
            still = is_near(message, self._down, drag_threshold(size))
            if message.phase is not PointerPhase.MOVE or not still:
                self._down = None

    def next_deadline(self) -> float | None:
        """When the finger that is down has rested long enough."""
        return None if self._down is None else self._down.time + RESTS

    def is_elapsed(self, now: float) -> bool:
        """Whether it has, which is said once."""
        due = self.next_deadline()
        if due is None or now < due:
            return False
        self._down = None
        return True


FIRST, LONGEST = 60.0, 3600.0
"""Seconds for which no PIN counts after three wrong ones, and at most after many more."""
_KEY = "service.tries"
_WAITED = "waited"


class Guard:
    """Counts wrong PINs in the store; times are monotonic seconds.

    A try is counted before it is looked at. A wait that is not over when the machine starts anew
    begins anew: no clock tells how long it was off.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Go on with the tries of this store."""
        self._store, self._clock = store, clock
        self._wrong, waited = self._recalled()
        self._until = None if waited else self._wait()

    def trials(self) -> PinAttempts:
        """How many tries are left, or until when there is none."""
        if self._until is not None and self._clock() < self._until:
            return PinAttempts(0, self._until)
        if self._until is not None:
            self._until = None
            self._store.set_memory(_KEY, f"{self._wrong} {_WAITED}")
        return PinAttempts(MAX_PIN_TRIES - self._wrong % MAX_PIN_TRIES)

    def lets(self, typed: str, pin: str | None) -> bool:
        """Whether these digits are the PIN; while none counts they are not looked at."""
        if pin is None:
            return True
        if not self.trials().attempts_left:
            return False
        # Start-up is dear, and hardly ever needs it.
        from hmac import compare_digest

        self._wrong += 1
        self._store.set_memory(_KEY, str(self._wrong))
        same = compare_digest(typed.encode(), pin.encode()) and bool(pin)
        if same:
            self._wrong = 0
            self._store.set_memory(_KEY, None)
        else:
            self._until = self._wait()
        return same

    def _wait(self) -> float | None:
        """Until when no PIN counts after so many wrong ones."""
        rounds, more = divmod(self._wrong, MAX_PIN_TRIES)
        if more or not rounds:
            return None
        return self._clock() + min(LONGEST, FIRST * 2.0 ** min(rounds - 1, 30))

    def _recalled(self) -> tuple[int, bool]:
        """How many wrong ones there were, and whether what follows from them is over."""
        wrong, _, waited = (self._store.get_memory(_KEY) or "").partition(" ")
        with suppress(ValueError):
            return max(0, int(wrong)), waited == _WAITED
        return 0, False


HOLDS = 5.0
"""Seconds for which buttons are held together."""
PUSHED = 10.0
"""Seconds for which the push of a knob is held, where there is no other button."""
FORGOTTEN = 60.0
"""Seconds after which a button that is down is taken for one whose release was lost."""
PAIRS = (
    frozenset({Action.MENU, Action.BACK}),
    frozenset({Action.MENU, Action.UNDO}),
    frozenset({Action.BACK, Action.UNDO}),
    frozenset({Action.CONFIRM, Action.NEXT}),
)
"""Two buttons that are held together, where no others are named."""


class _Down(NamedTuple):
    """A button that is down: what it and the others pressed with it mean, and since when."""

    actions: frozenset[Action]
    keys: frozenset[str]
    time: float


class Summons:
    """Watches all input, and takes nothing from it; times are monotonic seconds."""

    def __init__(self, bindings: InputBindings) -> None:
        """Nothing is down; `bindings` say what buttons mean."""
        self._bindings = bindings
        self._down: dict[tuple[str, str, Action], _Down] = {}
        self._since: float | None = None
        self._needed = HOLDS
        self._corners = Corners()

    def see(self, message: InputEvent, size: tuple[int, int], config: Config) -> None:
        """A message passes by, on a picture of this size, with these settings."""
        if isinstance(message, ButtonEvent):
            self._press(message, config)
        if config.kiosk.service_touch:
            self._corners.see(message, size)

    def next_deadline(self) -> float | None:
        """When what is held now has been held long enough."""
        held = None if self._since is None else self._since + self._needed
        return earliest_deadline(held, self._corners.next_deadline())

    def is_elapsed(self, now: float) -> bool:
        """Whether it has, which is said once."""
        due = self.next_deadline()
        if due is None or now < due:
            return False
        self._down.clear()
        self._since, self._corners = None, Corners()
        return True

    def _press(self, press: ButtonEvent, config: Config) -> None:
        name = press.device_kind, press.button_name, press.action
        if press.is_pressed and name in self._down:  # it comes again while it is held
            return
        self._down = {
            key: one
            for key, one in self._down.items()
            if key != name and press.time - one.time < FORGOTTEN
        }
        if press.is_pressed:
            meant = frozenset(self._meanings(press))
            self._down[name] = _Down(meant, frozenset({press.button_name}), press.time)
        needed = self._asked(config)
        if needed is None:
            self._since = None
        elif self._since is None:
            self._since, self._needed = press.time, needed

    def _asked(self, config: Config) -> float | None:
        """For how long what is down now is to be held; None where it means nothing."""
        held = frozenset[Action]().union(*(one.actions for one in self._down.values()))
        own = frozenset(Action(name) for name in config.kiosk.service_hold)
        if any(group <= held for group in ((own,) if own else PAIRS)):
            return HOLDS
        keys = frozenset[str]().union(*(one.keys for one in self._down.values()))
        if keys & frozenset(config.kiosk.service_key):
            return HOLDS
        knob = Action.CONFIRM in held and self._bindings.is_missing_back_button() and not own
        return PUSHED if knob else None

    def _meanings(self, press: ButtonEvent) -> Iterator[Action]:
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
