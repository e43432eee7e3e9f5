"""Cache of finished pictures, limited by their pixels."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame


class SurfaceCache:
    """Pictures by key; the least recently used are evicted, the newest is always kept."""

    def __init__(self, max_pixels: int) -> None:
        self.max_pixels = max_pixels
        self.used_pixels = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture of this key; draw it if it is not cached."""
        picture = self._surfaces.get(key)
        if picture is None:
            picture = self._surfaces[key] = draw()
            self.used_pixels += _count_pixels(picture)
            while self.used_pixels > self.max_pixels and len(self._surfaces) > 1:
                _, oldest = self._surfaces.popitem(last=False)
                self.used_pixels -= _count_pixels(oldest)
        else:
            self._surfaces.move_to_end(key)
        return picture


def _count_pixels(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height()
