"""The meaning of every button of every device, and the labels of buttons in prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kiosk.events import Action
from kiosk.settings import ButtonSettings
from kiosk.settings.keys import DEFAULT_BINDINGS, Names, format_button_label

LEARN_MODE, TEST = "learn", "presses"
TABLE_MODE, TYPING_MODE, PIN_MODE = "table", "typing", "pin"
"""Input modes of the screens that get every button."""
SCREEN_DEVICE = "screen"
"""Kind of the device without buttons: touch screen or mouse."""
GPIO_DEVICE = "gpio"
"""Kind of the machine's own buttons, which prompts name until another device is used."""
PAGES_MODE = "pages"
"""Input mode of the screens on which a button may have another meaning than on the table."""
BACK_ACTIONS = (Action.BACK, Action.MENU, Action.NEXT, Action.PREVIOUS)
"""Actions that lead back, some of them when they are held."""
ARROW_ACTIONS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)


class InputBindings:
    """The buttons in force: their actions for devices, their labels for scenes.

    `active_device` is the kind of device that was used last.
    """

    def __init__(
        self, settings: ButtonSettings | None = None, labels: Mapping[Action, str] | None = None
    ) -> None:
        """Apply settings of keys and pads (None: the defaults), and labels of buttons at pins."""
        self.active_device = GPIO_DEVICE if labels else SCREEN_DEVICE
        self._input_mode = ""
        self._listeners: list[Callable[[], None]] = []
        self._gpio_actions: dict[str, Action] = {}
        self._gpio_labels = dict(labels or {})
        self._has_encoder = False
        self.apply_settings(settings or ButtonSettings())

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call the listener when the settings or the input mode change."""
        self._listeners.append(listener)

    @property
    def input_mode(self) -> str:
        """Kind of the current screen."""
        return self._input_mode

    @input_mode.setter
    def input_mode(self, mode: str) -> None:
        if mode != self._input_mode:
            self._input_mode = mode
            self._notify_listeners()

    def _notify_listeners(self) -> None:
        for listener in self._listeners:
            listener()

    def set_gpio_buttons(
        self, actions: Mapping[str, str], labels: Mapping[Action, str], *, has_encoder: bool = False
    ) -> None:
        """Set actions by name and labels by action of the machine's own buttons."""
        self._gpio_actions = {name: Action(action) for name, action in actions.items()}
        self._gpio_labels = dict(labels)
        self._has_encoder = has_encoder
        self._page_actions_by_name[GPIO_DEVICE] = self._map_gpio_pages()
        self._notify_listeners()

    def apply_settings(self, settings: ButtonSettings) -> None:
        """Apply changed settings."""
        self.settings = settings
        self._names_by_action = {kind: settings.get_bindings(kind) for kind in DEFAULT_BINDINGS}
        self._page_names_by_action = {k: settings.get_page_bindings(k) for k in DEFAULT_BINDINGS}
        self._actions_by_name = {k: _invert(names) for k, names in self._names_by_action.items()}
        self._page_actions_by_name = {k: _invert(n) for k, n in self._page_names_by_action.items()}
        self._page_actions_by_name[GPIO_DEVICE] = self._map_gpio_pages()

    def get_action(self, kind: str, name: str) -> Action | None:
        """Return the action of a button in the current input mode, if it has one."""
        is_page = self._input_mode == PAGES_MODE
        if kind == GPIO_DEVICE:
            page_actions = self._page_actions_by_name[GPIO_DEVICE] if is_page else {}
            return page_actions.get(name) or self._gpio_actions.get(name)
        actions = self._page_actions_by_name if is_page else self._actions_by_name
        return actions[kind].get(name)

    def get_button_names(self, kind: str, action: Action) -> Names:
        """Return the buttons of an action on the table, the best known first."""
        if kind == GPIO_DEVICE:
            return tuple(name for name, bound in self._gpio_actions.items() if bound is action)
        return self._names_by_action[kind].get(action, ()) if kind in self._names_by_action else ()

    def set_active_device(self, device: str) -> bool:
        """Note the kind of device that was used; return True if it is another than before."""
        is_changed, self.active_device = device != self.active_device, device
        return is_changed

    def get_label(self, action: Action) -> str:
        """Return the label of an action's button on the active device, or ""."""
        if self.active_device == SCREEN_DEVICE:
            return ""
        if self.active_device not in self._names_by_action:
            return self._get_gpio_label(action)
        is_page = self.input_mode == PAGES_MODE
        names_by_action = self._page_names_by_action if is_page else self._names_by_action
        names = names_by_action[self.active_device].get(action, ())
        return format_button_label(names[0]) if names else ""

    def has_arrow_keys(self) -> bool:
        """Return True if the active device has buttons called up, down, left and right."""
        device = self.active_device
        if device in self._names_by_action:
            return all(str(way) in self.get_button_names(device, way) for way in ARROW_ACTIONS)
        return device == GPIO_DEVICE and all(way in self._gpio_labels for way in ARROW_ACTIONS)

    def has_encoder(self) -> bool:
        """Return True if the active device is a rotary encoder."""
        return self._has_encoder and self.active_device == GPIO_DEVICE

    def is_missing_back_button(self) -> bool:
        """Return True if the active device is an encoder without a button that leads back."""
        return self.has_encoder() and not {*BACK_ACTIONS} & {*self._gpio_actions.values()}

    def _map_gpio_pages(self) -> dict[str, Action]:
        """Return the page actions of buttons at pins; settings may name a button by its action."""
        page_actions = _invert(self.settings.pages.get_bindings(GPIO_DEVICE))
        names_by_action = {
            str(action): name for name, action in self._gpio_actions.items() if "+" not in name
        }
        return {
            n if n in self._gpio_actions else names_by_action.get(n, n): action
            for n, action in page_actions.items()
        }

    def _get_gpio_label(self, action: Action) -> str:
        is_page = self.input_mode == PAGES_MODE
        page_actions = self._page_actions_by_name[GPIO_DEVICE] if is_page else {}
        for name in (name for name, bound_action in page_actions.items() if bound_action is action):
            table_action = self._gpio_actions.get(name)
            return self._gpio_labels.get(table_action, name) if table_action else name
        overridden_actions = {self._gpio_actions.get(name) for name in page_actions}
        return "" if action in overridden_actions else self._gpio_labels.get(action, "")


def _invert(names: Mapping[str, Names]) -> dict[str, Action]:
    return {name: Action(action) for action, button_names in names.items() for name in button_names}
