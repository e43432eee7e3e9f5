"""The pixels of a picture as bytes."""

from __future__ import annotations

import pygame


def pixels(picture: pygame.Surface) -> bytes:
    """Return red, green, blue of every pixel, row by row."""
    return _bytes(picture, "RGB")


def pixels_with_alpha(picture: pygame.Surface) -> bytes:
    """Return red, green, blue, alpha of every pixel, row by row."""
    return _bytes(picture, "RGBA")


def _bytes(picture: pygame.Surface, form: str) -> bytes:
    # pygame 2.1.2 has only the old name, and pygame-ce warns of it.
    name = "tobytes" if hasattr(pygame.image, "tobytes") else "tostring"
    data: bytes = getattr(pygame.image, name)(picture, form)
    return data
