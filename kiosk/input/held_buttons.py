"""The buttons of all devices as one pair of hands: what is down, what comes again, what is lost."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.events import Action, Message, Pointer, Press, Touch

REPEAT_AFTER = 0.4
REPEAT_EVERY = 0.12
REPEAT_FOR = 6.0
"""Seconds: no way across the table is longer, so what goes on then is a release that was lost."""
HELD = 0.6
"""Seconds after which a held Next (or Previous) means Back, so that two buttons suffice."""
STUCK_AFTER = 6.0
"""Seconds after which a button that is down does not speak for others any more: it may be broken,
or its release was lost."""
SYSTEM_REPEATS = 1.2
"""Seconds within which a key that goes down again was repeated by the system; later its release
was lost. The kernel's own delay is at most one second."""

REPEATING = frozenset((Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT))
"""The actions that come again while their button is held."""
TURNING_BACK = frozenset((Action.NEXT, Action.PREVIOUS))
"""The actions that mean Back when their button is held."""


class Control(NamedTuple):
    """One button that a person can press: of which kind of device, of which device, its name.

    On a keyboard, whose keys have other names with other modifiers, each key is a device. `part`
    tells buttons of one name apart: a pad can have "up" three times.
    """

    kind: str
    device: int
    name: str
    part: str = ""


class _Down(NamedTuple):
    action: Action
    seen: float


class _Later(NamedTuple):
    """What a button that was pressed as one action says by itself while it is held, and when."""

    control: Control
    pressed: Action
    action: Action
    at: float
    until: float


class Buttons:
    """Presses and releases of whatever is in somebody's hands, each once.

    All devices share one of these: two buttons of one action are one button, whichever devices they
    belong to, and the button pressed last is the one that repeats. Repetition by the system is not
    used: it differs between drivers, and a confirm that repeats would be a row of taps instead of a
    hold. Times are monotonic seconds.
    """

    def __init__(self) -> None:
        """Nothing is held."""
        self._held: dict[Control, _Down] = {}
        self._later: _Later | None = None

    def press(
        self, control: Control, action: Action, now: float, typed: str = "", since: float = 0.0
    ) -> list[Message]:
        """This button went down, meaning this; nothing where it was down already.

        Args:
            control: The button.
            action: What it means here.
            now: The time.
            typed: The character that it writes, if any.
            since: When it really went down, if that was not now.
        """
        said: list[Message] = []
        before = self._held.get(control)
        if before is not None:
            if now - before.seen < SYSTEM_REPEATS:
                self._held[control] = before._replace(seen=now)
                return []
            said = self._forget([control], now)
        same = action is not Action.TYPE and self._is_held(action, now)
        self._held[control] = _Down(action, now)
        if same:
            return said
        self._later = self._what_comes(control, action, now)
        return [*said, Press(action, True, since or now, control.kind, typed, control.name)]

    def release(self, control: Control, now: float) -> list[Message]:
        """This button went up; it ends the action that its press meant."""
        down = self._held.pop(control, None)
        if down is None or (down.action is not Action.TYPE and self._is_held(down.action, now)):
            return []
        if self._later and self._later.pressed is down.action:
            self._later = None
        return [Press(down.action, False, now, control.kind, "", control.name)]

    def held(self, kind: str, device: int) -> Control | None:
        """The button of this device that is down, the last one of several; None if none is."""
        mine = (kind, device)
        return next((c for c in reversed(self._held) if (c.kind, c.device) == mine), None)

    def due(self) -> float | None:
        """When a held button says something by itself."""
        return self._later.at if self._later else None

    def tick(self, now: float) -> list[Message]:
        """What a held button says by now; a late turn makes no burst."""
        later = self._later
        if later is None or now < later.at:
            return []
        kind, name = later.control.kind, later.control.name
        if later.action is Action.BACK:
            self._later = None
            return [Press(Action.BACK, down, now, kind, "", name) for down in (True, False)]
        again = later._replace(at=now + REPEAT_EVERY)
        self._later = again if again.at <= again.until else None
        return [Press(later.action, True, now, kind, "", name)]

    def drop(self, now: float, kind: str = "", device: int | None = None) -> list[Message]:
        """Forget what is held, of all devices, of a kind or of one; no release will come.

        A held confirm is broken off like a finger, not released.
        """
        gone = [
            control
            for control in self._held
            if kind in ("", control.kind) and device in (None, control.device)
        ]
        return self._forget(gone, now)

    def _forget(self, gone: list[Control], now: float) -> list[Message]:
        broken = any(self._held.pop(control).action is Action.CONFIRM for control in gone)
        if self._later and self._later.control in gone:
            self._later = None
        if not broken or self._is_held(Action.CONFIRM, now):
            return []
        return [Pointer(Touch.CANCEL, 0, 0, now)]

    def _is_held(self, action: Action, now: float) -> bool:
        """Whether a button of this action is down, and has not been so for far too long."""
        downs = self._held.values()
        return any(down.action is action and now - down.seen < STUCK_AFTER for down in downs)

    def _what_comes(self, control: Control, action: Action, now: float) -> _Later | None:
        if action in REPEATING:
            return _Later(control, action, action, now + REPEAT_AFTER, now + REPEAT_FOR)
        if action in TURNING_BACK:
            return _Later(control, action, Action.BACK, now + HELD, now + HELD)
        return None
