"""How bright the picture is: by the light behind the panel, or darkened where there is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.phrases import Line, phrase
from kiosk.app.machine.window import Window
from kiosk.app.presence.idle import Light
from kiosk.config import Config
from kiosk.power import Backlight

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
