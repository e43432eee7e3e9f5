"""A card's picture: paper, index, and what stands in the middle, drawn for the size it has."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kiosk.frame import Card, halo
from kiosk.render import pixel_font
from kiosk.render.court_figures import JACK, draw_court, draw_wreath
from kiosk.render.fonts import Text
from kiosk.render.shapes import Sketch, inset, oblong
from kiosk.render.suits import draw_suit
from kiosk.render.surface_cache import Album
from kiosk.render.theme import Colour, Theme

ACE = 0

_RANKS = "A23456789TJQK"
_SHARE, _LARGE_SHARE = 0.44, 0.465
"""A capital's height of a card's width between its margins: a 10 and a suit just fit."""
_FONT_FROM = 9
"""Lower capitals are drawn in the pixel face."""
_BOLD_FROM = 20
"""Cards that are narrower have the thin pixel face, or else a 10 would not fit."""
_SMALLEST = 6
"""Below this many pixels there is nothing in the middle of a card."""
_PARTS = 600_000
"""Pixels of shared parts that are kept: papers, suits, wreaths of a few sizes."""


class Index(NamedTuple):
    """Where the index stands on every card of one size, in pixels of the card."""

    left: int
    top: int
    capital: int
    gap: int
    suit: int
    bold: bool


def index(width: int, strip: int, *, large: bool = False) -> Index:
    """The index that fits into the strip, with room for a 10; a large one fills it."""
    left = max(1, width // (26 if large else 13))
    air = 1 if large else 1 + max(1, strip // 8)
    share = _LARGE_SHARE if large else _SHARE
    capital = min(strip - 1 - air, int((width - 2 * left) * share))
    small = capital < _FONT_FROM
    capital = pixel_font.HIGH if small else capital
    top = max(0, min(1 + (strip - 1 - capital) // 2, max(2, left)))
    if small:
        return Index(left, top, capital, 1, pixel_font.HIGH, width >= _BOLD_FROM)
    return Index(left, top, capital, max(1, capital // 8), capital * 19 // 20 | 1, True)


def corner(width: int) -> int:
    """The radius in pixels of the corners of a card of this width."""
    return max(2, width // 14)


class Deck:
    """Draws cards; the parts that many of them share are kept."""

    def __init__(self, theme: Theme, text: Text, *, large_index: bool) -> None:
        """Draw in these colours, with this face for the ranks."""
        self._large = large_index
        self._theme = theme
        self._text = text
        self._parts = Album(_PARTS)

    def picture(self, card: Card, four_colours: bool) -> pygame.Surface:
        """The picture of a card, as large as `frame.extent` of its record."""
        _, _, w, h = card.box
        rank, suit = divmod(card.card, 4)
        ink = self._theme.suit(suit, four_colours)
        place = index(w, card.strip, large=self._large)
        face = self._paper(w, h).copy()
        self._lay_index(face, rank, suit, place, ink)
        if not card.covered:
            lay = self._lay_court if rank >= JACK else self._lay_suit
            lay(face, rank, suit, place, ink)
        return _lifted(face, halo(card.box), self._theme) if card.lifted else face

    def _lay_index(
        self, face: pygame.Surface, rank: int, suit: int, place: Index, ink: Colour
    ) -> None:
        if place.capital < _FONT_FROM:
            sign = pixel_font.picture(pixel_font.rank_rows(_RANKS[rank], bold=place.bold), ink)
            small = pixel_font.picture(pixel_font.suit_rows(suit), ink)
        else:
            sign = self._text.rank(_RANKS[rank], place.capital, ink)
            small = self._suit(suit, place.suit, ink)
        face.blit(sign, (place.left, place.top))
        down = (place.capital - place.suit) // 2
        face.blit(small, (place.left + sign.get_width() + place.gap, place.top + down))

    def _lay_court(
        self, face: pygame.Surface, rank: int, suit: int, place: Index, ink: Colour
    ) -> None:
        width, height = face.get_size()
        size = min(width - 4, height - place.top - place.capital - 2)
        if size >= _SMALLEST:
            figure = draw_court(rank, suit, size, self._theme, ink)
            face.blit(figure, ((width - size) // 2, height - 1 - size))

    def _lay_suit(
        self, face: pygame.Surface, rank: int, suit: int, place: Index, ink: Colour
    ) -> None:
        width, height = face.get_size()
        margin = max(2, width // 13)
        top = place.top + place.capital + margin // 2
        room = min(width - 2 * margin, height - top - margin)
        if room < _SMALLEST:
            return
        middle = (width // 2, (top + height - margin) // 2)
        if rank == ACE:
            _centre(face, self._wreath(room | 1), middle)
        _centre(face, self._suit(suit, int(room * (0.58 if rank == ACE else 0.8)) | 1, ink), middle)

    def _paper(self, w: int, h: int) -> pygame.Surface:
        return self._parts.picture(("paper", w, h), lambda: _draw_paper(w, h, self._theme))

    def _suit(self, suit: int, size: int, ink: Colour) -> pygame.Surface:
        return self._parts.picture((suit, size, ink), lambda: draw_suit(suit, size, ink))

    def _wreath(self, size: int) -> pygame.Surface:
        return self._parts.picture(("wreath", size), lambda: draw_wreath(size, self._theme))


def _draw_paper(w: int, h: int, theme: Theme) -> pygame.Surface:
    sketch = Sketch(w, h)
    sketch.lay_slab(theme.edge, 0, corner(w))
    sketch.lay_slab(theme.card, max(1, w // 110), corner(w))
    return sketch.picture


def _centre(face: pygame.Surface, picture: pygame.Surface, middle: tuple[int, int]) -> None:
    w, h = picture.get_size()
    face.blit(picture, (middle[0] - w // 2, middle[1] - h // 2))


def _lifted(face: pygame.Surface, margin: int, theme: Theme) -> pygame.Surface:
    """The card with a ring around it, and a shadow, darker near the card and longer below."""
    w, h = face.get_width() + 2 * margin, face.get_height() + 2 * margin
    radius = corner(face.get_width())
    ring = max(1, margin * 2 // 5)
    sketch = Sketch(w, h)
    for step in range(margin - ring):
        drop = (margin - ring - step) // 2
        box = (step, step + drop, w - 2 * step, h - 2 * step - drop)
        sketch.lay(theme.shade, oblong(*box, radius + margin - step), alpha=90)
    sketch.lay(theme.lifted, inset(0, 0, w, h, margin - ring, radius + margin))
    sketch.picture.blit(face, (margin, margin))
    edge = (margin, margin, w - 2 * margin, h - 2 * margin)
    sketch.lay(theme.lifted, oblong(*edge, radius), holes=[inset(*edge, 1, radius)])
    return sketch.picture
