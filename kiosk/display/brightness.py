"""Backlight or darkening."""

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
"""What is left of the brightness when it is dimmed."""
BACKLIGHT_FAILED_MESSAGE = make_message(
    "The light behind the panel cannot be set; the picture is darkened instead"
)


class Brightness:
    """The brightness of the settings, dimmed or dark while nobody is there."""

    def __init__(
        self, window: Window, backlight: Backlight | None, notify: Callable[[MessageOrText], None]
    ) -> None:
        """Shine fully.

        Args:
            window: Shows the picture, and darkens it where nothing else does.
            backlight: The light behind the panel, if there is one.
            notify: Takes a line for people.
        """
        self._window, self._backlight, self._notify = window, backlight, notify
        self._level, self._full_percent = BrightnessLevel.FULL, 100

    def apply_settings(self, config: Config) -> None:
        """Take the brightness of the settings."""
        default = self._backlight.initial_percent if self._backlight else 100
        configured = config.display.brightness
        self._full_percent = default if configured is None else configured
        self.set_level(self._level)

    def set_level(self, level: BrightnessLevel) -> None:
        """From now on like this."""
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
        """Leave the light on for whatever comes next."""
        if self._backlight:
            self._backlight.close()


def find_backlight(root: Path, *, is_fullscreen: bool) -> Backlight | None:
    """The light of the whole panel; a window on a desktop leaves that to the desktop."""
    return Backlight.detect(root) if is_fullscreen else None


BL_POWER_ON, BL_POWER_OFF = "0", "4"
"""What bl_power means by them (FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN)."""


class _BacklightDevice(NamedTuple):
    """One light: its folder, its largest value and the value it had when we found it."""

    folder: Path
    max_value: int
    initial_value: int


class Backlight:
    """All lights behind panels; what cannot be set any more is told once, and left."""

    def __init__(self, devices: Sequence[_BacklightDevice]) -> None:
        """Use `found`."""
        self._devices = devices
        self._percent: int | None = None

    @classmethod
    def detect(cls, root: Path) -> Self | None:
        """The lights of the machine whose files begin at `root`; None where there are none."""
        devices = [
            device
            for folder in sorted((root / "sys/class/backlight").glob("*"))
            if (device := _read_device(folder)) is not None
        ]
        return cls(devices) if devices else None

    @property
    def initial_percent(self) -> int:
        """How bright it was when it was found, in percent; a dark one is taken for a mistake."""
        device = self._devices[0]
        return round(device.initial_value * 100 / device.max_value) or 100

    def set_percent(self, percent: int) -> bool:
        """Shine that brightly; 0 is off, and only that. False where it could not be set."""
        if percent == self._percent:
            return True
        self._percent = percent
        results = [
            _write_value(device, _to_raw_value(device, percent), percent > 0)
            for device in self._devices
        ]
        return all(results)

    def close(self) -> None:
        """Leave the lights as they were found, but on."""
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


def _to_raw_value(device: _BacklightDevice, percent: int) -> int:
    return max(1, round(device.max_value * percent / 100)) if percent else 0


def _write_value(device: _BacklightDevice, value: int, on: bool) -> bool:
    try:
        (device.folder / "brightness").write_text(f"{value}\n")
    except OSError:
        return False
    # Some drivers shine on at 0; not every one has this file, or lets us have it.
    with suppress(OSError):
        if os.access(device.folder / "bl_power", os.W_OK):
            (device.folder / "bl_power").write_text(f"{BL_POWER_ON if on else BL_POWER_OFF}\n")
    return True
