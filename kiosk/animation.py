"""Animated cards: their boxes at a moment between start and end."""

from __future__ import annotations

import math
from typing import NamedTuple

from kiosk.frame import Box

GLIDE_SECONDS = 0.16
"""Long enough for the eye to follow, and under 200 ms, so that it does not delay play."""
SHAKE_SECONDS = 0.28
"""Duration of a refused card's shaking."""

DURATION_FACTORS = {"on": 1.0, "slow": 2.0, "off": 0.0}
"""Factor on all durations by the setting `display.motion`; 0 disables animations."""


class Glide(NamedTuple):
    """The movement of one card: left and top in pixels, monotonic seconds."""

    card: int
    start: tuple[int, int]
    end: tuple[int, int]
    start_time: float
    end_time: float

    def position_at(self, now: float) -> tuple[int, int]:
        """Return left and top of the card at this moment: fast at first, then easing out."""
        if now >= self.end_time:
            return self.end
        progress = max(0.0, (now - self.start_time) / (self.end_time - self.start_time))
        eased = 1 - (1 - progress) ** 3
        return (
            round(self.start[0] + (self.end[0] - self.start[0]) * eased),
            round(self.start[1] + (self.end[1] - self.start[1]) * eased),
        )


def shake_box(box: Box, start_time: float, now: float, duration_factor: float = 1.0) -> Box:
    """Return the box of a refused card, swinging around its place and coming to rest."""
    progress = (now - start_time) / (SHAKE_SECONDS * duration_factor)
    if not 0 <= progress < 1:
        return box
    swing = math.sin(progress * 3 * math.tau) * (1 - progress) * max(2, box.w / 12)
    return box._replace(x=box.x + round(swing))


def throw_box(box: Box, end_x: int, rise: int, depth: int, progress: float) -> Box:
    """Return the box on an arc that ends at the left edge `end_x`, `depth` pixels below its start.

    Args:
        box: Its place at the start.
        end_x: Its left edge at the end.
        rise: Pixels that it climbs above its place before it falls; at least 1.
        depth: Pixels down to the end.
        progress: Of the whole flight, from 0 to 1.
    """
    # It climbs by p²/4(depth + p) at its highest, from y = -p·part + (depth + p)·part².
    p = 2 * rise + 2 * math.sqrt(rise * rise + rise * depth)
    down = -p * progress + (depth + p) * progress * progress
    return box._replace(x=box.x + round((end_x - box.x) * progress), y=box.y + round(down))
