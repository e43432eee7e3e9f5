"""Content of a menu, and its layouts: buttons, list and report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.effects import Effect
from kiosk.events import Action
from kiosk.frame import Align, Box, Drawable, Label, PanelKind, TextColour, TextMeasurer, wrap_text
from kiosk.layout import min_touch_size, text_size
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import (
    MIN_TEXT_PX,
    fit_size,
    split_columns,
    split_rows,
    stack_labels,
    truncate_rows,
    wrap_texts,
)


class MenuItem(NamedTuple):
    """A button of a menu; its name is unique there, and that of an action if it has one.

    A list row (`value` is set) is drawn with its value at the right. An option has `on_activate`,
    which changes what the menu shows and is called before the content is built anew.
    """

    name: str
    text: str
    effects: tuple[Effect, ...] = ()
    icon: str | None = ""  # "" means the icon of the name, None no icon
    short_text: str = ""  # used if `text` does not fit
    value: str | None = None
    previous_effects: tuple[Effect, ...] = ()  # of Left, if Left and Right change a row
    on_activate: Callable[[], None] | None = None
    is_selected: bool = False  # highlights the selected one of several options
    resets_focus: bool = False  # moves the focus to the first button after the activation


class MenuContent(NamedTuple):
    """Heading, lines below it, and items (the default one first) of a menu."""

    heading: str
    lines: tuple[str, ...]
    items: tuple[MenuItem, ...]
    help_text: str | None = None  # last line, on the buttons; "" keeps its place, None does not
    is_list: bool = False  # selects `layout_list`: rows of all items, the last one below
    build_layout: Callable[[SceneContext, MenuContent, int], MenuLayout] | None = None
    """Layout other than `layout_menu` and `layout_list`."""


class MenuLayout(NamedTuple):
    """One page of a menu in pixels; `button_boxes` belong to `items`, one by one.

    The menu is drawn on the bare table if `panel_kind` is None; `overlays` are on the buttons.
    """

    panel: Box
    labels: tuple[Label, ...]
    items: tuple[MenuItem, ...]
    button_boxes: tuple[Box, ...]
    page_number: int
    page_count: int
    overlays: tuple[Drawable, ...] = ()
    button_px: int | None = None
    panel_kind: PanelKind | None = PanelKind.DIALOG


class _ButtonGrid(NamedTuple):
    columns: int
    rows: int
    button_height: int
    gap: int

    @property
    def height(self) -> int:
        """Height of all rows with their gaps."""
        return self.rows * (self.button_height + self.gap)


MIN_TEXT_BUTTON_EMS = 13  # a button of this width has room for its text beside an icon of any size

MORE_ITEM_NAME = Action.PAGE_DOWN.value  # the button to the next page; the menu itself handles it
MORE_LABEL: Msgid = "More"


def page_margin(context: SceneContext) -> int:
    """Return the free edge of a page in pixels."""
    return max(3, min(context.size) // 40)


def min_button_height(context: SceneContext, ems: float = 0) -> int:
    """Return the height of a button that a finger can hit, and at least `ems` ems, in pixels."""
    min_touch_height = min_touch_size(context.size, context.config.display.density)
    return max(min_touch_height, round(text_size(context.size) * ems))


def layout_menu(context: SceneContext, content: MenuContent, page_number: int) -> MenuLayout:
    """Lay out the lines with the buttons below; lines that do not fit go to further pages."""
    px = text_size(context.size)
    panel, text, heading_height, help_height = _divide_page(context, content)
    line_height = round(px * 1.3)
    lines = wrap_texts(context.measurer, content.lines, px, text.w)
    available_height = text.h - heading_height - help_height - px // 3
    items, lines_per_page = content.items, len(lines)
    spare_height = available_height - len(lines) * line_height
    grid = _choose_button_grid(context, len(items), spare_height)
    if help_height and grid.columns > 1:
        grid_without_help = _choose_button_grid(context, len(items), spare_height + help_height)
        if grid.columns > grid_without_help.columns:  # complete button texts before a help line
            return layout_menu(context, content._replace(help_text=None), page_number)
    if len(lines) * line_height > available_height - grid.height:
        items = (*items, _make_more_item(context))
        grid = _choose_button_grid(context, len(items), 0)
        lines_per_page = max(1, (available_height - grid.height) // line_height)
    page_count = max(1, -(-len(lines) // max(1, lines_per_page)))
    visible_lines = lines[page_number % page_count * lines_per_page :][:lines_per_page]
    below = text._replace(y=text.y + heading_height, h=text.h - heading_height - help_height)
    heading, *help_label = _make_page_labels(context, content, text, help_height)
    labels = (heading, *stack_labels(below, visible_lines, line_height, px), *help_label)
    lines_height = len(visible_lines) * line_height
    free_height = max(0, below.h - lines_height - grid.height)
    button_area = below._replace(y=below.y + lines_height + free_height // 2 + grid.gap)
    rows = split_rows(button_area, grid.rows, grid.button_height, grid.gap)
    boxes = [box for row in rows for box in split_columns(row, grid.columns, grid.gap)]
    buttons = tuple(boxes[: len(items)])
    return MenuLayout(panel, labels, items, buttons, page_number % page_count, page_count)


def layout_list(context: SceneContext, content: MenuContent, page_number: int) -> MenuLayout:
    """Lay out the items as rows, evenly distributed over as few pages as possible.

    The last item is below the rows of every page, together with the button to the next page.
    """
    px = text_size(context.size)
    panel, text, heading_height, help_height = _divide_page(context, content)
    gap = max(2, px // 5)
    *rows, last_item = content.items
    first_line, line_height = text._replace(y=text.y + heading_height), round(px * 1.3)
    message_rows = wrap_texts(context.measurer, content.lines, px, text.w)
    message_rows = truncate_rows(message_rows, max(1, text.h // 3 // line_height))
    messages = stack_labels(first_line, message_rows, line_height, px)
    heading_height += line_height * len(messages)
    available_height = text.h - heading_height - help_height - gap
    row_height = min_button_height(context, 2.2)
    if (len(rows) + 1) * (row_height + gap) > available_height:
        row_height = min_button_height(context, 1.7)
    rows_per_page = max(1, available_height // (row_height + gap) - 1)
    page_count = -(-len(rows) // rows_per_page)
    rows_per_page = -(-len(rows) // page_count)
    row_height = _limit_button_height(px, row_height, available_height // (rows_per_page + 1) - gap)
    page_number %= page_count
    visible_rows = rows[page_number * rows_per_page :][:rows_per_page]
    first_row = text._replace(y=text.y + heading_height + gap)
    *row_boxes, bottom = split_rows(first_row, rows_per_page + 1, row_height, gap)
    bottom_items = [_make_more_item(context), last_item] if page_count > 1 else [last_item]
    heading, *help_label = _make_page_labels(context, content, text, help_height)
    return MenuLayout(
        panel,
        (heading, *messages, *help_label),
        (*visible_rows, *bottom_items),
        (*row_boxes[: len(visible_rows)], *split_columns(bottom, len(bottom_items), gap)),
        page_number,
        page_count,
    )


SMALL_TEXT_SCALE = 0.8  # size of long texts, relative to that of other pages; at least 11 pixels
WARNING_PREFIX = "! "  # prefix of lines that are drawn in the warning colour


def layout_report(context: SceneContext, content: MenuContent, page_number: int) -> MenuLayout:
    """Lay out lines of text over the whole screen, with all buttons at the bottom."""
    px, margin = text_size(context.size), page_margin(context)
    panel = Box(0, 0, *context.size)
    text = panel.expand(-margin)
    heading_height = round(px * 1.95)
    button_height = min_button_height(context, 1.9)
    text_height = text.h - heading_height - button_height - margin
    size, rows = _wrap_report(context, content.lines, text.w, text_height)
    line_height = round(size * 1.3)
    lines_per_page = max(1, text_height // line_height)
    page_count = max(1, -(-len(rows) // lines_per_page))
    page_number %= page_count
    items = (_make_more_item(context), *content.items) if page_count > 1 else content.items
    visible_rows = rows[page_number * lines_per_page :][:lines_per_page]
    first_row = text._replace(y=text.y + heading_height)
    row_boxes = split_rows(first_row, len(visible_rows), line_height)
    labels = [
        Label(box, row, size, colour)
        for box, (row, colour) in zip(row_boxes, visible_rows, strict=True)
    ]
    button_area = text._replace(y=text.bottom - button_height, h=button_height)
    buttons = tuple(split_columns(button_area, len(items), max(2, px // 4)))
    heading = make_heading(context, content.heading, text._replace(h=heading_height))
    return MenuLayout(panel, (heading, *labels), items, buttons, page_number, page_count)


def _wrap_report(
    context: SceneContext, lines: Sequence[str], width: int, height: int
) -> tuple[int, list[tuple[str, TextColour]]]:
    """Return the text size and the coloured rows: small text if there are many."""
    px = text_size(context.size)
    for size in (px, max(11, round(px * SMALL_TEXT_SCALE))):
        rows = [
            (row, TextColour.WARNING if line.startswith(WARNING_PREFIX) else TextColour.TEXT)
            for line in lines
            for row in wrap_text(context.measurer, line, size, width)
        ]
        if len(rows) * round(size * 1.3) <= height:
            break
    return size, rows


def _divide_page(context: SceneContext, content: MenuContent) -> tuple[Box, Box, int, int]:
    """Return panel, text area, and the heights of the heading and of the help line."""
    px, margin = text_size(context.size), page_margin(context)
    width = _choose_panel_width(context, margin)
    panel = Box((context.size[0] - width) // 2, 0, width, context.size[1])
    help_height = 0 if content.help_text is None else round(px * 1.4)
    return panel, panel.expand(-margin), round(px * 1.95), help_height


def _choose_panel_width(context: SceneContext, margin: int) -> int:
    width, px = context.size[0], text_size(context.size)
    return min(width - 2 * margin, max(px * 26, width * 3 // 5))


def _make_more_item(context: SceneContext) -> MenuItem:
    return MenuItem(MORE_ITEM_NAME, context.translator.translate(MORE_LABEL))


def _make_page_labels(
    context: SceneContext, content: MenuContent, text: Box, help_height: int
) -> list[Label]:
    heading_box = text._replace(h=round(text_size(context.size) * 1.95))
    help_box = text._replace(y=text.bottom - help_height, h=help_height)
    help_label = make_help_label(context, content.help_text, help_box)
    return [make_heading(context, content.heading, heading_box), *help_label]


def make_heading(context: SceneContext, text: str, box: Box) -> Label:
    """Return the heading of a page, at most as small as its text."""
    min_px = text_size(context.size)
    px = fit_size(context.measurer, [text], box.w, round(min_px * 1.5), bold=True, min_px=min_px)
    return Label(box, text, px, TextColour.ACCENT, Align.CENTRE, True)


def make_help_label(context: SceneContext, text: str | None, box: Box) -> list[Label]:
    """Return the help line, as large as it fits; nothing for an empty text."""
    if not text:
        return []
    px = fit_size(context.measurer, [text], box.w, max(11, round(text_size(context.size) * 0.85)))
    return [Label(box, text, px, TextColour.QUIET, Align.CENTRE)]


def _limit_button_height(px: int, min_height: int, available_height: int) -> int:
    return max(min_height, min(available_height, round(px * 3.2)))


def _choose_button_grid(context: SceneContext, count: int, available_height: int) -> _ButtonGrid:
    """Stack the buttons, large or at least as high as a finger; else put them in two columns."""
    px = text_size(context.size)
    gap = max(2, px // 4)
    normal_height = min_button_height(context, 2.2)
    for height in (
        _limit_button_height(px, normal_height, available_height // count - gap),
        min_button_height(context, 1.7),
    ):
        if count * (height + gap) <= available_height:
            return _ButtonGrid(1, count, height, gap)
    rows = -(-count // 2)
    if _choose_panel_width(context, 0) >= 2 * px * MIN_TEXT_BUTTON_EMS:
        # Higher buttons have larger icons, which need this width.
        normal_height = _limit_button_height(px, normal_height, available_height // rows - gap)
    return _ButtonGrid(2, rows, normal_height, gap)


def make_row_labels(
    measurer: TextMeasurer, name: str, value: str, box: Box, px: int
) -> tuple[Label, ...]:
    """Return the name and the value of a row; both shrink if they would meet."""
    inner = box._replace(x=box.x + px // 2, w=box.w - px // 2 * 2)
    value_width = measurer.measure_width(value, px, bold=True)
    while px > MIN_TEXT_PX and measurer.measure_width(name, px) + value_width + px // 2 > inner.w:
        px -= 1
        value_width = measurer.measure_width(value, px, bold=True)
    right = inner._replace(x=inner.right - value_width, w=value_width)
    left = inner._replace(w=inner.w - value_width - px // 2)
    return (Label(left, name, px), Label(right, value, px, TextColour.ACCENT, Align.RIGHT, True))


def fit_items(
    measurer: TextMeasurer, items: Sequence[MenuItem], boxes: Sequence[Box], px: int
) -> tuple[tuple[MenuItem, ...], int]:
    """Return the items, with short texts if necessary, and the size at which all of them fit."""

    def fits(item: MenuItem, box: Box, size: int) -> bool:
        icon_width = box.h * 2 // 5 if item.icon is None else box.h + size // 3
        return measurer.measure_width(item.text, size, bold=True) + icon_width <= box.w

    fitted_items = tuple(
        item._replace(text=item.short_text) if item.short_text and not fits(item, box, px) else item
        for item, box in zip(items, boxes, strict=True)
    )
    pairs = list(zip(fitted_items, boxes, strict=True))
    sizes = range(px, MIN_TEXT_PX, -1)
    fitting = (size for size in sizes if all(fits(item, box, size) for item, box in pairs))
    return fitted_items, next(fitting, MIN_TEXT_PX)
