"""Press the button for Undo: the screen on which somebody's own buttons are learnt."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.actions import Action, Pointer, Press
from kiosk.effects import Adjust, Back, Effect, Leave
from kiosk.frame import Box, Button, Panel, PanelKind, Record
from kiosk.gesture import HOLD
from kiosk.layout import text_size
from kiosk.moments import soonest
from kiosk.scenes.hands.lesson import ASKED, WORDS, Lesson
from kiosk.scenes.plain import PlainScene
from kiosk.scenes.sheet import Choice, Page, lay
from kiosk.scenes.stage import Occasion, Stage

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
