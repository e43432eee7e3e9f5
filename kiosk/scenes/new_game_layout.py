"""Its layout."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from engine.deals import deal
from engine.variants import Build, Filling, Rules
from kiosk.frame import Align, Box, Label, Miniature, PanelKind, TextColour, TextMeasurer, wrap_text
from kiosk.layout import min_touch_size, text_size
from kiosk.scenes.table.card_layout import FOUNDATION_SUIT_ORDER
from kiosk.scenes.table.draw_table import uses_four_colours
from kiosk.ui.menu_layout import (
    MenuContent,
    MenuItem,
    MenuLayout,
    fit_items,
    make_heading,
    make_help_label,
)
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import MIN_TEXT_PX, fit_line, fit_lines, split_columns

SAMPLE_DEAL_NUMBER = 1
"""The deal that is shown."""
_COLOUR_PAIRS = {2: (2, 3), 0: (0, 1), 1: (1, 0), 3: (3, 2)}
"""Two suits of two colours, by the first of them."""


def make_miniature(context: SceneContext, rules: Rules, box: Box) -> Miniature:
    """The game in this box.

    Where empty columns take something, one that is empty stands at the right for all to see, unless
    anything may go there anyway; house rules that fill columns show it too.
    """
    variant = rules.variant
    position = deal(rules, SAMPLE_DEAL_NUMBER)
    builds_by_colour = variant.foundations is Build.COLOURS
    is_kings_only = rules.filling is Filling.KING
    has_empty_column = is_kings_only or rules.filling is not variant.filling
    aces = [suit if height else None for suit, height in enumerate(position.foundations)]
    return Miniature(
        box,
        position.columns[:-1] if has_empty_column else position.columns,
        rules.cells,
        tuple(
            _COLOUR_PAIRS[suit] if builds_by_colour else (suit,) for suit in FOUNDATION_SUIT_ORDER
        ),
        tuple(aces[suit] for suit in FOUNDATION_SUIT_ORDER),
        has_empty_column=has_empty_column,
        is_kings_only=is_kings_only,
        four_colours=uses_four_colours(context, rules),
    )


MIN_PICTURE_ASPECT, MAX_PICTURE_ASPECT = 0.6, 1.0
"""The height of a picture by its width."""
MAX_OPTIONS = 3
"""Choices between the games and the ways on: cells or house rules, the kind of deal, its grade."""
MIN_NAMED_PICTURE_WIDTH = 46
"""Names stand below pictures that are still so many pixels wide then."""


class _ScreenRows(NamedTuple):
    """The parts of the screen, from the top down."""

    tiles: Box
    description: Box
    options: Box
    navigation: Box
    help: Box


class _TileGrid(NamedTuple):
    """How the pictures stand: so many side by side, their size, lines of names below them."""

    columns: int
    rows: int
    picture_size: tuple[int, int]
    name_lines: int
    px: int

    def get_row_height(self, gap: int) -> int:
        """From one row to the next."""
        return self.picture_size[1] + self.name_lines * round(self.px * 1.2) + gap


def layout_new_game(
    games: Sequence[Rules], context: SceneContext, content: MenuContent, page_number: int
) -> MenuLayout:
    """The page: its choices are Deal, the games, typing, options, and the ways back."""
    px, gap = text_size(context.size), max(2, text_size(context.size) // 4)
    deal_item, *other_items = content.items
    game_items, other_items = other_items[: len(games) + 1], other_items[len(games) + 1 :]
    option_items = [choice for choice in other_items if choice.on_activate]
    navigation_items = [choice for choice in other_items if not choice.on_activate]
    screen_rows = _split_rows(context, content)
    tiles, labels = _place_tiles(context, screen_rows.tiles, game_items)
    option_boxes = _place_options(context, screen_rows.options, len(option_items), gap)
    navigation_boxes = _place_navigation(screen_rows.navigation, len(navigation_items), gap)
    fitted_items, button_px = fit_items(
        context.measurer,
        (deal_item, *option_items, *navigation_items),
        (navigation_boxes[-1], *option_boxes, *navigation_boxes[:-1]),
        px,
    )
    labels += _build_description(context, content, screen_rows.description)
    labels += make_help_label(context, content.help_text, screen_rows.help)
    frame = max(2, min(tiles[0][2:]) // 24)
    pictures = tuple(
        make_miniature(context, rules, box.expand(-frame))
        for rules, box in zip(games, tiles, strict=False)
    )
    game_items = [choice._replace(text="") for choice in game_items]
    items = (fitted_items[0], *game_items, *fitted_items[1:])
    boxes = (navigation_boxes[-1], *tiles, *option_boxes, *navigation_boxes[:-1])
    screen_box = Box(0, 0, *context.size)
    return MenuLayout(
        screen_box, tuple(labels), items, boxes, 0, 1, pictures, button_px, panel_kind=PanelKind.BAR
    )


def _split_rows(context: SceneContext, content: MenuContent) -> _ScreenRows:
    width, height = context.size
    px = text_size(context.size)
    margin, gap = max(3, min(context.size) // 40), max(2, px // 4)
    min_touch_height = min_touch_size(context.size, context.config.display.density)
    button_height = max(min_touch_height, min(round(px * 2.2), height // 11))
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    help_height = round(px * 1.2) if content.help_text is not None and height >= 20 * px else 0
    help_box = inner._replace(y=inner.bottom - help_height, h=help_height)
    navigation = inner._replace(
        y=help_box.y - button_height - gap * bool(help_height), h=button_height
    )
    rows = _count_option_rows(width, px)
    options_height = rows * (button_height + gap)
    options = inner._replace(y=navigation.y - options_height - gap, h=options_height)
    description_height = round(px * 1.5) + round(px * 1.3) * _count_description_lines(height, px)
    description = inner._replace(y=options.y - description_height - gap, h=description_height)
    tiles = inner._replace(h=description.y - gap - inner.y)
    return _ScreenRows(tiles, description, options, navigation, help_box)


def _count_description_lines(height: int, px: int) -> int:
    """Lines that are kept free for odds and warnings, so that nothing moves when one comes."""
    return 2 if height < px * 20 else 3


def _count_option_rows(width: int, px: int) -> int:
    """Rows that are kept free for the options: two side by side, or all three on a wide panel."""
    return 1 if width >= px * 30 else 2


def _place_options(context: SceneContext, area: Box, count: int, gap: int) -> list[Box]:
    """Their places, which stay when the last one goes: somebody taps through another."""
    px = text_size(context.size)
    rows = _count_option_rows(context.size[0], px)
    height = area.h // rows - gap
    if rows == 1:
        return split_columns(area._replace(h=height), MAX_OPTIONS, gap)[:count]
    below = area._replace(y=area.y + height + gap, h=height)
    return [*split_columns(area._replace(h=height), MAX_OPTIONS - 1, gap), below][:count]


def _place_navigation(area: Box, count: int, gap: int) -> list[Box]:
    """The ways back, and Deal at the right, which is as wide as all of them."""
    half_width = (area.w - gap) // 2
    deal = area._replace(x=area.right - half_width, w=half_width)
    return [*split_columns(area._replace(w=area.w - half_width - gap), count, gap), deal]


def _place_tiles(
    context: SceneContext, area: Box, items: Sequence[MenuItem]
) -> tuple[list[Box], list[Label]]:
    """The games' boxes, and their names below them where there is room."""
    px = text_size(context.size)
    gap = max(3, px // 2)
    texts = [choice.text for choice in items]
    grids = [
        _make_tile_grid(context.measurer, area, texts, columns, name_lines, px, gap)
        for columns, name_lines in product((6, 3, 2), (1, 2, 0))
    ]
    best = max(grids, key=_score_grid)
    area, labels = _split_heading(context, area, best.rows * best.get_row_height(gap) - gap, px)
    row_gap = max(0, area.h + gap - best.rows * best.get_row_height(gap)) // (best.rows + 1)
    cell_width = (area.w + gap) // best.columns
    boxes: list[Box] = []
    for i, choice in enumerate(items):
        row, column = divmod(i, best.columns)
        cell = Box(
            area.x + column * cell_width,
            area.y + row_gap,
            cell_width - gap,
            best.get_row_height(gap),
        )
        cell = cell._replace(y=cell.y + row * (cell.h + row_gap))
        boxes.append(Box(cell.x + (cell.w - best.picture_size[0]) // 2, cell.y, *best.picture_size))
        labels += _build_tile_name(context, choice, cell._replace(y=boxes[-1].bottom), best)
    return boxes, labels


def _split_heading(
    context: SceneContext, area: Box, tiles_height: int, px: int
) -> tuple[Box, list[Label]]:
    """What a heading leaves of the area, where the tiles leave it so much room."""
    heading_height = round(px * 1.9)
    if area.h - tiles_height < heading_height + px:
        return area, []
    label = make_heading(
        context, context.translator.translate("New game"), area._replace(h=heading_height)
    )
    return area._replace(y=area.y + heading_height, h=area.h - heading_height), [label]


def _build_tile_name(
    context: SceneContext, item: MenuItem, below: Box, grid: _TileGrid
) -> list[Label]:
    """The lines of a tile's name."""
    colour, line_height = (
        TextColour.ACCENT if item.is_selected else TextColour.TEXT,
        round(grid.px * 1.2),
    )
    rows = wrap_text(context.measurer, item.text, grid.px, below.w, bold=True)[: grid.name_lines]
    return [
        Label(
            below._replace(y=below.y + n * line_height, h=line_height),
            row,
            grid.px,
            colour,
            Align.CENTRE,
            True,
        )
        for n, row in enumerate(rows)
    ]


def _make_tile_grid(
    measure: TextMeasurer,
    area: Box,
    texts: Sequence[str],
    columns: int,
    name_lines: int,
    px: int,
    gap: int,
) -> _TileGrid:
    rows = -(-len(texts) // columns)
    tile_width = (area.w - (columns - 1) * gap) // columns
    size = next(
        (
            size
            for size in range(px, MIN_TEXT_PX, -1)
            if name_lines
            and max(_count_lines(measure, text, size, tile_width) for text in texts) <= name_lines
        ),
        0,
    )
    if name_lines and not size:
        return _TileGrid(columns, rows, (0, 0), name_lines, px)
    tile_height = (area.h - (rows - 1) * gap) // rows - name_lines * round(size * 1.2)
    picture_height = max(0, min(tile_height, int(tile_width * MAX_PICTURE_ASPECT)))
    return _TileGrid(
        columns,
        rows,
        (min(tile_width, int(picture_height / MIN_PICTURE_ASPECT)), picture_height),
        name_lines,
        size,
    )


def _count_lines(measure: TextMeasurer, text: str, px: int, width: int) -> int:
    """Lines of the text where no word is broken, or too many."""
    if any(measure.measure_width(word, px, bold=True) > width for word in text.split()):
        return 9
    return len(wrap_text(measure, text, px, width, bold=True))


def _score_grid(grid: _TileGrid) -> tuple[bool, int]:
    """Names are worth more than large pictures, as long as these can be told apart."""
    width, height = grid.picture_size
    return (
        grid.name_lines > 0
        and width >= MIN_NAMED_PICTURE_WIDTH
        and height >= MIN_NAMED_PICTURE_WIDTH * MIN_PICTURE_ASPECT,
        width * height,
    )


def _build_description(context: SceneContext, content: MenuContent, area: Box) -> list[Label]:
    px = text_size(context.size)
    heading_box = area._replace(h=round(px * 1.5))
    below = area._replace(y=heading_box.bottom, h=area.h - heading_box.h)
    return [
        fit_line(
            context.measurer,
            content.heading,
            heading_box,
            round(px * 1.2),
            TextColour.ACCENT,
            bold=True,
        ),
        *fit_lines(context.measurer, content.lines, below, px, TextColour.TEXT),
    ]
