"""Paint the records of a frame onto a surface, from pictures cached by size."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from kiosk.frame import (
    Align,
    Button,
    Card,
    ColourFill,
    Drawable,
    FoldedCount,
    Icon,
    Label,
    Mark,
    Miniature,
    Panel,
    PanelKind,
    Rectangle,
    Slot,
)
from kiosk.render.card_faces import CardPainter
from kiosk.render.fonts import Fonts
from kiosk.render.icons import draw_icon
from kiosk.render.miniature import draw_miniature
from kiosk.render.slots import draw_folded_count, draw_mark, draw_slot
from kiosk.render.surface_cache import SurfaceCache
from kiosk.render.theme import Theme
from kiosk.render.widgets import baseline_top, draw_button, draw_panel

Cacheable = Card | Slot | Mark | FoldedCount | Label | Button | Icon | Panel | Miniature
"""Records painted from a cached picture."""

_CACHE_SCREENS = 8  # screens full of pictures: a table uses two, with lifted cards four
_MIN_CACHE_PIXELS = 1_000_000


class Painter:
    """Paint every kind of record in one theme, and cache the pictures."""

    def __init__(self, theme: Theme, fonts: Fonts, *, large_index: bool = False) -> None:
        self.theme = theme
        self._fonts = fonts
        self._card_painter = CardPainter(theme, fonts, large_index=large_index)
        self._cache = SurfaceCache(_MIN_CACHE_PIXELS)

    def resize_cache(self, size: tuple[int, int]) -> None:
        """Set the cache's size for frames of this size in pixels."""
        self._cache.max_pixels = max(_MIN_CACHE_PIXELS, _CACHE_SCREENS * size[0] * size[1])

    def paint(
        self,
        surface: pygame.Surface,
        record: Drawable,
        clip: pygame.Rect,
        four_colours: bool = True,
    ) -> None:
        """Paint the record inside both `clip` and `frame.bounding_box(record)`, and nowhere else.

        The surface keeps `clip` as its clip. Raises UnknownIconError for an unknown icon.
        """
        surface.set_clip(clip)
        if isinstance(record, Panel) and record.kind is PanelKind.BAR:
            # pygame moves what begins left of or above the surface instead of cutting it.
            surface.fill(self.theme.bar, clip.clip(record.box))
            return
        if isinstance(record, Rectangle):
            surface.fill(self.theme.text_colour(record.colour), clip.clip(record.box))
            return
        if isinstance(record, ColourFill):
            surface.fill(record.colour, clip.clip(record.box))
            return
        picture = self._cache.get(
            _cache_key(record, four_colours), lambda: _optimise(self._draw(record, four_colours))
        )
        box = record.box
        margin = (picture.get_width() - box.w) // 2
        surface.blit(picture, (box.x - margin, box.y - margin))

    def _draw(self, record: Cacheable, four_colours: bool) -> pygame.Surface:
        theme, fonts = self.theme, self._fonts
        size = record.box.w, record.box.h
        match record:
            case Card():
                return self._card_painter.draw_card(record, four_colours)
            case Slot():
                return draw_slot(record.kind, record.suit, size, theme)
            case Mark():
                return draw_mark(record.kind, size, theme)
            case FoldedCount():
                return draw_folded_count(record.count, size, theme, fonts)
            case Label():
                return self._draw_label(record)
            case _:
                return self._draw_widget(record)

    def _draw_widget(self, record: Button | Icon | Panel | Miniature) -> pygame.Surface:
        size = record.box.w, record.box.h
        match record:
            case Button():
                return draw_button(record, self.theme, self._fonts)
            case Icon():
                return draw_icon(record.name, min(size), self.theme.text_colour(record.colour))
            case Panel():
                return draw_panel(record.kind, size, self.theme)
            case Miniature():
                return draw_miniature(record, self.theme, self._card_painter)

    def _draw_label(self, label: Label) -> pygame.Surface:
        _, _, w, h = label.box
        text = self._fonts.elide(label.text, label.px, w, bold=label.bold)
        colour = self.theme.text_colour(label.colour)
        rendered = self._fonts.render(text, label.px, colour, bold=label.bold)
        spare = w - rendered.get_width()
        left = {Align.LEFT: 0, Align.CENTRE: spare // 2, Align.RIGHT: spare}[label.align]
        top = baseline_top(h, label.px) - self._fonts.get_baseline(label.px, bold=label.bold)
        picture = pygame.Surface((w, h), pygame.SRCALPHA)
        picture.blit(rendered, (left, top))
        return picture


def _cache_key(record: Cacheable, four_colours: bool) -> Hashable:
    """Return all that the picture depends on: the record without its place."""
    _, _, w, h = record.box
    if isinstance(record, Card):
        return w, h, *record[1:], four_colours
    return type(record), record[1:], w, h


def _optimise(picture: pygame.Surface) -> pygame.Surface:
    """Return the picture in the form that is blitted fastest: only edges are blended."""
    if pygame.display.get_init() and pygame.display.get_surface():
        picture = picture.convert_alpha()
    picture.set_alpha(255, pygame.RLEACCEL)
    return picture
