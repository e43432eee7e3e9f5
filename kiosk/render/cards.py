"""A card's picture: paper, index, and what stands in the middle, drawn at the size it is seen at."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kiosk.frame import Card, halo
from kiosk.render import pixels
from kiosk.render.figures import JACK, lay_ace, lay_court
from kiosk.render.sketch import Colour, Sketch, inset, oblong
from kiosk.render.suits import lay_suit
from kiosk.render.text import Text
from kiosk.render.theme import Theme

_RANKS = "A23456789TJQK"
_SMALLEST = 6
"""Below this many pixels there is nothing in the middle of a card."""


class Index(NamedTuple):
    """Where the index stands on every card of one size, in pixels of the card."""

    left: int
    top: int
    capital: int
    gap: int
    suit: int
    bold: bool


def index(width: int, strip: int) -> Index:
    """The largest index that fits into the strip, with room for a 10."""
    left = max(1, width // 13)
    room = width - 2 * left
    capital = min(strip - 2 - max(1, strip // 8), int(room * 0.38))
    if capital < 9:
        return Index(left, min(1, strip - pixels.HIGH), pixels.HIGH, 1, pixels.HIGH, width >= 20)
    top = min(1 + (strip - 1 - capital) // 2, max(2, left))
    return Index(left, top, capital, max(1, capital // 8), capital * 19 // 20 | 1, True)


def corner(width: int) -> int:
    """The radius in pixels of the corners of a card of this width."""
    return max(2, width // 14)


def draw_card(card: Card, theme: Theme, text: Text, ink: Colour) -> pygame.Surface:
    """The picture of a card, as large as `frame.extent` of its record."""
    margin = halo(card.box) if card.lifted else 0
    _, _, w, h = card.box
    sketch = Sketch(w + 2 * margin, h + 2 * margin)
    if card.lifted:
        _lay_ring(sketch, margin, corner(w), theme)
    face = Sketch(w, h)
    _lay_paper(face, theme)
    place = index(w, card.strip)
    _lay_index(face, card.card, place, text, ink)
    _lay_middle(face, card.card, place, theme, ink)
    sketch.picture.blit(face.picture, (margin, margin))
    if card.lifted:
        edge = (margin, margin, w, h)
        sketch.lay(theme.lifted, oblong(*edge, corner(w)), holes=[inset(*edge, 1, corner(w))])
    return sketch.picture


def _lay_ring(sketch: Sketch, margin: int, radius: int, theme: Theme) -> None:
    """Lay the shadow, darker towards the card and longer below it, and the ring on it."""
    w, h = sketch.picture.get_size()
    ring = max(1, margin * 2 // 5)
    for step in range(margin - ring):
        drop = (margin - ring - step) // 2
        box = (step, step + drop, w - 2 * step, h - 2 * step - drop)
        sketch.lay(theme.shade, oblong(*box, radius + margin - step), alpha=90)
    sketch.lay(theme.lifted, inset(0, 0, w, h, margin - ring, radius + margin))


def _lay_paper(sketch: Sketch, theme: Theme) -> None:
    w, h = sketch.picture.get_size()
    sketch.lay(theme.edge, oblong(0, 0, w, h, corner(w)))
    sketch.lay(theme.card, inset(0, 0, w, h, max(1, w // 110), corner(w)))


def _lay_index(sketch: Sketch, card: int, place: Index, text: Text, ink: Colour) -> None:
    rank, suit = _RANKS[card // 4], card % 4
    if place.capital == pixels.HIGH:
        sign = pixels.picture(pixels.rank_rows(rank, bold=place.bold), ink)
        small = pixels.picture(pixels.suit_rows(suit), ink)
        sketch.picture.blit(sign, (place.left, place.top))
        sketch.picture.blit(small, (place.left + sign.get_width() + 1, place.top))
        return
    sign = text.rank(rank, place.capital, ink)
    sketch.picture.blit(sign, (place.left, place.top))
    x = place.left + sign.get_width() + place.gap + place.suit / 2
    lay_suit(sketch, suit, (x, place.top + place.capital / 2), place.suit, ink)


def _lay_middle(sketch: Sketch, card: int, place: Index, theme: Theme, ink: Colour) -> None:
    width, height = sketch.picture.get_size()
    rank, suit = divmod(card, 4)
    top = place.top + place.capital + 2
    margin = max(2, width // 13)
    room = min(width - 2 * margin, height - top - margin)
    if room < _SMALLEST:
        return
    if rank >= JACK:
        size = min(width - 4, height - top - 1)
        lay_court(sketch, rank, suit, ((width - size) // 2, height - size - 1), size, theme, ink)
        return
    middle = (width / 2, top + (height - margin - top) / 2)
    if rank == 0:
        lay_ace(sketch, suit, middle, room | 1, theme, ink)
        return
    lay_suit(sketch, suit, middle, int(room * 0.8) | 1, ink)
