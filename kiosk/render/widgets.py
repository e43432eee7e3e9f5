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
        # Below the cursor's rim, or else the face would shine through at its round corners.
        painter.fill(
            face, inset(0, 0, w, h, cursor_line_widths((w, h))[0] * button.focused, radius)
        )
    layout = layout_button(button, fonts)
    if layout.icon:
        x, y, size = layout.icon
        painter.surface.blit(draw_icon(button.icon, size, ink), (x, y))
    if layout.text:
        _paint_text(painter, button, layout.text, fonts, ink)
    if button.focused:
        paint_cursor(painter, radius, theme)
    return painter.surface


def layout_button(button: Button, fonts: Fonts) -> ButtonLayout:
    """Place the text beside the icon of a wide button, below it in a high one, if it fits.

    Without an icon, and in the wide rows of a list, a text that is too long is cut.
    """
    _, _, w, h = button.box
    if not button.icon:
        return ButtonLayout(None, _pad_text(w, h))
    layout = None
    if button.text:
        wide = fonts.measure_width(button.text, button.px, bold=True)
        layout = (
            _layout_beside(button, wide)
            if w > h * _MIN_BESIDE_RATIO
            else _layout_below(button, wide)
        )
    return layout or ButtonLayout(_centre_icon(w, h, _icon_size(min(w, h))), None)


def _layout_beside(button: Button, wide: int) -> ButtonLayout | None:
    _, _, w, h = button.box
    size = max(_MIN_ICON_PIXELS, min(int(h * 0.66), int(button.px * 1.5)))
    gap = max(3, button.px // 3)
    pad = max(3, (h - size) // 3)
    room = w - 2 * pad - size - gap
    if wide > room and w <= h * _MIN_LIST_ROW_RATIO:
        return None
    wide = min(wide, room)
    left = (
        max(pad, (h - size) // 2) if w > h * _MIN_LIST_ROW_RATIO else (w - size - gap - wide) // 2
    )
    left = min(left, w - pad - wide - gap - size)
    return ButtonLayout((left, (h - size) // 2, size), (left + size + gap, 0, wide, h))


def _layout_below(button: Button, wide: int) -> ButtonLayout | None:
    _, _, w, h = button.box
    line = int(button.px * 1.2)
    size = min(_icon_size(w), int((h - line) * 0.85))
    if size < _MIN_ICON_PIXELS or wide > w - 2:
        return None
    gap = max(1, button.px // 6)
    top = (h - size - gap - line) // 2
    return ButtonLayout(((w - size) // 2, top, size), (1, top + size + gap, w - 2, line))


def _icon_size(side: int) -> int:
    """Return two thirds of the side, in steps of 4 pixels that keep the lines on whole pixels."""
    return min(side, max(_MIN_ICON_PIXELS, side * 2 // 3 // 4 * 4))


def _centre_icon(w: int, h: int, size: int) -> tuple[int, int, int]:
    return (w - size) // 2, (h - size) // 2, size


def _pad_text(w: int, h: int) -> tuple[int, int, int, int]:
    pad = max(2, min(h // 5, w // 12))
    return pad, 0, w - 2 * pad, h


def _paint_text(
    painter: ShapePainter, button: Button, box: tuple[int, int, int, int], fonts: Fonts, ink: Colour
) -> None:
    x, y, w, h = box
    words = fonts.elide(button.text, button.px, w, bold=True)
    left = x + (w - fonts.measure_width(words, button.px, bold=True)) // 2
    top = y + baseline_top(h, button.px) - fonts.get_baseline(button.px, bold=True)
    painter.surface.blit(fonts.render(words, button.px, ink, bold=True), (left, top))


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
