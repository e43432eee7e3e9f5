"""Screen to type a game code or a deal number."""

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
from kiosk.ui.focus import DIRECTION_VECTORS
from kiosk.ui.keypad import CLEAR_KEY, DONE_KEY, LEAVE_KEY, Keypad, place_keys
from kiosk.ui.menu_layout import page_margin
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import fit_line, fit_lines

CODE_SYMBOLS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
MAX_TEXT_LENGTH = 24  # more than the longest code with spaces and hyphens


def parse_deal(text: str, rules: Rules) -> GameCode:
    """Parse a game code, or a deal number of these rules.

    Raises:
        CodeError: The text is neither; its message says what was expected.
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
    """Keypad for a game code, or for a deal number of the rules that were chosen before."""

    input_mode = TYPING_MODE

    def __init__(self, context: SceneContext, code: str = "") -> None:
        self._rules = decode(code).rules if code else context.config.game.to_rules()
        self._text = ""
        self._error_text = ""
        super().__init__(context, CODE_SYMBOLS[0])

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines in place of the hint."""
        self._error_text = " ".join(messages)

    def _layout_buttons(self) -> dict[str, Box]:
        (width, height), px = self._context.size, text_size(self._context.size)
        margin = page_margin(self._context)
        self._input_box = Box(margin, margin, width - 2 * margin, round(px * 2))
        top = self._input_box.bottom + round(px * 2.8)
        area_width, area_height = width - 2 * margin, height - margin - top
        names = [*CODE_SYMBOLS, CLEAR_KEY, LEAVE_KEY, DONE_KEY]
        count = len(names)
        columns = max(
            range(5, count + 1), key=lambda n: min(area_width / n, area_height / -(-count // n))
        )
        key_width = area_width // columns
        key_height = min(area_height // -(-count // columns), key_width * 2)
        return place_keys(names, Box(margin, top, key_width, key_height), columns)

    def _build_background(self, now: float) -> Iterator[Drawable]:
        px, measurer = text_size(self._context.size), self._context.measurer
        translate, box = self._context.translator.translate, self._input_box
        yield Panel(Box(0, 0, *self._context.size), PanelKind.DIALOG)
        text = f"{self._text}_"
        yield fit_line(measurer, text, box, round(px * 1.4), TextColour.ACCENT, bold=True)
        name = translate(self._rules.variant.name)
        hint = translate("A game code, or a deal number of {game}", game=name)
        colour = TextColour.WARNING if self._error_text else TextColour.QUIET
        below = box._replace(y=box.bottom, h=round(px * 2.7))
        yield from fit_lines(measurer, [self._error_text or hint], below, px, colour)
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
            try:
                rules, number = parse_deal(self._text, self._rules)
            except CodeError as error:
                self._error_text = self._context.translator.translate_message(error.message)
                return []
            return [DealGame(encode(rules, number))]
        else:
            self._text = (self._text + name)[:MAX_TEXT_LENGTH]
        return []
