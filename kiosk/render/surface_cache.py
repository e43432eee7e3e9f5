"""Finished pictures are kept while there is room; the longest unused are thrown away first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame


class Album:
    """Pictures by what they show, limited by their pixels (the newest one is always kept)."""

    def __init__(self, room: int) -> None:
        """An empty album with room for this many pixels."""
        self.room = room
        self._used = 0
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    @property
    def used(self) -> int:
        """The pixels of all the pictures in it."""
        return self._used

    def picture(self, key: Hashable, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture of this key, drawn first where the album does not hold it."""
        picture = self._pictures.get(key)
        if picture is None:
            picture = self._pictures[key] = draw()
            self._used += _pixels(picture)
            self._throw_away()
        else:
            self._pictures.move_to_end(key)
        return picture

    def _throw_away(self) -> None:
        while self._used > self.room and len(self._pictures) > 1:
            _, picture = self._pictures.popitem(last=False)
            self._used -= _pixels(picture)


def _pixels(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height()
