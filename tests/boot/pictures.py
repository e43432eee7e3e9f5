"""Compare the picture on the panel with the expected one."""

from __future__ import annotations

from pathlib import Path

import pygame

from tests.boot.machine import PANEL
from tests.support.pixels import pixels as of_surface

MAX_SHADE_DIFFERENCE = 24
"""Tolerance of a colour channel, out of 255."""


def read_pixels(path: Path) -> bytes:
    """Red, green and blue of every pixel of a picture."""
    return of_surface(pygame.image.load(str(path)))


def count_differences(one: Path, other: Path) -> float:
    """Return the share of pixels in which two pictures differ, from 0 to 1."""
    first, second = read_pixels(one), read_pixels(other)
    assert len(first) == len(second), "they are of one size"
    if first == second:
        return 0.0
    differs = bytearray(len(first) // 3)
    for i, (a, b) in enumerate(zip(first, second, strict=True)):
        if abs(a - b) > MAX_SHADE_DIFFERENCE:
            differs[i // 3] = 1
    return sum(differs) / len(differs)


def is_plain(path: Path) -> bool:
    """Return whether the panel is blank: no text, no cursor, one colour.

    Before there is any panel, QEMU shows a text of its own at a size of its own.
    """
    if pygame.image.load(str(path)).get_size() != PANEL:
        return True
    pixels = read_pixels(path)
    return pixels == pixels[:3] * (len(pixels) // 3)


def save_picture(screenshot: Path, kept: Path) -> None:
    """Save a picture in a form for people."""
    pygame.image.save(pygame.image.load(str(screenshot)), str(kept))
