"""A distribution as bars, each with its count above it and where it begins below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kiosk.frame import Align, Block, Box, Ink, Label, Measure, Record
from kiosk.ledger import Bars, bars

NARROWEST = 1.6
"""A bar with the gap to the next is at least so many em wide."""
MOST = 12
"""More bars would tell no more."""
SMALL = 0.85


def plot(
    measure: Measure,
    values: Sequence[float],
    steps: Sequence[int],
    write: Callable[[int], str],
    box: Box,
    px: int,
) -> Iterator[Record]:
    """The bars of these values in the box; nothing of no values.

    Args:
        measure: How wide texts will be.
        values: What is to be shown.
        steps: The widths that a bar may stand for.
        write: A value in words.
        box: Where.
        px: The em of plain text.
    """
    found = bars(values, steps, min(MOST, int(box.w / (px * NARROWEST))))
    if found is None:
        return
    small = max(10, round(px * SMALL))
    line = round(small * 1.35)
    ground = box.bottom - line
    yield Block(Box(box.x, ground, box.w, 1), Ink.QUIET)
    room = ground - box.y - line
    wide = min(box.w // len(found.counts), px * 4)
    left = box.x + (box.w - wide * len(found.counts)) // 2
    most = max(found.counts)
    for i, count in enumerate(found.counts):
        if count:
            tall = max(2, room * count // most)
            bar = Box(left + i * wide + wide // 10, ground - tall, wide - wide // 5, tall)
            yield Block(bar, Ink.ACCENT)
            above = Box(left + i * wide, bar.y - line, wide, line)
            yield Label(above, str(count), small, Ink.TEXT, Align.CENTRE)
    below = Box(left, ground + 1, wide, line)
    yield from _scale(measure, found, write, below, small)


def _scale(
    measure: Measure, found: Bars, write: Callable[[int], str], first: Box, px: int
) -> Iterator[Label]:
    """Where the bars begin, as many of them as have room; each stands at the left of its bar."""
    texts = [write(found.first + i * found.width) for i in range(len(found.counts))]
    widest = max(measure.width(text, px) for text in texts)
    every = -(-(widest + px // 2) // first.w)
    for i in range(0, len(texts) if every == 1 else len(texts) - every + 1, every):
        room = first._replace(x=first.x + i * first.w, w=every * first.w)
        yield Label(room, texts[i], px, Ink.QUIET)
