"""What has been learnt of somebody's buttons, one action after the other."""

from __future__ import annotations

from collections.abc import Mapping

from engine.phrases import Msgid
from kiosk.actions import Action
from kiosk.bindings import OWN, Bindings
from kiosk.config.buttons import DEFAULTS, Names

ASKED = (
    *(Action.CONFIRM, Action.BACK, Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT),
    *(Action.UNDO, Action.HINT, Action.MENU, Action.NEXT),
)
"""The actions whose buttons are asked for, in this order."""

WORDS: dict[Action, Msgid] = {
    Action.CONFIRM: "Confirm",
    Action.BACK: "Back",
    Action.UP: "Up",
    Action.DOWN: "Down",
    Action.LEFT: "Left",
    Action.RIGHT: "Right",
    Action.UNDO: "Undo",
    Action.HINT: "Hint",
    Action.MENU: "Menu",
    Action.NEXT: "Next",
}
"""What they are called."""

PIN = "GPIO"
"""So begins the name of a button at a pin while buttons are learnt; its number follows."""
TAKEN: Msgid = "That button is {action} already"
NEEDED: Msgid = "There is no playing without this one"
ESSENTIAL = (Action.CONFIRM, Action.BACK)
"""The actions that need a button."""

Pressed = tuple[str, str]
"""A kind of device and the name of its button."""


class Lesson:
    """Goes through the actions; every button can be learnt for one of them."""

    def __init__(self, bindings: Bindings, pins: Mapping[str, int | None]) -> None:
        """Nothing is learnt yet: `bindings` are those before, `pins` one's own by action."""
        self._before, self._pins = bindings, pins
        self._learnt: dict[Pressed, Action] = {}
        self.number = 0

    @property
    def asked(self) -> Action | None:
        """The action whose button is wanted now; None at the end."""
        return ASKED[self.number] if self.number < len(ASKED) else None

    def learn(self, kind: str, name: str) -> tuple[Msgid, Action | None]:
        """Take this button for the action; else why not, and the action that is in the way."""
        taken = self._learnt.get((kind, name)) or self._needed_for(kind, name)
        if taken is not None:
            return TAKEN, taken
        if self.asked is not None:
            self._learnt[kind, name] = self.asked
            self.number += 1
        return "", None

    def skip(self) -> Msgid:
        """Leave this action's buttons as they are; else why not.

        Back needs no button at pins: Next means it when it is held.
        """
        asked = self.asked
        if asked in ESSENTIAL:
            kinds = {kind for kind, _ in self._learnt if kind != OWN}
            if any(not self._names(kind, asked) for kind in kinds):
                return NEEDED
        self.number += 1
        return ""

    def values(self) -> tuple[tuple[str, str | None], ...]:
        """The settings that keep what was learnt; none where nothing was.

        Whatever was learnt earlier is written anew, so that no button is kept for two actions.
        """
        kinds = dict.fromkeys(kind for kind, _ in self._learnt)
        return tuple(
            (_key(kind, action), ",".join(self._names(kind, action)) or None)
            for kind in kinds
            for action in ASKED
        )

    def _needed_for(self, kind: str, name: str) -> Action | None:
        """What was left as it is, and would have no button without this one."""
        passed = [action for action in ESSENTIAL if action in ASKED[: self.number]]
        return next((a for a in passed if kind != OWN and self._names(kind, a) == (name,)), None)

    def _names(self, kind: str, action: Action) -> Names:
        """The buttons of an action with what was learnt: that first, then what it had and keeps."""
        new = [name for (k, name), meant in self._learnt.items() if (k, meant) == (kind, action)]
        if kind == OWN:
            pin = f"{PIN}{self._pins.get(action)}"
            kept = [pin] if pin != f"{PIN}None" and (kind, pin) not in self._learnt else []
            return tuple(name.removeprefix(PIN) for name in (new or kept))
        old = self._before.names(kind, action)
        return (*new, *(name for name in old if (kind, name) not in self._learnt))


def forgotten() -> tuple[tuple[str, str | None], ...]:
    """The settings that clear all that was ever learnt: the files count again."""
    return tuple((_key(kind, action), None) for kind in (*DEFAULTS, OWN) for action in ASKED)


def _key(kind: str, action: Action) -> str:
    """The setting of an action's buttons."""
    return f"pins.{action}" if kind == OWN else f"buttons.{kind}.{action}"
