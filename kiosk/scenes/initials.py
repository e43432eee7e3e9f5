"""Three initials for a high score: by touch, by arrows, by two buttons, or typed."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import Back, Effect, Leave, Open, Sign
from kiosk.events import Action, Message, Press, Resized
from kiosk.frame import Box, Button, Ink, Panel, PanelKind, Record
from kiosk.layout import finger, text_size
from kiosk.scenes.game_over import place_text
from kiosk.ui import text_fit
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.screen import PlainScene

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789."
"""What initials are made of; the last one stands for nothing."""
COUNT = 3
DEFAULT = "AAA"
"""The letters that stand there while nobody has ever given any, and of somebody who went away."""
PATIENCE = 60.0
"""Seconds without input after which nobody is waited for any more."""

DONE, LEAVE = Action.CONFIRM.value, Action.BACK.value
TURNS = {Action.UP: 1, Action.DOWN: -1, Action.NEXT: 1, Action.PREVIOUS: -1}
"""Actions that change the letter in focus."""
ASIDE = {Action.LEFT: -1, Action.RIGHT: 1, Action.UNDO: -1, Action.REDO: 1}
"""Actions that go to the letter before or after it."""


class Initials(PlainScene):
    """Three letters, one of them in focus; behind the last the key that says they are right.

    The key `up 1` is above the first letter, `down 1` below it.
    """

    patience = PATIENCE

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Begin with the letters that this win was signed with, else with those given last."""
        standing = occasion.standing
        before = (standing.initials or standing.latest) if standing else ""
        self._letters = list(before or DEFAULT)
        self._touched = bool(standing and standing.initials)
        self._at = 0
        super().__init__(stage, occasion)

    def leave(self, now: float) -> None:
        """Covered or closed: nobody is waited for."""
        super().leave(now)
        self._until = None

    def advance(self, now: float) -> list[Effect]:
        """Who has gone away leaves the letters begun, and never those of the person before."""
        if self._until is None or now < self._until:
            return []
        if not self._touched:
            self._letters = list(DEFAULT)
        return self._sign()

    def _lay(self) -> dict[str, Box]:
        self._head, self._slots, keys = _laid(self._stage)
        return keys

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Change a letter, go to another, or be done."""
        self._touched |= not isinstance(message, Resized)
        return super().handle(message, now)

    def _strike(self, name: str) -> list[Effect]:
        if name == LEAVE:
            return [Back()]
        if name == DONE:
            return self._sign()
        way, _, slot = name.partition(" ")
        self._at = int(slot) - 1
        self._turn(1 if way == "up" else -1)
        return []

    def _press(self, press: Press, now: float) -> list[Effect]:
        action, typed = press.action, press.typed.upper()
        if len(typed) == 1 and typed in SIGNS:
            self._type(typed)
        elif action is Action.CONFIRM:
            return self._next()
        elif action in TURNS:
            self._turn(TURNS[action])
        elif action in ASIDE:
            self._at = max(0, min(COUNT, self._at + ASIDE[action]))
        elif action is Action.QUIT:
            return [Leave()]
        elif action in (Action.BACK, Action.MENU):
            if self._at == 0:
                return [Back()]
            self._at -= 1
        return []

    def _type(self, letter: str) -> None:
        """A letter of a keyboard takes its place, and the next one is in focus."""
        if self._at < COUNT:
            self._letters[self._at] = letter
            self._at += 1

    def _next(self) -> list[Effect]:
        if self._at == COUNT:
            return self._sign()
        self._at += 1
        return []

    def _turn(self, step: int) -> None:
        if self._at < COUNT:
            now = SIGNS.index(self._letters[self._at])
            self._letters[self._at] = SIGNS[(now + step) % len(SIGNS)]
        else:
            self._at = 0 if step > 0 else COUNT - 1

    def _sign(self) -> list[Effect]:
        """Keep them; then the high scores are shown, and behind them the page that led here."""
        return [Sign("".join(self._letters)), Back(), Open("scores")]

    def _records(self, now: float) -> Iterator[Record]:
        px = text_size(self._stage.size)
        say = self._stage.words.say
        yield Panel(Box(0, 0, *self._stage.size), PanelKind.DIALOG)
        heading, line = self._head
        big = round(px * 1.5)
        measure, title = self._stage.measure, say("Your initials")
        standing = self._occasion.standing
        place = place_text(self._stage, standing) if standing else ""
        if self._notes:
            yield from text_fit.lines(measure, [self._notes], heading.joined(line), px, Ink.WARNING)
        else:
            yield text_fit.line(measure, title, heading, big, Ink.ACCENT, bold=True)
            yield text_fit.line(measure, place, line, px, Ink.QUIET)
        for i, (slot, letter) in enumerate(zip(self._slots, self._letters, strict=True)):
            large = min(slot.h * 2 // 3, slot.w * 3 // 4)
            yield Button(slot, "", letter, large, focused=i == self._at)
        for name, box in self._keys.items():
            icon = {LEAVE: "close"}.get(name, name.partition(" ")[0])
            done = name == DONE
            yield Button(
                box,
                icon,
                "",
                px,
                focused=done and self._at == COUNT,
                pressed=name == self._pressed,
                first=done,
            )


def _laid(stage: Stage) -> tuple[tuple[Box, Box], tuple[Box, ...], dict[str, Box]]:
    """The two lines of heading; the letters; the keys above, below and beside them."""
    width, height = stage.size
    px, margin = text_size(stage.size), max(3, min(stage.size) // 40)
    heading = Box(margin, margin, width - 2 * margin, round(px * 1.95))
    line = heading._replace(y=heading.bottom, h=round(px * 1.4))
    top, gap = line.bottom + margin, max(2, px // 4)
    foot = max(finger(stage.size, stage.config.display.density), round(px * 2.2))
    room = Box(margin, top, width - 2 * margin, height - top - foot - gap - margin)
    wide = min((room.w - 2 * gap) // COUNT, room.h // 2, px * 6)
    key, letter = room.h * 2 // 7, room.h - room.h * 2 // 7 * 2 - 2 * gap
    left = (width - COUNT * wide - 2 * gap) // 2
    slots, keys = [], {}
    for i in range(COUNT):
        x = left + i * (wide + gap)
        keys[f"up {i + 1}"] = Box(x, room.y, wide, key)
        slots.append(Box(x, room.y + key + gap, wide, letter))
        keys[f"down {i + 1}"] = Box(x, room.bottom - key, wide, key)
    half = (room.w - gap) // 2
    keys[LEAVE] = Box(room.x, height - margin - foot, half, foot)
    keys[DONE] = keys[LEAVE]._replace(x=room.right - half)
    return (heading, line), tuple(slots), keys
