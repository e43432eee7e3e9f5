"""Draw a card for its size: face, index, and the suit or figure in the middle."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kiosk.frame import Card, lift_margin
from kiosk.render import pixel_font
from kiosk.render.court_figures import JACK, draw_court, draw_wreath
from kiosk.render.fonts import Fonts
from kiosk.render.shapes import ShapePainter, inset, rounded_rect
from kiosk.render.suits import draw_suit
from kiosk.render.surface_cache import SurfaceCache
from kiosk.render.theme import Colour, Theme

ACE = 0

_RANKS = "A23456789TJQK"
_CAPITAL_SHARE, _LARGE_CAPITAL_SHARE = 0.44, 0.465
"""A capital's height by a card's width between its margins: a 10 and a suit just fit."""
_MIN_FONT_CAPITAL = 9  # lower capitals are drawn in the pixel font
_MIN_BOLD_WIDTH = 20  # narrower cards use the thin pixel font: a bold 10 would not fit
_MIN_CENTRE_PIXELS = 6  # below this size the middle of a card is empty
_PARTS_CACHE_PIXELS = 600_000


class IndexLayout(NamedTuple):
    """The place of the index on every card of one size, in pixels of the card."""

    left: int
    top: int
    capital_height: int
    gap: int
    suit_size: int
    is_bold: bool


def layout_index(width: int, strip: int, *, large: bool = False) -> IndexLayout:
    """Return the index that fits into the strip, with room for a 10; a large one fills it."""
    left = max(1, width // (26 if large else 13))
    air = 1 if large else 1 + max(1, strip // 8)
    share = _LARGE_CAPITAL_SHARE if large else _CAPITAL_SHARE
    capital = min(strip - 1 - air, int((width - 2 * left) * share))
    gap, suit_size, is_bold = max(1, capital // 8), capital * 19 // 20 | 1, True
    if capital < _MIN_FONT_CAPITAL:
        capital = suit_size = pixel_font.GLYPH_HEIGHT
        gap, is_bold = 1, width >= _MIN_BOLD_WIDTH
    top = max(0, min(1 + (strip - 1 - capital) // 2, max(2, left)))
    return IndexLayout(left, top, capital, gap, suit_size, is_bold)


def corner_radius(width: int) -> int:
    """Return the radius in pixels of the corners of a card of this width."""
    return max(2, width // 14)


class CardPainter:
    """Draw cards; the parts that many of them share are cached."""

    def __init__(self, theme: Theme, fonts: Fonts, *, large_index: bool) -> None:
        self._has_large_index = large_index
        self._theme = theme
        self._fonts = fonts
        self._parts = SurfaceCache(_PARTS_CACHE_PIXELS)

    def draw_card(self, card: Card, four_colours: bool) -> pygame.Surface:
        """Return the picture of a card, as large as `frame.bounding_box` of its record."""
        _, _, w, h = card.box
        rank, suit = divmod(card.card, 4)
        ink = self._theme.suit_colour(suit, four_colours)
        index = layout_index(w, card.strip_height, large=self._has_large_index)
        blank = self._parts.get(("blank", w, h), lambda: _draw_blank_card(w, h, self._theme))
        face = blank.copy()
        self._paint_index(face, rank, suit, index, ink)
        if not card.covered:
            paint_centre = self._paint_court if rank >= JACK else self._paint_suit
            paint_centre(face, rank, suit, index, ink)
        return _draw_lifted(face, lift_margin(card.box), self._theme) if card.lifted else face

    def _paint_index(
        self, face: pygame.Surface, rank: int, suit: int, index: IndexLayout, ink: Colour
    ) -> None:
        if index.capital_height < _MIN_FONT_CAPITAL:
            rank_rows = pixel_font.rank_rows(_RANKS[rank], bold=index.is_bold)
            rank_surface = pixel_font.render_rows(rank_rows, ink)
            suit_surface = pixel_font.render_rows(pixel_font.suit_rows(suit), ink)
        else:
            rank_surface = self._fonts.render_rank(_RANKS[rank], index.capital_height, ink)
            suit_surface = self._get_suit(suit, index.suit_size, ink)
        face.blit(rank_surface, (index.left, index.top))
        left = index.left + rank_surface.get_width() + index.gap
        top = index.top + (index.capital_height - index.suit_size) // 2
        face.blit(suit_surface, (left, top))

    def _paint_court(
        self, face: pygame.Surface, rank: int, suit: int, index: IndexLayout, ink: Colour
    ) -> None:
        width, height = face.get_size()
        size = min(width - 4, height - index.top - index.capital_height - 2)
        if size >= _MIN_CENTRE_PIXELS:
            figure = draw_court(rank, suit, size, self._theme, ink)
            face.blit(figure, ((width - size) // 2, height - 1 - size))

    def _paint_suit(
        self, face: pygame.Surface, rank: int, suit: int, index: IndexLayout, ink: Colour
    ) -> None:
        width, height = face.get_size()
        margin = max(2, width // 13)
        top = index.top + index.capital_height + margin // 2
        room = min(width - 2 * margin, height - top - margin)
        if room < _MIN_CENTRE_PIXELS:
            return
        middle = (width // 2, (top + height - margin) // 2)
        share = 0.8
        if rank == ACE:
            share, size = 0.58, room | 1
            wreath = self._parts.get(("wreath", size), lambda: draw_wreath(size, self._theme))
            _blit_centred(face, wreath, middle)
        _blit_centred(face, self._get_suit(suit, int(room * share) | 1, ink), middle)

    def _get_suit(self, suit: int, size: int, ink: Colour) -> pygame.Surface:
        return self._parts.get((suit, size, ink), lambda: draw_suit(suit, size, ink))


def _draw_blank_card(w: int, h: int, theme: Theme) -> pygame.Surface:
    painter = ShapePainter(w, h)
    painter.fill_rounded(theme.edge, 0, corner_radius(w))
    painter.fill_rounded(theme.card, max(1, w // 110), corner_radius(w))
    return painter.surface


def _blit_centred(face: pygame.Surface, picture: pygame.Surface, middle: tuple[int, int]) -> None:
    w, h = picture.get_size()
    face.blit(picture, (middle[0] - w // 2, middle[1] - h // 2))


def _draw_lifted(face: pygame.Surface, margin: int, theme: Theme) -> pygame.Surface:
    w, h = face.get_width() + 2 * margin, face.get_height() + 2 * margin
    radius = corner_radius(face.get_width())
    ring = max(1, margin * 2 // 5)
    painter = ShapePainter(w, h)
    for step in range(margin - ring):
        drop = (margin - ring - step) // 2
        box = (step, step + drop, w - 2 * step, h - 2 * step - drop)
        painter.fill(theme.shade, rounded_rect(*box, radius + margin - step), alpha=90)
    painter.fill(theme.lifted, inset(0, 0, w, h, margin - ring, radius + margin))
    painter.surface.blit(face, (margin, margin))
    edge = (margin, margin, w - 2 * margin, h - 2 * margin)
    painter.fill(theme.lifted, rounded_rect(*edge, radius), holes=[inset(*edge, 1, radius)])
    return painter.surface
