"""Typing a game code or a deal number: with a finger, a cursor and a button, or a keyboard."""

from __future__ import annotations

from collections.abc import Iterator

from engine.codes import CodeError, GameCode, decode, encode
from engine.deals import MAX_NUMBER
from engine.messages import phrase
from engine.variants import Rules
from kiosk.effects import Back, Deal, Effect
from kiosk.events import Press
from kiosk.frame import Box, Ink, Panel, PanelKind, Record
from kiosk.layout import text_size
from kiosk.ui import text_fit
from kiosk.ui.focus import STEPS
from kiosk.ui.keypad import CLEAR, DONE, LEAVE, Keypad
from kiosk.ui.scene import Occasion, Stage

SYMBOLS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
"""Every symbol that a code or a number is written with."""
LONGEST = 24
"""More symbols than the longest code has, spaces and hyphens included."""


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


class Entry(Keypad):
    """The keys on the screen and what was typed; numbers count for the rules chosen before."""

    def __init__(self, stage: Stage, occasion: Occasion) -> None:
        """Nothing is typed yet."""
        self._rules = occasion.rules or stage.config.game.chosen()
        self._text = ""
        self._reason = ""
        super().__init__(stage, occasion, SYMBOLS[0])

    def tell(self, notes: tuple[str, ...], now: float) -> None:
        """Show these lines in place of a reason."""
        self._reason = " ".join(notes)

    def _lay(self) -> dict[str, Box]:
        self._line, keys = _keys(self._stage.size)
        return keys

    def _records(self, now: float) -> Iterator[Record]:
        px, measure = text_size(self._stage.size), self._stage.measure
        yield Panel(Box(0, 0, *self._stage.size), PanelKind.DIALOG)
        shown = f"{self._text}_"
        yield text_fit.line(measure, shown, self._line, round(px * 1.4), Ink.ACCENT, bold=True)
        name = self._stage.words.say(self._rules.variant.name)
        hint = self._stage.words.say("A game code, or a deal number of {game}", game=name)
        ink = Ink.WARNING if self._reason else Ink.QUIET
        below = self._line._replace(y=self._line.bottom, h=round(px * 2.7))
        yield from text_fit.lines(measure, [self._reason or hint], below, px, ink)
        yield from self._buttons()

    def _symbol(self, press: Press) -> str:
        typed = press.typed.upper()
        known = typed in SYMBOLS or typed == " "
        return typed if known and press.action not in STEPS else ""

    def _strike(self, name: str) -> list[Effect]:
        if name == " " and not self._text:
            return []
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
