"""What every button of every device means now, and how the screen speaks of the one last used."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kiosk.events import Action
from kiosk.settings import ButtonSettings
from kiosk.settings.keys import DEFAULT_BINDINGS, Names, format_button_label

LEARN_MODE, TEST = "learn", "presses"
TABLE_MODE, TYPING_MODE, PIN_MODE = "table", "typing", "pin"
"""The kinds of screens that want to hear every button."""
SCREEN_DEVICE = "screen"
"""The kind of device that has no buttons of its own."""
GPIO_DEVICE = "gpio"
"""The kind of device that the machine's own buttons are, which are spoken of before any is used."""
PAGES_MODE = "pages"
"""The kind of screen on which a button may mean something else than on the table."""
BACK_ACTIONS = (Action.BACK, Action.MENU, Action.NEXT, Action.PREVIOUS)
"""What a button must mean to lead back, if need be when it is held."""
ARROW_ACTIONS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)


class InputBindings:
    """The buttons in force, by the settings and by what stands on the machine's own buttons.

    It is asked by every device for what a button means, and by scenes for what to call it. `device`
    is the kind last used, and changes with it; `screen` is the kind of screen that is shown.
    """

    def __init__(
        self,
        settings: ButtonSettings | None = None,
        labels: Mapping[Action, str] | None = None,
    ) -> None:
        """Take these in force.

        Args:
            settings: What keys and the buttons of pads mean; without them, the defaults.
            labels: What stands on the machine's own buttons (pins), by what they mean.
        """
        self.active_device = GPIO_DEVICE if labels else SCREEN_DEVICE
        self._input_mode = ""
        self._listeners: list[Callable[[], None]] = []
        self._gpio_actions: dict[str, Action] = {}
        self._gpio_labels = dict(labels or {})
        self._has_encoder = False
        self.apply_settings(settings or ButtonSettings())

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Let the listener be called when the settings or the kind of screen change."""
        self._listeners.append(listener)

    @property
    def input_mode(self) -> str:
        """The kind of screen that is shown."""
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
        """From now on the machine's own buttons mean this, by name, and this stands on them.

        `knob`: there is a rotary encoder, too.
        """
        self._gpio_actions = {name: Action(action) for name, action in actions.items()}
        self._gpio_labels = dict(labels)
        self._has_encoder = has_encoder
        self._page_actions_by_name[GPIO_DEVICE] = self._map_gpio_pages()
        self._notify_listeners()

    def apply_settings(self, settings: ButtonSettings) -> None:
        """From now on these settings are in force."""
        self.settings = settings
        self._names_by_action = {kind: settings.get_bindings(kind) for kind in DEFAULT_BINDINGS}
        self._page_names_by_action = {
            kind: settings.get_page_bindings(kind) for kind in DEFAULT_BINDINGS
        }
        self._actions_by_name = {
            kind: _index_by_name(names) for kind, names in self._names_by_action.items()
        }
        self._page_actions_by_name = {
            kind: _index_by_name(names) for kind, names in self._page_names_by_action.items()
        }
        self._page_actions_by_name[GPIO_DEVICE] = self._map_gpio_pages()

    def get_action(self, kind: str, name: str) -> Action | None:
        """What the button of this name means on this kind of device and screen, if anything."""
        if kind == GPIO_DEVICE:
            page_action = (
                self._page_actions_by_name[GPIO_DEVICE].get(name)
                if self.input_mode == PAGES_MODE
                else None
            )
            return page_action or self._gpio_actions.get(name)
        return (
            self._page_actions_by_name if self.input_mode == PAGES_MODE else self._actions_by_name
        )[kind].get(name)

    def get_button_names(self, kind: str, action: Action) -> Names:
        """The buttons that mean this on the table, on this kind of device, the best known first."""
        if kind == GPIO_DEVICE:
            return tuple(
                name for name, bound_action in self._gpio_actions.items() if bound_action is action
            )
        return self._names_by_action[kind].get(action, ()) if kind in self._names_by_action else ()

    def set_active_device(self, device: str) -> bool:
        """Note the kind of device that was used; whether it is another than before."""
        if device == self.active_device:
            return False
        self.active_device = device
        return True

    def get_label(self, action: Action) -> str:
        """What stands on the button for this of the device last used; "" where there is none."""
        if self.active_device == SCREEN_DEVICE:
            return ""
        if self.active_device not in self._names_by_action:
            return self._get_gpio_label(action)
        names_by_action = (
            self._page_names_by_action if self.input_mode == PAGES_MODE else self._names_by_action
        )
        names = names_by_action[self.active_device].get(action, ())
        return format_button_label(names[0]) if names else ""

    def has_arrow_keys(self) -> bool:
        """Whether the device last used has arrows for all four ways, under that name."""
        if self.active_device in self._names_by_action:
            return all(
                str(way) in self.get_button_names(self.active_device, way) for way in ARROW_ACTIONS
            )
        return self.active_device == GPIO_DEVICE and all(
            way in self._gpio_labels for way in ARROW_ACTIONS
        )

    def has_encoder(self) -> bool:
        """Whether the device last used has a knob to turn."""
        return self._has_encoder and self.active_device == GPIO_DEVICE

    def is_missing_back_button(self) -> bool:
        """Whether the device last used is a knob without any button that leads back.

        A knob cannot be held, as a button for Next can: its way to the menu is over the table.
        """
        return self.has_encoder() and not any(
            action in BACK_ACTIONS for action in self._gpio_actions.values()
        )

    def _map_gpio_pages(self) -> dict[str, Action]:
        """What the machine's own buttons mean on pages; settings name them by what they do, too."""
        page_actions = _index_by_name(self.settings.pages.get_bindings(GPIO_DEVICE))
        names_by_action = {
            str(action): name for name, action in self._gpio_actions.items() if "+" not in name
        }
        return {
            n if n in self._gpio_actions else names_by_action.get(n, n): action
            for n, action in page_actions.items()
        }

    def _get_gpio_label(self, action: Action) -> str:
        """What stands on one of the machine's own buttons; on pages another one may mean it."""
        page_actions = (
            self._page_actions_by_name[GPIO_DEVICE] if self.input_mode == PAGES_MODE else {}
        )
        for name in (name for name, bound_action in page_actions.items() if bound_action is action):
            table_action = self._gpio_actions.get(name)
            return self._gpio_labels.get(table_action, name) if table_action else name
        overridden_actions = {self._gpio_actions.get(name) for name in page_actions}
        return "" if action in overridden_actions else self._gpio_labels.get(action, "")


def _index_by_name(names: Mapping[str, Names]) -> dict[str, Action]:
    """What each button means, by its name."""
    return {name: Action(action) for action, button_names in names.items() for name in button_names}
