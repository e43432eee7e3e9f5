"""What the panel shows, against what it is to show."""

from __future__ import annotations

from pathlib import Path

import pygame

from tests.boot.machine import PANEL
from tests.support.pixels import pixels as of_surface

MAX_SHADE_DIFFERENCE = 24
"""How much of 255 a colour may be off."""


def read_pixels(path: Path) -> bytes:
    """Red, green and blue of every pixel of a picture."""
    return of_surface(pygame.image.load(str(path)))


def count_differences(one: Path, other: Path) -> float:
    """How many of the pixels of two pictures differ: 0 none, 1 all."""
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
    """Whether nothing is on the panel: no text, no cursor, one colour.

    Before there is any panel, QEMU shows a text of its own at a size of its own.
    """
    if pygame.image.load(str(path)).get_size() != PANEL:
        return True
    pixels = read_pixels(path)
    return pixels == pixels[:3] * (len(pixels) // 3)


def save_picture(screenshot: Path, kept: Path) -> None:
    """Save a picture in a form for people."""
    pygame.image.save(pygame.image.load(str(screenshot)), str(kept))
