"""Typesetting of sections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.position import Position
from engine.rulebook.document import Paragraph, ParagraphStyle, PositionDiagram, Section, TextTable
from engine.variants import Rules
from kiosk.frame import Align, Box, Drawable, Label, Panel, PanelKind, TextColour, wrap_text
from kiosk.layout import TableShape, arrange_table, share_row_heights, text_size
from kiosk.scenes.table import draw_table
from kiosk.scenes.table.card_layout import FoundationTops, layout_cards, make_card_drawable
from kiosk.ui.pager import (
    PageFrame,
    PageKey,
    PagerButtons,
    PagerPage,
    build_page_background,
    make_page_frame,
)
from kiosk.ui.scene import SceneContext


class PositionPage(NamedTuple):
    """A position with its line, and how far that is, for the slim line."""

    position: Position
    caption: str
    progress: str = ""


def build_position_pages(
    context: SceneContext,
    rules: Rules,
    foundation_tops: FoundationTops,
    positions: Sequence[PositionPage],
    chapter: str,
) -> list[PagerPage]:
    """A leaf for each position, all alike; `tops` are the cards on the foundations."""
    px = text_size(context.size)
    width, height = context.size
    captions = [wrap_text(context.measurer, one.caption, px, width - px) for one in positions]
    caption_height = max(map(len, captions)) * _get_line_height(px) + px // 2
    caption_area = Box(0, height - caption_height, width, caption_height)
    variant = rules.variant
    table_layout = arrange_table(
        (width, caption_area.y), TableShape(variant.columns, rules.cells, variant.cards_per_column)
    )
    progress_width = max(context.measurer.measure_width(one.progress, px) for one in positions)
    buttons, progress_box = _split_toolbar(
        table_layout.toolbar.box, progress_width and progress_width + px
    )
    has_four_colours = draw_table.uses_four_colours(context, rules)
    pages = []
    for number, (one, rows) in enumerate(zip(positions, captions, strict=True)):
        page_layout = share_row_heights(
            table_layout, [len(column) for column in one.position.columns]
        )
        card_layout = layout_cards(page_layout, one.position, foundation_tops)
        drawables: tuple[Drawable, ...] = (
            *draw_table.build_empty_slots(page_layout, rules, frozenset()),
            *draw_table.build_visible_cards(card_layout, frozenset(), frozenset()),
            Panel(table_layout.toolbar.box, PanelKind.BAR),
            Label(progress_box, one.progress, px, TextColour.QUIET, Align.CENTRE),
            Panel(caption_area, PanelKind.BAR),
            *_build_caption(rows, caption_area, px),
        )
        key = PageKey(chapter, number)
        pages.append(
            PagerPage(
                key,
                drawables,
                buttons,
                placed_cards=tuple(
                    (place.spot.pile, make_card_drawable(place))
                    for place in card_layout.placed_cards
                ),
                has_four_colours=has_four_colours,
            )
        )
    return pages


def _get_line_height(px: int) -> int:
    return round(px * 1.3)


def _split_toolbar(toolbar: Box, progress_width: int) -> tuple[PagerButtons, Box]:
    """The three buttons in the slim line, and a box for a figure of at least `middle` pixels."""
    pad = 2
    if toolbar.h > toolbar.w:
        button_height = min(toolbar.w, (toolbar.h - progress_width) // 3 - 2 * pad)
        inner = Box(toolbar.x + pad, toolbar.y + pad, toolbar.w - 2 * pad, button_height)
        next_top = toolbar.bottom - pad - button_height
        buttons = PagerButtons(
            inner, inner._replace(y=next_top - button_height - pad), inner._replace(y=next_top)
        )
        return buttons, inner._replace(y=inner.bottom, h=buttons.previous.y - inner.bottom)
    button_width = (toolbar.w - progress_width - 4 * pad) // 3
    inner = Box(toolbar.x + pad, toolbar.y + pad, button_width, toolbar.h - 2 * pad)
    left, right = inner.right + pad, toolbar.right - pad - button_width
    buttons = PagerButtons(inner, inner._replace(x=left), inner._replace(x=right))
    return buttons, inner._replace(x=left + button_width, w=right - left - button_width)


def _build_caption(rows: Sequence[str], box: Box, px: int) -> list[Drawable]:
    line_height = _get_line_height(px)
    top = box.y + (box.h - len(rows) * line_height) // 2
    return [
        Label(Box(box.x, top + i * line_height, box.w, line_height), row, px, align=Align.CENTRE)
        for i, row in enumerate(rows)
    ]


BULLET = "•"


class TextLine(NamedTuple):
    """A line of a leaf, with the tops of its records counted from its own top."""

    block_index: int
    height: int
    labels: tuple[Label, ...]
    gap_above: int = 0
    """Room above it, unless it is the first on its leaf."""
    keep_with_next: bool = False
    """Whether the next line must stand on the same leaf."""
    is_heading: bool = False
    """Whether it belongs to a heading."""


def build_section_pages(context: SceneContext, section: Section) -> list[PagerPage]:
    """The leaves of one section, without its boards."""
    page_frame = make_page_frame(context)
    line_groups = _balance_pages(
        list(_build_lines(context, section, page_frame)), page_frame.text_area.h
    )
    title = context.translator.translate_message(section.title)
    pages = []
    for number, lines in enumerate(line_groups, 1):
        heading = title if len(line_groups) == 1 else f"{title} {number}/{len(line_groups)}"
        drawables = (
            *build_page_background(context, page_frame, heading),
            *_place_lines(lines, page_frame.text_area),
        )
        key = PageKey(section.name, lines[0].block_index)
        pages.append(PagerPage(key, drawables, page_frame.buttons))
    return pages


def _balance_pages(lines: Sequence[TextLine], height: int) -> list[list[TextLine]]:
    """The lines of each leaf: as few leaves as can be, and these about equally full."""
    pages = _fill_pages(lines, height)
    least, most = 0, height
    while least < most:
        height_limit = (least + most) // 2
        fuller = _fill_pages(lines, height_limit)
        if max(map(_measure_height, fuller)) <= height_limit and _compute_cost(
            fuller
        ) <= _compute_cost(pages):
            pages, most = fuller, height_limit
        else:
            least = height_limit + 1
    return pages


def _compute_cost(pages: Sequence[Sequence[TextLine]]) -> tuple[int, int]:
    """How many leaves there are, and how many of them begin in the middle of something."""
    return len(pages), sum(not page[0].is_heading for page in pages)


def _fill_pages(lines: Sequence[TextLine], height: int) -> list[list[TextLine]]:
    """Leaves filled one after the other. What stands under a heading stays together if it fits."""
    pages: list[list[TextLine]] = [[]]
    for part in _split_where(
        lines, lambda before, piece: piece.is_heading and not before.is_heading
    ):
        for group in _split_to_fit(part, height):
            if pages[-1] and _measure_height([*pages[-1], *group]) > height:
                pages.append([])
            pages[-1] += group
    return pages


def _split_to_fit(part: list[TextLine], height: int) -> Iterator[list[TextLine]]:
    """The part in groups that fit a leaf: as it is, or what is glued together, or single lines."""
    if _measure_height(part) <= height:
        yield part
        return
    for group in _split_where(part, lambda before, _: not before.keep_with_next):
        if _measure_height(group) <= height:
            yield group
        else:
            yield from ([piece] for piece in group)


def _split_where(
    lines: Sequence[TextLine], should_split: Callable[[TextLine, TextLine], bool]
) -> Iterator[list[TextLine]]:
    """The pieces, parted wherever one and the next are to stand `apart`."""
    group = [lines[0]]
    for before, line in pairwise(lines):
        if should_split(before, line):
            yield group
            group = []
        group.append(line)
    yield group


def _measure_height(lines: Sequence[TextLine]) -> int:
    return sum(piece.height for piece in lines) + sum(piece.gap_above for piece in lines[1:])


def _place_lines(lines: Sequence[TextLine], text_area: Box) -> Iterator[Drawable]:
    y = text_area.y
    for index, line in enumerate(lines):
        y += line.gap_above if index else 0
        for label in line.labels:
            yield label._replace(box=label.box._replace(y=label.box.y + y))
        y += line.height


def _build_lines(
    context: SceneContext, section: Section, page_frame: PageFrame
) -> Iterator[TextLine]:
    for block_index, content in enumerate(section.blocks):
        if isinstance(content, TextTable):
            yield from _build_table(context, content, page_frame, block_index)
        elif not isinstance(content, PositionDiagram):
            yield from _build_paragraph(context, content, page_frame, block_index)


def _build_paragraph(
    context: SceneContext, content: Paragraph, page_frame: PageFrame, block_index: int
) -> Iterator[TextLine]:
    px, line_height = page_frame.px, page_frame.line_height
    indent = round(px * 0.9) if content.style is ParagraphStyle.LIST_ITEM else 0
    bold = content.style is ParagraphStyle.HEADING
    box = Box(page_frame.text_area.x + indent, 0, page_frame.text_area.w - indent, line_height)
    rows = wrap_text(
        context.measurer, context.translator.translate_message(content.text), px, box.w, bold=bold
    )
    for number, row in enumerate(rows):
        labels = [Label(box, row, px, bold=bold)]
        if indent and number == 0:
            labels.append(
                Label(
                    box._replace(x=page_frame.text_area.x, w=indent), BULLET, px, TextColour.ACCENT
                )
            )
        is_first = number == 0
        gap = (line_height // 2 if bold else line_height // 4) if is_first else 0
        yield TextLine(
            block_index, line_height, tuple(labels), gap, bold or number < len(rows) - 1, bold
        )


def _build_table(
    context: SceneContext, table: TextTable, page_frame: PageFrame, block_index: int
) -> Iterator[TextLine]:
    """A table: its headings break into lines, its figures stand in the middle of their columns."""
    px, line_height, measure = page_frame.px, page_frame.line_height, context.measurer
    headings = [context.translator.translate_message(head) for head in table.header]
    rows = [[context.translator.translate_message(cell) for cell in row] for row in table.rows]
    columns = _layout_columns(context, page_frame, headings, rows)
    heading_lines = [
        wrap_text(measure, head, px, box.w, bold=True)
        for head, box in zip(headings, columns, strict=True)
    ]
    line_count = max(map(len, heading_lines))
    for number in range(line_count):
        texts = [
            _get_heading_row(one_heading, number - line_count) for one_heading in heading_lines
        ]
        yield TextLine(
            block_index,
            line_height,
            _build_cells(texts, columns, px, bold=True),
            keep_with_next=True,
        )
    for number, row in enumerate(rows):
        is_current = number == table.current_row
        labels = _build_cells(
            row,
            columns,
            px,
            bold=is_current,
            ink=TextColour.ACCENT if is_current else TextColour.TEXT,
        )
        yield TextLine(block_index, line_height, labels, keep_with_next=number < len(rows) - 1)


def _get_heading_row(lines: Sequence[str], index: int) -> str:
    """The line at that place, counted from the last one (-1) up."""
    return lines[index] if -index <= len(lines) else ""


def _layout_columns(
    context: SceneContext,
    page_frame: PageFrame,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
) -> list[Box]:
    """Equal columns, no wider than they need to be to look like a table."""
    words = [word for head in headings for word in head.split()]
    widest = max(context.measurer.measure_width(word, page_frame.px, bold=True) for word in words)
    column_width = min(
        page_frame.text_area.w // len(headings), max(widest + page_frame.px, page_frame.px * 6)
    )
    left = page_frame.text_area.x + (page_frame.text_area.w - column_width * len(headings)) // 2
    return [
        Box(left + i * column_width, 0, column_width, page_frame.line_height)
        for i in range(len(headings))
    ]


def _build_cells(
    texts: Sequence[str],
    columns: Sequence[Box],
    px: int,
    *,
    bold: bool,
    ink: TextColour = TextColour.TEXT,
) -> tuple[Label, ...]:
    return tuple(
        Label(box, text, px, ink, Align.CENTRE, bold)
        for text, box in zip(texts, columns, strict=True)
        if text
    )
