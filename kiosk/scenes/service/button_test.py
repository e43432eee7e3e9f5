"""Button test: every press of every device, with its name, pin and action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kiosk.effects import Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent
from kiosk.frame import Box, Button, Drawable, Label, Panel, PanelKind, TextColour
from kiosk.input.bindings import TEST
from kiosk.layout import text_size
from kiosk.scenes.learn_buttons import ACTION_NAMES
from kiosk.scenes.table.draw_toolbar import BUTTON_LABELS
from kiosk.timers import earliest_deadline
from kiosk.ui.menu_layout import make_heading, min_button_height, page_margin
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase

EXIT_HOLD_SECONDS = 2.0  # seconds to hold a button that leads back on other screens
EXIT_ACTIONS = (Action.BACK, Action.MENU, Action.UNDO, Action.NEXT, Action.PREVIOUS)
"""Actions that lead back on other screens, some of them only when held."""
MAX_PRESSES = 40  # more than any panel has room for
ACTION_LABELS = {**BUTTON_LABELS, **ACTION_NAMES}
LEAVE_BUTTON = Action.BACK.value


class _RecordedPress(NamedTuple):
    event: ButtonEvent
    is_held: bool


class ButtonTestScene(ScreenBase):
    """List of the presses, the latest on top; held buttons are highlighted."""

    input_mode = TEST
    idle_timeout_seconds = 30.0

    def __init__(self, context: SceneContext) -> None:
        self._presses: list[_RecordedPress] = []
        super().__init__(context)

    def enter(self, now: float) -> None:
        """Forget earlier presses."""
        super().enter(now)
        self._presses = []

    def next_deadline(self, now: float) -> float | None:
        """Return the end of a long hold or of the idle timeout."""
        hold_deadlines = (
            recorded.event.time + EXIT_HOLD_SECONDS
            for recorded in self._presses
            if recorded.is_held and recorded.event.action in EXIT_ACTIONS
        )
        return earliest_deadline(self._idle_deadline, *hold_deadlines)

    def advance(self, now: float) -> list[Effect]:
        """Go back after a long hold or the idle timeout."""
        deadline = self.next_deadline(now)
        return [GoBack()] if deadline is not None and now >= deadline else []

    def _activate(self, name: str, now: float) -> list[Effect]:
        return [GoBack()]

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        if event.action is Action.QUIT:
            return [ExitProgram()]
        if not event.button_name:  # the mouse button for Back has no name
            return [GoBack()] if event.action is Action.BACK else []
        self._record_event(event)
        return []

    def _on_button_up(self, event: ButtonEvent, now: float) -> list[Effect]:
        if event.button_name:
            self._record_event(event)
        return []

    def _record_event(self, event: ButtonEvent) -> None:
        """Add a press, or mark its end; repeated events of a held button are one press."""
        matches = (
            i
            for i, recorded in enumerate(self._presses)
            if recorded.is_held and _make_button_key(recorded.event) == _make_button_key(event)
        )
        index = next(matches, None)
        if index is not None and not event.is_pressed:
            self._presses[index] = self._presses[index]._replace(is_held=False)
        elif index is None and event.is_pressed:
            self._presses = [_RecordedPress(event, True), *self._presses[: MAX_PRESSES - 1]]

    def _build_background(self, now: float) -> Iterator[Drawable]:
        translate, px = self._context.translator.translate, text_size(self._context.size)
        width, height = self._context.size
        margin = page_margin(self._context)
        yield Panel(Box(0, 0, width, height), PanelKind.DIALOG)
        heading_box = Box(margin, margin, width - 2 * margin, round(px * 1.95))
        yield make_heading(self._context, translate("Button test"), heading_box)
        line_height = round(px * 1.3)
        hint_px = max(11, round(px * 0.8))
        hint = heading_box._replace(y=heading_box.bottom, h=line_height)
        hint_text = translate("Hold Back for two seconds to leave")
        yield Label(hint, hint_text, hint_px, TextColour.QUIET)
        button = self._button_boxes[LEAVE_BUTTON]
        visible_count = (button.y - hint.bottom) // line_height
        for i, recorded in enumerate(self._presses[:visible_count]):
            box = hint._replace(y=hint.bottom + i * line_height)
            colour = TextColour.ACCENT if recorded.is_held else TextColour.TEXT
            yield Label(box, self._format_event(recorded.event), px, colour, bold=recorded.is_held)
        yield Button(button, LEAVE_BUTTON, translate("Leave"), px)

    def _format_event(self, event: ButtonEvent) -> str:
        translate = self._context.translator.translate
        pins = self._context.diagnostics.get_button_pins()
        pin_names = [f"GPIO{pins[part]}" for part in event.button_name.split("+") if part in pins]
        name = event.button_name
        if event.device_kind == "gpio" and pin_names and "+".join(pin_names) != name:
            name = f"{name} ({'+'.join(pin_names)})"
        label = ACTION_LABELS.get(event.action, event.action.value)
        meaning = translate("means nothing") if event.action is Action.TYPE else translate(label)
        return f"{event.device_kind} {name}: {meaning}"

    def _layout_buttons(self) -> dict[str, Box]:
        (width, height), px = self._context.size, text_size(self._context.size)
        button_height = min_button_height(self._context, 1.9)
        button_width = max(width // 3, px * 8)
        top = height - page_margin(self._context) - button_height
        return {LEAVE_BUTTON: Box((width - button_width) // 2, top, button_width, button_height)}


def _make_button_key(event: ButtonEvent) -> tuple[str, str, Action]:
    return event.device_kind, event.button_name, event.action
