"""Typing the PIN of the service menu: with a finger, a cursor and a button, or a keyboard."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kiosk.effects import Effect, GoBack, TryPin
from kiosk.events import ButtonEvent
from kiosk.frame import Align, Box, Drawable, Label, Panel, PanelKind, TextColour
from kiosk.input.bindings import PIN_MODE
from kiosk.layout import text_size
from kiosk.ui.keypad import CLEAR_KEY, DONE_KEY, LEAVE_KEY, Keypad
from kiosk.ui.scene import SceneArguments, SceneContext

MAX_PIN_DIGITS = 8
"""Digits that a PIN can have."""
IDLE_SECONDS = 30.0
"""Seconds without any input after which the screen closes."""
DIGIT_ROWS = ("123", "456", "789")
KEY_NAMES = (*(digit for row in DIGIT_ROWS for digit in row), CLEAR_KEY, "0", DONE_KEY, LEAVE_KEY)
"""In the order in which they are reached, three in a row; the last one is a row of its own."""
KEYS_PER_ROW = 3
MASK_CHARACTER = "\u2022"
"""What stands for a digit."""


class PinScene(Keypad):
    """The keys on the screen; of what was typed only the length is seen."""

    input_mode = PIN_MODE
    is_service = True
    allows_calibration = False

    idle_timeout_seconds = IDLE_SECONDS

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """Nothing is typed yet."""
        self._digits = ""
        self._was_wrong = False
        super().__init__(context, arguments, "5")

    def leave(self, now: float) -> None:
        """Covered or closed: what was typed is forgotten."""
        super().leave(now)
        self._digits = ""

    def next_deadline(self, now: float) -> float | None:
        """When a second of a wait has passed, or patience is at its end."""
        locked_until = self._context.diagnostics.get_pin_attempts().locked_until
        times = (
            []
            if locked_until is None
            else [locked_until - max(0, math.ceil(locked_until - now) - 1)]
        )
        times += [] if self._idle_deadline is None else [self._idle_deadline]
        return min(times, default=None)

    def _layout_buttons(self) -> dict[str, Box]:
        self._heading_box, self._status_box, keys = _layout_keys(self._context.size)
        return keys

    def _build_background(self, now: float) -> Iterator[Drawable]:
        px, translate = text_size(self._context.size), self._context.translator.translate
        yield Panel(Box(0, 0, *self._context.size), PanelKind.DIALOG)
        heading_label = Label(
            self._heading_box, translate("Service"), px, TextColour.QUIET, Align.CENTRE
        )
        text, ink = self._get_status(now)
        yield heading_label
        yield Label(self._status_box, text, round(px * 1.3), ink, Align.CENTRE, bold=True)
        yield from self._build_keys()

    def _get_status(self, now: float) -> tuple[str, TextColour]:
        translator, attempts = (
            self._context.translator,
            self._context.diagnostics.get_pin_attempts(),
        )
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
        """A digit that is typed is one, whatever else its key means."""
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


def _layout_keys(size: tuple[int, int]) -> tuple[Box, Box, dict[str, Box]]:
    """The heading, the line for what is typed, and the keys below: a block of squares or wider."""
    width, height = size
    px = text_size(size)
    margin = max(3, min(size) // 40)
    heading_box = Box(margin, margin, width - 2 * margin, round(px * 1.3))
    status_box = Box(margin, heading_box.bottom, width - 2 * margin, round(px * 1.9))
    top, rows = status_box.bottom + margin, -(-len(KEY_NAMES) // KEYS_PER_ROW)
    key_height = min((height - margin - top) // rows, width // KEYS_PER_ROW)
    key_width = min((width - 2 * margin) // KEYS_PER_ROW, key_height * 2)
    left = (width - key_width * KEYS_PER_ROW) // 2
    keys = {
        name: Box(
            left + i % KEYS_PER_ROW * key_width + 1,
            top + i // KEYS_PER_ROW * key_height + 1,
            key_width - 2,
            key_height - 2,
        )
        for i, name in enumerate(KEY_NAMES)
    }
    keys[LEAVE_KEY] = keys[LEAVE_KEY]._replace(w=key_width * KEYS_PER_ROW - 2)
    return heading_box, status_box, keys
