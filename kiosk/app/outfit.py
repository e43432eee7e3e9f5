"""What the picture is painted with: the theme and the size of the index, as they are set."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kiosk.app.machine.window import Window
from kiosk.config import Config, DisplaySettings
from kiosk.config.themes import CLASSIC as CLASSIC_NAME
from kiosk.config.themes import FOLDER
from kiosk.paths import assets
from kiosk.render.canvas import Canvas
from kiosk.render.painter import Painter
from kiosk.render.text import Text
from kiosk.render.theme import CLASSIC, Theme


class Outfit:
    """Makes canvases for surfaces; what is set can change at any time."""

    def __init__(self, display: DisplaySettings, text: Text) -> None:
        """Dress by these settings, with these faces."""
        self._text = text
        self.troubles: tuple[str, ...] = ()
        """A line about a theme that cannot be used."""
        self._put_on(display)

    @property
    def slack(self) -> int:
        """How many pixels the picture wanders to each side."""
        return self._painter.theme.shift

    def canvas(self, surface: pygame.Surface) -> Canvas:
        """A canvas on this surface."""
        return Canvas(surface, self._painter)

    def follow(self, config: Config, window: Window, tell: Callable[[str], None]) -> None:
        """Have the window painted anew, if what it is painted with has changed.

        `tell` takes a line about a theme that cannot be used.
        """
        if _worn(config.display) != self._worn:
            self._put_on(config.display)
            window.dress(self.slack)
            for line in self.troubles:
                tell(line)

    def _put_on(self, display: DisplaySettings) -> None:
        self._worn, self.troubles = _worn(display), ()
        large = display.index_size == "large"
        self._painter = Painter(self._theme(display.theme), self._text, large_index=large)

    def _theme(self, name: str) -> Theme:
        """The theme of that name; the classic one, and a line, where its file is no good."""
        if name == CLASSIC_NAME:
            return CLASSIC
        # Not needed for the classic theme, and start-up is dear.
        from kiosk.render.dye import ThemeError, dyed

        try:
            return dyed(assets() / FOLDER / f"{name}.toml")
        except ThemeError as error:
            self.troubles = (f"{error}; the theme {CLASSIC_NAME} is used",)
            return CLASSIC


def _worn(display: DisplaySettings) -> tuple[str, str]:
    """All the settings that matter for it."""
    return display.theme, display.index_size
