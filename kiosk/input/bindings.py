"""What every button of every device means now, and how the screen speaks of the one last used."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.events import Action
from kiosk.settings import ButtonSettings
from kiosk.settings.keys import DEFAULTS, Names, engraved

LEARN, TEST = "learn", "presses"
"""The kinds of screens that want to hear every button."""
SCREEN = "screen"
"""The kind of device that has no buttons of its own."""
OWN = "gpio"
"""The kind of device that the machine's own buttons are, which are spoken of before any is used."""
PAGES = "pages"
"""The kind of screen on which a button may mean something else than on the table."""
BACKWARDS = (Action.BACK, Action.MENU, Action.NEXT, Action.PREVIOUS)
"""What a button must mean to lead back, if need be when it is held."""
WAYS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)


class Bindings:
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
        self.device = OWN if labels else SCREEN
        self.screen = ""
        self._own: dict[str, Action] = {}
        self._labels = dict(labels or {})
        self._knob = False
        self.change(settings or ButtonSettings())

    def wire(
        self, actions: Mapping[str, str], labels: Mapping[Action, str], *, knob: bool = False
    ) -> None:
        """From now on the machine's own buttons mean this, by name, and this stands on them.

        `knob`: there is a rotary encoder, too.
        """
        self._own = {name: Action(action) for name, action in actions.items()}
        self._labels = dict(labels)
        self._knob = knob
        self._on_pages[OWN] = self._own_on_pages()

    def change(self, settings: ButtonSettings) -> None:
        """From now on these settings are in force."""
        self.settings = settings
        self._table = {kind: settings.of(kind) for kind in DEFAULTS}
        self._pages = {kind: settings.on_pages(kind) for kind in DEFAULTS}
        self._meant = {kind: _by_name(names) for kind, names in self._table.items()}
        self._on_pages = {kind: _by_name(names) for kind, names in self._pages.items()}
        self._on_pages[OWN] = self._own_on_pages()

    def action(self, kind: str, name: str) -> Action | None:
        """What the button of this name means on this kind of device and screen, if anything."""
        if kind == OWN:
            special = self._on_pages[OWN].get(name) if self.screen == PAGES else None
            return special or self._own.get(name)
        return (self._on_pages if self.screen == PAGES else self._meant)[kind].get(name)

    def names(self, kind: str, action: Action) -> Names:
        """The buttons that mean this on the table, on this kind of device, the best known first."""
        if kind == OWN:
            return tuple(name for name, meant in self._own.items() if meant is action)
        return self._table[kind].get(action, ()) if kind in self._table else ()

    def used(self, device: str) -> bool:
        """Note the kind of device that was used; whether it is another than before."""
        if device == self.device:
            return False
        self.device = device
        return True

    def label(self, action: Action) -> str:
        """What stands on the button for this of the device last used; "" where there is none."""
        if self.device == SCREEN:
            return ""
        if self.device not in self._table:
            return self._own_label(action)
        shown = self._pages if self.screen == PAGES else self._table
        names = shown[self.device].get(action, ())
        return engraved(names[0]) if names else ""

    def has_plain_ways(self) -> bool:
        """Whether the device last used has arrows for all four ways, under that name."""
        if self.device in self._table:
            return all(str(way) in self.names(self.device, way) for way in WAYS)
        return self.device == OWN and all(way in self._labels for way in WAYS)

    def turns(self) -> bool:
        """Whether the device last used has a knob to turn."""
        return self._knob and self.device == OWN

    def lacks_back(self) -> bool:
        """Whether the device last used is a knob without any button that leads back.

        A knob cannot be held, as a button for Next can: its way to the menu is over the table.
        """
        return self.turns() and not any(action in BACKWARDS for action in self._own.values())

    def _own_on_pages(self) -> dict[str, Action]:
        """What the machine's own buttons mean on pages; settings name them by what they do, too."""
        meant = _by_name(self.settings.pages.of(OWN))
        doing = {str(action): name for name, action in self._own.items() if "+" not in name}
        return {n if n in self._own else doing.get(n, n): action for n, action in meant.items()}

    def _own_label(self, action: Action) -> str:
        """What stands on one of the machine's own buttons; on pages another one may mean it."""
        special = self._on_pages[OWN] if self.screen == PAGES else {}
        for name in (name for name, meant in special.items() if meant is action):
            usual = self._own.get(name)
            return self._labels.get(usual, name) if usual else name
        moved = {self._own.get(name) for name in special}
        return "" if action in moved else self._labels.get(action, "")


def _by_name(names: Mapping[str, Names]) -> dict[str, Action]:
    """What each button means, by its name."""
    return {name: Action(action) for action, some in names.items() for name in some}
