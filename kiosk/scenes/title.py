"""Title screen, with a miniature of the game that Play deals."""

from __future__ import annotations

from functools import partial

from kiosk.effects import DealGame, OpenScene
from kiosk.events import Action
from kiosk.frame import Box, Label, TextColour
from kiosk.layout import text_size
from kiosk.new_game_options import NewGameOptions
from kiosk.scenes.attract import PROGRAM_NAME
from kiosk.scenes.new_game import (
    format_cells,
    format_deal_kind,
    format_house_letters,
    make_resume_items,
)
from kiosk.scenes.new_game_layout import make_miniature
from kiosk.scenes.pause import make_exit_items
from kiosk.ui.help_line import SEPARATOR, build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import (
    MenuContent,
    MenuItem,
    MenuLayout,
    fit_items,
    make_help_label,
    min_button_height,
)
from kiosk.ui.scene import SceneContext
from kiosk.ui.text_fit import MIN_TEXT_PX, fit_line, fit_lines, split_columns, split_rows


def make_title_menu(context: SceneContext) -> Menu:
    """Create the first screen if no game is in progress."""
    options = context.new_games.get_options(context.config.game)
    unfinished_code = context.new_games.offer_unfinished()

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        items = (
            MenuItem(Action.CONFIRM.value, translate("Play"), (DealGame(),), icon="play"),
            *make_resume_items(context, unfinished_code),
            MenuItem(
                Action.NEW.value,
                translate("Choose a game"),
                (OpenScene("choose"),),
                icon="games",
                short_text=translate("Games"),
            ),
            MenuItem(Action.RULES.value, translate("Rules"), (OpenScene("rules"),)),
            MenuItem("records", translate("Records"), (OpenScene("records"),), icon="stats"),
            MenuItem("settings", translate("Settings"), (OpenScene("settings"),)),
            *make_exit_items(context, translate("Quit")),
        )
        texts = (translate("Solitaires of the Baker's family"), *_describe_deal(context, options))
        help_text, build_layout = build_page_help(context), partial(_layout_title, options)
        return MenuContent(PROGRAM_NAME, texts, items, help_text, build_layout=build_layout)

    return Menu(context, build_content, back_effects=())


def _describe_deal(context: SceneContext, options: NewGameOptions) -> tuple[str, str]:
    translator, rules = context.translator, options.rules
    details = [format_cells(translator, rules)] if rules.cells else []
    details += [format_house_letters(translator, rules)] if rules.house_rules else []
    return translator.translate(rules.variant.name), SEPARATOR.join(
        [*details, format_deal_kind(translator, options)]
    )


