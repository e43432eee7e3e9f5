"""Pages of the rules: positions as tables of cards, and sections of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.position import Position
from engine.rulebook.document import Paragraph, ParagraphStyle, Section, TextTable
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
    make_page_frame,
    make_text_page,
)
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import split_columns, stack_labels


class PositionPage(NamedTuple):
    """A position with its caption and its number for the toolbar."""

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
    """Return a page for each position, all with the same layout."""
    px = text_size(context.size)
    width, height = context.size
    captions = [wrap_text(context.measurer, one.caption, px, width - px) for one in positions]
    line_height = round(px * 1.3)
    caption_height = max(map(len, captions)) * line_height + px // 2
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
        column_lengths = [len(column) for column in one.position.columns]
        page_layout = share_row_heights(table_layout, column_lengths)
        card_layout = layout_cards(page_layout, one.position, foundation_tops)
        caption_top = caption_area.y + (caption_area.h - len(rows) * line_height) // 2
        drawables: tuple[Drawable, ...] = (
            *draw_table.build_empty_slots(page_layout, rules, frozenset()),
            *draw_table.build_visible_cards(card_layout, frozenset(), frozenset()),
            Panel(table_layout.toolbar.box, PanelKind.BAR),
            Label(progress_box, one.progress, px, TextColour.QUIET, Align.CENTRE),
            Panel(caption_area, PanelKind.BAR),
            *stack_labels(caption_area._replace(y=caption_top), rows, line_height, px),
        )
        placed_cards = tuple(
            (placed.spot.pile, make_card_drawable(placed)) for placed in card_layout.placed_cards
        )
        page = PagerPage(PageKey(chapter, number), drawables, buttons, (), placed_cards)
        pages.append(page._replace(has_four_colours=has_four_colours))
    return pages


def _split_toolbar(toolbar: Box, progress_width: int) -> tuple[PagerButtons, Box]:
    pad = 2
    if toolbar.h > toolbar.w:
        button_height = min(toolbar.w, (toolbar.h - progress_width) // 3 - 2 * pad)
        inner = Box(toolbar.x + pad, toolbar.y + pad, toolbar.w - 2 * pad, button_height)
        next_top = toolbar.bottom - pad - button_height
        previous = inner._replace(y=next_top - button_height - pad)
        buttons = inner, previous, inner._replace(y=next_top)
        return buttons, inner._replace(y=inner.bottom, h=previous.y - inner.bottom)
    button_width = (toolbar.w - progress_width - 4 * pad) // 3
    inner = Box(toolbar.x + pad, toolbar.y + pad, button_width, toolbar.h - 2 * pad)
    left, right = inner.right + pad, toolbar.right - pad - button_width
    buttons = inner, inner._replace(x=left), inner._replace(x=right)
    return buttons, inner._replace(x=left + button_width, w=right - left - button_width)


BULLET = "•"


class TextLine(NamedTuple):
    """A line of a page; its labels are relative to its top."""

    block_index: int
    height: int
    labels: tuple[Label, ...]
    gap_above: int = 0  # omitted at the top of a page
    keep_with_next: bool = False  # requires the next line to be on the same page
    is_heading: bool = False


def build_section_pages(context: SceneContext, section: Section) -> list[PagerPage]:
    """Return the pages of one section, without its diagrams."""
    page_frame = make_page_frame(context)
    all_lines: list[TextLine] = []
    for index, block in enumerate(section.blocks):
        if isinstance(block, TextTable):
            all_lines += _build_table(context, block, page_frame, index)
        elif isinstance(block, Paragraph):
            all_lines += _build_paragraph(context, block, page_frame, index)
    line_groups = _balance_pages(all_lines, page_frame.text_area.h)
    title = context.translator.translate_message(section.title)
    pages = []
    for number, lines in enumerate(line_groups, 1):
        heading = title if len(line_groups) == 1 else f"{title} {number}/{len(line_groups)}"
        labels = _place_lines(lines, page_frame.text_area)
        key = PageKey(section.name, lines[0].block_index)
        pages.append(make_text_page(context, page_frame, key, heading, labels))
    return pages


def _balance_pages(lines: Sequence[TextLine], height: int) -> list[list[TextLine]]:
    """Distribute the lines over as few pages as possible, about equally full."""
    pages = _fill_pages(lines, height)
    least, most = 0, height
    while least < most:
        height_limit = (least + most) // 2
        fuller = _fill_pages(lines, height_limit)
        is_fitting = max(map(_measure_height, fuller)) <= height_limit
        if is_fitting and _compute_cost(fuller) <= _compute_cost(pages):
            pages, most = fuller, height_limit
        else:
            least = height_limit + 1
    return pages


def _compute_cost(pages: Sequence[Sequence[TextLine]]) -> tuple[int, int]:
    """Return the number of pages, and of those that do not begin with a heading."""
    return len(pages), sum(not page[0].is_heading for page in pages)


def _fill_pages(lines: Sequence[TextLine], height: int) -> list[list[TextLine]]:
    """Fill page after page; the lines below a heading stay together if they fit on one."""
    pages: list[list[TextLine]] = [[]]
    parts = _split_where(lines, lambda before, line: line.is_heading and not before.is_heading)
    for part in parts:
        for group in _split_to_fit(part, height):
            if pages[-1] and _measure_height([*pages[-1], *group]) > height:
                pages.append([])
            pages[-1] += group
    return pages


def _split_to_fit(part: list[TextLine], height: int) -> Iterator[list[TextLine]]:
    """Yield the part, or else its lines that are kept together, or else single lines."""
    if _measure_height(part) <= height:
        yield part
        return
    for group in _split_where(part, lambda before, _: not before.keep_with_next):
        if _measure_height(group) <= height:
            yield group
        else:
            yield from ([line] for line in group)


def _split_where(
    lines: Sequence[TextLine], should_split: Callable[[TextLine, TextLine], bool]
) -> Iterator[list[TextLine]]:
    """Yield groups of lines, split between two lines where `should_split` says so."""
    group = [lines[0]]
    for before, line in pairwise(lines):
        if should_split(before, line):
            yield group
            group = []
        group.append(line)
    yield group


def _measure_height(lines: Sequence[TextLine]) -> int:
    return sum(line.height for line in lines) + sum(line.gap_above for line in lines[1:])


def _place_lines(lines: Sequence[TextLine], text_area: Box) -> Iterator[Drawable]:
    y = text_area.y
    for index, line in enumerate(lines):
        y += line.gap_above if index else 0
        for label in line.labels:
            yield label._replace(box=label.box._replace(y=label.box.y + y))
        y += line.height


def _build_paragraph(
    context: SceneContext, paragraph: Paragraph, page_frame: PageFrame, block_index: int
) -> Iterator[TextLine]:
    px, line_height, area = page_frame.px, page_frame.line_height, page_frame.text_area
    indent = round(px * 0.9) if paragraph.style is ParagraphStyle.LIST_ITEM else 0
    bold = paragraph.style is ParagraphStyle.HEADING
    box = Box(area.x + indent, 0, area.w - indent, line_height)
    text = context.translator.translate_message(paragraph.text)
    rows = wrap_text(context.measurer, text, px, box.w, bold=bold)
    for number, row in enumerate(rows):
        labels = [Label(box, row, px, bold=bold)]
        if indent and number == 0:
            bullet_box = box._replace(x=area.x, w=indent)
            labels.append(Label(bullet_box, BULLET, px, TextColour.ACCENT))
        gap = line_height // (2 if bold else 4) if number == 0 else 0
        keep_with_next = bold or number < len(rows) - 1
        yield TextLine(block_index, line_height, tuple(labels), gap, keep_with_next, bold)


def _build_table(
    context: SceneContext, table: TextTable, page_frame: PageFrame, block_index: int
) -> Iterator[TextLine]:
    px, line_height, measurer = page_frame.px, page_frame.line_height, context.measurer
    translate_message = context.translator.translate_message
    headings = [translate_message(head) for head in table.header]
    columns = _layout_columns(context, page_frame, headings)

    def build_line(
        texts: Sequence[str], colour: TextColour, *, bold: bool, keep_with_next: bool
    ) -> TextLine:
        labels = tuple(
            Label(box, text, px, colour, Align.CENTRE, bold)
            for text, box in zip(texts, columns, strict=True)
            if text
        )
        return TextLine(block_index, line_height, labels, keep_with_next=keep_with_next)

    cells = [
        wrap_text(measurer, head, px, box.w, bold=True)
        for head, box in zip(headings, columns, strict=True)
    ]
    line_count = max(map(len, cells))
    padded_cells = [[""] * (line_count - len(cell)) + cell for cell in cells]
    for texts in zip(*padded_cells, strict=True):
        yield build_line(texts, TextColour.TEXT, bold=True, keep_with_next=True)
    for number, row in enumerate(table.rows):
        is_current = number == table.current_row
        yield build_line(
            [translate_message(cell) for cell in row],
            TextColour.ACCENT if is_current else TextColour.TEXT,
            bold=is_current,
            keep_with_next=number < len(table.rows) - 1,
        )


def _layout_columns(
    context: SceneContext, page_frame: PageFrame, headings: Sequence[str]
) -> list[Box]:
    """Return columns of equal width, just wide enough for the longest word."""
    px, area = page_frame.px, page_frame.text_area
    words = [word for head in headings for word in head.split()]
    widest = max(context.measurer.measure_width(word, px, bold=True) for word in words)
    column_width = min(area.w // len(headings), max(widest + px, px * 6))
    table_width = column_width * len(headings)
    left = area.x + (area.w - table_width) // 2
    return split_columns(Box(left, 0, table_width, page_frame.line_height), len(headings), 0)
