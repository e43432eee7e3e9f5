"""Cards on their way: where a card is at a moment between where it was and where it is to be."""

from __future__ import annotations

import math
from typing import NamedTuple

from kiosk.frame import Box

GLIDE = 0.16
"""Seconds a card travels: long enough to be followed, and less than 200 ms: nobody waits for it."""
SHAKE = 0.28
"""Seconds a refused card shakes its head."""

PACES = {"on": 1.0, "slow": 2.0, "off": 0.0}
"""How many times as long everything takes that moves, by the setting; 0: nothing does."""


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


def shaken(box: Box, begun: float, now: float, pace: float = 1.0) -> Box:
    """The box of a refused card, swinging to and fro around its place and coming to rest."""
    part = (now - begun) / (SHAKE * pace)
    if not 0 <= part < 1:
        return box
    swing = math.sin(part * 3 * math.tau) * (1 - part) * max(2, box.w / 12)
    return box._replace(x=box.x + round(swing))


def thrown(box: Box, to: int, rise: int, depth: int, part: float) -> Box:
    """The box on an arc that ends at the left edge `to`, `depth` pixels below where it began.

    Args:
        box: Where it lies at first.
        to: Its left edge at the end.
        rise: Pixels that it climbs above its place before it falls; at least 1.
        depth: Pixels down to the end.
        part: Of the whole flight, from 0 to 1.
    """
    # It climbs by p²/4(depth + p) at its highest, from y = -p·part + (depth + p)·part².
    p = 2 * rise + 2 * math.sqrt(rise * rise + rise * depth)
    down = -p * part + (depth + p) * part * part
    return box._replace(x=box.x + round((to - box.x) * part), y=box.y + round(down))
