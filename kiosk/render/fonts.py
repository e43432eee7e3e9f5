"""Measure and draw text in the fonts that we ship, whatever fonts the system has."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

import pygame

from kiosk.render.surface_cache import SurfaceCache
from kiosk.render.theme import Colour

CAPITAL_HEIGHT_EM = 0.714  # of capitals and figures in both fonts (OS/2 table, sCapHeight)
DESCENT_EM = 0.24  # depth of g and p below the baseline, in em

_FONT_SIZES = range(4, 401)
_MAX_CACHED_TEXTS = 4096
_MAX_CACHED_FONTS = 24
_CACHE_PIXELS = 1_000_000


class Fonts:
    """One family in two weights, and a font for the ranks on cards; a `frame.TextMeasurer`."""

    def __init__(self, folder: Path) -> None:
        """Use the fonts in this folder; raise FileNotFoundError naming the one that is missing."""
        self._paths = {
            face: folder / f"Bakehouse{face}.ttf"
            for face in ("Sans-Regular", "Sans-Bold", "Index-Bold")
        }
        for path in self._paths.values():
            if not path.is_file():
                raise FileNotFoundError(f"no font {path}")
        pygame.font.init()
        self._font = lru_cache(_MAX_CACHED_FONTS)(partial(_load_font, self._paths))
        self._measure = lru_cache(_MAX_CACHED_TEXTS)(partial(_measure, self._font))
        self._elide = lru_cache(_MAX_CACHED_TEXTS)(partial(_elide, self._measure))
        self._cache = SurfaceCache(_CACHE_PIXELS)

    def measure_width(self, text: str, px: int, *, bold: bool = False) -> int:
        """Return the pixels from the first to the last stroke of the text at this size."""
        return self._measure(text, px, bold)

    def elide(self, text: str, px: int, max_width: int, *, bold: bool = False) -> str:
        """Return the text, shortened to an ellipsis where it is wider than `max_width` pixels."""
        if self.measure_width(text, px, bold=bold) <= max_width:
            return text
        return self._elide(text, px, max_width, bold)

    def render(self, text: str, px: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        """Return the text on a transparent surface; its baseline is at `get_baseline(px)`."""
        return self._cache.get(
            (text, px, colour, bold),
            lambda: self._font(_face_name(bold), px).render(text, True, colour),
        )

    def get_baseline(self, px: int, *, bold: bool = False) -> int:
        """Return the pixels from the top of a rendered text to its baseline."""
        return self._font(_face_name(bold), px).get_ascent()

    def render_rank(self, rank: str, capital_height: int, colour: Colour) -> pygame.Surface:
        """Return a card's rank (one of A23456789TJQK, T being shown as 10), cropped to its strokes.

        `capital_height` is the height of an A in pixels; round figures and the tail of the Q may
        be a pixel or two taller, downwards.
        """
        return self._cache.get(
            ("index", rank, capital_height, colour),
            lambda: self._draw_rank(rank, capital_height, colour),
        )

    def _draw_rank(self, rank: str, capital_height: int, colour: Colour) -> pygame.Surface:
        px = self._find_font_size(capital_height)
        font = self._font("Index-Bold", px)
        rendered = font.render(rank, True, colour)
        strokes = rendered.get_bounding_rect(min_alpha=24)
        top = font.get_ascent() - capital_height
        height = max(capital_height, strokes.bottom - top)
        return rendered.subsurface(strokes.x, top, strokes.w, height).copy()

    def _find_font_size(self, capital_height: int) -> int:
        """Return the font size of capitals of this height, which hinting rounds to whole pixels."""
        start = max(4, int(capital_height / CAPITAL_HEIGHT_EM) - 1)
        for px in range(start, start + 4):
            height = self._font("Index-Bold", px).render("A", True, (0, 0, 0)).get_bounding_rect().h
            if height >= capital_height:
                return px
        return start + 2


def _load_font(paths: dict[str, Path], face: str, px: int) -> pygame.font.Font:
    return pygame.font.Font(str(paths[face]), min(max(px, _FONT_SIZES[0]), _FONT_SIZES[-1]))


def _measure(
    load_font: Callable[[str, int], pygame.font.Font], text: str, px: int, bold: bool
) -> int:
    return load_font(_face_name(bold), px).size(text)[0]


def _elide(
    measure: Callable[[str, int, bool], int], text: str, px: int, max_width: int, bold: bool
) -> str:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + "…", px, bold) <= max_width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""


def _face_name(bold: bool) -> str:
    return "Sans-Bold" if bold else "Sans-Regular"
