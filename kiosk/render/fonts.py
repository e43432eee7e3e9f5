"""Words can be measured and drawn in the faces that we ship, whatever fonts the system has."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import TypeVar

import pygame

from kiosk.render.surface_cache import Album
from kiosk.render.theme import Colour

CAPITAL = 0.714
"""The height of capitals and figures in both faces, of the em (OS/2 table, sCapHeight)."""
BELOW = 0.24
"""How far g and p reach below the line, of the em."""

_SIZES = range(4, 401)
_WIDTHS = 4096
_FONTS = 24
_PIXELS = 1_000_000
_K = TypeVar("_K")
_V = TypeVar("_V")


class Text:
    """One family in two weights, and a face for the ranks on cards. It is a `frame.Measure`."""

    def __init__(self, folder: Path) -> None:
        """Use the faces in this folder; raises FileNotFoundError naming the one that is missing."""
        self._paths = {
            face: folder / f"Bakehouse{face}.ttf"
            for face in ("Sans-Regular", "Sans-Bold", "Index-Bold")
        }
        for path in self._paths.values():
            if not path.is_file():
                raise FileNotFoundError(f"no font {path}")
        pygame.font.init()
        self._fonts: OrderedDict[tuple[str, int], pygame.font.Font] = OrderedDict()
        self._widths: OrderedDict[tuple[str, int, bool], int] = OrderedDict()
        self._cuts: OrderedDict[tuple[str, int, bool, int], str] = OrderedDict()
        self._album = Album(_PIXELS)

    def width(self, text: str, px: int, *, bold: bool = False) -> int:
        """Pixels from the first to the last stroke of the text at this size."""
        key = (text, px, bold)
        width = self._widths.get(key)
        if width is None:
            width = self._font(_face(bold), px).size(text)[0]
            _keep(self._widths, key, width, _WIDTHS)
        return width

    def cut(self, text: str, px: int, room: int, *, bold: bool = False) -> str:
        """The text, shortened to an ellipsis where it is wider than `room` pixels."""
        if self.width(text, px, bold=bold) <= room:
            return text
        key = (text, px, bold, room)
        cut = self._cuts.get(key)
        if cut is None:
            cut = self._shortened(text, px, room, bold)
            _keep(self._cuts, key, cut, _WIDTHS)
        return cut

    def picture(self, text: str, px: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
        """The text on a transparent ground; its line is `line(px)` pixels below the top."""
        return self._album.picture(
            (text, px, colour, bold), lambda: self._font(_face(bold), px).render(text, True, colour)
        )

    def line(self, px: int, *, bold: bool = False) -> int:
        """How far below the top of a picture the letters stand."""
        return self._font(_face(bold), px).get_ascent()

    def rank(self, rank: str, capital: int, colour: Colour) -> pygame.Surface:
        """A rank of a card (one of A23456789TJQK, T being shown as 10), cut out to its strokes.

        `capital` is the height of an A in pixels; round figures and the tail of the Q may be a
        pixel or two taller, downwards.
        """
        return self._album.picture(
            ("index", rank, capital, colour), lambda: self._cut_out(rank, capital, colour)
        )

    def _cut_out(self, rank: str, capital: int, colour: Colour) -> pygame.Surface:
        px = self._em(capital)
        font = self._font("Index-Bold", px)
        drawn = font.render(rank, True, colour)
        strokes = drawn.get_bounding_rect(min_alpha=24)
        top = font.get_ascent() - capital
        return drawn.subsurface(
            strokes.x, top, strokes.w, max(capital, strokes.bottom - top)
        ).copy()

    def _em(self, capital: int) -> int:
        """The font size whose capitals are drawn this high: hinting rounds them to whole pixels."""
        start = max(4, int(capital / CAPITAL) - 1)
        for px in range(start, start + 4):
            high = self._font("Index-Bold", px).render("A", True, (0, 0, 0)).get_bounding_rect().h
            if high >= capital:
                return px
        return start + 2

    def _shortened(self, text: str, px: int, room: int, bold: bool) -> str:
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + "…", px, bold=bold) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…" if low else ""

    def _font(self, face: str, px: int) -> pygame.font.Font:
        key = (face, min(max(px, _SIZES[0]), _SIZES[-1]))
        font = self._fonts.get(key)
        if font is None:
            font = pygame.font.Font(str(self._paths[face]), key[1])
            _keep(self._fonts, key, font, _FONTS)
        return font


def _face(bold: bool) -> str:
    return "Sans-Bold" if bold else "Sans-Regular"


def _keep(store: OrderedDict[_K, _V], key: _K, value: _V, room: int) -> None:
    """Put it into the store; the oldest goes where there are more than `room`."""
    store[key] = value
    if len(store) > room:
        store.popitem(last=False)
