"""The few sizes that follow from the picture's own: text, fingers, the lowest strip of a card."""

from __future__ import annotations


def least_strip(size: tuple[int, int]) -> int:
    """The lowest covered strip in pixels: 7 with the pixel face at 240 lines, else 10."""
    return 7 if min(size) <= 240 else 10


def text_size(size: tuple[int, int]) -> int:
    """The em of plain text in pixels for this picture."""
    return max(13, round(min(size) / 22))


def finger(size: tuple[int, int]) -> int:
    """The least side in pixels of a touch target where the panel's density is not known.

    A twelfth of the shorter side, but never less than 24.
    """
    return max(24, -(-min(size) // 12))
