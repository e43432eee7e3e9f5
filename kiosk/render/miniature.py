"""A whole table as one small picture: real cards where there is room, else paper and suits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import pygame

from kiosk.frame import Box, Card, Miniature, SlotKind
from kiosk.render.cards import Deck
from kiosk.render.figures import KING, draw_court
from kiosk.render.places import draw_slot
from kiosk.render.sketch import Sketch, oblong
from kiosk.render.suits import draw_suit, lay_suit
from kiosk.render.theme import Theme

_RATIO = 1.42
"""Height of a card by its width."""
_LOOSEST = 0.5
"""The highest strip of a covered card by the card's height."""
_REAL_FROM = (20, 9)
"""Width of a card and height of a strip in pixels from which on real cards are drawn."""
_SUIT_FROM = 5
"""Lower strips show a stroke in the colour of the suit."""


class _Grid(NamedTuple):
    """Where cards lie: the first place, a card's size, the height of a strip, gaps between cards.

    Columns stand in `rows` rows of `abreast`, each `deep` cards; the upper row has `across` places.
    """

    left: int
    top: int
    card: tuple[int, int]
    strip: int
    gap: int
    across: int
    abreast: int
    rows: int
    deep: int

    @property
    def height(self) -> int:
        """Pixels from the upper row to the last card."""
        row = self.card[1] + (self.deep - 1) * self.strip
        return self.card[1] + self.rows * (row + 2 * self.gap)

    def single(self, place: int) -> Box:
        """A place of the upper row, counted from the right where it is negative."""
        x = place % self.across * (self.card[0] + self.gap)
        return Box(self.left + x, self.top, *self.card)

    def column(self, number: int, card: int = 0) -> Box:
        """The card of that number in a column."""
        row, place = divmod(number, self.abreast)
        x = self.left + (self.across - self.abreast) * (self.card[0] + self.gap) // 2
        tall = self.card[1] + (self.deep - 1) * self.strip + 2 * self.gap
        y = self.top + self.card[1] + 2 * self.gap + row * tall
        return Box(x + place * (self.card[0] + self.gap), y + card * self.strip, *self.card)


def draw_miniature(record: Miniature, theme: Theme, deck: Deck) -> pygame.Surface:
    """The table on its cloth."""
    w, h = record.box.w, record.box.h
    sketch = Sketch(w, h)
    sketch.lay(theme.cloth, oblong(0, 0, w, h, max(2, min(w, h) // 24)))
    grid = _grid(record)
    for box, picture in chain(_places(record, grid, theme), _cards(record, grid, theme, deck)):
        sketch.picture.blit(picture, box[:2])
    return sketch.picture


def _grid(record: Miniature) -> _Grid:
    """The arrangement with the largest cards, of columns in one row or in two."""
    return max((_arranged(record, rows) for rows in (1, 2)), key=lambda grid: grid.card)


def _arranged(record: Miniature, rows: int) -> _Grid:
    w, h = record.box.w, record.box.h
    margin = max(1, min(w, h) // 24)
    abreast = -(-(len(record.columns) + record.vacant) // rows)
    across = max(abreast, record.cells + len(record.homes))
    deep = max(map(len, record.columns))
    gap = max(1, (w - 2 * margin) // across // 8)
    wide = (w - 2 * margin + gap) // across - gap
    card = wide, round(wide * _RATIO)
    room = h - 2 * margin
    grid = _Grid(0, 0, card, max(2, card[1] // 4), gap, across, abreast, rows, deep)
    while grid.height > room and grid.card[0] > 2:
        wide -= 1
        card = wide, round(wide * _RATIO)
        grid = grid._replace(card=card, strip=max(2, card[1] // 4))
    spare = (room - grid.height) // max(1, rows * (deep - 1))
    strip = max(1, min(grid.strip + spare, round(card[1] * _LOOSEST)))
    grid = grid._replace(strip=strip)
    left = (w - across * (card[0] + gap) + gap) // 2
    return grid._replace(left=left, top=max(margin, (h - grid.height) // 2))


def _places(record: Miniature, grid: _Grid, theme: Theme) -> Iterator[tuple[Box, pygame.Surface]]:
    for cell in range(record.cells):
        yield grid.single(cell), draw_slot(SlotKind.CELL, None, grid.card, theme)
    for place, suits in enumerate(record.homes):
        picture = draw_slot(SlotKind.FOUNDATION, None, grid.card, theme)
        _lay_suits(picture, suits, record, theme)
        yield grid.single(place - len(record.homes)), picture
    if record.vacant:
        picture = draw_slot(SlotKind.COLUMN, None, grid.card, theme)
        if record.kings:
            side = min(grid.card) - 2
            crown = draw_court(KING, 3, side, theme, theme.line)
            w, h = grid.card
            picture.blit(crown, ((w - side) // 2, h - side))
        yield grid.column(len(record.columns)), picture


def _lay_suits(
    picture: pygame.Surface, suits: tuple[int, ...], record: Miniature, theme: Theme
) -> None:
    """The suits of a foundation: one in its middle, or two, one above the other."""
    w, h = picture.get_size()
    sketch = Sketch(w, h)
    room = min(w * 0.7, h / len(suits) * 0.7)
    for i, suit in enumerate(suits):
        middle = (w / 2, h * (2 * i + 1) / (2 * len(suits)))
        ink = theme.line if len(suits) == 1 else (theme.card, theme.lifted)[suit in (1, 2)]
        lay_suit(sketch, suit, middle, max(3, int(room)) | 1, ink)
    picture.blit(sketch.picture, (0, 0))


def _cards(
    record: Miniature, grid: _Grid, theme: Theme, deck: Deck
) -> Iterator[tuple[Box, pygame.Surface]]:
    real = grid.card[0] >= _REAL_FROM[0] and grid.strip >= _REAL_FROM[1]

    def picture(card: int, box: Box, *, covered: bool) -> pygame.Surface:
        if real:
            return deck.picture(Card(box, card, grid.strip, covered), record.four_colours)
        return _paper(card, grid, covered, record.four_colours, theme)

    for place, top in enumerate(record.tops):
        if top is not None:
            box = grid.single(place - len(record.homes))
            yield box, picture(top, box, covered=False)
    for place, column in enumerate(record.columns):
        for row, card in enumerate(column):
            box = grid.column(place, row)
            yield box, picture(card, box, covered=row < len(column) - 1)


def _paper(
    card: int, grid: _Grid, covered: bool, four_colours: bool, theme: Theme
) -> pygame.Surface:
    """A card too small for an index: its suit in the strip, or where it is uncovered, large."""
    w, h = grid.card
    ink = theme.suit(card % 4, four_colours)
    picture = pygame.Surface((w, h))
    picture.fill(theme.edge)
    picture.fill(theme.card, (0, 1, w, h - 1))
    seen = grid.strip if covered else h
    size = min(seen - 1, w) - (not covered)
    if size >= _SUIT_FROM:
        size -= 1 - size % 2
        suit = draw_suit(card % 4, size, ink)
        left = 1 if covered else (w - suit.get_width()) // 2
        picture.blit(suit, (left, 1 + (seen - 1 - suit.get_height()) // 2))
    else:
        high = max(1, (seen - 1) // 2)
        picture.fill(ink, (1, 1 + (seen - 1 - high) // 2, max(1, w // 2), high))
    return picture
