"""The button test: every button of every device, with its name, its pin, and what it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kiosk.effects import Back, Effect, Leave
from kiosk.events import Action, Press
from kiosk.frame import Box, Button, Ink, Label, Panel, PanelKind, Record
from kiosk.layout import finger, text_size
from kiosk.scenes.learn_buttons import WORDS
from kiosk.scenes.table.draw_toolbar import LABELS
from kiosk.timers import soonest
from kiosk.ui.menu_layout import heading
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.screen import PlainScene

HOLDS = 2.0
"""Seconds for which a button that leads back elsewhere is to be held here."""
PATIENCE = 30.0
"""Seconds without any input after which the screen closes."""
LEAVING = (Action.BACK, Action.MENU, Action.UNDO, Action.NEXT, Action.PREVIOUS)
"""What leads back elsewhere, if need be when it is held."""
MOST = 40
"""Presses that are remembered; no panel shows so many."""
CALLED = {**LABELS, **WORDS}
"""What the actions are called."""
LEAVE = Action.BACK.value


class _Seen(NamedTuple):
    """A press, and whether it goes on."""

    press: Press
    down: bool


class PressesTest(PlainScene):
    """Shows the presses, the latest on top, those that go on in another colour."""

    patience = PATIENCE

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Nothing was pressed yet."""
        self._seen: list[_Seen] = []
        super().__init__(stage, occasion)

    def enter(self, now: float) -> None:
        """Shown on top: patience begins; what was pressed before was not meant for it."""
        super().enter(now)
        self._seen = []

    def wake(self, now: float) -> float | None:
        """When a button was held for long, or patience is at its end."""
        return soonest(self._until, self._held())

    def advance(self, now: float) -> list[Effect]:
        """A button held for long leads back, and so does long patience."""
        wake = self.wake(now)
        return [Back()] if wake is not None and now >= wake else []

    def _strike(self, name: str) -> list[Effect]:
        return [Back()]

    def _press(self, press: Press, now: float) -> list[Effect]:
        if press.action is Action.QUIT:
            return [Leave()]
        if not press.button:  # the mouse has one for going back that has no name
            return [Back()] if press.action is Action.BACK else []
        self._note(press)
        return []

    def _release(self, press: Press, now: float) -> list[Effect]:
        if press.button:
            self._note(press)
        return []

    def _note(self, press: Press) -> None:
        """A button that comes again while it is held is one press."""
        same = (
            i
            for i, seen in enumerate(self._seen)
            if seen.down and _name(seen.press) == _name(press)
        )
        place = next(same, None)
        if place is not None and not press.down:
            self._seen[place] = self._seen[place]._replace(down=False)
        elif place is None and press.down:
            self._seen = [_Seen(press, True), *self._seen[: MOST - 1]]

    def _held(self) -> float | None:
        """When a button that leads back was held for long."""
        times = (
            seen.press.time + HOLDS
            for seen in self._seen
            if seen.down and seen.press.action in LEAVING
        )
        return min(times, default=None)

    def _records(self, now: float) -> Iterator[Record]:
        say, px = self._stage.words.say, text_size(self._stage.size)
        width, height = self._stage.size
        margin = max(3, min(self._stage.size) // 40)
        yield Panel(Box(0, 0, width, height), PanelKind.DIALOG)
        head = Box(margin, margin, width - 2 * margin, round(px * 1.95))
        yield heading(self._stage, say("Button test"), head)
        step = round(px * 1.3)
        small = max(11, round(px * 0.8))
        hint = head._replace(y=head.bottom, h=step)
        yield Label(hint, say("Hold Back for two seconds to leave"), small, Ink.QUIET)
        button = self._keys[LEAVE]
        room = (button.y - hint.bottom) // step
        for i, seen in enumerate(self._seen[:room]):
            box = hint._replace(y=hint.bottom + i * step)
            ink = Ink.ACCENT if seen.down else Ink.TEXT
            yield Label(box, self._told(seen.press), px, ink, bold=seen.down)
        yield Button(button, LEAVE, say("Leave"), px)

    def _told(self, press: Press) -> str:
        say, pins = self._stage.words.say, self._stage.facts.pins()
        places = [f"GPIO{pins[part]}" for part in press.button.split("+") if part in pins]
        name = press.button
        if press.device == "gpio" and places and "+".join(places) != name:
            name = f"{name} ({'+'.join(places)})"
        word = CALLED.get(press.action, press.action.value)
        meaning = say("means nothing") if press.action is Action.TYPE else say(word)
        return f"{press.device} {name}: {meaning}"

    def _lay(self) -> dict[str, Box]:
        stage = self._stage
        width, height = stage.size
        px = text_size(stage.size)
        margin = max(3, min(stage.size) // 40)
        tall = max(finger(stage.size, stage.config.display.density), round(px * 1.9))
        wide = max(width // 3, px * 8)
        return {LEAVE: Box((width - wide) // 2, height - margin - tall, wide, tall)}


def _name(press: Press) -> tuple[str, str, Action]:
    return press.device, press.button, press.action
