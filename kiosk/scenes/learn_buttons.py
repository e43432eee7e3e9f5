"""Menu of the buttons, and learning: the player presses a button for each action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.effects import ChangeSettings, Effect, ExitProgram, GoBack, OpenScene
from kiosk.events import Action, ButtonEvent, PointerEvent
from kiosk.frame import Box, Button, Drawable, Panel, PanelKind
from kiosk.gestures import HOLD_SECONDS
from kiosk.input.bindings import GPIO_DEVICE, LEARN_MODE, InputBindings
from kiosk.layout import text_size
from kiosk.settings.keys import DEFAULT_BINDINGS, ESSENTIAL_ACTIONS, Names
from kiosk.timers import earliest_deadline
from kiosk.ui.help_line import SEPARATOR, build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem, layout_menu
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase

ACTION_NAMES: dict[Action, Msgid] = {  # in the order of the questions
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
LEARNABLE_ACTIONS = tuple(ACTION_NAMES)

GPIO_PREFIX = "GPIO"  # prefix of the pin number in the name of a button while buttons are learned
BUTTON_IN_USE: Msgid = "That button is {action} already"
BUTTON_NEEDED: Msgid = "There is no playing without this one"

DeviceButton = tuple[str, str]  # device kind and button name


class LearnedBindings:
    """Buttons learned so far, in place of the former bindings and of the GPIO pins in the settings.

    Every button can be learned for one action.
    """

    def __init__(self, bindings: InputBindings, pins: Mapping[str, int | None]) -> None:
        self._previous, self._pins = bindings, pins
        self._actions_by_button: dict[DeviceButton, Action] = {}
        self.index = 0

    @property
    def current_action(self) -> Action | None:
        """Return the action to press a button for; None at the end."""
        return LEARNABLE_ACTIONS[self.index] if self.index < len(LEARNABLE_ACTIONS) else None

    def learn(self, kind: str, name: str) -> tuple[Msgid, Action | None]:
        """Bind this button, or return the reason why not and the conflicting action."""
        button = kind, name
        conflict = self._actions_by_button.get(button) or self._find_essential_use(*button)
        if conflict is not None:
            return BUTTON_IN_USE, conflict
        if self.current_action is not None:
            self._actions_by_button[button] = self.current_action
            self.index += 1
        return "", None

    def skip(self) -> Msgid:
        """Keep the buttons of this action, or return the reason why not.

        Back needs no button at the pins: holding Next means Back.
        """
        action = self.current_action
        if action in ESSENTIAL_ACTIONS:
            kinds = {kind for kind, _ in self._actions_by_button if kind != GPIO_DEVICE}
            if any(not self._list_names(kind, action) for kind in kinds):
                return BUTTON_NEEDED
        self.index += 1
        return ""

    def make_settings(self) -> tuple[tuple[str, str | None], ...]:
        """Return the settings to store; empty if nothing was learned.

        All actions of a device are included, so that no button remains bound to two of them.
        """
        kinds = dict.fromkeys(kind for kind, _ in self._actions_by_button)
        return tuple(
            (_make_setting_key(kind, action), ",".join(self._list_names(kind, action)) or None)
            for kind in kinds
            for action in LEARNABLE_ACTIONS
        )

    def _find_essential_use(self, kind: str, name: str) -> Action | None:
        """Return a skipped essential action that has no button but this one."""
        for action in ESSENTIAL_ACTIONS if kind != GPIO_DEVICE else ():
            was_asked = action in LEARNABLE_ACTIONS[: self.index]
            if was_asked and self._list_names(kind, action) == (name,):
                return action
        return None

    def _list_names(self, kind: str, action: Action) -> Names:
        """Return the learned buttons of an action, and then its old ones that it keeps."""
        new = [
            name
            for (k, name), bound_action in self._actions_by_button.items()
            if (k, bound_action) == (kind, action)
        ]
        if kind == GPIO_DEVICE:
            pin = self._pins.get(action)
            old_name = f"{GPIO_PREFIX}{pin}"
            if not new and pin is not None and (kind, old_name) not in self._actions_by_button:
                new = [old_name]
            return tuple(name.removeprefix(GPIO_PREFIX) for name in new)
        old = self._previous.get_button_names(kind, action)
        return (*new, *(name for name in old if (kind, name) not in self._actions_by_button))


def make_reset_settings() -> tuple[tuple[str, str | None], ...]:
    """Return the settings that clear everything learned, in favour of the settings files."""
    return tuple(
        (_make_setting_key(kind, action), None)
        for kind in (*DEFAULT_BINDINGS, GPIO_DEVICE)
        for action in LEARNABLE_ACTIONS
    )


def _make_setting_key(kind: str, action: Action) -> str:
    return f"pins.{action}" if kind == GPIO_DEVICE else f"buttons.{kind}.{action}"


SKIP_BUTTON, LEAVE_BUTTON = Action.NEXT.value, Action.BACK.value


class _PressedButton(NamedTuple):
    device_kind: str
    name: str
    press_time: float


class LearnButtonsScene(ScreenBase):
    """Asks for a button for each action; holding a button skips the action."""

    input_mode = LEARN_MODE

    idle_timeout_seconds = 20.0  # short, because a player whose buttons do not work cannot leave

    def __init__(self, context: SceneContext) -> None:
        self._learned = LearnedBindings(context.bindings, context.config.pins)
        self._pressed_button: _PressedButton | None = None
        self._notice = ""
        super().__init__(context)

    def leave(self, now: float) -> None:
        """Forget the button that is down."""
        super().leave(now)
        self._pressed_button = None

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines until the next button press."""
        self._show_notice(" ".join(messages))

    def next_deadline(self, now: float) -> float | None:
        """Return the end of a hold or of the idle timeout."""
        pressed = self._pressed_button
        hold_deadline = pressed.press_time + HOLD_SECONDS if pressed else None
        return earliest_deadline(self._idle_deadline, hold_deadline)

    def advance(self, now: float) -> list[Effect]:
        """Skip the action after a hold; close the screen after the idle timeout."""
        pressed = self._pressed_button
        if pressed is not None and now >= pressed.press_time + HOLD_SECONDS:
            self._pressed_button = None
            return self._skip()
        return super().advance(now)

    def _layout_buttons(self) -> dict[str, Box]:
        self._menu_layout = layout_menu(self._context, self._build_content(self._context), 0)
        names = [item.name for item in self._menu_layout.items]
        return dict(zip(names, self._menu_layout.button_boxes, strict=True))

    def _on_pointer(self, event: PointerEvent, now: float) -> list[Effect]:
        self._pressed_button = None
        return super()._on_pointer(event, now)

    def _activate(self, name: str, now: float) -> list[Effect]:
        return self._skip() if name == SKIP_BUTTON else [GoBack()]

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        if event.action is Action.QUIT:
            return [ExitProgram()]
        if not event.button_name:  # the mouse button for Back has no name
            return [GoBack()] if event.action is Action.BACK else []
        if self._pressed_button is None:  # ignore a second button
            self._pressed_button = _PressedButton(event.device_kind, event.button_name, now)
        return []

    def _on_button_up(self, event: ButtonEvent, now: float) -> list[Effect]:
        button = self._pressed_button
        if button is None or button[:2] != (event.device_kind, event.button_name):
            return []
        self._pressed_button = None
        if now >= button.press_time + HOLD_SECONDS:
            return self._skip()
        reason, conflict = self._learned.learn(button.device_kind, button.name)
        translate = self._context.translator.translate
        action = translate(ACTION_NAMES[conflict]) if conflict else ""
        self._show_notice(translate(reason, action=action) if reason else "")
        return self._finish_if_complete()

    def _skip(self) -> list[Effect]:
        reason = self._learned.skip()
        self._show_notice(self._context.translator.translate(reason) if reason else "")
        return self._finish_if_complete()

    def _finish_if_complete(self) -> list[Effect]:
        if self._learned.current_action is not None:
            return []
        values = self._learned.make_settings()
        return [*([ChangeSettings(values)] if values else []), GoBack()]

    def _show_notice(self, notice: str) -> None:
        self._notice = notice
        self.set_context(self._context)

    def _build_content(self, context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        action = self._learned.current_action or LEARNABLE_ACTIONS[-1]
        number = translate("{n} of {all}", n=self._learned.index + 1, all=len(LEARNABLE_ACTIONS))
        lines = (translate("Press its button, or hold it to skip"), number, self._notice)
        items = (
            MenuItem(SKIP_BUTTON, translate("Skip")),
            MenuItem(LEAVE_BUTTON, translate("Leave")),
        )
        heading = translate("Button: {action}", action=translate(ACTION_NAMES[action]))
        return MenuContent(heading, tuple(line for line in lines if line), items)

    def _build_background(self, now: float) -> Iterator[Drawable]:
        px, layout = text_size(self._context.size), self._menu_layout
        yield Panel(layout.panel, PanelKind.DIALOG)
        yield from layout.labels
        for item, box in zip(layout.items, layout.button_boxes, strict=True):
            yield Button(box, item.name, item.text, px, pressed=item.name == self._pressed_name)


ARROW_ACTIONS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)
BINDINGS_PER_LINE = 3  # the smallest panel has no room for more


def make_buttons_menu(context: SceneContext) -> Menu:
    """Create the menu for the device that was used last."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        learn, forget = translate("Learn the buttons"), translate("Forget what was learnt")
        reset = ChangeSettings(make_reset_settings())
        items = (
            MenuItem("learn", learn, (OpenScene("learn"),), icon="settings"),
            MenuItem("forget", forget, (reset,), icon="clear"),
            MenuItem(Action.BACK.value, translate("Back"), (GoBack(),)),
        )
        lines = _list_bindings(context)
        return MenuContent(translate("Buttons"), lines, items, build_page_help(context))

    return Menu(context, build_content)


def _list_bindings(context: SceneContext) -> tuple[str, ...]:
    translate, bindings = context.translator.translate, context.bindings
    entries = [
        f"{label}: {translate(name)}"
        for action, name in ACTION_NAMES.items()
        if action not in ARROW_ACTIONS and (label := bindings.get_label(action))
    ]
    lines = [
        SEPARATOR.join(entries[i : i + BINDINGS_PER_LINE])
        for i in range(0, len(entries), BINDINGS_PER_LINE)
    ]
    return tuple(lines) or (translate("Press a button to see what it means"),)
