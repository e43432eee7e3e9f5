"""The title: the name, the game that Play deals as a picture, and the ways from here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kiosk.effects import Deal, Open, Resume
from kiosk.events import Action
from kiosk.frame import Box, Ink, Label
from kiosk.layout import finger, text_size
from kiosk.new_game_options import Wish
from kiosk.scenes.attract import NAME
from kiosk.scenes.new_game import cells_text, kind_text, letters_text
from kiosk.scenes.new_game_layout import miniature
from kiosk.scenes.pause import leaving
from kiosk.ui.help_line import SEPARATOR, page_help
from kiosk.ui.menu import Menu
from kiosk.ui.menu_layout import Choice, Page, Sheet, fitted, help_line
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.text_fit import LEAST, beside, line, lines


def title(stage: Stage, occasion: Occasion) -> Menu:
    """The first screen where no game is under way: deal."""

    def page(stage: Stage) -> Page:
        say = stage.words.say
        wish = occasion.wish or stage.config.game.wish()
        choices = (
            Choice(Action.CONFIRM.value, say("Play"), (Deal(),), icon="play"),
            *_left(stage, occasion),
            Choice(
                Action.NEW.value,
                say("Choose a game"),
                (Open("choose"),),
                icon="games",
                short=say("Games"),
            ),
            Choice(Action.RULES.value, say("Rules"), (Open("rules"),)),
            Choice("records", say("Records"), (Open("records"),), icon="stats"),
            Choice("settings", say("Settings"), (Open("settings"),)),
            *leaving(stage, say("Quit")),
        )
        told = (say("Solitaires of the Baker's family"), *_told(stage, wish))
        return Page(NAME, told, choices, page_help(stage), lay=partial(_lay, wish))

    return Menu(stage, page, back=(), occasion=lambda: occasion)


def _left(stage: Stage, occasion: Occasion) -> Iterator[Choice]:
    """The game whose player went away a while ago."""
    if occasion.kept:
        say = stage.words.say
        text = say("Go on with {code}", code=occasion.kept)
        yield Choice("resume", text, (Resume(occasion.kept),), icon="play", short=say("Go on"))


def _told(stage: Stage, wish: Wish) -> tuple[str, str]:
    """The game that Play deals, and how."""
    words, rules = stage.words, wish.rules
    how = [cells_text(words, rules)] if rules.cells else []
    how += [letters_text(words, rules)] if rules.house else []
    return words.say(rules.variant.name), SEPARATOR.join([*how, kind_text(words, wish)])


def _lay(wish: Wish, stage: Stage, page: Page, number: int) -> Sheet:
    """The picture beside the buttons or, on upright and square panels, above them."""
    width, height = stage.size
    px = text_size(stage.size)
    margin = max(4, min(stage.size) // 40)
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    foot = 0 if page.help is None else round(px * 1.3)
    whole = inner._replace(h=inner.h - foot)
    labels, shown, boxes = _parted(stage, page, whole, margin)
    more, box = _caption(stage, page, shown)
    labels += more
    choices, small = fitted(stage.measure, page.choices, boxes, px)
    help_box = inner._replace(y=whole.bottom, h=foot)
    return Sheet(
        inner,
        (*labels, *help_line(stage, page.help, help_box, px)),
        choices,
        tuple(boxes),
        0,
        1,
        (miniature(stage, wish.rules, box),),
        small,
        kind=None,
    )


def _parted(
    stage: Stage, page: Page, whole: Box, margin: int
) -> tuple[list[Label], Box, list[Box]]:
    """The heading, the box for the game, and the buttons' boxes."""
    (width, height), px = stage.size, text_size(stage.size)
    count = len(page.choices)
    if width * 4 >= height * 3:
        wide = max(width * 2 // 5, min(px * 12, width * 11 // 20))
        lying = width * 5 >= height * 6
        shown = whole._replace(w=whole.w - wide - (2 if lying else 1) * margin)
        top = whole._replace(w=shown.w if lying else whole.w)
        labels, left = _heading(stage, page, top)
        shown = shown._replace(y=left.y, h=left.h)
        beside = whole if lying else left
        boxes = _column(stage, beside._replace(x=whole.right - wide, w=wide), count)
    else:
        boxes = _block(stage, whole, count)
        labels, shown = _heading(stage, page, whole._replace(h=boxes[0].y - margin - whole.y))
    return labels, shown, boxes


def _heading(stage: Stage, page: Page, area: Box) -> tuple[list[Label], Box]:
    """The name and, where there is room, a line about it, or what is told; and the rest below."""
    px, measure = text_size(stage.size), stage.measure
    big = min(px * 3, max(round(px * 1.6), area.h // 7))
    top = area._replace(h=round(big * 1.2))
    labels = [line(measure, page.heading, top, big, Ink.ACCENT, bold=True)]
    *told, tagline, _, _ = page.lines
    under = area._replace(y=top.bottom, h=area.h // 3)
    if told:
        labels += lines(measure, told, under, px, Ink.WARNING)
    elif area.h > px * 17:
        labels.append(line(measure, tagline, under._replace(h=round(px * 1.3)), px, Ink.QUIET))
    bottom = labels[-1].box.bottom + px // 3
    return labels, area._replace(y=bottom, h=area.bottom - bottom)


def _caption(stage: Stage, page: Page, shown: Box) -> tuple[list[Label], Box]:
    """What the game is, and the box that is left above it for its picture."""
    px, measure = text_size(stage.size), stage.measure
    name, details = page.lines[-2:]
    step = round(px * 1.3)
    rows = 1 if measure.width(details, max(LEAST, px * 4 // 5)) <= shown.w else 2
    low = shown._replace(h=step, y=shown.bottom - (1 + rows) * step)
    labels = [line(measure, name, low, px, Ink.TEXT, bold=True)]
    labels += lines(measure, [details], low._replace(y=low.bottom, h=rows * step), px, Ink.QUIET)
    return labels, shown._replace(h=low.y - px // 3 - shown.y)


def _column(stage: Stage, area: Box, count: int) -> list[Box]:
    """Buttons one below the other, the first higher if it can be; in pairs if all are too many."""
    gap = max(2, text_size(stage.size) // 4)
    least = finger(stage.size, stage.config.display.density)
    room = area.h - (count - 1) * gap
    if room // count < least:
        return _block(stage, area, count)
    tall = min(max(least, room * 2 // (2 * count + 1)), round(text_size(stage.size) * 3.2))
    first = area._replace(h=min(tall * 3 // 2, room - (count - 1) * tall))
    top = area.y + (area.h - first.h - (count - 1) * (tall + gap)) // 2
    first = first._replace(y=top)
    below = first.bottom + gap
    rest = [area._replace(y=below + i * (tall + gap), h=tall) for i in range(count - 1)]
    return [first, *rest]


def _block(stage: Stage, area: Box, count: int) -> list[Box]:
    """At the foot of the area the first button over its width, below it the others in pairs."""
    px = text_size(stage.size)
    gap = max(2, px // 4)
    least = finger(stage.size, stage.config.display.density)
    rows = 1 + count // 2
    tall = max(least, min(round(px * 2.6), (area.h // 2 - rows * gap) // rows))
    top = area.bottom - rows * (tall + gap) + gap
    boxes = [area._replace(y=top, h=tall)]
    for row in range(1, rows):
        left = count - len(boxes)
        boxes += beside(area._replace(y=top + row * (tall + gap), h=tall), min(2, left), gap)
    return boxes
