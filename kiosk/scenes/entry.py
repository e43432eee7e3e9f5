"""Typing a game code or a deal number: with a finger, a cursor and a button, or a keyboard."""

from __future__ import annotations

from collections.abc import Iterator

from engine.codes import CodeError, GameCode, decode, encode
from engine.deals import MAX_NUMBER
from engine.phrases import phrase
from engine.variants import Rules
from kiosk.actions import Action, Message, Pointer, Press, Resized
from kiosk.effects import Back, Deal, Effect, Leave
from kiosk.focus import STEPS, neighbour
from kiosk.frame import Box, Button, Frame, Ink, Panel, PanelKind, Record
from kiosk.gesture import Gestures, Kind
from kiosk.layout import text_size
from kiosk.scenes import fitting
from kiosk.scenes.stage import Boxes, Occasion, Stage

SYMBOLS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
"""Every symbol that a code or a number is written with."""
LONGEST = 24
"""More symbols than the longest code has, spaces and hyphens included."""

CLEAR, DONE, LEAVE = Action.UNDO.value, Action.CONFIRM.value, Action.BACK.value
"""The names of the keys that are no symbols: take one back, deal, go back."""
ICONS = {CLEAR: "clear", LEAVE: "close", DONE: DONE}
"""What stands on them: two arrows to the left would be told apart by nobody."""


def read(text: str, rules: Rules) -> GameCode:
    """The deal that this text asks for: a game code, or a deal number of these rules.

    Raises:
        CodeError: telling what was expected.
    """
    plain = text.replace(" ", "")
    if not plain:
        raise CodeError(phrase("type a game code or a deal number"))
    if not (plain.isascii() and plain.isdigit()):
        return decode(text)
    number = int(plain)
    if not 1 <= number <= MAX_NUMBER:
        raise CodeError(phrase("deal numbers go from 1 to {most}", most=MAX_NUMBER))
    return GameCode(rules, number)


class Entry:
    """The keys on the screen and what was typed; numbers count for the rules chosen before."""

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Nothing is typed yet."""
        self._rules = occasion.rules or stage.config.game.chosen()
        self._occasion = occasion
        self._text = ""
        self._reason = ""
        self._focus = SYMBOLS[0]
        self._pressed: str | None = None
        self._drawn = Frame(stage.size, ())
        self.restage(stage)

    def enter(self, now: float) -> None:
        """Shown on top."""

    def leave(self, now: float) -> None:
        """Covered or closed: no finger is on it any more."""
        self._gestures = Gestures(self._stage.size)
        self._pressed = None

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines in place of a reason."""
        self._reason = " ".join(notes)

    def occasion(self, now: float) -> Occasion:
        """What was handed to this screen is handed on."""
        return self._occasion

    def advance(self, now: float) -> list[Effect]:
        """Nothing happens by itself."""
        return []

    def wake(self, now: float) -> float | None:
        """It sleeps until somebody types."""
        return None

    def boxes(self, now: float) -> Boxes:
        """The keys by their symbols."""
        return {"piles": {}, "cards": {}, "buttons": dict(self._keys)}

    def restage(self, stage: Stage) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._stage = stage
        self._gestures = Gestures(stage.size)
        self._line, self._keys = _keys(stage.size)

    def handle(self, message: Message, now: float) -> list[Effect]:
        """Type a symbol, take one back, or deal what was typed."""
        if isinstance(message, Resized):
            self.restage(self._stage._replace(size=(message.width, message.height)))
            return []
        if isinstance(message, Pointer):
            return self._point(message)
        return self._press(message) if message.down else []

    def frame(self, now: float) -> Frame:
        """The line typed, what is wrong with it, and the keys; the same object while all stays."""
        frame = Frame(self._stage.size, tuple(self._records()))
        if frame != self._drawn:
            self._drawn = frame
        return self._drawn

    def _records(self) -> Iterator[Record]:
        px, measure = text_size(self._stage.size), self._stage.measure
        yield Panel(Box(0, 0, *self._stage.size), PanelKind.DIALOG)
        shown = f"{self._text}_"
        yield fitting.line(measure, shown, self._line, round(px * 1.4), Ink.ACCENT, bold=True)
        name = self._stage.words.say(self._rules.variant.name)
        hint = self._stage.words.say("A game code, or a deal number of {game}", game=name)
        ink = Ink.WARNING if self._reason else Ink.QUIET
        below = self._line._replace(y=self._line.bottom, h=round(px * 2.7))
        yield from fitting.lines(measure, [self._reason or hint], below, px, ink)
        for name, box in self._keys.items():
            icon, text = (ICONS[name], "") if name in ICONS else ("", name)
            focused, pressed = name == self._focus, name == self._pressed
            first = name == DONE
            yield Button(box, icon, text, px, focused=focused, pressed=pressed, first=first)

    def _point(self, pointer: Pointer) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.feed(pointer):
            x, y = gesture.from_x, gesture.from_y
            hit = next((name for name, box in self._keys.items() if box.holds(x, y)), None)
            self._pressed = hit if gesture.kind is Kind.PRESS else None
            if gesture.kind in (Kind.TAP, Kind.DOUBLE) and hit is not None:
                self._focus = hit
                effects += self._strike(hit)
        return effects

    def _press(self, press: Press) -> list[Effect]:
        typed = press.typed.upper()
        if typed and (typed in SYMBOLS or typed == " ") and press.action not in STEPS:
            self._focus = DONE  # who types on a keyboard has Enter at hand for what comes next
            return self._strike(typed) if typed != " " or self._text else []
        if press.action in STEPS:
            self._focus = neighbour(self._keys, self._focus, press.action)
        elif press.action is Action.CONFIRM:
            return self._strike(self._focus)
        elif press.action is Action.UNDO:
            return self._strike(CLEAR)
        elif press.action in (Action.BACK, Action.MENU):
            return [Back()]
        elif press.action is Action.QUIT:
            return [Leave()]
        elif press.action in (Action.NEXT, Action.PREVIOUS):
            names = list(self._keys)
            step = 1 if press.action is Action.NEXT else -1
            self._focus = names[(names.index(self._focus) + step) % len(names)]
        return []

    def _strike(self, name: str) -> list[Effect]:
        self._reason = ""
        if name == LEAVE:
            return [Back()]
        if name == CLEAR:
            self._text = self._text[:-1]
        elif name == DONE:
            return self._deal()
        else:
            self._text = (self._text + name)[:LONGEST]
        return []

    def _deal(self) -> list[Effect]:
        try:
            rules, number = read(self._text, self._rules)
        except CodeError as error:
            self._reason = self._stage.words.told(error.told)
            return []
        return [Deal(encode(rules, number))]


def _keys(size: tuple[int, int]) -> tuple[Box, dict[str, Box]]:
    """The line for what is typed, and the keys in rows below it: as large as the picture allows."""
    width, height = size
    px = text_size(size)
    margin = max(3, min(size) // 40)
    line = Box(margin, margin, width - 2 * margin, round(px * 2))
    top = line.bottom + round(px * 2.8)
    room = Box(margin, top, width - 2 * margin, height - margin - top)
    names = [*SYMBOLS, CLEAR, LEAVE, DONE]
    across = max(
        range(5, len(names) + 1), key=lambda n: min(room.w / n, room.h / -(-len(names) // n))
    )
    rows = -(-len(names) // across)
    wide, tall = room.w // across, min(room.h // rows, room.w // across * 2)
    return line, {
        name: Box(
            room.x + i % across * wide + 1, room.y + i // across * tall + 1, wide - 2, tall - 2
        )
        for i, name in enumerate(names)
    }
