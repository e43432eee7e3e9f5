"""Typing a game code or a deal number: with a finger, a cursor and a button, or a keyboard."""

from __future__ import annotations

from collections.abc import Iterator

from engine.codes import CodeError, GameCode, decode, encode
from engine.deals import MAX_DEAL_NUMBER
from engine.messages import make_message
from engine.variants import Rules
from kiosk.effects import DealGame, Effect, GoBack
from kiosk.events import ButtonEvent
from kiosk.frame import Box, Drawable, Panel, PanelKind, TextColour
from kiosk.input.bindings import TYPING_MODE
from kiosk.layout import text_size
from kiosk.ui import text_fit
from kiosk.ui.focus import DIRECTION_VECTORS
from kiosk.ui.keypad import CLEAR_KEY, DONE_KEY, LEAVE_KEY, Keypad
from kiosk.ui.scene import SceneArguments, SceneContext

CODE_SYMBOLS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
"""Every symbol that a code or a number is written with."""
MAX_TEXT_LENGTH = 24
"""More symbols than the longest code has, spaces and hyphens included."""


def parse_deal(text: str, rules: Rules) -> GameCode:
    """The deal that this text asks for: a game code, or a deal number of these rules.

    Raises:
        CodeError: telling what was expected.
    """
    compact = text.replace(" ", "")
    if not compact:
        raise CodeError(make_message("type a game code or a deal number"))
    if not (compact.isascii() and compact.isdigit()):
        return decode(text)
    number = int(compact)
    if not 1 <= number <= MAX_DEAL_NUMBER:
        raise CodeError(make_message("deal numbers go from 1 to {most}", most=MAX_DEAL_NUMBER))
    return GameCode(rules, number)


class EnterCodeScene(Keypad):
    """The keys on the screen and what was typed; numbers count for the rules chosen before."""

    input_mode = TYPING_MODE

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """Nothing is typed yet."""
        self._rules = arguments.rules or context.config.game.to_rules()
        self._text = ""
        self._error_text = ""
        super().__init__(context, arguments, CODE_SYMBOLS[0])

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines in place of a reason."""
        self._error_text = " ".join(messages)

    def _layout_buttons(self) -> dict[str, Box]:
        self._input_box, keys = _layout_keys(self._context.size)
        return keys

    def _build_background(self, now: float) -> Iterator[Drawable]:
        px, measure = text_size(self._context.size), self._context.measurer
        yield Panel(Box(0, 0, *self._context.size), PanelKind.DIALOG)
        text = f"{self._text}_"
        yield text_fit.fit_line(
            measure, text, self._input_box, round(px * 1.4), TextColour.ACCENT, bold=True
        )
        name = self._context.translator.translate(self._rules.variant.name)
        hint = self._context.translator.translate(
            "A game code, or a deal number of {game}", game=name
        )
        colour = TextColour.WARNING if self._error_text else TextColour.QUIET
        below = self._input_box._replace(y=self._input_box.bottom, h=round(px * 2.7))
        yield from text_fit.fit_lines(measure, [self._error_text or hint], below, px, colour)
        yield from self._build_keys()

    def _get_typed_key(self, event: ButtonEvent) -> str:
        character = event.character.upper()
        is_symbol = character in CODE_SYMBOLS or character == " "
        return character if is_symbol and event.action not in DIRECTION_VECTORS else ""

    def _activate(self, name: str, now: float) -> list[Effect]:
        if name == " " and not self._text:
            return []
        self._error_text = ""
        if name == LEAVE_KEY:
            return [GoBack()]
        if name == CLEAR_KEY:
            self._text = self._text[:-1]
        elif name == DONE_KEY:
            return self._submit()
        else:
            self._text = (self._text + name)[:MAX_TEXT_LENGTH]
        return []

    def _submit(self) -> list[Effect]:
        try:
            rules, number = parse_deal(self._text, self._rules)
        except CodeError as error:
            self._error_text = self._context.translator.translate_message(error.message)
            return []
        return [DealGame(encode(rules, number))]


def _layout_keys(size: tuple[int, int]) -> tuple[Box, dict[str, Box]]:
    """The line for what is typed, and the keys in rows below it: as large as the picture allows."""
    width, height = size
    px = text_size(size)
    margin = max(3, min(size) // 40)
    input_box = Box(margin, margin, width - 2 * margin, round(px * 2))
    top = input_box.bottom + round(px * 2.8)
    key_area = Box(margin, top, width - 2 * margin, height - margin - top)
    names = [*CODE_SYMBOLS, CLEAR_KEY, LEAVE_KEY, DONE_KEY]
    keys_per_row = max(
        range(5, len(names) + 1),
        key=lambda n: min(key_area.w / n, key_area.h / -(-len(names) // n)),
    )
    rows = -(-len(names) // keys_per_row)
    key_width, key_height = (
        key_area.w // keys_per_row,
        min(key_area.h // rows, key_area.w // keys_per_row * 2),
    )
    return input_box, {
        name: Box(
            key_area.x + i % keys_per_row * key_width + 1,
            key_area.y + i // keys_per_row * key_height + 1,
            key_width - 2,
            key_height - 2,
        )
        for i, name in enumerate(names)
    }
