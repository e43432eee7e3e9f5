"""Draw the table around the cards: empty places, marks, strips of folded cards."""

from __future__ import annotations

import pygame

from kiosk.frame import MarkKind, SlotKind
from kiosk.render import pixel_font
from kiosk.render.card_faces import corner_radius, layout_index
from kiosk.render.court_figures import paint_crown
from kiosk.render.fonts import Fonts
from kiosk.render.shapes import Point, ShapePainter, inset, rounded_rect, stroke
from kiosk.render.suits import paint_suit
from kiosk.render.theme import Colour, Theme

_MIN_TEXT_PX = 9


def draw_slot(
    kind: SlotKind, suit: int | None, size: tuple[int, int], theme: Theme
) -> pygame.Surface:
    """Return an empty place: filled for a cell or a foundation, outlined for a column."""
    w, h = size
    painter = ShapePainter(w, h)
    is_hollow = kind in (SlotKind.CELL, SlotKind.FOUNDATION)
    thin = max(1, w // 40)
    if is_hollow:
        painter.fill(theme.hollow, rounded_rect(0, 0, w, h, corner_radius(w)))
    if kind is SlotKind.CLOSED:
        _paint_hatching(painter, theme.faint)
    _paint_ring(painter, theme.line if is_hollow else theme.faint, 0, thin, corner_radius(w))
    if kind is SlotKind.KINGS_ONLY:
        paint_crown(painter, (w / 2, h / 2), min(w * 0.64, h * 0.6), theme.faint)
    if suit is not None:
        paint_suit(painter, suit, (w / 2, h / 2), int(min(w * 0.56, h * 0.7)) | 1, theme.faint)
    return painter.surface


def _paint_ring(
    painter: ShapePainter, colour: Colour, start: int, width: int, radius: int, alpha: int = 255
) -> None:
    """Paint a line of this width along the edge of the picture, `start` pixels inside it."""
    w, h = painter.surface.get_size()
    outer = inset(0, 0, w, h, start, radius)
    painter.fill(colour, outer, holes=[inset(0, 0, w, h, start + width, radius)], alpha=alpha)


def _paint_hatching(painter: ShapePainter, colour: Colour) -> None:
    w, h = painter.surface.get_size()
    step, width = max(5, w // 6), max(1, w // 40)
    edge = max(2, corner_radius(w) // 2) + 1
    lines: list[list[Point]] = []
    for offset in range(step, w + h, step):
        left, right = max(edge, offset - (h - edge)), min(w - edge, offset - edge)
        if left < right:
            lines += stroke([(left, offset - left), (right, offset - right)], width)
    painter.fill(colour, *lines)


def draw_mark(kind: MarkKind, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Return the two-toned outline of the cursor or of a hint, or the glow of a target."""
    w, h = size
    painter = ShapePainter(w, h)
    if kind is not MarkKind.TARGET:
        colour = theme.cursor if kind is MarkKind.CURSOR else theme.lifted
        paint_cursor(painter, corner_radius(w), theme, colour)
        return painter.surface
    line, glow = max(1, w // 26), max(1, w // 18)
    _paint_ring(painter, theme.target, 0, line, corner_radius(w))
    for step in range(glow):
        part = (glow - step) / (glow + 1)
        _paint_ring(painter, theme.target, line + step, 1, corner_radius(w), alpha=int(150 * part))
    return painter.surface


def paint_cursor(painter: ShapePainter, radius: int, theme: Theme, colour: Colour) -> None:
    """Paint a cursor along the edge of the picture, whose corners have this radius."""
    rim, core = cursor_line_widths(painter.surface.get_size())
    _paint_ring(painter, theme.rim, 0, core + 2 * rim, radius)
    _paint_ring(painter, colour, rim, core, radius)


def cursor_line_widths(size: tuple[int, int]) -> tuple[int, int]:
    """Return the widths of the dark rims and of the bright core of a cursor of this size."""
    core = max(2, min(size) // 26)
    return max(1, core // 3), core


def draw_folded_count(
    count: int, size: tuple[int, int], theme: Theme, fonts: Fonts
) -> pygame.Surface:
    """Return the strip of a fold: its count, and the edges of its cards."""
    w, h = size
    painter = ShapePainter(w, h)
    painter.fill(theme.edge, rounded_rect(0, 0, w, h, min(corner_radius(w), h // 2)))
    painter.fill(theme.folded, inset(0, 0, w, h, 1, min(corner_radius(w), h // 2)))
    index = layout_index(w, h)
    ink = theme.two[0]
    if index.capital_height == pixel_font.GLYPH_HEIGHT:
        x = index.left
        for digit in f"+{count}":
            rows = pixel_font.rank_rows(digit, bold=index.is_bold)
            painter.surface.blit(pixel_font.render_rows(rows, ink), (x, index.top))
            x += len(rows[0]) + 1
    else:
        px = max(_MIN_TEXT_PX, round(index.capital_height / 0.75))
        text = fonts.render(f"+{count}", px, ink, bold=True)
        top = index.top + index.capital_height - fonts.get_baseline(px, bold=True)
        painter.surface.blit(text, (index.left, top))
    left = index.left + (w - index.left) // 2
    for y in range(2, h - 1, max(2, h // 5)):
        painter.fill(theme.edge, rounded_rect(left, y, w - left - index.left, 1))
    return painter.surface
