"""What every button of every device means now, and how the screen speaks of the one last used."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.actions import Action
from kiosk.config import ButtonSettings
from kiosk.config.buttons import DEFAULTS, Names, engraved

SCREEN = "screen"
"""The kind of device that has no buttons of its own."""
OWN = "gpio"
"""The kind of device that the machine's own buttons are, which are spoken of before any is used."""
WAYS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)


class Bindings:
    """The buttons in force, by the settings and by what stands on the machine's own buttons.

    It is asked by every device for what a button means, and by scenes for what to call it. `device`
    is the kind last used, and changes with it; `screen` is the name of what is shown.
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
        self.device = OWN if labels else SCREEN
        self.screen = ""
        self.wire({}, labels or {})
        self._names: dict[str, Mapping[str, Names]] = {}
        self._actions: dict[str, dict[str, Action]] = {}
        self.change(settings or ButtonSettings())

    def wire(self, actions: Mapping[str, str], labels: Mapping[Action, str]) -> None:
        """From now on the machine's own buttons mean this, by name, and this stands on them."""
        self._own = {name: Action(action) for name, action in actions.items()}
        self._labels = dict(labels)

    def change(self, settings: ButtonSettings) -> None:
        """From now on these settings are in force."""
        self.settings = settings
        for kind in DEFAULTS:
            names = self._names[kind] = settings.of(kind)
            self._actions[kind] = {name: Action(a) for a in names for name in names[a]}

    def action(self, kind: str, name: str) -> Action | None:
        """What the button of this name means on this kind of device, if anything."""
        return self._own.get(name) if kind == OWN else self._actions[kind].get(name)

    def names(self, kind: str, action: Action) -> Names:
        """The buttons that mean this on this kind of device, the one to speak of first."""
        if kind == OWN:
            return tuple(name for name, meant in self._own.items() if meant is action)
        return self._names[kind].get(action, ()) if kind in self._names else ()

    def used(self, device: str) -> bool:
        """Note the kind of device that was used; whether it is another than before."""
        if device == self.device:
            return False
        self.device = device
        return True

    def label(self, action: Action) -> str:
        """What stands on the button for this of the device last used; "" where there is none."""
        if self.device not in self._names:
            return self._labels.get(action, "") if self.device != SCREEN else ""
        names = self.names(self.device, action)
        return engraved(names[0]) if names else ""

    def has_plain_ways(self) -> bool:
        """Whether the device last used has arrows for all four ways, under that name."""
        if self.device in self._names:
            return all(str(way) in self.names(self.device, way) for way in WAYS)
        return all(way in self._labels for way in WAYS)