def _layout_title(
    options: NewGameOptions, context: SceneContext, content: MenuContent, page_number: int
) -> MenuLayout:
    width, height = context.size
    px = text_size(context.size)
    margin = max(4, min(context.size) // 40)
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    help_height = 0 if content.help_text is None else round(px * 1.3)
    whole = inner._replace(h=inner.h - help_height)
    labels, picture_area, boxes = _split_area(context, content, whole, margin)
    caption_labels, box = _build_caption(context, content, picture_area)
    labels += caption_labels
    items, button_px = fit_items(context.measurer, content.items, boxes, px)
    labels += make_help_label(
        context, content.help_text, inner._replace(y=whole.bottom, h=help_height)
    )
    miniature = make_miniature(context, options.rules, box)
    layout = MenuLayout(inner, tuple(labels), items, tuple(boxes), 0, 1)
    return layout._replace(overlays=(miniature,), button_px=button_px, panel_kind=None)


def _split_area(
    context: SceneContext, content: MenuContent, whole: Box, margin: int
) -> tuple[list[Label], Box, list[Box]]:
    (width, height), px = context.size, text_size(context.size)
    count = len(content.items)
    if width * 4 < height * 3:
        boxes = _place_block(context, whole, count)
        top = whole._replace(h=boxes[0].y - margin - whole.y)
        labels, picture_area = _build_heading(context, content, top)
        return labels, picture_area, boxes
    buttons_width = max(width * 2 // 5, min(px * 12, width * 11 // 20))
    is_landscape = width * 5 >= height * 6
    picture_width = whole.w - buttons_width - (2 if is_landscape else 1) * margin
    top = whole._replace(w=picture_width) if is_landscape else whole
    labels, remaining = _build_heading(context, content, top)
    buttons_area = whole if is_landscape else remaining
    column = buttons_area._replace(x=whole.right - buttons_width, w=buttons_width)
    return labels, remaining._replace(w=picture_width), _place_column(context, column, count)


def _build_heading(
    context: SceneContext, content: MenuContent, area: Box
) -> tuple[list[Label], Box]:
    px, measurer = text_size(context.size), context.measurer
    heading_px = min(px * 3, max(round(px * 1.6), area.h // 7))
    top = area._replace(h=round(heading_px * 1.2))
    labels = [fit_line(measurer, content.heading, top, heading_px, TextColour.ACCENT, bold=True)]
    *notices, tagline, _, _ = content.lines
    below = area._replace(y=top.bottom, h=area.h // 3)
    if notices:
        labels += fit_lines(measurer, notices, below, px, TextColour.WARNING)
    elif area.h > px * 17:
        line_box = below._replace(h=round(px * 1.3))
        labels.append(fit_line(measurer, tagline, line_box, px, TextColour.QUIET))
    bottom = labels[-1].box.bottom + px // 3
    return labels, area._replace(y=bottom, h=area.bottom - bottom)


def _build_caption(
    context: SceneContext, content: MenuContent, picture_area: Box
) -> tuple[list[Label], Box]:
    px, measurer = text_size(context.size), context.measurer
    name, details = content.lines[-2:]
    line_height = round(px * 1.3)
    details_width = measurer.measure_width(details, max(MIN_TEXT_PX, px * 4 // 5))
    rows = 1 if details_width <= picture_area.w else 2
    name_box = picture_area._replace(
        h=line_height, y=picture_area.bottom - (1 + rows) * line_height
    )
    details_box = name_box._replace(y=name_box.bottom, h=rows * line_height)
    labels = [fit_line(measurer, name, name_box, px, TextColour.TEXT, bold=True)]
    labels += fit_lines(measurer, [details], details_box, px, TextColour.QUIET)
    return labels, picture_area._replace(h=name_box.y - px // 3 - picture_area.y)


def _place_column(context: SceneContext, area: Box, count: int) -> list[Box]:
    """Stack the buttons, the first one higher if possible; use pairs if there are too many."""
    px = text_size(context.size)
    gap = max(2, px // 4)
    min_height = min_button_height(context)
    total_height = area.h - (count - 1) * gap
    if total_height // count < min_height:
        return _place_block(context, area, count)
    button_height = min(max(min_height, total_height * 2 // (2 * count + 1)), round(px * 3.2))
    first_height = min(button_height * 3 // 2, total_height - (count - 1) * button_height)
    top = area.y + (area.h - first_height - (count - 1) * (button_height + gap)) // 2
    first = area._replace(y=top, h=first_height)
    below = area._replace(y=first.bottom + gap)
    return [first, *split_rows(below, count - 1, button_height, gap)]


def _place_block(context: SceneContext, area: Box, count: int) -> list[Box]:
    """Place the first button over the whole width, and the others in pairs at the bottom."""
    px = text_size(context.size)
    gap = max(2, px // 4)
    row_count = 1 + count // 2
    max_height = min(round(px * 2.6), (area.h // 2 - row_count * gap) // row_count)
    button_height = max(min_button_height(context), max_height)
    top = area.bottom - row_count * (button_height + gap) + gap
    first, *rows = split_rows(area._replace(y=top), row_count, button_height, gap)
    boxes = [first]
    for row in rows:
        boxes += split_columns(row, min(2, count - len(boxes)), gap)
    return boxes
