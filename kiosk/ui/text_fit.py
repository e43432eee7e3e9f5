"""Texts made as large as their buttons allow, all of one kind alike."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.frame import Align, Box, Ink, Label, Measure, wrapped

LEAST = 9
"""The smallest em in pixels."""
SMALLEST = 0.7
"""To this part of its size a figure shrinks, before a shorter form of it is taken."""


def line(measure: Measure, text: str, box: Box, px: int, ink: Ink, *, bold: bool = False) -> Label:
    """A text in the middle of its box, smaller where it must be."""
    while px > LEAST and measure.width(text, px, bold=bold) > box.w:
        px -= 1
    return Label(box, text, px, ink, Align.CENTRE, bold)


def lines(measure: Measure, texts: Sequence[str], box: Box, px: int, ink: Ink) -> list[Label]:
    """Texts below each other, as many rows as the box has room for; smaller where that helps."""
    while True:
        rows = [row for text in texts for row in wrapped(measure, text, px, box.w)]
        step = px * 5 // 4
        if len(rows) * step <= box.h or px <= LEAST:
            break
        px -= 1
    return [
        Label(box._replace(y=box.y + i * step, h=step), row, px, ink, Align.CENTRE)
        for i, row in enumerate(first_of(rows, max(1, box.h // step)))
    ]


def first_of(rows: Sequence[str], count: int) -> list[str]:
    """So many rows at most; where that is not all, the last one shows it."""
    kept = list(rows[:count])
    if len(rows) > count:
        kept[-1] = f"{kept[-1]}…"
    return kept


def first_fitting(measure: Measure, forms: Sequence[str], width: int, px: int) -> tuple[str, int]:
    """The first form of a text that fits, smaller where it must be, and its em; "" of none."""
    least = max(LEAST, int(px * SMALLEST))
    for text in forms:
        for size in range(px, least - 1, -1):
            if measure.width(text, size) <= width:
                return text, size
    return "", least


def smaller(measure: Measure, texts: Sequence[str], width: int, px: int) -> int:
    """The size of bold texts at which all of them fit this width: `px`, or less where it must."""
    while px > LEAST and max(measure.width(text, px, bold=True) for text in texts) > width:
        px -= 1
    return px


def alike(measure: Measure, texts: Sequence[tuple[str, Box]], px: int) -> int:
    """The size at which these texts fit below or beside the icons of their buttons.

    It is `px` or less, and `px` as well where not even the smallest is small enough: then icons
    stand alone.
    """

    def fits(text: str, box: Box, size: int) -> bool:
        upright = box.w * 4 <= box.h * 5
        room = box.w - px // 2 - (0 if upright else box.h)
        return measure.width(text, size, bold=True) <= room

    least = max(LEAST, px * 3 // 5)
    sizes = range(px, least - 1, -1)
    return next((n for n in sizes if all(fits(text, box, n) for text, box in texts)), px)


def beside(box: Box, count: int, gap: int) -> list[Box]:
    """So many boxes side by side in this one."""
    wide = (box.w - (count - 1) * gap) // max(1, count)
    return [box._replace(x=box.x + i * (wide + gap), w=wide) for i in range(count)]
