"""Learn buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.effects import ChangeSettings, Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent, PointerEvent
from kiosk.frame import Box, Button, Drawable, Panel, PanelKind
from kiosk.gestures import HOLD_SECONDS
from kiosk.input.bindings import GPIO_DEVICE, LEARN_MODE, InputBindings
from kiosk.layout import text_size
from kiosk.settings.keys import DEFAULT_BINDINGS, ESSENTIAL_ACTIONS, Names
from kiosk.timers import earliest_deadline
from kiosk.ui.menu_layout import MenuContent, MenuItem, layout_menu
from kiosk.ui.scene import SceneArguments, SceneContext
from kiosk.ui.screen import ScreenBase

LEARNABLE_ACTIONS = (
    *(Action.CONFIRM, Action.BACK, Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT),
    *(Action.UNDO, Action.HINT, Action.MENU, Action.NEXT),
)
"""The actions whose buttons are asked for, in this order."""

ACTION_NAMES: dict[Action, Msgid] = {
    Action.CONFIRM: "Confirm",
    Action.BACK: "Back",
    Action.UP: "Up",
    Action.DOWN: "Down",
    Action.LEFT: "Left",
    Action.RIGHT: "Right",
    Action.UNDO: "Undo",
    Action.HINT: "Hint",
    Action.MENU: "Menu",
    Action.NEXT: "Next",
}
"""What they are called."""

GPIO_PREFIX = "GPIO"
"""So begins the name of a button at a pin while buttons are learnt; its number follows."""
BUTTON_IN_USE: Msgid = "That button is {action} already"
BUTTON_NEEDED: Msgid = "There is no playing without this one"

DeviceButton = tuple[str, str]
"""A kind of device and the name of its button."""


class LearnedBindings:
    """Goes through the actions; every button can be learnt for one of them."""

    def __init__(self, bindings: InputBindings, pins: Mapping[str, int | None]) -> None:
        """Nothing is learnt yet: `bindings` are those before, `pins` one's own by action."""
        self._previous, self._pins = bindings, pins
        self._actions_by_button: dict[DeviceButton, Action] = {}
        self.index = 0

    @property
    def current_action(self) -> Action | None:
        """The action whose button is wanted now; None at the end."""
        return LEARNABLE_ACTIONS[self.index] if self.index < len(LEARNABLE_ACTIONS) else None

    def learn(self, kind: str, name: str) -> tuple[Msgid, Action | None]:
        """Take this button for the action; else why not, and the action that is in the way."""
        conflicting_action = self._actions_by_button.get((kind, name)) or self._find_essential_use(
            kind, name
        )
        if conflicting_action is not None:
            return BUTTON_IN_USE, conflicting_action
        if self.current_action is not None:
            self._actions_by_button[kind, name] = self.current_action
            self.index += 1
        return "", None

    def skip(self) -> Msgid:
        """Leave this action's buttons as they are; else why not.

        Back needs no button at pins: Next means it when it is held.
        """
        action = self.current_action
        if action in ESSENTIAL_ACTIONS:
            kinds = {kind for kind, _ in self._actions_by_button if kind != GPIO_DEVICE}
            if any(not self._list_names(kind, action) for kind in kinds):
                return BUTTON_NEEDED
        self.index += 1
        return ""

    def make_settings(self) -> tuple[tuple[str, str | None], ...]:
        """The settings that keep what was learnt; none where nothing was.

        Whatever was learnt earlier is written anew, so that no button is kept for two actions.
        """
        kinds = dict.fromkeys(kind for kind, _ in self._actions_by_button)
        return tuple(
            (_make_setting_key(kind, action), ",".join(self._list_names(kind, action)) or None)
            for kind in kinds
            for action in LEARNABLE_ACTIONS
        )

    def _find_essential_use(self, kind: str, name: str) -> Action | None:
        """What was left as it is, and would have no button without this one."""
        skipped = [
            action for action in ESSENTIAL_ACTIONS if action in LEARNABLE_ACTIONS[: self.index]
        ]
        return next(
            (a for a in skipped if kind != GPIO_DEVICE and self._list_names(kind, a) == (name,)),
            None,
        )

    def _list_names(self, kind: str, action: Action) -> Names:
        """The buttons of an action with what was learnt: that first, then what it had and keeps."""
        new = [
            name
            for (k, name), bound_action in self._actions_by_button.items()
            if (k, bound_action) == (kind, action)
        ]
        if kind == GPIO_DEVICE:
            pin = f"{GPIO_PREFIX}{self._pins.get(action)}"
            unchanged = (
                [pin]
                if pin != f"{GPIO_PREFIX}None" and (kind, pin) not in self._actions_by_button
                else []
            )
            return tuple(name.removeprefix(GPIO_PREFIX) for name in (new or unchanged))
        old = self._previous.get_button_names(kind, action)
        return (*new, *(name for name in old if (kind, name) not in self._actions_by_button))


def make_reset_settings() -> tuple[tuple[str, str | None], ...]:
    """The settings that clear all that was ever learnt: the files count again."""
    return tuple(
        (_make_setting_key(kind, action), None)
        for kind in (*DEFAULT_BINDINGS, GPIO_DEVICE)
        for action in LEARNABLE_ACTIONS
    )


