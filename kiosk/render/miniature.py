"""Draw a whole table as one small picture: real cards where there is room, else only suits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

import pygame

from kiosk.frame import Box, Card, Miniature, SlotKind
from kiosk.layout.table_layout import CARD_ASPECT, MAX_STRIP_FRACTION
from kiosk.render.card_faces import CardPainter
from kiosk.render.court_figures import KING, draw_court
from kiosk.render.shapes import ShapePainter, ellipse
from kiosk.render.slots import draw_slot
from kiosk.render.suits import draw_suit, paint_suit
from kiosk.render.theme import Colour, Theme

_MIN_REAL_CARD = (20, 9)  # least width of a card and height of a strip in pixels for real cards
_REDS = (1, 2)
_SPADES = 3
_MIN_SUIT_STRIP = 5  # lower strips show a stroke in the colour of the suit


class _Grid(NamedTuple):
    """The arrangement of the cards, in pixels.

    The upper row has `places_across` places; below it are `rows` rows of columns.
    """

    left: int
    top: int
    card_size: tuple[int, int]
    strip: int
    gap: int
    places_across: int
    columns_per_row: int
    rows: int
    cards_per_column: int

    @property
    def height(self) -> int:
        """Pixels from the upper row to the last card."""
        row = self.card_size[1] + (self.cards_per_column - 1) * self.strip
        return self.card_size[1] + self.rows * (row + 2 * self.gap)

    def upper_box(self, place: int) -> Box:
        """Return a place of the upper row, counted from the right where it is negative."""
        x = place % self.places_across * (self.card_size[0] + self.gap)
        return Box(self.left + x, self.top, *self.card_size)

    def column_box(self, number: int, card: int = 0) -> Box:
        """Return the box of the column's card of that index."""
        row, place = divmod(number, self.columns_per_row)
        step = self.card_size[0] + self.gap
        x = self.left + (self.places_across - self.columns_per_row) * step // 2 + place * step
        tall = self.card_size[1] + (self.cards_per_column - 1) * self.strip + 2 * self.gap
        y = self.top + self.card_size[1] + 2 * self.gap + row * tall + card * self.strip
        return Box(x, y, *self.card_size)


def draw_miniature(record: Miniature, theme: Theme, card_painter: CardPainter) -> pygame.Surface:
    """Return the picture of the table."""
    table = _draw_table((record.box.w, record.box.h), theme)
    grid = max((_arrange(record, rows) for rows in (1, 2)), key=lambda grid: grid.card_size)
    for box, picture in chain(
        _draw_empty_places(record, grid, theme), _draw_cards(record, grid, theme, card_painter)
    ):
        table.blit(picture, box[:2])
    return table


