"""Brightness: the backlight of the panel, or a darkened picture."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from engine.messages import MessageOrText, make_message
from kiosk.display.window import Window
from kiosk.events import BrightnessLevel
from kiosk.settings import Config

DIM_FACTOR = 0.3
BACKLIGHT_FAILED_MESSAGE = make_message(
    "The light behind the panel cannot be set; the picture is darkened instead"
)


class Brightness:
    """Applies the brightness of the settings, dimmed or dark while the device is idle."""

    def __init__(
        self, window: Window, backlight: Backlight | None, notify: Callable[[MessageOrText], None]
    ) -> None:
        """Begin with full brightness; the window darkens the picture if there is no backlight."""
        self._window, self._backlight, self._notify = window, backlight, notify
        self._level, self._full_percent = BrightnessLevel.FULL, 100

    def apply_settings(self, config: Config) -> None:
        """Apply changed settings."""
        default = self._backlight.initial_percent if self._backlight else 100
        configured = config.display.brightness
        self._full_percent = default if configured is None else configured
        self.set_level(self._level)

    def set_level(self, level: BrightnessLevel) -> None:
        """Switch to full, dimmed or dark."""
        self._level = level
        percent = {
            BrightnessLevel.FULL: self._full_percent,
            BrightnessLevel.DIM: max(1, round(self._full_percent * DIM_FACTOR)),
            BrightnessLevel.DARK: 0,
        }[level]
        if self._backlight and not self._backlight.set_percent(percent):
            self._backlight = None
            self._notify(BACKLIGHT_FAILED_MESSAGE)
        if self._backlight:
            percent = 100 if percent else 0
        self._window.set_brightness(percent)

    def close(self) -> None:
        """Restore the backlight."""
        if self._backlight:
            self._backlight.close()


# FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN
BL_POWER_ON, BL_POWER_OFF = "0", "4"


class _BacklightDevice(NamedTuple):
    folder: Path
    max_value: int
    initial_value: int


class Backlight:
    """All backlights of the machine, controlled together."""

    def __init__(self, devices: Sequence[_BacklightDevice]) -> None:
        self._devices = devices
        self._percent: int | None = None

    @classmethod
    def detect(cls, root: Path) -> Self | None:
        """Return the writable backlights below `root`, if any."""
        candidates = map(_read_device, sorted((root / "sys/class/backlight").glob("*")))
        devices = [device for device in candidates if device is not None]
        return cls(devices) if devices else None

    @property
    def initial_percent(self) -> int:
        """Brightness at the start in percent; 100 if it was dark, which must be a mistake."""
        device = self._devices[0]
        return round(device.initial_value * 100 / device.max_value) or 100

    def set_percent(self, percent: int) -> bool:
        """Set the brightness, where only 0 is off; return False if that fails."""
        if percent == self._percent:
            return True
        self._percent = percent
        is_set = True
        for device in self._devices:
            value = max(1, round(device.max_value * percent / 100)) if percent else 0
            is_set &= _write_value(device, value, percent > 0)
        return is_set

    def close(self) -> None:
        """Restore the initial brightness, but leave no backlight off."""
        for device in self._devices:
            _write_value(device, device.initial_value or device.max_value, True)


def _read_device(folder: Path) -> _BacklightDevice | None:
    try:
        max_value = int((folder / "max_brightness").read_text())
        initial_value = int((folder / "brightness").read_text())
    except (OSError, ValueError):
        return None
    if max_value < 1 or not os.access(folder / "brightness", os.W_OK):
        return None
    return _BacklightDevice(folder, max_value, min(max_value, max(0, initial_value)))


def _write_value(device: _BacklightDevice, value: int, on: bool) -> bool:
    try:
        (device.folder / "brightness").write_text(f"{value}\n")
    except OSError:
        return False
    # Some drivers stay on at 0. Not all have this file, or make it writable.
    with suppress(OSError):
        if os.access(device.folder / "bl_power", os.W_OK):
            (device.folder / "bl_power").write_text(f"{BL_POWER_ON if on else BL_POWER_OFF}\n")
    return True
