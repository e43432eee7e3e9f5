"""Layout of the new game screen: miniatures of all games, options, navigation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from engine.deals import deal
from engine.variants import Build, Filling, Rules
from kiosk.frame import Box, Label, Miniature, PanelKind, TextColour, TextMeasurer, wrap_text
from kiosk.layout import text_size
from kiosk.scenes.table.card_layout import FOUNDATION_SUIT_ORDER
from kiosk.scenes.table.draw_table import uses_four_colours
from kiosk.ui.menu_layout import (
    MenuContent,
    MenuItem,
    MenuLayout,
    fit_items,
    make_heading,
    make_help_label,
    min_button_height,
    page_margin,
)
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import MIN_TEXT_PX, fit_line, fit_lines, split_columns, stack_labels

SAMPLE_DEAL_NUMBER = 1  # number of the deal in the miniatures
_COLOUR_PAIRS = {2: (2, 3), 0: (0, 1), 1: (1, 0), 3: (3, 2)}  # suits of both colours, by the first


def make_miniature(context: SceneContext, rules: Rules, box: Box) -> Miniature:
    """Draw a game in this box.

    The last column is empty if only Kings may go there, or if a house rule changes what may.
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


MIN_PICTURE_ASPECT, MAX_PICTURE_ASPECT = 0.6, 1.0  # height of a miniature divided by its width
MAX_OPTIONS = 3  # options at the same time: cells or house rules, kind of deal, difficulty
MIN_NAMED_PICTURE_WIDTH = 46  # narrower miniatures have no names below them


class _ScreenRows(NamedTuple):
    tiles: Box
    description: Box
    options: Box
    navigation: Box
    help: Box


class _TileGrid(NamedTuple):
    columns: int
    rows: int
    picture_size: tuple[int, int]
    name_lines: int
    px: int

    def get_row_height(self, gap: int) -> int:
        """Return the distance from one row to the next."""
        return self.picture_size[1] + self.name_lines * round(self.px * 1.2) + gap


