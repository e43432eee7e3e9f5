"""The title: the name, the game that Play deals as a picture, and the ways from here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kiosk.effects import DealGame, OpenScene, ResumeGame
from kiosk.events import Action
from kiosk.frame import Box, Label, TextColour
from kiosk.layout import min_touch_size, text_size
from kiosk.new_game_options import NewGameOptions
from kiosk.scenes.attract import PROGRAM_NAME
from kiosk.scenes.new_game import format_cells, format_deal_kind, format_house_letters
from kiosk.scenes.new_game_layout import make_miniature
from kiosk.scenes.pause import make_exit_items
from kiosk.ui.help_line import SEPARATOR, build_page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import MenuContent, MenuItem, MenuLayout, fit_items, make_help_label
from kiosk.ui.scene import SceneArguments, SceneContext
from kiosk.ui.text_fit import MIN_TEXT_PX, fit_line, fit_lines, split_columns


def make_title_menu(context: SceneContext, arguments: SceneArguments) -> Menu:
    """The first screen where no game is under way: deal."""

    def build_content(context: SceneContext) -> MenuContent:
        translate = context.translator.translate
        options = arguments.options or context.config.game.to_new_game_options()
        items = (
            MenuItem(Action.CONFIRM.value, translate("Play"), (DealGame(),), icon="play"),
            *_make_resume_item(context, arguments),
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
        return MenuContent(
            PROGRAM_NAME,
            texts,
            items,
            build_page_help(context),
            build_layout=partial(_layout_title, options),
        )

    return Menu(context, build_content, back_effects=(), get_arguments=lambda: arguments)


def _make_resume_item(context: SceneContext, arguments: SceneArguments) -> Iterator[MenuItem]:
    """The game whose player went away a while ago."""
    if arguments.unfinished_code:
        translate = context.translator.translate
        text = translate("Go on with {code}", code=arguments.unfinished_code)
        yield MenuItem(
            "resume",
            text,
            (ResumeGame(arguments.unfinished_code),),
            icon="play",
            short_text=translate("Go on"),
        )


def _describe_deal(context: SceneContext, options: NewGameOptions) -> tuple[str, str]:
    """The game that Play deals, and how."""
    translator, rules = context.translator, options.rules
    details = [format_cells(translator, rules)] if rules.cells else []
    details += [format_house_letters(translator, rules)] if rules.house_rules else []
    return translator.translate(rules.variant.name), SEPARATOR.join(
        [*details, format_deal_kind(translator, options)]
    )


def _layout_title(
    options: NewGameOptions, context: SceneContext, content: MenuContent, page_number: int
) -> MenuLayout:
    """The picture beside the buttons or, on upright and square panels, above them."""
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
    help_box = inner._replace(y=whole.bottom, h=help_height)
    return MenuLayout(
        inner,
        (*labels, *make_help_label(context, content.help_text, help_box)),
        items,
        tuple(boxes),
        0,
        1,
        (make_miniature(context, options.rules, box),),
        button_px,
        panel_kind=None,
    )


def _split_area(
    context: SceneContext, content: MenuContent, whole: Box, margin: int
) -> tuple[list[Label], Box, list[Box]]:
    """The heading, the box for the game, and the buttons' boxes."""
    (width, height), px = context.size, text_size(context.size)
    count = len(content.items)
    if width * 4 >= height * 3:
        buttons_width = max(width * 2 // 5, min(px * 12, width * 11 // 20))
        is_landscape = width * 5 >= height * 6
        picture_area = whole._replace(
            w=whole.w - buttons_width - (2 if is_landscape else 1) * margin
        )
        top = whole._replace(w=picture_area.w if is_landscape else whole.w)
        labels, remaining = _build_heading(context, content, top)
        picture_area = picture_area._replace(y=remaining.y, h=remaining.h)
        buttons_area = whole if is_landscape else remaining
        boxes = _place_column(
            context, buttons_area._replace(x=whole.right - buttons_width, w=buttons_width), count
        )
    else:
        boxes = _place_block(context, whole, count)
        labels, picture_area = _build_heading(
            context, content, whole._replace(h=boxes[0].y - margin - whole.y)
        )
    return labels, picture_area, boxes


def _build_heading(
    context: SceneContext, content: MenuContent, area: Box
) -> tuple[list[Label], Box]:
    """The name and, where there is room, a line about it, or what is told; and the rest below."""
    px, measure = text_size(context.size), context.measurer
    heading_px = min(px * 3, max(round(px * 1.6), area.h // 7))
    top = area._replace(h=round(heading_px * 1.2))
    labels = [fit_line(measure, content.heading, top, heading_px, TextColour.ACCENT, bold=True)]
    *notices, tagline, _, _ = content.lines
    below = area._replace(y=top.bottom, h=area.h // 3)
    if notices:
        labels += fit_lines(measure, notices, below, px, TextColour.WARNING)
    elif area.h > px * 17:
        labels.append(
            fit_line(measure, tagline, below._replace(h=round(px * 1.3)), px, TextColour.QUIET)
        )
    bottom = labels[-1].box.bottom + px // 3
    return labels, area._replace(y=bottom, h=area.bottom - bottom)


def _build_caption(
    context: SceneContext, content: MenuContent, picture_area: Box
) -> tuple[list[Label], Box]:
    """What the game is, and the box that is left above it for its picture."""
    px, measure = text_size(context.size), context.measurer
    name, details = content.lines[-2:]
    line_height = round(px * 1.3)
    rows = (
        1 if measure.measure_width(details, max(MIN_TEXT_PX, px * 4 // 5)) <= picture_area.w else 2
    )
    name_box = picture_area._replace(
        h=line_height, y=picture_area.bottom - (1 + rows) * line_height
    )
    labels = [fit_line(measure, name, name_box, px, TextColour.TEXT, bold=True)]
    labels += fit_lines(
        measure,
        [details],
        name_box._replace(y=name_box.bottom, h=rows * line_height),
        px,
        TextColour.QUIET,
    )
    return labels, picture_area._replace(h=name_box.y - px // 3 - picture_area.y)


def _place_column(context: SceneContext, area: Box, count: int) -> list[Box]:
    """Buttons one below the other, the first higher if it can be; in pairs if all are too many."""
    gap = max(2, text_size(context.size) // 4)
    min_touch_height = min_touch_size(context.size, context.config.display.density)
    total_height = area.h - (count - 1) * gap
    if total_height // count < min_touch_height:
        return _place_block(context, area, count)
    button_height = min(
        max(min_touch_height, total_height * 2 // (2 * count + 1)),
        round(text_size(context.size) * 3.2),
    )
    first = area._replace(h=min(button_height * 3 // 2, total_height - (count - 1) * button_height))
    top = area.y + (area.h - first.h - (count - 1) * (button_height + gap)) // 2
    first = first._replace(y=top)
    below = first.bottom + gap
    rest = [
        area._replace(y=below + i * (button_height + gap), h=button_height)
        for i in range(count - 1)
    ]
    return [first, *rest]


def _place_block(context: SceneContext, area: Box, count: int) -> list[Box]:
    """At the foot of the area the first button over its width, below it the others in pairs."""
    px = text_size(context.size)
    gap = max(2, px // 4)
    min_touch_height = min_touch_size(context.size, context.config.display.density)
    rows = 1 + count // 2
    button_height = max(min_touch_height, min(round(px * 2.6), (area.h // 2 - rows * gap) // rows))
    top = area.bottom - rows * (button_height + gap) + gap
    boxes = [area._replace(y=top, h=button_height)]
    for row in range(1, rows):
        remaining = count - len(boxes)
        boxes += split_columns(
            area._replace(y=top + row * (button_height + gap), h=button_height),
            min(2, remaining),
            gap,
        )
    return boxes
