"""Entry of three initials for a high score, by touch, buttons or keyboard."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.effects import Effect, ExitProgram, GoBack, OpenScene, SignWin
from kiosk.events import Action, ButtonEvent, InputEvent, ResizeEvent
from kiosk.frame import Box, Button, Drawable, Panel, PanelKind, TextColour
from kiosk.input.bindings import TYPING_MODE
from kiosk.layout import text_size
from kiosk.scenes.game_over import format_rank
from kiosk.stats import RankBy
from kiosk.ui.menu_layout import min_button_height, page_margin
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase
from kiosk.ui.text_fit import fit_line, fit_lines, split_columns

INITIAL_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789."
INITIAL_COUNT = 3
DEFAULT_INITIALS = "AAA"  # used before the first entry, and for a player who has left
IDLE_SECONDS = 60.0

DONE_KEY, LEAVE_KEY = Action.CONFIRM.value, Action.BACK.value
LETTER_STEPS = {Action.UP: 1, Action.DOWN: -1, Action.NEXT: 1, Action.PREVIOUS: -1}
SLOT_STEPS = {
    **dict.fromkeys((Action.RIGHT, Action.REDO, Action.CONFIRM), 1),
    **dict.fromkeys((Action.LEFT, Action.UNDO, Action.BACK, Action.MENU), -1),
}


class InitialsScene(ScreenBase):
    """Three letters, one of them focused; the focus goes on to the Done key.

    The button `up 1` is above the first letter, `down 1` below it.
    """

    input_mode = TYPING_MODE

    idle_timeout_seconds = IDLE_SECONDS

    def __init__(self, context: SceneContext) -> None:
        win = self._ranked_win = context.records.get_ranked_win(RankBy(context.config.records.rank))
        initials = (win.initials or win.latest_initials) if win else ""
        self._letters = list(initials or DEFAULT_INITIALS)
        self._is_edited = bool(win and win.initials)
        self._slot_index = 0
        super().__init__(context)

    def leave(self, now: float) -> None:
        """Stop the idle timeout."""
        super().leave(now)
        self._idle_deadline = None

    def _on_idle(self) -> list[Effect]:
        if not self._is_edited:  # never sign with the letters of the player before
            self._letters = list(DEFAULT_INITIALS)
        return self._submit()

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Handle the event; every input counts as an entry."""
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
            if self._slot_index < INITIAL_COUNT:
                self._letters[self._slot_index] = character
                self._slot_index += 1
        elif action is Action.CONFIRM and self._slot_index == INITIAL_COUNT:
            return self._submit()
        elif action in (Action.BACK, Action.MENU) and self._slot_index == 0:
            return [GoBack()]
        elif action in LETTER_STEPS:
            self._change_letter(LETTER_STEPS[action])
        elif action in SLOT_STEPS:
            self._slot_index = max(0, min(INITIAL_COUNT, self._slot_index + SLOT_STEPS[action]))
        elif action is Action.QUIT:
            return [ExitProgram()]
        return []

    def _change_letter(self, step: int) -> None:
        if self._slot_index < INITIAL_COUNT:
            index = INITIAL_CHARACTERS.index(self._letters[self._slot_index])
            letter = INITIAL_CHARACTERS[(index + step) % len(INITIAL_CHARACTERS)]
            self._letters[self._slot_index] = letter
        else:
            self._slot_index = 0 if step > 0 else INITIAL_COUNT - 1

    def _submit(self) -> list[Effect]:
        return [SignWin("".join(self._letters)), GoBack(), OpenScene("scores")]

    def _build_background(self, now: float) -> Iterator[Drawable]:
        px, measurer = text_size(self._context.size), self._context.measurer
        yield Panel(Box(0, 0, *self._context.size), PanelKind.DIALOG)
        heading, line = self._heading_box, self._line_box
        if self._message:
            area = heading.union(line)
            yield from fit_lines(measurer, [self._message], area, px, TextColour.WARNING)
        else:
            title = self._context.translator.translate("Your initials")
            win = self._ranked_win
            rank_text = format_rank(self._context, win) if win else ""
            yield fit_line(measurer, title, heading, round(px * 1.5), TextColour.ACCENT, bold=True)
            yield fit_line(measurer, rank_text, line, px, TextColour.QUIET)
        for i, (slot, letter) in enumerate(zip(self._slot_boxes, self._letters, strict=True)):
            letter_px = min(slot.h * 2 // 3, slot.w * 3 // 4)
            yield Button(slot, "", letter, letter_px, focused=i == self._slot_index)
        for name, box in self._button_boxes.items():
            is_done = name == DONE_KEY
            yield Button(
                box,
                "close" if name == LEAVE_KEY else name.partition(" ")[0],
                "",
                px,
                focused=is_done and self._slot_index == INITIAL_COUNT,
                pressed=name == self._pressed_name,
                primary=is_done,
            )

    def _layout_buttons(self) -> dict[str, Box]:
        (width, height), px = self._context.size, text_size(self._context.size)
        margin, gap = page_margin(self._context), max(2, px // 4)
        self._heading_box = Box(margin, margin, width - 2 * margin, round(px * 1.95))
        self._line_box = self._heading_box._replace(y=self._heading_box.bottom, h=round(px * 1.4))
        top = self._line_box.bottom + margin
        button_height = min_button_height(self._context, 2.2)
        area_height = height - top - button_height - gap - margin
        inner_width = width - 2 * margin
        letter_width = min((inner_width - 2 * gap) // INITIAL_COUNT, area_height // 2, px * 6)
        key_height = area_height * 2 // 7
        letter_height = area_height - key_height * 2 - 2 * gap
        letters_width = INITIAL_COUNT * letter_width + 2 * gap
        row = Box((width - letters_width) // 2, top, letters_width, key_height)
        columns = split_columns(row, INITIAL_COUNT, gap)
        self._slot_boxes = [box._replace(y=box.bottom + gap, h=letter_height) for box in columns]
        keys = {}
        for i, box in enumerate(columns, 1):
            keys[f"up {i}"] = box
            keys[f"down {i}"] = box._replace(y=top + area_height - key_height)
        bottom = Box(
            margin, height - margin - button_height, (inner_width - gap) // 2, button_height
        )
        keys[LEAVE_KEY] = bottom
        keys[DONE_KEY] = bottom._replace(x=width - margin - bottom.w)
        return keys
