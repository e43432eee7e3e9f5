"""A frame is everything that is to be seen, as plain records: equal frames look the same.

Later records lie on top of earlier ones. `still` holds what stays put for many frames (a scene
hands in the *same tuple* while nothing in it changes, and comparing it is then free); `moving` lies
on top and may change with every frame: cards under the finger or on their way, the cursor.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Protocol

MIN_WINDOW_SIZE = (240, 240)
"""Width and height of the smallest picture that is drawn, in pixels."""


class Box(NamedTuple):
    """A rectangle in pixels of the picture: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column of pixels to the right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row of pixels below the box."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in the middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def contains(self, x: int, y: int) -> bool:
        """Whether the pixel lies in the box."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def overlaps(self, other: Box) -> bool:
        """Whether the two boxes share a pixel."""
        return (
            self.x < other.x + other.w
            and other.x < self.x + self.w
            and self.y < other.y + other.h
            and other.y < self.y + self.h
        )

    def expand(self, by: int) -> Box:
        """The box with a margin of `by` pixels added on every side (taken away where negative)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def union(self, other: Box) -> Box:
        """The smallest box around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Box(x, y, right - x, bottom - y)


class TextColour(StrEnum):
    """What a text or a shape is for; the theme knows the colour."""

    TEXT = "text"
    QUIET = "quiet"
    ACCENT = "accent"
    WARNING = "warning"


class Align(StrEnum):
    """Where a text stands in its box; it is always centred from top to bottom."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Card(NamedTuple):
    """A playing card, face up.

    `box` is the whole card, also where others cover it. `strip` is the height in pixels of the
    index: the visible part of a covered card (the index is drawn in it as large as it allows), and
    for an uncovered card the strip it would have in its column. `lifted` cards are selected or in
    the hand: a ring and a shadow, inside `extent`.
    """

    box: Box
    card: int
    strip_height: int
    covered: bool = False
    lifted: bool = False


class SlotKind(StrEnum):
    """The places of the table that can be empty."""

    CELL = "cell"
    FOUNDATION = "foundation"
    COLUMN = "column"
    KINGS_ONLY = "kings"
    CLOSED = "dead"


class Slot(NamedTuple):
    """An empty place: an outlined cell, a foundation with its suit (0..3: C D H S), a column.

    A column takes any card, only Kings (it shows a crown), or none any more (it is hatched).
    """

    box: Box
    kind: SlotKind
    suit: int | None = None


class MarkKind(StrEnum):
    """Outlines that are laid over what is there."""

    CURSOR = "cursor"
    TARGET = "target"
    HINT = "hint"


class Mark(NamedTuple):
    """The cursor (unmistakable), a soft sign where the cards in the hand may go, a hint's aim."""

    box: Box
    kind: MarkKind


class FoldedCount(NamedTuple):
    """A strip that stands for `count` cards of a column that are folded away."""

    box: Box
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a record


class Label(NamedTuple):
    """A text on one line; `px` is the size of the font in pixels (its em).

    What does not fit is cut with an ellipsis.
    """

    box: Box
    text: str
    px: int
    colour: TextColour = TextColour.TEXT
    align: Align = Align.LEFT
    bold: bool = False


class Button(NamedTuple):
    """A touch target: an icon by name (an action's name where there is one), a text, or both.

    `px` is the size of the text. A button that can do nothing now is drawn faint (`enabled` false);
    `focused` is the cursor on it, `pressed` a finger on it.
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
    """A picture by its name, as large as its box and square, that nobody can touch."""

    box: Box
    name: str
    colour: TextColour = TextColour.QUIET


class PanelKind(StrEnum):
    """Plain surfaces that texts and buttons stand on."""

    BAR = "bar"
    DIALOG = "dialog"
    NOTE = "note"


class Panel(NamedTuple):
    """A filled surface: the slim line of controls, a dialog, the short line that says why."""

    box: Box
    kind: PanelKind


class Miniature(NamedTuple):
    """A whole table of cards, as small as its box.

    `columns` hold their cards, bottom first; `homes` the suits that each foundation shows, more
    than one where it builds in colours, and `tops` the card that lies on it, if one does. `vacant`
    adds an empty column, for a King where `kings` is true.
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
    """A flat rectangle of one colour: a bar of a plot, a line below it."""

    box: Box
    colour: TextColour = TextColour.TEXT


class ColourFill(NamedTuple):
    """A rectangle of this very colour (red, green, blue), whatever the theme: to test a panel."""

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
    """One picture: its size in pixels and its records, bottom first, on the bare cloth."""

    size: tuple[int, int]
    background: tuple[Drawable, ...]
    foreground: tuple[Drawable, ...] = ()
    four_colours: bool = True


def lift_margin(box: Box) -> int:
    """How many pixels the ring and shadow of a lifted card may reach beyond its box."""
    return max(2, box.w // 14)


def bounding_box(record: Drawable) -> Box:
    """Every pixel that the painter may touch for this record lies in this box."""
    if isinstance(record, Card) and record.lifted:
        return record.box.expand(lift_margin(record.box))
    return record.box


class TextMeasurer(Protocol):
    """How wide a text will be: the one thing a scene needs to know of the fonts."""

    def measure_width(self, text: str, px: int, *, bold: bool = False) -> int:
        """Pixels from the first to the last stroke of the text at this size."""
        ...


def wrap_text(
    measurer: TextMeasurer, text: str, px: int, width: int, *, bold: bool = False
) -> list[str]:
    """The text in lines that fit `width` pixels, broken at spaces, or in too wide a word.

    At a no-break space it is not broken.
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
