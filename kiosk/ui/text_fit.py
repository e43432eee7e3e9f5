"""Texts made as large as their buttons allow, all of one kind alike."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.frame import Align, Box, Label, TextColour, TextMeasurer, wrap_text

MIN_TEXT_PX = 9
"""The smallest em in pixels."""
MIN_SHRINK_FACTOR = 0.7
"""To this part of its size a figure shrinks, before a shorter form of it is taken."""


def fit_line(
    measurer: TextMeasurer, text: str, box: Box, px: int, colour: TextColour, *, bold: bool = False
) -> Label:
    """A text in the middle of its box, smaller where it must be."""
    while px > MIN_TEXT_PX and measurer.measure_width(text, px, bold=bold) > box.w:
        px -= 1
    return Label(box, text, px, colour, Align.CENTRE, bold)


def fit_lines(
    measurer: TextMeasurer, texts: Sequence[str], box: Box, px: int, colour: TextColour
) -> list[Label]:
    """Texts below each other, as many rows as the box has room for; smaller where that helps."""
    while True:
        rows = [row for text in texts for row in wrap_text(measurer, text, px, box.w)]
        line_height = px * 5 // 4
        if len(rows) * line_height <= box.h or px <= MIN_TEXT_PX:
            break
        px -= 1
    return [
        Label(box._replace(y=box.y + i * line_height, h=line_height), row, px, colour, Align.CENTRE)
        for i, row in enumerate(truncate_rows(rows, max(1, box.h // line_height)))
    ]


def truncate_rows(rows: Sequence[str], count: int) -> list[str]:
    """So many rows at most; where that is not all, the last one shows it."""
    kept = list(rows[:count])
    if len(rows) > count:
        kept[-1] = f"{kept[-1]}…"
    return kept


def choose_fitting_text(
    measurer: TextMeasurer, forms: Sequence[str], width: int, px: int
) -> tuple[str, int]:
    """The first form of a text that fits, smaller where it must be, and its em; "" of none."""
    min_px = max(MIN_TEXT_PX, int(px * MIN_SHRINK_FACTOR))
    for text in forms:
        for size in range(px, min_px - 1, -1):
            if measurer.measure_width(text, size) <= width:
                return text, size
    return "", min_px


def fit_size(measurer: TextMeasurer, texts: Sequence[str], width: int, px: int) -> int:
    """The size of bold texts at which all of them fit this width: `px`, or less where it must."""
    while (
        px > MIN_TEXT_PX
        and max(measurer.measure_width(text, px, bold=True) for text in texts) > width
    ):
        px -= 1
    return px


def fit_common_size(measurer: TextMeasurer, texts: Sequence[tuple[str, Box]], px: int) -> int:
    """The size at which these texts fit below or beside the icons of their buttons.

    It is `px` or less, and `px` as well where not even the smallest is small enough: then icons
    stand alone.
    """

    def fits(text: str, box: Box, size: int) -> bool:
        has_text_below = box.w * 4 <= box.h * 5
        available_width = box.w - px // 2 - (0 if has_text_below else box.h)
        return measurer.measure_width(text, size, bold=True) <= available_width

    min_px = max(MIN_TEXT_PX, px * 3 // 5)
    sizes = range(px, min_px - 1, -1)
    return next((n for n in sizes if all(fits(text, box, n) for text, box in texts)), px)


def split_columns(box: Box, count: int, gap: int) -> list[Box]:
    """So many boxes side by side in this one."""
    width = (box.w - (count - 1) * gap) // max(1, count)
    return [box._replace(x=box.x + i * (width + gap), w=width) for i in range(count)]
