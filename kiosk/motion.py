"""Cards on their way: where a card is at a moment between where it was and where it is to be."""

from __future__ import annotations

import math
from typing import NamedTuple

from kiosk.frame import Box

GLIDE = 0.16
"""Seconds a card travels: long enough to be followed, and less than 200 ms: nobody waits for it."""
SHAKE = 0.28
"""Seconds a refused card shakes its head."""


class Glide(NamedTuple):
    """One card's way: from where to where (left and top in pixels), from when to when (seconds)."""

    card: int
    start: tuple[int, int]
    end: tuple[int, int]
    begins: float
    ends: float

    def at(self, now: float) -> tuple[int, int]:
        """Left and top of the card at this moment: quick at first, then easing out."""
        if now >= self.ends:
            return self.end
        part = max(0.0, (now - self.begins) / (self.ends - self.begins))
        eased = 1 - (1 - part) ** 3
        return (
            round(self.start[0] + (self.end[0] - self.start[0]) * eased),
            round(self.start[1] + (self.end[1] - self.start[1]) * eased),
        )


def shaken(box: Box, begun: float, now: float) -> Box:
    """The box of a refused card, swinging to and fro around its place and coming to rest."""
    part = (now - begun) / SHAKE
    if not 0 <= part < 1:
        return box
    swing = math.sin(part * 3 * math.tau) * (1 - part) * max(2, box.w / 12)
    return box._replace(x=box.x + round(swing))
