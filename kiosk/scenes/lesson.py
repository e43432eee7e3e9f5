"""What has been learnt of somebody's buttons, one action after the other."""

from __future__ import annotations

from kiosk.actions import Action
from kiosk.bindings import Bindings
from kiosk.config.buttons import DEFAULTS, Names

ASKED = (
    *(Action.CONFIRM, Action.BACK, Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT),
    *(Action.UNDO, Action.HINT, Action.MENU, Action.NEXT),
)
"""The actions whose buttons are asked for, in this order."""

WORDS = {
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

FIXED = "What this button means is set by its pin"
TAKEN = "That button is {action} already"
NEEDED = "There is no playing without this one"

Pressed = tuple[str, str]
"""A kind of device and the name of its button."""


class Lesson:
    """Goes through the actions; every button can be learnt for one of them."""

    def __init__(self, bindings: Bindings) -> None:
        """Nothing is learnt yet: `bindings` are those before."""
        self._before = bindings
        self._learnt: dict[Pressed, Action] = {}
        self.number = 0

    @property
    def asked(self) -> Action | None:
        """The action whose button is wanted now; None at the end."""
        return ASKED[self.number] if self.number < len(ASKED) else None

    def learn(self, kind: str, name: str) -> tuple[str, Action | None]:
        """Take this button for the action; else why not, and the action that is in the way."""
        if kind not in DEFAULTS:
            return FIXED, None
        taken = self._learnt.get((kind, name))
        if taken is not None:
            return TAKEN, taken
        if self.asked is not None:
            self._learnt[kind, name] = self.asked
            self.number += 1
        return "", None

    def skip(self) -> str:
        """Leave this action's buttons as they are; else why not."""
        asked = self.asked
        if asked in (Action.CONFIRM, Action.BACK):
            kinds = {kind for kind, _ in self._learnt}
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
            (f"buttons.{kind}.{action}", ",".join(self._names(kind, action)) or None)
            for kind in kinds
            for action in ASKED
        )

    def _names(self, kind: str, action: Action) -> Names:
        """The buttons of an action with what was learnt: that first, then what it had and keeps."""
        new = [name for (k, name), meant in self._learnt.items() if (k, meant) == (kind, action)]
        old = self._before.names(kind, action)
        return (*new, *(name for name in old if (kind, name) not in self._learnt))


def forgotten() -> tuple[tuple[str, str | None], ...]:
    """The settings that clear all that was ever learnt: the files count again."""
    return tuple((f"buttons.{kind}.{action}", None) for kind in DEFAULTS for action in ASKED)
