"""Draw buttons and panels."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kiosk.frame import Button, PanelKind
from kiosk.render.fonts import CAPITAL_HEIGHT_EM, DESCENT_EM, Fonts
from kiosk.render.icons import draw_icon
from kiosk.render.shapes import ShapePainter, inset, rounded_rect
from kiosk.render.slots import cursor_line_widths, paint_cursor
from kiosk.render.theme import Colour, Theme

_MIN_ICON_PIXELS = 16
_MIN_BESIDE_RATIO, _MIN_LIST_ROW_RATIO = 1.25, 4.5
"""Least ratio of width to height for text beside the icon, and for a left-aligned list row."""


class ButtonLayout(NamedTuple):
    """Left, top and size of a button's icon, and the box of its text."""

    icon: tuple[int, int, int] | None
    text: tuple[int, int, int, int] | None


def draw_panel(kind: PanelKind, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Return the surface of a bar (square), of a dialog or a message (round corners and a line)."""
    w, h = size
    painter = ShapePainter(w, h)
    if kind is PanelKind.BAR:
        painter.surface.fill(theme.bar)
        return painter.surface
    radius = min(max(4, h // 5), max(6, w // 40)) if kind is PanelKind.DIALOG else min(h // 4, 12)
    face = theme.dialog if kind is PanelKind.DIALOG else theme.note
    line = theme.line if kind is PanelKind.DIALOG else theme.accent
    painter.fill(line, rounded_rect(0, 0, w, h, radius))
    painter.fill(face, inset(0, 0, w, h, max(1, min(w, h) // 160), radius))
    return painter.surface


def draw_button(button: Button, theme: Theme, fonts: Fonts) -> pygame.Surface:
    """Return the picture of a button; raise UnknownIconError for a name without an icon."""
    w, h = button.box.w, button.box.h
    painter = ShapePainter(w, h)
    radius = max(2, min(w, h) // 6)
    face, ink = _choose_colours(button, theme)
    if button.enabled:
        # Inside the cursor's rim: the face must not show through at its round corners.
        margin = cursor_line_widths((w, h))[0] * button.focused
        painter.fill(face, inset(0, 0, w, h, margin, radius))
    layout = layout_button(button, fonts)
    if layout.icon:
        x, y, size = layout.icon
        painter.surface.blit(draw_icon(button.icon, size, ink), (x, y))
    if layout.text:
        _paint_text(painter, button, layout.text, fonts, ink)
    if button.focused:
        paint_cursor(painter, radius, theme, theme.cursor)
    return painter.surface


def layout_button(button: Button, fonts: Fonts) -> ButtonLayout:
    """Place the text beside the icon of a wide button, below it in a high one, if it fits.

    Without an icon, and in the wide rows of a list, a text that is too long is cut.
    """
    _, _, w, h = button.box
    if not button.icon:
        pad = max(2, min(h // 5, w // 12))
        return ButtonLayout(None, (pad, 0, w - 2 * pad, h))
    layout = None
    if button.text:
        text_width = fonts.measure_width(button.text, button.px, bold=True)
        layout_icon = _layout_beside if w > h * _MIN_BESIDE_RATIO else _layout_below
        layout = layout_icon(button, text_width)
    if layout is None:
        size = _icon_size(min(w, h))
        layout = ButtonLayout(((w - size) // 2, (h - size) // 2, size), None)
    return layout


def _layout_beside(button: Button, text_width: int) -> ButtonLayout | None:
    _, _, w, h = button.box
    size = max(_MIN_ICON_PIXELS, min(int(h * 0.66), int(button.px * 1.5)))
    gap = max(3, button.px // 3)
    pad = max(3, (h - size) // 3)
    room = w - 2 * pad - size - gap
    is_list_row = w > h * _MIN_LIST_ROW_RATIO
    if text_width > room and not is_list_row:
        return None
    text_width = min(text_width, room)
    left = max(pad, (h - size) // 2) if is_list_row else (w - size - gap - text_width) // 2
    left = min(left, w - pad - text_width - gap - size)
    return ButtonLayout((left, (h - size) // 2, size), (left + size + gap, 0, text_width, h))


def _layout_below(button: Button, text_width: int) -> ButtonLayout | None:
    _, _, w, h = button.box
    line = int(button.px * 1.2)
    size = min(_icon_size(w), int((h - line) * 0.85))
    if size < _MIN_ICON_PIXELS or text_width > w - 2:
        return None
    gap = max(1, button.px // 6)
    top = (h - size - gap - line) // 2
    return ButtonLayout(((w - size) // 2, top, size), (1, top + size + gap, w - 2, line))


def _icon_size(side: int) -> int:
    """Return two thirds of the side, in steps of 4 pixels that keep the lines on whole pixels."""
    return min(side, max(_MIN_ICON_PIXELS, side * 2 // 3 // 4 * 4))


def _paint_text(
    painter: ShapePainter, button: Button, box: tuple[int, int, int, int], fonts: Fonts, ink: Colour
) -> None:
    x, y, w, h = box
    text = fonts.elide(button.text, button.px, w, bold=True)
    left = x + (w - fonts.measure_width(text, button.px, bold=True)) // 2
    top = y + baseline_top(h, button.px) - fonts.get_baseline(button.px, bold=True)
    painter.surface.blit(fonts.render(text, button.px, ink, bold=True), (left, top))


def baseline_top(height: int, px: int) -> int:
    """Return the baseline of a line of text in its box: capitals centred, descenders inside."""
    middle = (height + round(CAPITAL_HEIGHT_EM * px)) // 2
    return min(middle, max(height - round(DESCENT_EM * px), round(CAPITAL_HEIGHT_EM * px)))


def _choose_colours(button: Button, theme: Theme) -> tuple[Colour, Colour]:
    if not button.enabled:
        return theme.key, theme.faint
    if button.pressed:
        return theme.key_pressed, theme.accent
    if button.primary:
        return theme.first, theme.on_first
    return theme.key, theme.text
