"""Typesetting of sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.position import Position
from engine.rulebook.document import Board, Grid, Paragraph, Section, Style
from engine.variants import Rules
from kiosk.frame import Align, Box, Ink, Label, Panel, PanelKind, Record, wrapped
from kiosk.layout import Shape, shared, table, text_size
from kiosk.scenes.table import draw_table
from kiosk.scenes.table.card_layout import Tops, card, spread
from kiosk.ui.pager import Leaf, Paper, Place, Turning, paper
from kiosk.ui.scene import Stage


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
    four = draw_table.four_colours(stage, rules)
    leaves = []
    for number, (one, rows) in enumerate(zip(shown, captions, strict=True)):
        here = shared(view, [len(column) for column in one.position.columns])
        laid = spread(here, one.position, tops)
        records: tuple[Record, ...] = (
            *draw_table.slots(here, rules, frozenset()),
            *draw_table.cards(laid, frozenset(), frozenset()),
            Panel(view.bar.box, PanelKind.BAR),
            Label(middle, one.progress, px, Ink.QUIET, Align.CENTRE),
            Panel(below, PanelKind.BAR),
            *_caption(rows, below, px),
        )
        place = Place(chapter, number)
        leaves.append(
            Leaf(
                place,
                records,
                turning,
                lying=tuple((place.spot.pile, card(place)) for place in laid.lying),
                four_colours=four,
            )
        )
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


BULLET = "•"


class Piece(NamedTuple):
    """A line of a leaf, with the tops of its records counted from its own top."""

    block: int
    height: int
    records: tuple[Label, ...]
    gap: int = 0
    """Room above it, unless it is the first on its leaf."""
    glued: bool = False
    """Whether the next line must stand on the same leaf."""
    heads: bool = False
    """Whether it belongs to a heading."""


def section_leaves(stage: Stage, section: Section) -> list[Leaf]:
    """The leaves of one section, without its boards."""
    sheet = paper(stage.size, stage.config.display.density)
    pages = _packed(list(_pieces(stage, section, sheet)), sheet.text.h)
    title = stage.words.told(section.title)
    leaves = []
    for number, pieces in enumerate(pages, 1):
        heading = title if len(pages) == 1 else f"{title} {number}/{len(pages)}"
        records = (*backdrop(stage, sheet, heading), *_set(pieces, sheet.text))
        place = Place(section.name, pieces[0].block)
        leaves.append(Leaf(place, records, sheet.turning))
    return leaves


def backdrop(stage: Stage, sheet: Paper, heading: str) -> tuple[Record, ...]:
    """The ground of a leaf and its heading."""
    px = round(sheet.px * 1.4)
    while px > sheet.px and stage.measure.width(heading, px, bold=True) > sheet.head.w:
        px -= 1
    label = Label(sheet.head, heading, px, Ink.ACCENT, Align.CENTRE, bold=True)
    return Panel(Box(0, 0, *stage.size), PanelKind.DIALOG), label


def _packed(pieces: Sequence[Piece], room: int) -> list[list[Piece]]:
    """The lines of each leaf: as few leaves as can be, and these about equally full."""
    pages = _filled(pieces, room)
    least, most = 0, room
    while least < most:
        less = (least + most) // 2
        fuller = _filled(pieces, less)
        if max(map(_height, fuller)) <= less and _cost(fuller) <= _cost(pages):
            pages, most = fuller, less
        else:
            least = less + 1
    return pages


def _cost(pages: Sequence[Sequence[Piece]]) -> tuple[int, int]:
    """How many leaves there are, and how many of them begin in the middle of something."""
    return len(pages), sum(not page[0].heads for page in pages)


def _filled(pieces: Sequence[Piece], room: int) -> list[list[Piece]]:
    """Leaves filled one after the other. What stands under a heading stays together if it fits."""
    pages: list[list[Piece]] = [[]]
    for part in _split(pieces, lambda before, piece: piece.heads and not before.heads):
        for group in _fitting(part, room):
            if pages[-1] and _height([*pages[-1], *group]) > room:
                pages.append([])
            pages[-1] += group
    return pages


def _fitting(part: list[Piece], room: int) -> Iterator[list[Piece]]:
    """The part in groups that fit a leaf: as it is, or what is glued together, or single lines."""
    if _height(part) <= room:
        yield part
        return
    for group in _split(part, lambda before, _: not before.glued):
        if _height(group) <= room:
            yield group
        else:
            yield from ([piece] for piece in group)


def _split(pieces: Sequence[Piece], apart: Callable[[Piece, Piece], bool]) -> Iterator[list[Piece]]:
    """The pieces, parted wherever one and the next are to stand `apart`."""
    group = [pieces[0]]
    for before, piece in pairwise(pieces):
        if apart(before, piece):
            yield group
            group = []
        group.append(piece)
    yield group


def _height(pieces: Sequence[Piece]) -> int:
    return sum(piece.height for piece in pieces) + sum(piece.gap for piece in pieces[1:])


def _set(pieces: Sequence[Piece], text: Box) -> Iterator[Record]:
    y = text.y
    for index, piece in enumerate(pieces):
        y += piece.gap if index else 0
        for record in piece.records:
            yield record._replace(box=record.box._replace(y=record.box.y + y))
        y += piece.height


def _pieces(stage: Stage, section: Section, sheet: Paper) -> Iterator[Piece]:
    for block, content in enumerate(section.blocks):
        if isinstance(content, Grid):
            yield from _grid(stage, content, sheet, block)
        elif not isinstance(content, Board):
            yield from _paragraph(stage, content, sheet, block)


def _paragraph(stage: Stage, content: Paragraph, sheet: Paper, block: int) -> Iterator[Piece]:
    px, line = sheet.px, sheet.line
    indent = round(px * 0.9) if content.style is Style.ENTRY else 0
    bold = content.style is Style.HEAD
    box = Box(sheet.text.x + indent, 0, sheet.text.w - indent, line)
    rows = wrapped(stage.measure, stage.words.told(content.told), px, box.w, bold=bold)
    for number, row in enumerate(rows):
        records = [Label(box, row, px, bold=bold)]
        if indent and number == 0:
            records.append(Label(box._replace(x=sheet.text.x, w=indent), BULLET, px, Ink.ACCENT))
        first = number == 0
        gap = (line // 2 if bold else line // 4) if first else 0
        yield Piece(block, line, tuple(records), gap, bold or number < len(rows) - 1, bold)


def _grid(stage: Stage, grid: Grid, sheet: Paper, block: int) -> Iterator[Piece]:
    """A table: its headings break into lines, its figures stand in the middle of their columns."""
    px, line, measure = sheet.px, sheet.line, stage.measure
    heads = [stage.words.told(head) for head in grid.head]
    rows = [[stage.words.told(cell) for cell in row] for row in grid.rows]
    columns = _columns(stage, sheet, heads, rows)
    lines = [
        wrapped(measure, head, px, box.w, bold=True)
        for head, box in zip(heads, columns, strict=True)
    ]
    high = max(map(len, lines))
    for number in range(high):
        texts = [_row(told_lines, number - high) for told_lines in lines]
        yield Piece(block, line, _cells(texts, columns, px, bold=True), glued=True)
    for number, row in enumerate(rows):
        now = number == grid.now
        records = _cells(row, columns, px, bold=now, ink=Ink.ACCENT if now else Ink.TEXT)
        yield Piece(block, line, records, glued=number < len(rows) - 1)


def _row(lines: Sequence[str], place: int) -> str:
    """The line at that place, counted from the last one (-1) up."""
    return lines[place] if -place <= len(lines) else ""


def _columns(
    stage: Stage, sheet: Paper, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[Box]:
    """Equal columns, no wider than they need to be to look like a table."""
    words = [word for head in heads for word in head.split()]
    widest = max(stage.measure.width(word, sheet.px, bold=True) for word in words)
    wide = min(sheet.text.w // len(heads), max(widest + sheet.px, sheet.px * 6))
    left = sheet.text.x + (sheet.text.w - wide * len(heads)) // 2
    return [Box(left + i * wide, 0, wide, sheet.line) for i in range(len(heads))]


def _cells(
    texts: Sequence[str], columns: Sequence[Box], px: int, *, bold: bool, ink: Ink = Ink.TEXT
) -> tuple[Label, ...]:
    return tuple(
        Label(box, text, px, ink, Align.CENTRE, bold)
        for text, box in zip(texts, columns, strict=True)
        if text
    )
