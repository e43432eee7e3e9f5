"""Learn buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.effects import Adjust, Back, Effect, Leave
from kiosk.events import Action, Pointer, Press
from kiosk.frame import Box, Button, Panel, PanelKind, Record
from kiosk.gestures import HOLD
from kiosk.input.bindings import OWN, Bindings
from kiosk.layout import text_size
from kiosk.settings.keys import DEFAULTS, Names
from kiosk.timers import soonest
from kiosk.ui.menu_layout import Choice, Page, lay
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.screen import PlainScene

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


PATIENCE = 20.0
"""Seconds without any button after which all stays as it was: somebody may have none that works."""
SKIP, LEAVE = Action.NEXT.value, Action.BACK.value
"""The names of the two buttons for fingers."""


class _Down(NamedTuple):
    """The button that is down: a kind of device, its name, and since when."""

    kind: str
    name: str
    since: float


class Learn(PlainScene):
    """Asks for one action's button after the other; a held one leaves the action as it is."""

    patience = PATIENCE

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Begin with the first action."""
        self._lesson = Lesson(stage.bindings, stage.config.pins)
        self._down: _Down | None = None
        self._note = ""
        super().__init__(stage, occasion)

    def leave(self, now: float) -> None:
        """Covered or closed: nothing is down any more."""
        super().leave(now)
        self._down = None

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines until the next button."""
        self._say(" ".join(notes))

    def wake(self, now: float) -> float | None:
        """When a held button is meant to skip, or patience is at its end."""
        return soonest(self._until, self._down.since + HOLD if self._down else None)

    def advance(self, now: float) -> list[Effect]:
        """A button held for long skips; without any, all stays as it was."""
        if self._down is not None and now >= self._down.since + HOLD:
            self._down = None
            return self._skip()
        return super().advance(now)

    def _lay(self) -> dict[str, Box]:
        """The page for what is asked now."""
        self._sheet = lay(self._stage, self._page(self._stage), 0)
        names = [choice.name for choice in self._sheet.choices]
        return dict(zip(names, self._sheet.buttons, strict=True))

    def _point(self, pointer: Pointer) -> list[Effect]:
        self._down = None
        return super()._point(pointer)

    def _strike(self, name: str) -> list[Effect]:
        return self._skip() if name == SKIP else [Back()]

    def _press(self, press: Press, now: float) -> list[Effect]:
        """A button goes down; a second one while it is down is not meant.

        Back leads back where it comes from no button: the mouse has one for it.
        """
        if press.action is Action.QUIT:
            return [Leave()]
        if not press.button:
            return [Back()] if press.action is Action.BACK else []
        if self._down is None:
            self._down = _Down(press.device, press.button, now)
        return []

    def _release(self, press: Press, now: float) -> list[Effect]:
        down = self._down
        if down is None or (down.kind, down.name) != (press.device, press.button):
            return []
        self._down = None
        if now >= down.since + HOLD:
            return self._skip()
        reason, taken = self._lesson.learn(down.kind, down.name)
        say = self._stage.words.say
        self._say(say(reason, action=say(WORDS[taken]) if taken else "") if reason else "")
        return self._end()

    def _skip(self) -> list[Effect]:
        reason = self._lesson.skip()
        self._say(self._stage.words.say(reason) if reason else "")
        return self._end()

    def _end(self) -> list[Effect]:
        """Nothing while more is to be learnt; else what was learnt is kept, all at once."""
        if self._lesson.asked is not None:
            return []
        values = self._lesson.values()
        return [*([Adjust(values)] if values else []), Back()]

    def _say(self, note: str) -> None:
        self._note = note
        self.restage(self._stage)

    def _page(self, stage: Stage) -> Page:
        say, asked = stage.words.say, self._lesson.asked or ASKED[-1]
        number = say("{n} of {all}", n=self._lesson.number + 1, all=len(ASKED))
        lines = (say("Press its button, or hold it to skip"), number, self._note)
        choices = (Choice(SKIP, say("Skip")), Choice(LEAVE, say("Leave")))
        heading = say("Button: {action}", action=say(WORDS[asked]))
        return Page(heading, tuple(line for line in lines if line), choices)

    def _records(self, now: float) -> list[Record]:
        px = text_size(self._stage.size)
        records: list[Record] = [Panel(self._sheet.panel, PanelKind.DIALOG), *self._sheet.labels]
        for choice, box in zip(self._sheet.choices, self._sheet.buttons, strict=True):
            pressed = choice.name == self._pressed
            records.append(Button(box, choice.name, choice.text, px, pressed=pressed))
        return records
