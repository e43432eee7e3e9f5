"""Sizes that follow from the picture's size: text, touch targets, the lowest strip of a card."""

from __future__ import annotations

import math


def min_strip_height(size: tuple[int, int]) -> int:
    """Return the height in pixels of the lowest covered strip.

    A glyph of the pixel font is 7 high, and the edge of its card takes a line above it.
    """
    return 8 if min(size) <= 240 else 10


def long_column_cards(size: tuple[int, int]) -> int:
    """Return the length of a column that must fit unfolded: 4 or 7 dealt cards and a long run.

    On the smallest panels it is two cards fewer, because larger cards matter more there.
    """
    return 13 if min(size) <= 240 else 15


def text_size(size: tuple[int, int]) -> int:
    """Return the font size (em) of plain text in pixels."""
    return max(13, round(min(size) / 22))


MIN_TOUCH_INCHES = 7 / 25.4
"""7 mm."""


def min_touch_size(size: tuple[int, int], density: int | None = None) -> int:
    """Return the least side in pixels of a touch target, never less than 24.

     With the panel's `density` in pixels per inch it is 7 mm, but at most a sixth of the shorter
    side, to leave room for the rest; without it, it is a twelfth of the shorter side.
    """
    shorter = min(size)
    least = (
        -(-shorter // 12)
        if density is None
        else min(math.ceil(density * MIN_TOUCH_INCHES), shorter // 6)
    )
    return max(24, least)
