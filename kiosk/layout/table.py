"""What a laid-out table is: its piles' places and hit areas, its line of controls, its sizes."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.actions import Action
from kiosk.frame import Box


class Shape(NamedTuple):
    """What a game asks of the table: columns, cells, cards dealt to a column, foundations."""

    columns: int
    cells: int
    dealt: int
    foundations: int = 4


class Bar(NamedTuple):
    """The slim line of controls: the whole of it, its buttons, its lines of figures downwards.

    `finish` is the place of the button that is not always there: it takes that of some figures.
    """

    box: Box
    buttons: tuple[tuple[Action, Box], ...]
    figures: tuple[Box, ...]
    finish: Box


class Table(NamedTuple):
    """A whole table, in pixels.

    `columns`, `cells` and `foundations` are hit areas, `…_cards` the places of a pile's first card.
    A covered strip is `strip` to `widest_strip` high. `rows` are the columns of each row, and
    `field` is what the rows share.
    """

    size: tuple[int, int]
    card: tuple[int, int]
    gap: int
    strip: int
    widest_strip: int
    field: Box
    rows: tuple[int, ...]
    columns: tuple[Box, ...]
    cells: tuple[Box, ...]
    foundations: tuple[Box, ...]
    column_cards: tuple[Box, ...]
    cell_cards: tuple[Box, ...]
    foundation_cards: tuple[Box, ...]
    bar: Bar
    note: Box
    text: int
