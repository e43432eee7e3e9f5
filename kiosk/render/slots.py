"""The table around the cards: empty places, marks laid over them, strips of folded cards."""

from __future__ import annotations

import pygame

from kiosk.frame import MarkKind, SlotKind
from kiosk.render import pixel_font
from kiosk.render.card_faces import corner, index
from kiosk.render.court_figures import lay_crown
from kiosk.render.fonts import Text
from kiosk.render.shapes import Point, Sketch, inset, oblong, stroke
from kiosk.render.suits import lay_suit
from kiosk.render.theme import Colour, Theme

_SMALLEST_TEXT = 9


def draw_slot(
    kind: SlotKind, suit: int | None, size: tuple[int, int], theme: Theme
) -> pygame.Surface:
    """A cell or a foundation is a hollow, a column an outline: bare, crowned or hatched."""
    w, h = size
    sketch = Sketch(w, h)
    hollow = kind in (SlotKind.CELL, SlotKind.FOUNDATION)
    thin = max(1, w // 40)
    if hollow:
        sketch.lay(theme.hollow, oblong(0, 0, w, h, corner(w)))
    if kind is SlotKind.DEAD:
        _hatch(sketch, theme.faint)
    _lay_ring(sketch, theme.line if hollow else theme.faint, 0, thin, corner(w))
    if kind is SlotKind.KINGS:
        lay_crown(sketch, (w / 2, h / 2), min(w * 0.64, h * 0.6), theme.faint)
    if suit is not None:
        lay_suit(sketch, suit, (w / 2, h / 2), int(min(w * 0.56, h * 0.7)) | 1, theme.faint)
    return sketch.picture


def _lay_ring(
    sketch: Sketch, colour: Colour, start: int, width: int, radius: int, alpha: int = 255
) -> None:
    """Lay a line of this width along the edge of the sketch, `start` pixels inside it."""
    w, h = sketch.picture.get_size()
    outer = inset(0, 0, w, h, start, radius)
    sketch.lay(colour, outer, holes=[inset(0, 0, w, h, start + width, radius)], alpha=alpha)


def _hatch(sketch: Sketch, colour: Colour) -> None:
    """Lay slanting lines, all inside the corners."""
    w, h = sketch.picture.get_size()
    step, width = max(5, w // 6), max(1, w // 40)
    edge = max(2, corner(w) // 2) + 1
    lines: list[list[Point]] = []
    for offset in range(step, w + h, step):
        left, right = max(edge, offset - (h - edge)), min(w - edge, offset - edge)
        if left < right:
            lines += stroke([(left, offset - left), (right, offset - right)], width)
    sketch.lay(colour, *lines)


def draw_mark(kind: MarkKind, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The cursor's thick outline in two tones, a hint's, or the glow of a place that accepts."""
    w, h = size
    sketch = Sketch(w, h)
    if kind is not MarkKind.TARGET:
        core = theme.cursor if kind is MarkKind.CURSOR else theme.lifted
        _lay_frame(sketch, corner(w), theme.rim, core)
        return sketch.picture
    line, glow = max(1, w // 26), max(1, w // 18)
    _lay_ring(sketch, theme.target, 0, line, corner(w))
    for step in range(glow):
        part = (glow - step) / (glow + 1)
        _lay_ring(sketch, theme.target, line + step, 1, corner(w), alpha=int(150 * part))
    return sketch.picture


def lay_cursor(sketch: Sketch, radius: int, theme: Theme) -> None:
    """Lay the cursor along the edge of the sketch, whose corners have this radius."""
    _lay_frame(sketch, radius, theme.rim, theme.cursor)


def _lay_frame(sketch: Sketch, radius: int, rim_colour: Colour, core_colour: Colour) -> None:
    """Lay a bright line between two dark ones."""
    rim, core = cursor_lines(sketch.picture.get_size())
    _lay_ring(sketch, rim_colour, 0, core + 2 * rim, radius)
    _lay_ring(sketch, core_colour, rim, core, radius)


def cursor_lines(size: tuple[int, int]) -> tuple[int, int]:
    """How wide the dark rims and the bright core of a cursor of this size are."""
    core = max(2, min(size) // 26)
    return max(1, core // 3), core


def draw_counter(count: int, size: tuple[int, int], theme: Theme, text: Text) -> pygame.Surface:
    """The edges of folded cards, one above the other, and how many they are."""
    w, h = size
    sketch = Sketch(w, h)
    sketch.lay(theme.edge, oblong(0, 0, w, h, min(corner(w), h // 2)))
    sketch.lay(theme.folded, inset(0, 0, w, h, 1, min(corner(w), h // 2)))
    place = index(w, h)
    ink = theme.two[0]
    if place.capital == pixel_font.HIGH:
        _lay_figures(sketch, f"+{count}", (place.left, place.top), ink, bold=place.bold)
    else:
        px = max(_SMALLEST_TEXT, round(place.capital / 0.75))
        words = text.picture(f"+{count}", px, ink, bold=True)
        top = place.top + place.capital - text.line(px, bold=True)
        sketch.picture.blit(words, (place.left, top))
    left = place.left + (w - place.left) // 2
    for y in range(2, h - 1, max(2, h // 5)):
        sketch.lay(theme.edge, oblong(left, y, w - left - place.left, 1))
    return sketch.picture


def _lay_figures(
    sketch: Sketch, figures: str, corner: tuple[int, int], ink: Colour, *, bold: bool
) -> None:
    x, y = corner
    for figure in figures:
        picture = pixel_font.picture(pixel_font.rank_rows(figure, bold=bold), ink)
        sketch.picture.blit(picture, (x, y))
        x += picture.get_width() + 1
