"""A whole table as one small picture: real cards where there is room, else paper and suits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

import pygame

from kiosk.frame import Box, Card, Miniature, SlotKind
from kiosk.render.card_faces import Deck
from kiosk.render.court_figures import KING, draw_court
from kiosk.render.shapes import Sketch, disc
from kiosk.render.slots import draw_slot
from kiosk.render.suits import draw_suit, lay_suit
from kiosk.render.theme import Colour, Theme

_RATIO = 1.42
"""Height of a card by its width."""
_LOOSEST = 0.5
"""The highest strip of a covered card by the card's height."""
_REAL_FROM = (20, 9)
"""Width of a card and height of a strip in pixels from which on real cards are drawn."""
_REDS = (1, 2)
_SPADES = 3
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
    table = _cloth((record.box.w, record.box.h), theme)
    grid = _grid(record)
    for box, picture in chain(_places(record, grid, theme), _cards(record, grid, theme, deck)):
        table.blit(picture, box[:2])
    return table


def _cloth(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The cloth with round corners: the whole of a large one would take long to lay smoothly."""
    (w, h), radius = size, max(2, min(size) // 24)
    corners = Sketch(2 * radius, 2 * radius)
    corners.lay(theme.cloth, disc(radius, radius, radius))
    table = pygame.Surface(size, pygame.SRCALPHA)
    for x, y in product((0, w - radius), (0, h - radius)):
        part = (radius * (x > 0), radius * (y > 0), radius, radius)
        table.blit(corners.picture, (x, y), part)
    table.fill(theme.cloth, (radius, 0, w - 2 * radius, h))
    table.fill(theme.cloth, (0, radius, w, h - 2 * radius))
    return table


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
    """What is empty."""
    cell = draw_slot(SlotKind.CELL, None, grid.card, theme)
    for place in range(record.cells):
        yield grid.single(place), cell
    for place, suits in enumerate(record.homes):
        home = cell.copy()
        _lay_suits(home, suits, theme)
        yield grid.single(place - len(record.homes)), home
    if record.vacant:
        vacant = draw_slot(SlotKind.COLUMN, None, grid.card, theme)
        if record.kings:
            side = min(grid.card) - 2
            crown = draw_court(KING, _SPADES, side, theme, theme.line)
            vacant.blit(crown, ((grid.card[0] - side) // 2, grid.card[1] - side))
        yield grid.column(len(record.columns)), vacant


def _lay_suits(picture: pygame.Surface, suits: tuple[int, ...], theme: Theme) -> None:
    """The suits of a foundation: one in its middle, or two, one above the other."""
    w, h = picture.get_size()
    sketch = Sketch(w, h)
    room = min(w * 0.7, h / len(suits) * 0.7)
    for i, suit in enumerate(suits):
        middle = (w / 2, h * (2 * i + 1) / (2 * len(suits)))
        ink = theme.line if len(suits) == 1 else theme.lifted if suit in _REDS else theme.card
        lay_suit(sketch, suit, middle, max(3, int(room)) | 1, ink)
    picture.blit(sketch.picture, (0, 0))


def _cards(
    record: Miniature, grid: _Grid, theme: Theme, deck: Deck
) -> Iterator[tuple[Box, pygame.Surface]]:
    """All cards, the lower ones first."""
    real = grid.card[0] >= _REAL_FROM[0] and grid.strip >= _REAL_FROM[1]
    papers = {} if real else _papers(record, grid, theme)

    def picture(card: int, box: Box, *, covered: bool) -> pygame.Surface:
        if real:
            return deck.picture(Card(box, card, grid.strip, covered), record.four_colours)
        return papers[card % 4, covered]

    for place, top in enumerate(record.tops):
        if top is not None:
            box = grid.single(place - len(record.homes))
            yield box, picture(top, box, covered=False)
    for place, column in enumerate(record.columns):
        for row, card in enumerate(column):
            box = grid.column(place, row)
            yield box, picture(card, box, covered=row < len(column) - 1)


def _papers(record: Miniature, grid: _Grid, theme: Theme) -> dict[tuple[int, bool], pygame.Surface]:
    """Cards too small for an index, by suit and by whether they are covered."""
    inks = [theme.suit(suit, record.four_colours) for suit in range(4)]
    return {
        (suit, covered): _paper(suit, grid, covered, ink, theme)
        for suit, ink in enumerate(inks)
        for covered in (False, True)
    }


def _paper(suit: int, grid: _Grid, covered: bool, ink: Colour, theme: Theme) -> pygame.Surface:
    """A card with its suit alone: in its strip or, where it is uncovered, large."""
    w, h = grid.card
    picture = pygame.Surface((w, h))
    picture.fill(theme.edge)
    picture.fill(theme.card, (0, 1, w, h - 1))
    seen = grid.strip if covered else h
    size = min(seen - 1, w) - (not covered)
    if size >= _SUIT_FROM:
        sign = draw_suit(suit, size - 1 + size % 2, ink)
        left = 1 if covered else (w - sign.get_width()) // 2
        picture.blit(sign, (left, 1 + (seen - 1 - sign.get_height()) // 2))
    else:
        high = max(1, (seen - 1) // 2)
        picture.fill(ink, (1, 1 + (seen - 1 - high) // 2, max(1, w // 2), high))
    return picture
