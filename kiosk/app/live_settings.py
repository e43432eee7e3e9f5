"""Settings in force, changes, guest visit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kiosk.app.hardware_setup import SetUp, view_of
from kiosk.display.window import Window
from kiosk.effects import ChangeSettings
from kiosk.events import ResizeEvent
from kiosk.hardware.pins import labels, signals, to_learn, to_test, wired
from kiosk.hardware.profiles import IndicatorWiring, Wiring
from kiosk.i18n import list_languages
from kiosk.input.bindings import LEARN_MODE, TEST, InputBindings
from kiosk.settings import DEVICE_ORIGIN, Config, Origins, assign_origin, parse_device_settings
from kiosk.storage import Store


class Adjusted(NamedTuple):
    """The settings in force after a change, and the picture's new size, if it has one."""

    config: Config
    origins: Origins
    resized: ResizeEvent | None


class Desk:
    """What the files and the profile say, and over it what was set on the device.

    `bindings` are the buttons in force, whatever is set.
    """

    def __init__(self, found: SetUp, stored: Mapping[str, str], files: Origins) -> None:
        """Begin with the settings of the machine and those that the store has kept.

        `files` says which file has said what.
        """
        self._found, self._stored = found, dict(stored)
        self._below = found.origins(files)
        self._listeners: list[Callable[[Config], None]] = []
        self._lay()
        self.bindings = InputBindings(self.config.buttons, self._labels)
        self._bind()

    def told(self, listener: Callable[[Config], None]) -> None:
        """The listener takes the settings now, and whenever they have changed."""
        self._listeners.append(listener)
        listener(self.config)

    def adjust(self, values: Mapping[str, str | None], window: Window) -> Adjusted:
        """These settings are made on the device (None: cleared)."""
        for key, value in values.items():
            self._stored.pop(key, None)
            if value is not None:
                self._stored[key] = value
        self._lay()
        self._bind()
        for listener in self._listeners:
            listener(self.config)
        resized = window.turn(view_of(self.config, window.view.panel))
        return Adjusted(self.config, self.origins, resized)

    @property
    def signals(self) -> IndicatorWiring | None:
        """The lights and the buzzer of the machine, if it has any."""
        return signals(self.config, self._found.profile)

    def wiring(self, screen: str) -> Wiring | None:
        """What is at which pin; while buttons are learnt or tested, where there may be any."""
        return {LEARN_MODE: self._to_learn, TEST: self._to_test}.get(screen, self._wired)

    def pins(self) -> Mapping[str, int]:
        """Every pin at which a button may be, by the button's name."""
        return self._to_test.pins if self._to_test else {}

    def _bind(self) -> None:
        wiring = self._wired
        self.bindings.apply_settings(self.config.buttons)
        self.bindings.set_gpio_buttons(
            wiring.actions if wiring else {},
            self._labels,
            has_encoder=wiring is not None and wiring.encoder is not None,
        )

    def _lay(self) -> None:
        known = list_languages() if "language" in self._stored else ()
        here = parse_device_settings(self._stored, known)
        self.config: Config = self._found.config.with_values(here)
        self._wired = wired(self.config, self._found.profile)
        self._labels = labels(self.config, self._found.profile)
        self._to_learn = to_learn(self.config, self._found.profile)
        self._to_test = to_test(self.config, self._found.profile)
        self.origins: Origins = {**self._below, **assign_origin(here, DEVICE_ORIGIN)}


AdjustSettings = Callable[[Mapping[str, str | None]], Adjusted]
"""Puts settings into force."""


class Visit:
    """Keeps settings, or knows what they were before a player has changed them."""

    def __init__(self, store: Store) -> None:
        """Nothing is changed; `store` keeps what is set on the device."""
        self._store = store
        self._before: dict[str, str | None] = {}
        self.desk: AdjustSettings | None = None
        """Who puts them into force, if anybody does."""

    def make(self, adjust: ChangeSettings) -> Adjusted | None:
        """These settings are made."""
        for key, value in adjust.values:
            if adjust.is_persistent:
                self._before.pop(key, None)
                self._store.set_setting(key, value)
            else:
                self._before.setdefault(key, self._store.get_setting(key))
        return self.desk(dict(adjust.values)) if self.desk else None

    def end(self) -> Adjusted | None:
        """The player has gone: all is as it was before, which no disk has ever forgotten."""
        before, self._before = self._before, {}
        return self.desk(before) if self.desk and before else None
