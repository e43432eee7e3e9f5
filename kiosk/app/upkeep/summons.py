"""What opens the service menu: buttons held together, a key, fingers in corners. All take long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kiosk.actions import Action, Message, Press
from kiosk.app.presence.corners import Corners
from kiosk.bindings import Bindings
from kiosk.config import Config
from kiosk.moments import soonest

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

    def __init__(self, bindings: Bindings) -> None:
        """Nothing is down; `bindings` say what buttons mean."""
        self._bindings = bindings
        self._down: dict[tuple[str, str, Action], _Down] = {}
        self._since: float | None = None
        self._needed = HOLDS
        self._corners = Corners()

    def see(self, message: Message, size: tuple[int, int], config: Config) -> None:
        """A message passes by, on a picture of this size, with these settings."""
        if isinstance(message, Press):
            self._press(message, config)
        if config.kiosk.service_touch:
            self._corners.see(message, size)

    def due(self) -> float | None:
        """When what is held now has been held long enough."""
        held = None if self._since is None else self._since + self._needed
        return soonest(held, self._corners.due())

    def ripe(self, now: float) -> bool:
        """Whether it has, which is said once."""
        due = self.due()
        if due is None or now < due:
            return False
        self._down.clear()
        self._since, self._corners = None, Corners()
        return True

    def _press(self, press: Press, config: Config) -> None:
        name = press.device, press.button, press.action
        if press.down and name in self._down:  # it comes again while it is held
            return
        self._down = {
            key: one
            for key, one in self._down.items()
            if key != name and press.time - one.time < FORGOTTEN
        }
        if press.down:
            meant = frozenset(self._meanings(press))
            self._down[name] = _Down(meant, frozenset({press.button}), press.time)
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
        knob = Action.CONFIRM in held and self._bindings.lacks_back() and not own
        return PUSHED if knob else None

    def _meanings(self, press: Press) -> Iterator[Action]:
        """What the button means, and what its parts do: a chord, a key with a modifier."""
        yield press.action
        parts = press.button.split("+")
        if len(parts) < 2:
            return
        for part in parts:
            for name in (part, f"left-{part}", f"right-{part}"):
                action = self._bindings.action(press.device, name)
                if action is not None:
                    yield action
