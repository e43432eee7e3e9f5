"""Leaves with a table on them: a position, a line about it, buttons in the slim line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.position import Position
from engine.variants import Rules
from kiosk.frame import Align, Box, Ink, Label, Panel, PanelKind, Record, wrapped
from kiosk.layout import Shape, shared, table, text_size
from kiosk.scenes.book.leaf import Leaf, Place, Turning
from kiosk.scenes.stage import Stage
from kiosk.scenes.table import pieces
from kiosk.scenes.table.pieces import Tops
from kiosk.scenes.table.spread import spread


class Shown(NamedTuple):
    """A position with its line, and how far that is, for the slim line."""

    position: Position
    caption: str
    progress: str = ""


def board_leaves(
    stage: Stage, rules: Rules, tops: Tops, shown: Sequence[Shown], chapter: str
) -> list[Leaf]:
    """A leaf for each position, all alike; `tops` are the cards on the foundations."""
    px = text_size(stage.size)
    width, height = stage.size
    captions = [wrapped(stage.measure, one.caption, px, width - px) for one in shown]
    strip = max(map(len, captions)) * _line(px) + px // 2
    below = Box(0, height - strip, width, strip)
    record = rules.variant
    dealt = -(-(52 - record.aces_home) // record.columns)
    view = table((width, below.y), Shape(record.columns, rules.cells, dealt))
    longest = max(stage.measure.width(one.progress, px) for one in shown)
    turning, middle = _turning(view.bar.box, longest and longest + px)
    four = pieces.four_colours(stage, rules)
    leaves = []
    for number, (one, rows) in enumerate(zip(shown, captions, strict=True)):
        here = shared(view, [len(column) for column in one.position.columns])
        laid = spread(here, one.position, tops)
        records: tuple[Record, ...] = (
            *pieces.slots(here, rules, frozenset()),
            *pieces.cards(laid, frozenset(), frozenset()),
            Panel(view.bar.box, PanelKind.BAR),
            Label(middle, one.progress, px, Ink.QUIET, Align.CENTRE),
            Panel(below, PanelKind.BAR),
            *_caption(rows, below, px),
        )
        place = Place(chapter, number)
        leaves.append(Leaf(place, records, turning, lying=laid.lying, four_colours=four))
    return leaves


def _line(px: int) -> int:
    return round(px * 1.3)


def _turning(bar: Box, middle: int) -> tuple[Turning, Box]:
    """The three buttons in the slim line, and a box for a figure of at least `middle` pixels."""
    pad = 2
    if bar.h > bar.w:
        tall = min(bar.w, (bar.h - middle) // 3 - 2 * pad)
        inner = Box(bar.x + pad, bar.y + pad, bar.w - 2 * pad, tall)
        low = bar.bottom - pad - tall
        turning = Turning(inner, inner._replace(y=low - tall - pad), inner._replace(y=low))
        return turning, inner._replace(y=inner.bottom, h=turning.previous.y - inner.bottom)
    wide = (bar.w - middle - 4 * pad) // 3
    inner = Box(bar.x + pad, bar.y + pad, wide, bar.h - 2 * pad)
    left, right = inner.right + pad, bar.right - pad - wide
    turning = Turning(inner, inner._replace(x=left), inner._replace(x=right))
    return turning, inner._replace(x=left + wide, w=right - left - wide)


def _caption(rows: Sequence[str], box: Box, px: int) -> list[Record]:
    line = _line(px)
    top = box.y + (box.h - len(rows) * line) // 2
    return [
        Label(Box(box.x, top + i * line, box.w, line), row, px, align=Align.CENTRE)
        for i, row in enumerate(rows)
    ]
