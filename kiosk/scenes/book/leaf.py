"""One leaf of a book on the screen: what is on it, its links, and the buttons to turn it with."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.effects import Open
from kiosk.frame import Box, Record
from kiosk.layout import finger, text_size
from kiosk.scenes.table.spread import Lying


class Link(NamedTuple):
    """A button on a leaf that leads to another leaf, by its number, or to a scene."""

    name: str
    text: str
    box: Box
    to: int | Open
    icon: str = ""
    px: int = 0
    """The em of its text in pixels; 0 for that of plain text."""


class Turning(NamedTuple):
    """Where the three buttons stand: back, to the previous leaf, to the next one."""

    back: Box
    previous: Box
    next: Box


class Place(NamedTuple):
    """What a leaf shows, to find it again when the picture has another size."""

    chapter: str
    block: int = 0


class Leaf(NamedTuple):
    """What is to be seen and touched on one leaf; cards that are `lying` travel between leaves."""

    place: Place
    records: tuple[Record, ...]
    turning: Turning
    links: tuple[Link, ...] = ()
    lying: tuple[Lying, ...] = ()
    four_colours: bool = True


class Paper(NamedTuple):
    """A picture divided for reading: text, its em and the height of a line, heading, buttons."""

    text: Box
    px: int
    line: int
    head: Box
    turning: Turning


WIDEST = 36
"""A line of text is at most so many em wide: longer ones are hard to follow."""


def paper(size: tuple[int, int], density: int | None = None) -> Paper:
    """How a leaf of text is divided."""
    width, height = size
    px = text_size(size)
    margin = max(4, min(size) // 40)
    gap = max(2, px // 4)
    tall = max(finger(size, density), round(px * 2.2))
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    wide = (inner.w - 2 * gap) // 3
    foot = [Box(inner.x + i * (wide + gap), inner.bottom - tall, wide, tall) for i in range(3)]
    head = inner._replace(h=round(px * 1.9))
    text_w = min(inner.w, px * WIDEST)
    text = Box((width - text_w) // 2, head.bottom, text_w, foot[0].y - gap - head.bottom)
    return Paper(text, px, round(px * 1.3), head, Turning(*foot))
