"""Fit texts into boxes: sizes, line breaks, and boxes in rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kiosk.frame import Align, Box, Label, TextColour, TextMeasurer, wrap_text

MIN_TEXT_PX = 9  # smallest text size (em) in pixels
MIN_SHRINK_FACTOR = 0.7  # a text shrinks to this part before a shorter form of it is taken


def fit_size(
    measurer: TextMeasurer,
    texts: Sequence[str],
    width: int,
    px: int,
    *,
    bold: bool = False,
    min_px: int = MIN_TEXT_PX,
) -> int:
    """Return the text size at which all texts fit the width, from `px` down to `min_px`."""
    while px > min_px and any(
        measurer.measure_width(text, px, bold=bold) > width for text in texts
    ):
        px -= 1
    return px


def fit_line(
    measurer: TextMeasurer, text: str, box: Box, px: int, colour: TextColour, *, bold: bool = False
) -> Label:
    """Centre a text in its box, at a smaller size if necessary."""
    px = fit_size(measurer, [text], box.w, px, bold=bold)
    return Label(box, text, px, colour, Align.CENTRE, bold)


def fit_lines(
    measurer: TextMeasurer, texts: Sequence[str], box: Box, px: int, colour: TextColour
) -> list[Label]:
    """Centre wrapped texts below each other from the top of the box, smaller if that helps."""
    while True:
        rows = wrap_texts(measurer, texts, px, box.w)
        line_height = px * 5 // 4
        if len(rows) * line_height <= box.h or px <= MIN_TEXT_PX:
            break
        px -= 1
    return stack_labels(
        box, truncate_rows(rows, max(1, box.h // line_height)), line_height, px, colour
    )


def wrap_texts(measurer: TextMeasurer, texts: Iterable[str], px: int, width: int) -> list[str]:
    """Break every text into rows of at most this width."""
    return [row for text in texts for row in wrap_text(measurer, text, px, width)]


def stack_labels(
    box: Box,
    rows: Sequence[str],
    line_height: int,
    px: int,
    colour: TextColour = TextColour.TEXT,
    *,
    bold: bool = False,
) -> list[Label]:
    """Centre one text in each row, from the top of the box."""
    boxes = split_rows(box, len(rows), line_height)
    return [
        Label(row_box, row, px, colour, Align.CENTRE, bold)
        for row_box, row in zip(boxes, rows, strict=True)
    ]


def truncate_rows(rows: Sequence[str], count: int) -> list[str]:
    """Return the first `count` rows; an ellipsis marks that more were dropped."""
    kept = list(rows[:count])
    if len(rows) > count:
        kept[-1] = f"{kept[-1]}…"
    return kept


def choose_fitting_text(
    measurer: TextMeasurer, forms: Sequence[str], width: int, px: int
) -> tuple[str, int]:
    """Return the first form of a text that fits, and its size; "" if none fits."""
    min_px = max(MIN_TEXT_PX, int(px * MIN_SHRINK_FACTOR))
    for text in forms:
        for size in range(px, min_px - 1, -1):
            if measurer.measure_width(text, size) <= width:
                return text, size
    return "", min_px


def fit_common_size(measurer: TextMeasurer, texts: Sequence[tuple[str, Box]], px: int) -> int:
    """Return the size at which all texts fit below or beside the icons of their buttons.

    If not even the smallest size fits, it is `px`: then the painter draws the icons alone.
    """

    def fits(text: str, box: Box, size: int) -> bool:
        has_text_below = box.w * 4 <= box.h * 5
        available_width = box.w - px // 2 - (0 if has_text_below else box.h)
        return measurer.measure_width(text, size, bold=True) <= available_width

    sizes = range(px, max(MIN_TEXT_PX, px * 3 // 5) - 1, -1)
    return next((size for size in sizes if all(fits(*pair, size) for pair in texts)), px)


def split_columns(box: Box, count: int, gap: int) -> list[Box]:
    """Divide the box into columns of equal width."""
    width = (box.w - (count - 1) * gap) // max(1, count)
    return [box._replace(x=box.x + i * (width + gap), w=width) for i in range(count)]


def split_rows(box: Box, count: int, height: int, gap: int = 0) -> list[Box]:
    """Return rows of this height from the top of the box."""
    return [box._replace(y=box.y + i * (height + gap), h=height) for i in range(count)]
