"""Items, list and report layouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.effects import Effect
from kiosk.events import Action
from kiosk.frame import Align, Box, Drawable, Label, PanelKind, TextColour, TextMeasurer, wrap_text
from kiosk.layout import min_touch_size, text_size
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import MIN_TEXT_PX, split_columns, truncate_rows


class MenuItem(NamedTuple):
    """One button of a page: its name (an action's where there is one), its text, its effects.

    `turn`, where given, makes the button a setting: a tap or Right takes the next value, Left the
    one before.
    """

    name: str
    text: str
    effects: tuple[Effect, ...] = ()
    change_value: Callable[[int], None] | None = None
    icon: str | None = ""
    """The name of the picture on the button, where it is another than its own; None is no one."""
    select: Callable[[], bool] | None = None
    """What a tap chooses where Left and Right go on to the neighbours; answers whether that is all
    there is to choose, so that the focus goes to the first button."""
    short_text: str = ""
    """A shorter text for buttons where the long one does not fit."""
    is_selected: bool = False
    """Whether it is what is chosen out of several."""
    value: str | None = None
    """In a list: what stands at the right end of the row."""
    previous_effects: tuple[Effect, ...] = ()
    """The effects of Left, where they are others than those of a tap or Right."""
    on_activate: Callable[[], None] | None = None
    """Is told whenever this is chosen, before the page is made anew."""


class MenuContent(NamedTuple):
    """What a page says: heading, lines below it, choices (the one to do first is first), help."""

    heading: str
    lines: tuple[str, ...]
    items: tuple[MenuItem, ...]
    help_text: str | None = None
    """A last line that tells the buttons; its place is kept while there is nothing to tell."""
    is_list: bool = False
    """Whether the choices are a list to be read, a row each; only the last stands below it."""
    build_layout: Callable[[SceneContext, MenuContent, int], MenuLayout] | None = None
    """How it is laid out, where that is another way than that of plain pages."""


class MenuLayout(NamedTuple):
    """A page, or the part of it that fits, in pixels; `buttons` belong to `choices`, one by one.

    `pictures` lie on the buttons; `px` is the size of the buttons' texts. `kind` is that of
    the panel; without one all stands on the cloth.
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
    """How the buttons stand: so many side by side, each so high, with gaps between."""

    columns: int
    rows: int
    button_height: int
    gap: int

    @property
    def height(self) -> int:
        """Of them all, the gaps included."""
        return self.rows * (self.button_height + self.gap)


MIN_TEXT_BUTTON_EMS = 13
"""A button so many ems wide has room for words, however large its icon is."""

MORE_LABEL: Msgid = "More"
MORE_ITEM = MenuItem(Action.PAGE_DOWN.value, MORE_LABEL)
"""The button to the next sheet; the menu turns it."""


def layout_menu(context: SceneContext, content: MenuContent, page_number: int) -> MenuLayout:
    """The page's sheet of that number (counted from 0, and around)."""
    px = text_size(context.size)
    margin = max(3, min(context.size) // 40)
    panel = make_panel_box(context.size, px, margin)
    text = panel.expand(-margin)
    heading_height, line_height = round(px * 1.95), round(px * 1.3)
    help_height = 0 if content.help_text is None else round(px * 1.4)
    lines = [row for line in content.lines for row in wrap_text(context.measurer, line, px, text.w)]
    available_height = text.h - heading_height - help_height - px // 3
    items, lines_per_page = content.items, len(lines)
    spare_height = available_height - len(lines) * line_height
    grid = _choose_button_grid(context, len(items), spare_height)
    if (
        help_height
        and grid.columns
        > _choose_button_grid(context, len(items), spare_height + help_height).columns
    ):
        return layout_menu(
            context, content._replace(help_text=None), page_number
        )  # whole words before a line of help
    if len(lines) * line_height > available_height - grid.height:
        items = (*items, MORE_ITEM._replace(text=context.translator.translate(MORE_LABEL)))
        grid = _choose_button_grid(context, len(items), 0)
        lines_per_page = max(1, (available_height - grid.height) // line_height)
    page_count = max(1, -(-len(lines) // max(1, lines_per_page)))
    visible_lines = lines[page_number % page_count * lines_per_page :][:lines_per_page]
    below = Box(text.x, text.y + heading_height, text.w, text.h - heading_height - help_height)
    labels = (
        make_heading(context, content.heading, text._replace(h=heading_height)),
        *make_centred_lines(below, visible_lines, line_height, px),
        *make_help_label(
            context, content.help_text, text._replace(y=below.bottom, h=help_height), px
        ),
    )
    lines_height = len(visible_lines) * line_height
    buttons = _place_buttons(
        below._replace(y=below.y + lines_height, h=below.h - lines_height), grid, len(items)
    )
    return MenuLayout(panel, labels, items, buttons, page_number % page_count, page_count)


def make_heading(context: SceneContext, text: str, box: Box) -> Label:
    """The first line of a page, smaller where it must be."""
    min_px = text_size(context.size)
    px = round(min_px * 1.5)
    while px > min_px and context.measurer.measure_width(text, px, bold=True) > box.w:
        px -= 1
    return Label(box, text, px, TextColour.ACCENT, Align.CENTRE, True)


def make_centred_lines(
    box: Box, rows: Sequence[str], line_height: int, px: int
) -> tuple[Label, ...]:
    """These lines from the box's top downwards, each in the middle and so many pixels high."""
    return tuple(
        Label(box._replace(y=box.y + i * line_height, h=line_height), row, px, align=Align.CENTRE)
        for i, row in enumerate(rows)
    )


def make_panel_box(size: tuple[int, int], px: int, margin: int) -> Box:
    """The surface of the page: as wide as it reads well, and as high as the picture."""
    width = min(size[0] - 2 * margin, max(px * 26, size[0] * 3 // 5))
    return Box((size[0] - width) // 2, 0, width, size[1])


def make_help_label(context: SceneContext, text: str | None, box: Box, px: int) -> list[Label]:
    """The line of help, as large as it fits."""
    if not text:
        return []
    help_px = max(11, round(px * 0.85))
    while help_px > 9 and context.measurer.measure_width(text, help_px) > box.w:
        help_px -= 1
    return [Label(box, text, help_px, TextColour.QUIET, Align.CENTRE)]


def choose_button_height(px: int, min_height: int, available_height: int) -> int:
    """The height of a button whose fair share of the room may be more than it needs."""
    return max(min_height, min(available_height, round(px * 3.2)))


def _choose_button_grid(context: SceneContext, count: int, available_height: int) -> _ButtonGrid:
    """Buttons one below the other, in fair height or at least a finger's; else two by two."""
    px = text_size(context.size)
    gap = max(2, px // 4)
    min_touch_height = min_touch_size(context.size, context.config.display.density)
    button_height = max(min_touch_height, round(px * 2.2))
    for height in (
        choose_button_height(px, button_height, available_height // count - gap),
        max(min_touch_height, round(px * 1.7)),
    ):
        if count * (height + gap) <= available_height:
            return _ButtonGrid(1, count, height, gap)
    rows = -(-count // 2)
    if (
        make_panel_box(context.size, px, 0).w >= 2 * px * MIN_TEXT_BUTTON_EMS
    ):  # higher ones have larger icons
        button_height = choose_button_height(px, button_height, available_height // rows - gap)
    return _ButtonGrid(2, rows, button_height, gap)


def _place_buttons(area: Box, grid: _ButtonGrid, count: int) -> tuple[Box, ...]:
    width = (area.w - (grid.columns - 1) * grid.gap) // grid.columns
    top = area.y + max(0, area.h - grid.height) // 2 + grid.gap
    return tuple(
        Box(
            area.x + (i % grid.columns) * (width + grid.gap),
            top + (i // grid.columns) * (grid.button_height + grid.gap),
            width,
            grid.button_height,
        )
        for i in range(count)
    )


def layout_list(context: SceneContext, content: MenuContent, page_number: int) -> MenuLayout:
    """The sheet of that number (counted from 0, and around): as many rows as fit, evenly shared.

    The last choice stands below the rows on every sheet, beside it the button to the next sheet.
    """
    px = text_size(context.size)
    margin = max(3, min(context.size) // 40)
    panel = make_panel_box(context.size, px, margin)
    text = panel.expand(-margin)
    heading_height, help_height = (
        round(px * 1.95),
        round(px * 1.4) if content.help_text is not None else 0,
    )
    gap = max(2, px // 5)
    *rows, last_item = content.items
    message_labels = _make_message_labels(
        context, content.lines, text._replace(y=text.y + heading_height), px
    )
    heading_height += sum(label.box.h for label in message_labels)
    available_height = text.h - heading_height - help_height - gap
    row_height = _choose_row_height(context, len(rows) + 1, available_height, gap)
    rows_per_page = max(1, available_height // (row_height + gap) - 1)
    page_count = -(-len(rows) // rows_per_page)
    rows_on_each_page = -(-len(rows) // page_count)
    row_height = choose_button_height(
        px, row_height, available_height // (rows_on_each_page + 1) - gap
    )
    visible_rows = rows[page_number % page_count * rows_on_each_page :][:rows_on_each_page]
    boxes = [
        Box(text.x, text.y + heading_height + gap + i * (row_height + gap), text.w, row_height)
        for i in range(rows_on_each_page + 1)
    ]
    bottom_items: list[MenuItem] = [last_item]
    if page_count > 1:
        bottom_items = [
            MORE_ITEM._replace(text=context.translator.translate(MORE_LABEL)),
            last_item,
        ]
    labels = (
        make_heading(context, content.heading, text._replace(h=round(px * 1.95))),
        *message_labels,
        *make_help_label(
            context,
            content.help_text,
            text._replace(y=text.bottom - help_height, h=help_height),
            px,
        ),
    )
    buttons = (
        *boxes[: len(visible_rows)],
        *split_columns(boxes[rows_on_each_page], len(bottom_items), gap),
    )
    return MenuLayout(
        panel, labels, (*visible_rows, *bottom_items), buttons, page_number % page_count, page_count
    )


def _make_message_labels(
    context: SceneContext, lines: Sequence[str], box: Box, px: int
) -> tuple[Label, ...]:
    """What is told in passing above the rows; of much no more than a third of the height."""
    line_height = round(px * 1.3)
    rows = [row for line in lines for row in wrap_text(context.measurer, line, px, box.w)]
    return make_centred_lines(
        box, truncate_rows(rows, max(1, box.h // 3 // line_height)), line_height, px
    )


def _choose_row_height(context: SceneContext, count: int, available_height: int, gap: int) -> int:
    """How high a row is: fairly, where all fit on one sheet so; else no more than is needed."""
    px = text_size(context.size)
    min_touch_height = min_touch_size(context.size, context.config.display.density)
    normal_height = max(min_touch_height, round(px * 2.2))
    return (
        normal_height
        if count * (normal_height + gap) <= available_height
        else max(min_touch_height, round(px * 1.7))
    )


def make_row_labels(
    measurer: TextMeasurer, name: str, value: str, box: Box, px: int
) -> tuple[Label, ...]:
    """The two texts of a row in its box; both shrink where they would meet."""
    inner = box._replace(x=box.x + px // 2, w=box.w - px // 2 * 2)

    def measure_texts(size: int) -> int:
        return (
            measurer.measure_width(name, size)
            + measurer.measure_width(value, size, bold=True)
            + size // 2
        )

    while px > MIN_TEXT_PX and measure_texts(px) > inner.w:
        px -= 1
    value_width = measurer.measure_width(value, px, bold=True)
    right = inner._replace(x=inner.right - value_width, w=value_width)
    left = inner._replace(w=inner.w - value_width - px // 2)
    return (
        Label(left, name, px),
        Label(right, value, px, TextColour.ACCENT, Align.RIGHT, True),
    )


SMALL_TEXT_SCALE = 0.8
"""The em of text that is long, in that of other pages; never less than 11 pixels."""
WARNING_PREFIX = "! "
"""What a line begins with that is to be seen first; it is written in another colour."""


def layout_report(context: SceneContext, content: MenuContent, page_number: int) -> MenuLayout:
    """The sheet of that number (counted from 0, and around), with all its buttons at its foot."""
    px = text_size(context.size)
    margin = max(3, min(context.size) // 40)
    panel = Box(0, 0, *context.size)
    text = panel.expand(-margin)
    heading_height = round(px * 1.95)
    button_height = max(
        min_touch_size(context.size, context.config.display.density), round(px * 1.9)
    )
    text_height = text.h - heading_height - button_height - margin
    size, rows = _wrap_report(context, content.lines, text.w, text_height)
    line_height = round(size * 1.3)
    lines_per_page = max(1, text_height // line_height)
    page_count = max(1, -(-len(rows) // lines_per_page))
    items = content.items
    if page_count > 1:
        items = (MORE_ITEM._replace(text=context.translator.translate(MORE_LABEL)), *items)
    visible_rows = rows[page_number % page_count * lines_per_page :][:lines_per_page]
    labels = tuple(
        Label(
            text._replace(y=text.y + heading_height + i * line_height, h=line_height),
            row,
            size,
            ink,
        )
        for i, (row, ink) in enumerate(visible_rows)
    )
    gap = max(2, px // 4)
    button_area = text._replace(y=text.bottom - button_height, h=button_height)
    buttons = tuple(split_columns(button_area, len(items), gap))
    heading_label = make_heading(context, content.heading, text._replace(h=heading_height))
    return MenuLayout(
        panel, (heading_label, *labels), items, buttons, page_number % page_count, page_count
    )


def _wrap_report(
    context: SceneContext, lines: Sequence[str], width: int, height: int
) -> tuple[int, list[tuple[str, TextColour]]]:
    """The em of the text, and its rows with the ink of each: small where there are many."""
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


def fit_items(
    measurer: TextMeasurer, items: Sequence[MenuItem], boxes: Sequence[Box], px: int
) -> tuple[tuple[MenuItem, ...], int]:
    """The choices, those too long for their boxes with their short texts, and the em for all.

    It is `px` or, where that is too large for one of them, less.
    """

    def fits(text: str, choice: MenuItem, box: Box, size: int) -> bool:
        icon_width = box.h * 2 // 5 if choice.icon is None else box.h + size // 3
        return measurer.measure_width(text, size, bold=True) + icon_width <= box.w

    pairs = list(zip(items, boxes, strict=True))
    fitted_items = tuple(
        choice
        if fits(choice.text, choice, box, px) or not choice.short_text
        else choice._replace(text=choice.short_text)
        for choice, box in pairs
    )
    sizes = range(px, MIN_TEXT_PX, -1)
    pairs = list(zip(fitted_items, boxes, strict=True))
    return fitted_items, next(
        (n for n in sizes if all(fits(c.text, c, b, n) for c, b in pairs)), MIN_TEXT_PX
    )