def _make_setting_key(kind: str, action: Action) -> str:
    """The setting of an action's buttons."""
    return f"pins.{action}" if kind == GPIO_DEVICE else f"buttons.{kind}.{action}"


IDLE_SECONDS = 20.0
"""Seconds without any button after which all stays as it was: somebody may have none that works."""
SKIP_BUTTON, LEAVE_BUTTON = Action.NEXT.value, Action.BACK.value
"""The names of the two buttons for fingers."""


class _PressedButton(NamedTuple):
    """The button that is down: a kind of device, its name, and since when."""

    device_kind: str
    name: str
    press_time: float


class LearnButtonsScene(ScreenBase):
    """Asks for one action's button after the other; a held one leaves the action as it is."""

    input_mode = LEARN_MODE

    idle_timeout_seconds = IDLE_SECONDS

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """Begin with the first action."""
        self._learned = LearnedBindings(context.bindings, context.config.pins)
        self._pressed_button: _PressedButton | None = None
        self._notice = ""
        super().__init__(context, arguments)

    def leave(self, now: float) -> None:
        """Covered or closed: nothing is down any more."""
        super().leave(now)
        self._pressed_button = None

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines until the next button."""
        self._show_notice(" ".join(messages))

    def next_deadline(self, now: float) -> float | None:
        """When a held button is meant to skip, or patience is at its end."""
        return earliest_deadline(
            self._idle_deadline,
            self._pressed_button.press_time + HOLD_SECONDS if self._pressed_button else None,
        )

    def advance(self, now: float) -> list[Effect]:
        """A button held for long skips; without any, all stays as it was."""
        if (
            self._pressed_button is not None
            and now >= self._pressed_button.press_time + HOLD_SECONDS
        ):
            self._pressed_button = None
            return self._skip()
        return super().advance(now)

    def _layout_buttons(self) -> dict[str, Box]:
        """The page for what is asked now."""
        self._menu_layout = layout_menu(self._context, self._build_content(self._context), 0)
        names = [choice.name for choice in self._menu_layout.items]
        return dict(zip(names, self._menu_layout.button_boxes, strict=True))

    def _on_pointer(self, event: PointerEvent, now: float) -> list[Effect]:
        self._pressed_button = None
        return super()._on_pointer(event, now)

    def _activate(self, name: str, now: float) -> list[Effect]:
        return self._skip() if name == SKIP_BUTTON else [GoBack()]

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        """A button goes down; a second one while it is down is not meant.

        Back leads back where it comes from no button: the mouse has one for it.
        """
        if event.action is Action.QUIT:
            return [ExitProgram()]
        if not event.button_name:
            return [GoBack()] if event.action is Action.BACK else []
        if self._pressed_button is None:
            self._pressed_button = _PressedButton(event.device_kind, event.button_name, now)
        return []

    def _on_button_up(self, event: ButtonEvent, now: float) -> list[Effect]:
        button = self._pressed_button
        if button is None or (button.device_kind, button.name) != (
            event.device_kind,
            event.button_name,
        ):
            return []
        self._pressed_button = None
        if now >= button.press_time + HOLD_SECONDS:
            return self._skip()
        reason, conflicting_action = self._learned.learn(button.device_kind, button.name)
        translate = self._context.translator.translate
        self._show_notice(
            translate(
                reason,
                action=translate(ACTION_NAMES[conflicting_action]) if conflicting_action else "",
            )
            if reason
            else ""
        )
        return self._finish_if_complete()

    def _skip(self) -> list[Effect]:
        reason = self._learned.skip()
        self._show_notice(self._context.translator.translate(reason) if reason else "")
        return self._finish_if_complete()

    def _finish_if_complete(self) -> list[Effect]:
        """Nothing while more is to be learnt; else what was learnt is kept, all at once."""
        if self._learned.current_action is not None:
            return []
        values = self._learned.make_settings()
        return [*([ChangeSettings(values)] if values else []), GoBack()]

    def _show_notice(self, notice: str) -> None:
        self._notice = notice
        self.set_context(self._context)

    def _build_content(self, context: SceneContext) -> MenuContent:
        translate, action = (
            context.translator.translate,
            self._learned.current_action or LEARNABLE_ACTIONS[-1],
        )
        number = translate("{n} of {all}", n=self._learned.index + 1, all=len(LEARNABLE_ACTIONS))
        lines = (translate("Press its button, or hold it to skip"), number, self._notice)
        items = (
            MenuItem(SKIP_BUTTON, translate("Skip")),
            MenuItem(LEAVE_BUTTON, translate("Leave")),
        )
        heading = translate("Button: {action}", action=translate(ACTION_NAMES[action]))
        return MenuContent(heading, tuple(line for line in lines if line), items)

    def _build_background(self, now: float) -> list[Drawable]:
        px = text_size(self._context.size)
        records: list[Drawable] = [
            Panel(self._menu_layout.panel, PanelKind.DIALOG),
            *self._menu_layout.labels,
        ]
        for item, box in zip(self._menu_layout.items, self._menu_layout.button_boxes, strict=True):
            pressed = item.name == self._pressed_name
            records.append(Button(box, item.name, item.text, px, pressed=pressed))
        return records
