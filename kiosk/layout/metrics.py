"""The few sizes that follow from the picture's own: text, fingers, the lowest strip of a card."""

from __future__ import annotations

import math


def min_strip_height(size: tuple[int, int]) -> int:
    """The lowest covered strip in pixels: 8 at 240 lines, else 10.

    A glyph of the pixel face is 7 high, and the edge of its card takes a line above it.
    """
    return 8 if min(size) <= 240 else 10


def long_column_cards(size: tuple[int, int]) -> int:
    """A column of so many cards is to fit unfolded: 7 dealt, or 4, and a long run on them.

    On the smallest panels larger cards are worth more than the last two.
    """
    return 13 if min(size) <= 240 else 15


def text_size(size: tuple[int, int]) -> int:
    """The em of plain text in pixels for this picture."""
    return max(13, round(min(size) / 22))


MIN_TOUCH_INCHES = 7 / 25.4
"""Inches that a touch target is wide and high at least."""


def min_touch_size(size: tuple[int, int], density: int | None = None) -> int:
    """The least side in pixels of a touch target, but never less than 24.

    Args:
        size: The picture's width and height.
        density: Pixels per inch of the panel: then it is 7 mm, but no more than a sixth of the
            shorter side, or nothing else would have room. Not known, it is a twelfth of that.
    """
    shorter = min(size)
    least = (
        -(-shorter // 12)
        if density is None
        else min(math.ceil(density * MIN_TOUCH_INCHES), shorter // 6)
    )
    return max(24, least)
