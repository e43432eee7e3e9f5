"""PIN entry of the service menu."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kiosk.effects import Effect, GoBack, TryPin
from kiosk.events import ButtonEvent
from kiosk.frame import Align, Box, Drawable, Label, Panel, PanelKind, TextColour
from kiosk.input.bindings import PIN_MODE
from kiosk.layout import text_size
from kiosk.timers import earliest_deadline
from kiosk.ui.keypad import CLEAR_KEY, DONE_KEY, LEAVE_KEY, Keypad, place_keys
from kiosk.ui.menu_layout import page_margin
from kiosk.ui.scene import SceneContext

MAX_PIN_DIGITS = 8
KEY_NAMES = (*"123456789", CLEAR_KEY, "0", DONE_KEY, LEAVE_KEY)  # rows of three; the last fills one
KEYS_PER_ROW = 3
MASK_CHARACTER = "\u2022"


class PinScene(Keypad):
    """Keypad for the PIN; of the digits typed only the number is shown."""

    input_mode = PIN_MODE
    is_service = True
    allows_calibration = False
    idle_timeout_seconds = 30.0

    def __init__(self, context: SceneContext) -> None:
        self._digits = ""
        self._was_wrong = False
        super().__init__(context, "5")

    def leave(self, now: float) -> None:
        """Forget the digits."""
        super().leave(now)
        self._digits = ""

    def next_deadline(self, now: float) -> float | None:
        """Return the next second of the lock, or the end of the idle timeout."""
        locked_until = self._context.diagnostics.get_pin_attempts().locked_until
        if locked_until is None:
            return self._idle_deadline
        next_second = locked_until - max(0, math.ceil(locked_until - now) - 1)
        return earliest_deadline(next_second, self._idle_deadline)

    def _layout_buttons(self) -> dict[str, Box]:
        (width, height), px = self._context.size, text_size(self._context.size)
        margin = page_margin(self._context)
        self._heading_box = Box(margin, margin, width - 2 * margin, round(px * 1.3))
        self._status_box = self._heading_box._replace(y=self._heading_box.bottom, h=round(px * 1.9))
        top, rows = self._status_box.bottom + margin, -(-len(KEY_NAMES) // KEYS_PER_ROW)
        key_height = min((height - margin - top) // rows, width // KEYS_PER_ROW)
        key_width = min((width - 2 * margin) // KEYS_PER_ROW, key_height * 2)
        first_key = Box((width - key_width * KEYS_PER_ROW) // 2, top, key_width, key_height)
        keys = place_keys(KEY_NAMES, first_key, KEYS_PER_ROW)
        keys[LEAVE_KEY] = keys[LEAVE_KEY]._replace(w=key_width * KEYS_PER_ROW - 2)
        return keys

    def _build_background(self, now: float) -> Iterator[Drawable]:
        px, heading = text_size(self._context.size), self._context.translator.translate("Service")
        text, colour = self._get_status(now)
        yield Panel(Box(0, 0, *self._context.size), PanelKind.DIALOG)
        yield Label(self._heading_box, heading, px, TextColour.QUIET, Align.CENTRE)
        yield Label(self._status_box, text, round(px * 1.3), colour, Align.CENTRE, bold=True)
        yield from self._build_keys()

    def _get_status(self, now: float) -> tuple[str, TextColour]:
        translator = self._context.translator
        attempts = self._context.diagnostics.get_pin_attempts()
        if attempts.locked_until is not None:
            remaining = max(1, math.ceil(attempts.locked_until - now))
            text = translator.translate_plural(
                "Wait {count} second", "Wait {count} seconds", remaining, count=remaining
            )
            return text, TextColour.WARNING
        if self._digits:
            return MASK_CHARACTER * len(self._digits), TextColour.ACCENT
        if self._was_wrong:
            remaining = attempts.attempts_left
            text = translator.translate_plural(
                "Wrong: {count} more try", "Wrong: {count} more tries", remaining, count=remaining
            )
            return text, TextColour.WARNING
        return translator.translate("Type the PIN"), TextColour.TEXT

    def _get_typed_key(self, event: ButtonEvent) -> str:
        return event.character if event.character in "0123456789" else ""

    def _activate(self, name: str, now: float) -> list[Effect]:
        if name == LEAVE_KEY:
            return [GoBack()]
        if name == CLEAR_KEY:
            self._digits = self._digits[:-1]
        elif name == DONE_KEY:
            digits, self._digits = self._digits, ""
            self._was_wrong = bool(digits) or self._was_wrong
            return [TryPin(digits)] if digits else []
        else:
            self._digits = (self._digits + name)[:MAX_PIN_DIGITS]
        return []
