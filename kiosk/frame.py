"""Frames: the display list of one picture each; equal frames look the same.

Later records are drawn over earlier ones. `background` holds records that stay the same for many
frames: a scene returns the *same tuple* while nothing in it changes, so that comparing it is free.
`foreground` is drawn over it and can change with every frame: moving cards, the cursor.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeVar

_K = TypeVar("_K")

MIN_WINDOW_SIZE = (240, 240)
"""Width and height in pixels."""


class Box(NamedTuple):
    """A rectangle in pixels: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """First column of pixels to the right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First row of pixels below the box."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """Pixel in the middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def contains(self, x: int, y: int) -> bool:
        """Return whether the pixel is inside."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def overlaps(self, other: Box) -> bool:
        """Return whether the two boxes share a pixel."""
        return (
            self.x < other.x + other.w
            and other.x < self.x + self.w
            and self.y < other.y + other.h
            and other.y < self.y + self.h
        )

    def expand(self, by: int) -> Box:
        """Return the box with a margin of `by` pixels added on every side (negative: removed)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def union(self, other: Box) -> Box:
        """Return the smallest box around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Box(x, y, right - x, bottom - y)


def find_at(boxes: Iterable[tuple[_K, Box]], x: int, y: int) -> _K | None:
    """Return the key of the first box that contains the pixel."""
    for key, (left, top, width, height) in boxes:
        if left <= x < left + width and top <= y < top + height:
            return key
    return None


class TextColour(StrEnum):
    """The purpose of a text or a shape; the theme knows the colour."""

    TEXT = "text"
    QUIET = "quiet"
    ACCENT = "accent"
    WARNING = "warning"


class Align(StrEnum):
    """Horizontal alignment of a text in its box; vertically it is always centred."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Card(NamedTuple):
    """A playing card, face up.

     `box` is the whole card, also where others cover it. `strip_height` is the height in pixels of
    the index: the visible part of a covered card (the index is drawn as large as it allows), and
    for an uncovered card the strip it would have in its column. `lifted` cards are selected or
    dragged: a ring and a shadow, inside `bounding_box`.
    """

    box: Box
    card: int
    strip_height: int
    covered: bool = False
    lifted: bool = False


class SlotKind(StrEnum):
    """The kinds of empty places."""

    CELL = "cell"
    FOUNDATION = "foundation"
    COLUMN = "column"
    KINGS_ONLY = "kings"
    CLOSED = "dead"


class Slot(NamedTuple):
    """An empty place: an outlined cell, a foundation with its suit (0..3: C D H S), a column.

    A column takes any card, only Kings (it shows a crown), or no card (it is hatched).
    """

    box: Box
    kind: SlotKind
    suit: int | None = None


class MarkKind(StrEnum):
    """Outlines drawn over other records."""

    CURSOR = "cursor"
    TARGET = "target"
    HINT = "hint"


class Mark(NamedTuple):
    """The cursor, a pile that accepts the selection, or the target of a hint."""

    box: Box
    kind: MarkKind


class FoldedCount(NamedTuple):
    """A strip with the number of cards folded away in a column."""

    box: Box
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a record


class Label(NamedTuple):
    """A text on one line, cut with an ellipsis; `px` is the font size in pixels (its em)."""

    box: Box
    text: str
    px: int
    colour: TextColour = TextColour.TEXT
    align: Align = Align.LEFT
    bold: bool = False


class Button(NamedTuple):
    """A touch target: an icon by name (an action's name where there is one), a text, or both.

    `px` is the size of the text.
    """

    box: Box
    icon: str
    text: str
    px: int
    enabled: bool = True
    focused: bool = False
    pressed: bool = False
    primary: bool = False


class Icon(NamedTuple):
    """A square picture by its name, as large as its box; not a touch target."""

    box: Box
    name: str
    colour: TextColour = TextColour.QUIET


class PanelKind(StrEnum):
    """Plain surfaces behind texts and buttons."""

    BAR = "bar"
    DIALOG = "dialog"
    NOTE = "note"


class Panel(NamedTuple):
    """A filled surface: the toolbar, a dialog, a message."""

    box: Box
    kind: PanelKind


class Miniature(NamedTuple):
    """A whole table of cards, as small as its box.

     `columns` hold their cards, bottom first; `foundation_suits` the suits that each foundation
    shows, more than one where it builds in colours. An empty column is for Kings where
    `is_kings_only`.
    """

    box: Box
    columns: tuple[bytes, ...]
    cells: int
    foundation_suits: tuple[tuple[int, ...], ...]
    foundation_tops: tuple[int | None, ...]
    has_empty_column: bool = False
    is_kings_only: bool = False
    four_colours: bool = True


class Rectangle(NamedTuple):
    """A flat rectangle of one colour: a bar of a plot, an underline."""

    box: Box
    colour: TextColour = TextColour.TEXT


class ColourFill(NamedTuple):
    """A rectangle of this colour (red, green, blue), whatever the theme: to test a panel."""

    box: Box
    colour: tuple[int, int, int]


Drawable = (
    Card
    | Slot
    | Mark
    | FoldedCount
    | Label
    | Button
    | Icon
    | Panel
    | Miniature
    | Rectangle
    | ColourFill
)


class Frame(NamedTuple):
    """One picture: its size in pixels and its records, bottom first, on the table's colour."""

    size: tuple[int, int]
    background: tuple[Drawable, ...]
    foreground: tuple[Drawable, ...] = ()
    four_colours: bool = True


def lift_margin(box: Box) -> int:
    """Return how many pixels the ring and shadow of a lifted card may reach beyond its box."""
    return max(2, box.w // 14)


def bounding_box(record: Drawable) -> Box:
    """Return a box around every pixel that the painter may touch for this record."""
    if isinstance(record, Card) and record.lifted:
        return record.box.expand(lift_margin(record.box))
    return record.box


class TextMeasurer(Protocol):
    """Text widths: the one fact about fonts that a scene needs."""

    def measure_width(self, text: str, px: int, *, bold: bool = False) -> int:
        """Return the pixels from the first to the last stroke of the text at this size."""
        ...


def wrap_text(
    measurer: TextMeasurer, text: str, px: int, width: int, *, bold: bool = False
) -> list[str]:
    """Return the text in lines that fit `width` pixels, broken at spaces, or in too wide a word.

    A no-break space does not break the line.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in filter(None, paragraph.split(" ")):
            longer = f"{line} {word}" if line else word
            if measurer.measure_width(longer, px, bold=bold) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while len(line) > 1 and measurer.measure_width(line, px, bold=bold) > width:
                cut = len(line) - 1
                while cut > 1 and measurer.measure_width(line[:cut], px, bold=bold) > width:
                    cut -= 1
                lines.append(line[:cut])
                line = line[cut:]
        lines.append(line)
    return lines
