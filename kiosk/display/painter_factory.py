"""Creation of painters from the display settings: theme, size of the card indices."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kiosk.display.window import Window
from kiosk.paths import CLASSIC_THEME, THEMES_FOLDER, assets_dir
from kiosk.render.canvas import Canvas
from kiosk.render.fonts import Fonts
from kiosk.render.painter import Painter
from kiosk.render.theme import DEFAULT_THEME, Theme
from kiosk.settings import Config, DisplaySettings


class PainterFactory:
    """Creates canvases for surfaces, by settings that can change at any time."""

    def __init__(self, display: DisplaySettings, fonts: Fonts) -> None:
        self._fonts = fonts
        self.problems: tuple[str, ...] = ()
        """Problems of the theme's file; the classic theme replaces it."""
        self._create_painter(display)

    @property
    def shift_range(self) -> int:
        """Pixels by which the picture is shifted to each side at most."""
        return self._painter.theme.shift

    def create_canvas(self, surface: pygame.Surface) -> Canvas:
        """Return a canvas on this surface."""
        return Canvas(surface, self._painter)

    def apply_settings(self, config: Config, window: Window, notify: Callable[[str], None]) -> None:
        """Redraw the window if its settings have changed; `notify` takes the problems."""
        if (config.display.theme, config.display.index_size) != self._painter_settings:
            self._create_painter(config.display)
            window.set_shift_range(self.shift_range)
            for line in self.problems:
                notify(line)

    def _create_painter(self, display: DisplaySettings) -> None:
        self._painter_settings, self.problems = (display.theme, display.index_size), ()
        theme = self._load_theme(display.theme)
        self._painter = Painter(theme, self._fonts, large_index=display.index_size == "large")

    def _load_theme(self, name: str) -> Theme:
        if name == CLASSIC_THEME:
            return DEFAULT_THEME
        # Not needed for the classic theme, and slow to import.
        from kiosk.render.theme import ThemeError, load_theme

        try:
            return load_theme(assets_dir() / THEMES_FOLDER / f"{name}.toml")
        except ThemeError as error:
            self.problems = (f"{error}; the theme {CLASSIC_THEME} is used",)
            return DEFAULT_THEME