def _draw_table(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Return an empty table with round corners; only these are smoothed, to save time."""
    (w, h), radius = size, max(2, min(size) // 24)
    corners = ShapePainter(2 * radius, 2 * radius)
    corners.fill(theme.cloth, ellipse(radius, radius, radius))
    table = pygame.Surface(size, pygame.SRCALPHA)
    for x, y in product((0, w - radius), (0, h - radius)):
        part = (radius * (x > 0), radius * (y > 0), radius, radius)
        table.blit(corners.surface, (x, y), part)
    table.fill(theme.cloth, (radius, 0, w - 2 * radius, h))
    table.fill(theme.cloth, (0, radius, w, h - 2 * radius))
    return table


def _arrange(record: Miniature, rows: int) -> _Grid:
    w, h = record.box.w, record.box.h
    margin = max(1, min(w, h) // 24)
    per_row = -(-(len(record.columns) + record.has_empty_column) // rows)
    across = max(per_row, record.cells + len(record.foundation_suits))
    longest = max(map(len, record.columns))
    gap = max(1, (w - 2 * margin) // across // 8)
    max_height = h - 2 * margin
    # At least one size is tried: a tile too small for its game shows what fits.
    for card_w in range(max(2, (w - 2 * margin + gap) // across - gap), 1, -1):
        card_h = round(card_w * CARD_ASPECT)
        strip = max(2, card_h // 4)
        grid = _Grid(0, 0, (card_w, card_h), strip, gap, across, per_row, rows, longest)
        if grid.height <= max_height:
            break
    spare = (max_height - grid.height) // max(1, rows * (longest - 1))
    grid = grid._replace(strip=max(1, min(strip + spare, round(card_h * MAX_STRIP_FRACTION))))
    left = (w - across * (card_w + gap) + gap) // 2
    return grid._replace(left=left, top=max(margin, (h - grid.height) // 2))


def _draw_empty_places(
    record: Miniature, grid: _Grid, theme: Theme
) -> Iterator[tuple[Box, pygame.Surface]]:
    cell = draw_slot(SlotKind.CELL, None, grid.card_size, theme)
    for place in range(record.cells):
        yield grid.upper_box(place), cell
    for place, suits in enumerate(record.foundation_suits):
        foundation = cell.copy()
        _paint_suits(foundation, suits, theme)
        yield grid.upper_box(place - len(record.foundation_suits)), foundation
    if record.has_empty_column:
        column = draw_slot(SlotKind.COLUMN, None, grid.card_size, theme)
        if record.is_kings_only:
            side = max(1, min(grid.card_size) - 2)
            crown = draw_court(KING, _SPADES, side, theme, theme.line)
            column.blit(crown, ((grid.card_size[0] - side) // 2, grid.card_size[1] - side))
        yield grid.column_box(len(record.columns)), column


def _paint_suits(picture: pygame.Surface, suits: tuple[int, ...], theme: Theme) -> None:
    w, h = picture.get_size()
    painter = ShapePainter(w, h)
    room = min(w * 0.7, h / len(suits) * 0.7)
    for i, suit in enumerate(suits):
        middle = (w / 2, h * (2 * i + 1) / (2 * len(suits)))
        ink = theme.line if len(suits) == 1 else theme.lifted if suit in _REDS else theme.card
        paint_suit(painter, suit, middle, max(3, int(room)) | 1, ink)
    picture.blit(painter.surface, (0, 0))


def _draw_cards(
    record: Miniature, grid: _Grid, theme: Theme, card_painter: CardPainter
) -> Iterator[tuple[Box, pygame.Surface]]:
    is_real = grid.card_size[0] >= _MIN_REAL_CARD[0] and grid.strip >= _MIN_REAL_CARD[1]
    small_cards = {} if is_real else _draw_small_cards(record, grid, theme)

    def card_surface(card: int, box: Box, *, covered: bool) -> pygame.Surface:
        if is_real:
            return card_painter.draw_card(Card(box, card, grid.strip, covered), record.four_colours)
        return small_cards[card % 4, covered]

    for place, top in enumerate(record.foundation_tops):
        if top is not None:
            box = grid.upper_box(place - len(record.foundation_suits))
            yield box, card_surface(top, box, covered=False)
    for place, column in enumerate(record.columns):
        for row, card in enumerate(column):
            box = grid.column_box(place, row)
            yield box, card_surface(card, box, covered=row < len(column) - 1)


def _draw_small_cards(
    record: Miniature, grid: _Grid, theme: Theme
) -> dict[tuple[int, bool], pygame.Surface]:
    """Return cards too small for an index, by suit and by whether they are covered."""
    inks = [theme.suit_colour(suit, record.four_colours) for suit in range(4)]
    return {
        (suit, covered): _draw_small_card(suit, grid, covered, ink, theme)
        for suit, ink in enumerate(inks)
        for covered in (False, True)
    }


def _draw_small_card(
    suit: int, grid: _Grid, covered: bool, ink: Colour, theme: Theme
) -> pygame.Surface:
    """Return a card with its suit alone: in its strip or, where it is uncovered, large."""
    w, h = grid.card_size
    picture = pygame.Surface((w, h))
    picture.fill(theme.edge)
    picture.fill(theme.card, (0, 1, w, h - 1))
    visible = grid.strip if covered else h
    size = min(visible - 1, w) - (not covered)
    if size >= _MIN_SUIT_STRIP:
        sign = draw_suit(suit, size - 1 + size % 2, ink)
        left = 1 if covered else (w - sign.get_width()) // 2
        picture.blit(sign, (left, 1 + (visible - 1 - sign.get_height()) // 2))
    else:
        stroke_height = max(1, (visible - 1) // 2)
        picture.fill(
            ink, (1, 1 + (visible - 1 - stroke_height) // 2, max(1, w // 2), stroke_height)
        )
    return picture
