"""Leaves with a table on them: a position, a line about it, buttons in the slim line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.position import Position
from engine.variants import Build, Rules
from kiosk.actions import Action
from kiosk.frame import Align, Box, Ink, Label, Panel, PanelKind, Record, wrapped
from kiosk.layout import Shape, Table, shared, table, text_size
from kiosk.scenes import pieces
from kiosk.scenes.leaf import Leaf, Place, Turning
from kiosk.scenes.pieces import Tops
from kiosk.scenes.spread import spread
from kiosk.scenes.stage import Stage


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
    four = four_colours(stage, rules)
    leaves = []
    for number, (one, rows) in enumerate(zip(shown, captions, strict=True)):
        here = shared(view, [len(column) for column in one.position.columns])
        laid = spread(here, one.position, tops)
        records: tuple[Record, ...] = (
            *pieces.slots(here, rules, frozenset()),
            *pieces.cards(laid, frozenset(), frozenset()),
            Panel(view.bar.box, PanelKind.BAR),
            _progress(view, one.progress, px),
            Panel(below, PanelKind.BAR),
            *_caption(rows, below, px),
        )
        place = Place(chapter, number)
        leaves.append(Leaf(place, records, _turning(view), lying=laid.lying, four_colours=four))
    return leaves


def four_colours(stage: Stage, rules: Rules) -> bool:
    """Whether suits have a colour each: as is set, or where the game builds in suit."""
    suits = stage.config.display.suit_colours
    return suits == "four" or (suits == "auto" and rules.variant.tableau is Build.SUIT)


def _line(px: int) -> int:
    return round(px * 1.3)


def _turning(view: Table) -> Turning:
    """Back where the menu is on the table, the other two where undo and redo are."""
    boxes = dict(view.bar.buttons)
    return Turning(boxes[Action.MENU], boxes[Action.UNDO], boxes[Action.REDO])


def _progress(view: Table, progress: str, px: int) -> Record:
    first, last = view.bar.figures[0], view.bar.figures[-1]
    return Label(first.joined(last), progress, px, Ink.QUIET, Align.CENTRE)


def _caption(rows: Sequence[str], box: Box, px: int) -> list[Record]:
    line = _line(px)
    top = box.y + (box.h - len(rows) * line) // 2
    return [
        Label(Box(box.x, top + i * line, box.w, line), row, px, align=Align.CENTRE)
        for i, row in enumerate(rows)
    ]
