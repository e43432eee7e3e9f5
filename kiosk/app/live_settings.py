"""Settings in force, their changes, and those of a player that end with the visit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kiosk.app.hardware_setup import HardwareSetup, create_screen_transform
from kiosk.display.window import Window
from kiosk.effects import ChangeSettings
from kiosk.events import ResizeEvent
from kiosk.hardware.pins import (
    build_button_wiring,
    build_indicator_wiring,
    build_learn_wiring,
    build_test_wiring,
    get_pin_labels,
)
from kiosk.hardware.profiles import IndicatorWiring, Wiring
from kiosk.i18n import list_languages
from kiosk.input.bindings import LEARN_MODE, TEST, InputBindings
from kiosk.settings import DEVICE_ORIGIN, Config, Origins, parse_device_settings
from kiosk.storage import Store


class SettingsChange(NamedTuple):
    """The settings in force after a change, and the new size of the picture, if it changes."""

    config: Config
    origins: Origins
    resize_event: ResizeEvent | None


class LiveSettings:
    """Settings of the files and the hardware profile, overridden by those made on the device."""

    def __init__(
        self, setup: HardwareSetup, stored_values: Mapping[str, str], file_origins: Origins
    ) -> None:
        self._setup, self._stored_values = setup, dict(stored_values)
        self._base_origins = setup.merge_origins(file_origins)
        self._listeners: list[Callable[[Config], None]] = []
        self._rebuild()
        self.bindings = InputBindings(self.config.buttons, self._button_labels)
        self._update_bindings()

    def subscribe(self, listener: Callable[[Config], None]) -> None:
        """Call the listener with the settings, now and after every change."""
        self._listeners.append(listener)
        listener(self.config)

    def change_settings(self, values: Mapping[str, str | None], window: Window) -> SettingsChange:
        """Put settings made on the device into force; None clears one."""
        for key, value in values.items():
            self._stored_values.pop(key, None)
            if value is not None:
                self._stored_values[key] = value
        self._rebuild()
        self._update_bindings()
        for listener in self._listeners:
            listener(self.config)
        resize_event = window.set_transform(
            create_screen_transform(self.config, window.transform.panel)
        )
        return SettingsChange(self.config, self.origins, resize_event)

    @property
    def indicator_wiring(self) -> IndicatorWiring | None:
        """The pins of lights and buzzer, if there are any."""
        return build_indicator_wiring(self.config, self._setup.profile)

    def get_wiring(self, input_mode: str) -> Wiring | None:
        """Return the pins in use; while buttons are learnt or tested, all that may have buttons."""
        return {LEARN_MODE: self._learn_wiring, TEST: self._test_wiring}.get(
            input_mode, self._button_wiring
        )

    def get_button_pins(self) -> Mapping[str, int]:
        """Return all pins that may have buttons, by the names of the buttons."""
        return self._test_wiring.pins if self._test_wiring else {}

    def _update_bindings(self) -> None:
        wiring = self._button_wiring
        self.bindings.apply_settings(self.config.buttons)
        self.bindings.set_gpio_buttons(
            wiring.actions if wiring else {},
            self._button_labels,
            has_encoder=wiring is not None and wiring.encoder is not None,
        )

    def _rebuild(self) -> None:
        language_codes = list_languages() if "language" in self._stored_values else ()
        device_values = parse_device_settings(self._stored_values, language_codes)
        self.config: Config = self._setup.config.with_values(device_values)
        self._button_wiring = build_button_wiring(self.config, self._setup.profile)
        self._button_labels = get_pin_labels(self.config, self._setup.profile)
        self._learn_wiring = build_learn_wiring(self.config, self._setup.profile)
        self._test_wiring = build_test_wiring(self.config, self._setup.profile)
        self.origins: Origins = {
            **self._base_origins,
            **dict.fromkeys(device_values, DEVICE_ORIGIN),
        }


SettingsChanger = Callable[[Mapping[str, str | None]], SettingsChange]


class GuestSettings:
    """Saves settings; takes back those that a player changed for their own visit."""

    def __init__(self, store: Store, change_settings: SettingsChanger) -> None:
        self._store, self._change_settings = store, change_settings
        self._previous_values: dict[str, str | None] = {}

    def apply(self, effect: ChangeSettings) -> SettingsChange:
        """Put these settings into force, and save them if they are persistent."""
        for key, value in effect.values:
            if effect.is_persistent:
                self._previous_values.pop(key, None)
                self._store.set_setting(key, value)
            else:
                self._previous_values.setdefault(key, self._store.get_setting(key))
        return self._change_settings(dict(effect.values))

    def restore(self) -> SettingsChange | None:
        """Restore the saved settings; return None if nothing was changed."""
        previous_values, self._previous_values = self._previous_values, {}
        return self._change_settings(previous_values) if previous_values else None