def layout_new_game(
    games: Sequence[Rules], context: SceneContext, content: MenuContent, page_number: int
) -> MenuLayout:
    """Lay out the items: Deal, the games, code entry, options, navigation."""
    px, gap = text_size(context.size), max(2, text_size(context.size) // 4)
    deal_item, *other_items = content.items
    game_items, other_items = other_items[: len(games) + 1], other_items[len(games) + 1 :]
    option_items = [item for item in other_items if item.on_activate]
    navigation_items = [item for item in other_items if not item.on_activate]
    screen_rows = _split_rows(context, content)
    tiles, labels = _place_tiles(context, screen_rows.tiles, game_items)
    option_boxes = _place_options(context, screen_rows.options, len(option_items), gap)
    navigation, description = screen_rows.navigation, screen_rows.description
    half_width = (navigation.w - gap) // 2
    deal_box = navigation._replace(x=navigation.right - half_width, w=half_width)
    navigation = navigation._replace(w=navigation.w - half_width - gap)
    other_boxes = [*option_boxes, *split_columns(navigation, len(navigation_items), gap)]
    other_items = [*option_items, *navigation_items]
    fitted_items, button_px = fit_items(
        context.measurer, [deal_item, *other_items], [deal_box, *other_boxes], px
    )
    line = description._replace(h=round(px * 1.5))
    below = description._replace(y=line.bottom, h=description.h - line.h)
    heading_px, accent = round(px * 1.2), TextColour.ACCENT
    labels.append(fit_line(context.measurer, content.heading, line, heading_px, accent, bold=True))
    labels += fit_lines(context.measurer, content.lines, below, px, TextColour.TEXT)
    labels += make_help_label(context, content.help_text, screen_rows.help)
    frame = max(2, min(tiles[0][2:]) // 24)
    pictures = tuple(
        make_miniature(context, rules, box.expand(-frame))
        for rules, box in zip(games, tiles, strict=False)
    )
    game_items = [item._replace(text="") for item in game_items]
    items = (fitted_items[0], *game_items, *fitted_items[1:])
    boxes = (deal_box, *tiles, *other_boxes)
    layout = MenuLayout(Box(0, 0, *context.size), tuple(labels), items, boxes, 0, 1)
    return layout._replace(overlays=pictures, button_px=button_px, panel_kind=PanelKind.BAR)


def _split_rows(context: SceneContext, content: MenuContent) -> _ScreenRows:
    width, height = context.size
    px = text_size(context.size)
    margin, gap = page_margin(context), max(2, px // 4)
    button_height = max(min_button_height(context), min(round(px * 2.2), height // 11))
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    help_height = round(px * 1.2) if content.help_text is not None and height >= 20 * px else 0
    help_box = inner._replace(y=inner.bottom - help_height, h=help_height)
    navigation_top = help_box.y - button_height - gap * bool(help_height)
    navigation = inner._replace(y=navigation_top, h=button_height)
    options_height = _count_option_rows(width, px) * (button_height + gap)
    options = inner._replace(y=navigation.y - options_height - gap, h=options_height)
    # Room for odds and warnings is kept free, so that nothing moves when one appears.
    description_lines = 2 if height < px * 20 else 3
    description_height = round(px * 1.5) + round(px * 1.3) * description_lines
    description = inner._replace(y=options.y - description_height - gap, h=description_height)
    tiles = inner._replace(h=description.y - gap - inner.y)
    return _ScreenRows(tiles, description, options, navigation, help_box)


def _count_option_rows(width: int, px: int) -> int:
    return 1 if width >= px * 30 else 2


def _place_options(context: SceneContext, area: Box, count: int, gap: int) -> list[Box]:
    """Place the options; they stay where they are when the last one disappears."""
    px = text_size(context.size)
    rows = _count_option_rows(context.size[0], px)
    height = area.h // rows - gap
    if rows == 1:
        return split_columns(area._replace(h=height), MAX_OPTIONS, gap)[:count]
    below = area._replace(y=area.y + height + gap, h=height)
    return [*split_columns(area._replace(h=height), MAX_OPTIONS - 1, gap), below][:count]


def _place_tiles(
    context: SceneContext, area: Box, items: Sequence[MenuItem]
) -> tuple[list[Box], list[Label]]:
    px = text_size(context.size)
    gap = max(3, px // 2)
    texts = [item.text for item in items]
    grids = [
        _make_tile_grid(context.measurer, area, texts, columns, name_lines, px, gap)
        for columns, name_lines in product((6, 3, 2), (1, 2, 0))
    ]
    best = max(grids, key=_score_grid)
    area, labels = _split_heading(context, area, best.rows * best.get_row_height(gap) - gap, px)
    row_gap = max(0, area.h + gap - best.rows * best.get_row_height(gap)) // (best.rows + 1)
    cell_width = (area.w + gap) // best.columns
    boxes: list[Box] = []
    row_height = best.get_row_height(gap)
    picture_width = best.picture_size[0]
    for i, item in enumerate(items):
        row, column = divmod(i, best.columns)
        x, y = area.x + column * cell_width, area.y + row_gap + row * (row_height + row_gap)
        cell = Box(x, y, cell_width - gap, row_height)
        boxes.append(Box(x + (cell.w - picture_width) // 2, y, *best.picture_size))
        below = cell._replace(y=boxes[-1].bottom)
        rows = wrap_text(context.measurer, item.text, best.px, below.w, bold=True)
        colour = TextColour.ACCENT if item.is_selected else TextColour.TEXT
        line_height = round(best.px * 1.2)
        labels += stack_labels(
            below, rows[: best.name_lines], line_height, best.px, colour, bold=True
        )
    return boxes, labels


def _split_heading(
    context: SceneContext, area: Box, tiles_height: int, px: int
) -> tuple[Box, list[Label]]:
    """Return the area without a heading, and the heading if the tiles leave room for it."""
    heading_height = round(px * 1.9)
    if area.h - tiles_height < heading_height + px:
        return area, []
    heading = context.translator.translate("New game")
    label = make_heading(context, heading, area._replace(h=heading_height))
    return area._replace(y=area.y + heading_height, h=area.h - heading_height), [label]


def _make_tile_grid(
    measurer: TextMeasurer,
    area: Box,
    texts: Sequence[str],
    columns: int,
    name_lines: int,
    px: int,
    gap: int,
) -> _TileGrid:
    rows = -(-len(texts) // columns)
    tile_width = (area.w - (columns - 1) * gap) // columns
    size = 0
    if name_lines:
        fitting = (
            size
            for size in range(px, MIN_TEXT_PX, -1)
            if all(_count_lines(measurer, text, size, tile_width) <= name_lines for text in texts)
        )
        size = next(fitting, 0)
        if not size:
            return _TileGrid(columns, rows, (0, 0), name_lines, px)
    tile_height = (area.h - (rows - 1) * gap) // rows - name_lines * round(size * 1.2)
    picture_height = max(0, min(tile_height, int(tile_width * MAX_PICTURE_ASPECT)))
    picture_width = min(tile_width, int(picture_height / MIN_PICTURE_ASPECT))
    return _TileGrid(columns, rows, (picture_width, picture_height), name_lines, size)


def _count_lines(measurer: TextMeasurer, text: str, px: int, width: int) -> int:
    """Count the lines of the text; 9 (too many) if a word has to be broken."""
    if any(measurer.measure_width(word, px, bold=True) > width for word in text.split()):
        return 9
    return len(wrap_text(measurer, text, px, width, bold=True))


def _score_grid(grid: _TileGrid) -> tuple[bool, int]:
    """Rate names higher than large miniatures, unless these become too small."""
    width, height = grid.picture_size
    min_width, min_height = MIN_NAMED_PICTURE_WIDTH, MIN_NAMED_PICTURE_WIDTH * MIN_PICTURE_ASPECT
    has_names = grid.name_lines > 0 and width >= min_width and height >= min_height
    return has_names, width * height
