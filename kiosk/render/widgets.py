"""Buttons and the surfaces that words and buttons stand on."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kiosk.frame import Button, PanelKind
from kiosk.render.fonts import BELOW, CAPITAL, Text
from kiosk.render.icons import draw_icon
from kiosk.render.shapes import Sketch, inset, oblong
from kiosk.render.slots import cursor_lines, lay_cursor
from kiosk.render.theme import Colour, Theme

_SMALLEST_ICON = 16
_WIDE, _LIST_ROW = 1.25, 4.5
"""From the first ratio of width to height on the text stands beside the icon; from the second
both stand at the left, as in a list."""


class Inside(NamedTuple):
    """Where the icon and the text of a button stand: left and top of the icon, the text's box."""

    icon: tuple[int, int, int] | None
    text: tuple[int, int, int, int] | None


def draw_panel(kind: PanelKind, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The surface of a bar (square), of a dialog or of a note (with round corners and a line)."""
    w, h = size
    sketch = Sketch(w, h)
    if kind is PanelKind.BAR:
        sketch.picture.fill(theme.bar)
        return sketch.picture
    radius = min(max(4, h // 5), max(6, w // 40)) if kind is PanelKind.DIALOG else min(h // 4, 12)
    face = theme.dialog if kind is PanelKind.DIALOG else theme.note
    line = theme.line if kind is PanelKind.DIALOG else theme.accent
    sketch.lay(line, oblong(0, 0, w, h, radius))
    sketch.lay(face, inset(0, 0, w, h, max(1, min(w, h) // 160), radius))
    return sketch.picture


def draw_button(button: Button, theme: Theme, text: Text) -> pygame.Surface:
    """A button with all that is on it; raises UnknownIconError for a name without an icon."""
    w, h = button.box.w, button.box.h
    sketch = Sketch(w, h)
    radius = max(2, min(w, h) // 6)
    face, ink = _colours(button, theme)
    if button.enabled:
        # Below the cursor's rim, or else the face would shine through at its round corners.
        sketch.lay(face, inset(0, 0, w, h, cursor_lines((w, h))[0] * button.focused, radius))
    inside = arrange(button, text)
    if inside.icon:
        x, y, size = inside.icon
        sketch.picture.blit(draw_icon(button.icon, size, ink), (x, y))
    if inside.text:
        _lay_text(sketch, button, inside.text, text, ink)
    if button.focused:
        lay_cursor(sketch, radius, theme)
    return sketch.picture


def arrange(button: Button, text: Text) -> Inside:
    """Text beside the icon where the button is wide, below it where it is high, if it fits.

    Without an icon, and in the wide rows of a list, a text that is too long is cut.
    """
    _, _, w, h = button.box
    if not button.icon:
        return Inside(None, _padded(w, h))
    inside = None
    if button.text:
        wide = text.width(button.text, button.px, bold=True)
        inside = _beside(button, wide) if w > h * _WIDE else _below(button, wide)
    return inside or Inside(_centred(w, h, _icon_size(min(w, h))), None)


def _beside(button: Button, wide: int) -> Inside | None:
    _, _, w, h = button.box
    size = max(_SMALLEST_ICON, min(int(h * 0.66), int(button.px * 1.5)))
    gap = max(3, button.px // 3)
    pad = max(3, (h - size) // 3)
    room = w - 2 * pad - size - gap
    if wide > room and w <= h * _LIST_ROW:
        return None
    wide = min(wide, room)
    left = max(pad, (h - size) // 2) if w > h * _LIST_ROW else (w - size - gap - wide) // 2
    left = min(left, w - pad - wide - gap - size)
    return Inside((left, (h - size) // 2, size), (left + size + gap, 0, wide, h))


def _below(button: Button, wide: int) -> Inside | None:
    _, _, w, h = button.box
    line = int(button.px * 1.2)
    size = min(_icon_size(w), int((h - line) * 0.85))
    if size < _SMALLEST_ICON or wide > w - 2:
        return None
    gap = max(1, button.px // 6)
    top = (h - size - gap - line) // 2
    return Inside(((w - size) // 2, top, size), (1, top + size + gap, w - 2, line))


def _icon_size(side: int) -> int:
    """Two thirds of the side, in steps of 4 pixels that keep the lines on whole pixels."""
    return min(side, max(_SMALLEST_ICON, side * 2 // 3 // 4 * 4))


def _centred(w: int, h: int, size: int) -> tuple[int, int, int]:
    return (w - size) // 2, (h - size) // 2, size


def _padded(w: int, h: int) -> tuple[int, int, int, int]:
    pad = max(2, min(h // 5, w // 12))
    return pad, 0, w - 2 * pad, h


def _lay_text(
    sketch: Sketch, button: Button, box: tuple[int, int, int, int], text: Text, ink: Colour
) -> None:
    x, y, w, h = box
    words = text.cut(button.text, button.px, w, bold=True)
    left = x + (w - text.width(words, button.px, bold=True)) // 2
    top = y + line_top(h, button.px) - text.line(button.px, bold=True)
    sketch.picture.blit(text.picture(words, button.px, ink, bold=True), (left, top))


def line_top(height: int, px: int) -> int:
    """Where in its box a line of text stands: capitals in the middle, tails inside."""
    middle = (height + round(CAPITAL * px)) // 2
    return min(middle, max(height - round(BELOW * px), round(CAPITAL * px)))


def _colours(button: Button, theme: Theme) -> tuple[Colour, Colour]:
    """The face of the button and what is written on it."""
    if not button.enabled:
        return theme.key, theme.faint
    if button.pressed:
        return theme.key_pressed, theme.accent
    if button.first:
        return theme.first, theme.on_first
    return theme.key, theme.text
