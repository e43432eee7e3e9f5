"""Backlight or darkening."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from engine.messages import Line, phrase
from kiosk.display.window import Window
from kiosk.events import Light
from kiosk.settings import Config

DIM = 0.3
"""What is left of the brightness when it is dimmed."""
UNSETTABLE = phrase("The light behind the panel cannot be set; the picture is darkened instead")


class Lamp:
    """The brightness of the settings, dimmed or dark while nobody is there."""

    def __init__(
        self, window: Window, backlight: Backlight | None, tell: Callable[[Line], None]
    ) -> None:
        """Shine fully.

        Args:
            window: Shows the picture, and darkens it where nothing else does.
            backlight: The light behind the panel, if there is one.
            tell: Takes a line for people.
        """
        self._window, self._backlight, self._tell = window, backlight, tell
        self._light, self._brightness = Light.FULL, 100

    def adjust(self, config: Config) -> None:
        """Take the brightness of the settings."""
        usual = self._backlight.usual if self._backlight else 100
        set_to = config.display.brightness
        self._brightness = usual if set_to is None else set_to
        self.shine(self._light)

    def shine(self, light: Light) -> None:
        """From now on like this."""
        self._light = light
        percent = {
            Light.FULL: self._brightness,
            Light.DIM: max(1, round(self._brightness * DIM)),
            Light.DARK: 0,
        }[light]
        if self._backlight and not self._backlight.show(percent):
            self._backlight = None
            self._tell(UNSETTABLE)
        if self._backlight:
            percent = 100 if percent else 0
        self._window.dim(percent)

    def close(self) -> None:
        """Leave the light on for whatever comes next."""
        if self._backlight:
            self._backlight.close()


def backlight(root: Path, *, panel: bool) -> Backlight | None:
    """The light of the whole panel; a window on a desktop leaves that to the desktop."""
    return Backlight.found(root) if panel else None


ON, OFF = "0", "4"
"""What bl_power means by them (FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN)."""


class _Lamp(NamedTuple):
    """One light: its folder, its largest value and the value it had when we found it."""

    folder: Path
    most: int
    before: int


class Backlight:
    """All lights behind panels; what cannot be set any more is told once, and left."""

    def __init__(self, lamps: Sequence[_Lamp]) -> None:
        """Use `found`."""
        self._lamps = lamps
        self._shown: int | None = None

    @classmethod
    def found(cls, root: Path) -> Self | None:
        """The lights of the machine whose files begin at `root`; None where there are none."""
        lamps = [
            lamp
            for folder in sorted((root / "sys/class/backlight").glob("*"))
            if (lamp := _lamp(folder)) is not None
        ]
        return cls(lamps) if lamps else None

    @property
    def usual(self) -> int:
        """How bright it was when it was found, in percent; a dark one is taken for a mistake."""
        lamp = self._lamps[0]
        return round(lamp.before * 100 / lamp.most) or 100

    def show(self, percent: int) -> bool:
        """Shine that brightly; 0 is off, and only that. False where it could not be set."""
        if percent == self._shown:
            return True
        self._shown = percent
        done = [_set(lamp, _value(lamp, percent), percent > 0) for lamp in self._lamps]
        return all(done)

    def close(self) -> None:
        """Leave the lights as they were found, but on."""
        for lamp in self._lamps:
            _set(lamp, lamp.before or lamp.most, True)


def _lamp(folder: Path) -> _Lamp | None:
    try:
        most = int((folder / "max_brightness").read_text())
        before = int((folder / "brightness").read_text())
    except (OSError, ValueError):
        return None
    if most < 1 or not os.access(folder / "brightness", os.W_OK):
        return None
    return _Lamp(folder, most, min(most, max(0, before)))


def _value(lamp: _Lamp, percent: int) -> int:
    return max(1, round(lamp.most * percent / 100)) if percent else 0


def _set(lamp: _Lamp, value: int, on: bool) -> bool:
    try:
        (lamp.folder / "brightness").write_text(f"{value}\n")
    except OSError:
        return False
    # Some drivers shine on at 0; not every one has this file, or lets us have it.
    with suppress(OSError):
        if os.access(lamp.folder / "bl_power", os.W_OK):
            (lamp.folder / "bl_power").write_text(f"{ON if on else OFF}\n")
    return True
