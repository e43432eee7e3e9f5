"""Three initials for a high score: by touch, by arrows, by two buttons, or typed."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import Effect, ExitProgram, GoBack, OpenScene, SignWin
from kiosk.events import Action, ButtonEvent, InputEvent, ResizeEvent
from kiosk.frame import Box, Button, Drawable, Panel, PanelKind, TextColour
from kiosk.input.bindings import TYPING_MODE
from kiosk.layout import min_touch_size, text_size
from kiosk.scenes.game_over import format_rank
from kiosk.ui import text_fit
from kiosk.ui.scene import SceneArguments, SceneContext
from kiosk.ui.screen import ScreenBase

INITIAL_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789."
"""What initials are made of; the last one stands for nothing."""
INITIAL_COUNT = 3
DEFAULT_INITIALS = "AAA"
"""The letters that stand there while nobody has ever given any, and of somebody who went away."""
IDLE_SECONDS = 60.0
"""Seconds without input after which nobody is waited for any more."""

DONE_KEY, LEAVE_KEY = Action.CONFIRM.value, Action.BACK.value
LETTER_STEPS = {Action.UP: 1, Action.DOWN: -1, Action.NEXT: 1, Action.PREVIOUS: -1}
"""Actions that change the letter in focus."""
SLOT_STEPS = {Action.LEFT: -1, Action.RIGHT: 1, Action.UNDO: -1, Action.REDO: 1}
"""Actions that go to the letter before or after it."""


class InitialsScene(ScreenBase):
    """Three letters, one of them in focus; behind the last the key that says they are right.

    The key `up 1` is above the first letter, `down 1` below it.
    """

    input_mode = TYPING_MODE

    idle_timeout_seconds = IDLE_SECONDS

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """Begin with the letters that this win was signed with, else with those given last."""
        standing = arguments.ranked_win
        initials = (standing.initials or standing.latest_initials) if standing else ""
        self._letters = list(initials or DEFAULT_INITIALS)
        self._is_edited = bool(standing and standing.initials)
        self._slot_index = 0
        super().__init__(context, arguments)

    def leave(self, now: float) -> None:
        """Covered or closed: nobody is waited for."""
        super().leave(now)
        self._idle_deadline = None

    def _on_idle(self) -> list[Effect]:
        if not self._is_edited:  # never sign with the letters of the player before
            self._letters = list(DEFAULT_INITIALS)
        return self._submit()

    def _layout_buttons(self) -> dict[str, Box]:
        self._heading_boxes, self._slot_boxes, keys = _layout_initials(self._context)
        return keys

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Change a letter, go to another, or be done."""
        self._is_edited |= not isinstance(event, ResizeEvent)
        return super().handle(event, now)

    def _activate(self, name: str, now: float) -> list[Effect]:
        if name == LEAVE_KEY:
            return [GoBack()]
        if name == DONE_KEY:
            return self._submit()
        direction, _, slot = name.partition(" ")
        self._slot_index = int(slot) - 1
        self._change_letter(1 if direction == "up" else -1)
        return []

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        action, character = event.action, event.character.upper()
        if len(character) == 1 and character in INITIAL_CHARACTERS:
            self._enter_letter(character)
        elif action is Action.CONFIRM:
            return self._go_to_next_slot()
        elif action in LETTER_STEPS:
            self._change_letter(LETTER_STEPS[action])
        elif action in SLOT_STEPS:
            self._slot_index = max(0, min(INITIAL_COUNT, self._slot_index + SLOT_STEPS[action]))
        elif action is Action.QUIT:
            return [ExitProgram()]
        elif action in (Action.BACK, Action.MENU):
            if self._slot_index == 0:
                return [GoBack()]
            self._slot_index -= 1
        return []

    def _enter_letter(self, letter: str) -> None:
        """A letter of a keyboard takes its place, and the next one is in focus."""
        if self._slot_index < INITIAL_COUNT:
            self._letters[self._slot_index] = letter
            self._slot_index += 1

    def _go_to_next_slot(self) -> list[Effect]:
        if self._slot_index == INITIAL_COUNT:
            return self._submit()
        self._slot_index += 1
        return []

    def _change_letter(self, step: int) -> None:
        if self._slot_index < INITIAL_COUNT:
            index = INITIAL_CHARACTERS.index(self._letters[self._slot_index])
            self._letters[self._slot_index] = INITIAL_CHARACTERS[
                (index + step) % len(INITIAL_CHARACTERS)
            ]
        else:
            self._slot_index = 0 if step > 0 else INITIAL_COUNT - 1

    def _submit(self) -> list[Effect]:
        """Keep them; then the high scores are shown, and behind them the page that led here."""
        return [SignWin("".join(self._letters)), GoBack(), OpenScene("scores")]

    def _build_background(self, now: float) -> Iterator[Drawable]:
        px = text_size(self._context.size)
        translate = self._context.translator.translate
        yield Panel(Box(0, 0, *self._context.size), PanelKind.DIALOG)
        heading, line = self._heading_boxes
        heading_px = round(px * 1.5)
        measure, title = self._context.measurer, translate("Your initials")
        standing = self._arguments.ranked_win
        rank_text = format_rank(self._context, standing) if standing else ""
        if self._message:
            yield from text_fit.fit_lines(
                measure, [self._message], heading.union(line), px, TextColour.WARNING
            )
        else:
            yield text_fit.fit_line(
                measure, title, heading, heading_px, TextColour.ACCENT, bold=True
            )
            yield text_fit.fit_line(measure, rank_text, line, px, TextColour.QUIET)
        for i, (slot, letter) in enumerate(zip(self._slot_boxes, self._letters, strict=True)):
            letter_px = min(slot.h * 2 // 3, slot.w * 3 // 4)
            yield Button(slot, "", letter, letter_px, focused=i == self._slot_index)
        for name, box in self._button_boxes.items():
            icon = {LEAVE_KEY: "close"}.get(name, name.partition(" ")[0])
            is_done = name == DONE_KEY
            yield Button(
                box,
                icon,
                "",
                px,
                focused=is_done and self._slot_index == INITIAL_COUNT,
                pressed=name == self._pressed_name,
                primary=is_done,
            )


def _layout_initials(
    context: SceneContext,
) -> tuple[tuple[Box, Box], tuple[Box, ...], dict[str, Box]]:
    """The two lines of heading; the letters; the keys above, below and beside them."""
    width, height = context.size
    px, margin = text_size(context.size), max(3, min(context.size) // 40)
    heading = Box(margin, margin, width - 2 * margin, round(px * 1.95))
    line = heading._replace(y=heading.bottom, h=round(px * 1.4))
    top, gap = line.bottom + margin, max(2, px // 4)
    button_height = max(
        min_touch_size(context.size, context.config.display.density), round(px * 2.2)
    )
    letter_area = Box(margin, top, width - 2 * margin, height - top - button_height - gap - margin)
    letter_width = min((letter_area.w - 2 * gap) // INITIAL_COUNT, letter_area.h // 2, px * 6)
    key_height, letter_height = (
        letter_area.h * 2 // 7,
        letter_area.h - letter_area.h * 2 // 7 * 2 - 2 * gap,
    )
    left = (width - INITIAL_COUNT * letter_width - 2 * gap) // 2
    slots, keys = [], {}
    for i in range(INITIAL_COUNT):
        x = left + i * (letter_width + gap)
        keys[f"up {i + 1}"] = Box(x, letter_area.y, letter_width, key_height)
        slots.append(Box(x, letter_area.y + key_height + gap, letter_width, letter_height))
        keys[f"down {i + 1}"] = Box(x, letter_area.bottom - key_height, letter_width, key_height)
    half = (letter_area.w - gap) // 2
    keys[LEAVE_KEY] = Box(letter_area.x, height - margin - button_height, half, button_height)
    keys[DONE_KEY] = keys[LEAVE_KEY]._replace(x=letter_area.right - half)
    return (heading, line), tuple(slots), keys
