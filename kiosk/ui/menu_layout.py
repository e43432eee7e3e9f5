"""Items, list and report layouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.messages import Msgid
from kiosk.effects import Effect
from kiosk.events import Action
from kiosk.frame import Align, Box, Ink, Label, Measure, PanelKind, Record, wrapped
from kiosk.layout import finger, text_size
from kiosk.ui.scene import Stage
from kiosk.ui.text_fit import LEAST, beside, first_of


class Choice(NamedTuple):
    """One button of a page: its name (an action's where there is one), its text, its effects.

    `turn`, where given, makes the button a setting: a tap or Right takes the next value, Left the
    one before.
    """

    name: str
    text: str
    effects: tuple[Effect, ...] = ()
    turn: Callable[[int], None] | None = None
    icon: str | None = ""
    """The name of the picture on the button, where it is another than its own; None is no one."""
    pick: Callable[[], bool] | None = None
    """What a tap chooses where Left and Right go on to the neighbours; answers whether that is all
    there is to choose, so that the focus goes to the first button."""
    short: str = ""
    """A shorter text for buttons where the long one does not fit."""
    lit: bool = False
    """Whether it is what is chosen out of several."""
    value: str | None = None
    """In a list: what stands at the right end of the row."""
    before: tuple[Effect, ...] = ()
    """The effects of Left, where they are others than those of a tap or Right."""
    noted: Callable[[], None] | None = None
    """Is told whenever this is chosen, before the page is made anew."""


class Page(NamedTuple):
    """What a page says: heading, lines below it, choices (the one to do first is first), help."""

    heading: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    help: str | None = None
    """A last line that tells the buttons; its place is kept while there is nothing to tell."""
    listed: bool = False
    """Whether the choices are a list to be read, a row each; only the last stands below it."""
    lay: Callable[[Stage, Page, int], Sheet] | None = None
    """How it is laid out, where that is another way than that of plain pages."""


class Sheet(NamedTuple):
    """A page, or the part of it that fits, in pixels; `buttons` belong to `choices`, one by one.

    `pictures` lie on the buttons; `px` is the size of the buttons' texts. `kind` is that of
    the panel; without one all stands on the cloth.
    """

    panel: Box
    labels: tuple[Label, ...]
    choices: tuple[Choice, ...]
    buttons: tuple[Box, ...]
    number: int
    sheets: int
    pictures: tuple[Record, ...] = ()
    px: int | None = None
    kind: PanelKind | None = PanelKind.DIALOG


class _Grid(NamedTuple):
    """How the buttons stand: so many side by side, each so high, with gaps between."""

    columns: int
    rows: int
    tall: int
    gap: int

    @property
    def height(self) -> int:
        """Of them all, the gaps included."""
        return self.rows * (self.tall + self.gap)


WORDY = 13
"""A button so many ems wide has room for words, however large its icon is."""

MORE_TEXT: Msgid = "More"
MORE = Choice(Action.PAGE_DOWN.value, MORE_TEXT)
"""The button to the next sheet; the menu turns it."""


def lay(stage: Stage, page: Page, number: int) -> Sheet:
    """The page's sheet of that number (counted from 0, and around)."""
    px = text_size(stage.size)
    margin = max(3, min(stage.size) // 40)
    panel = surface(stage.size, px, margin)
    text = panel.grown(-margin)
    head, step = round(px * 1.95), round(px * 1.3)
    foot = 0 if page.help is None else round(px * 1.4)
    lines = [row for line in page.lines for row in wrapped(stage.measure, line, px, text.w)]
    room = text.h - head - foot - px // 3
    choices, fits = page.choices, len(lines)
    spare = room - len(lines) * step
    grid = _grid(stage, len(choices), spare)
    if foot and grid.columns > _grid(stage, len(choices), spare + foot).columns:
        return lay(stage, page._replace(help=None), number)  # whole words before a line of help
    if len(lines) * step > room - grid.height:
        choices = (*choices, MORE._replace(text=stage.words.say(MORE_TEXT)))
        grid = _grid(stage, len(choices), 0)
        fits = max(1, (room - grid.height) // step)
    sheets = max(1, -(-len(lines) // max(1, fits)))
    shown = lines[number % sheets * fits :][:fits]
    below = Box(text.x, text.y + head, text.w, text.h - head - foot)
    labels = (
        heading(stage, page.heading, text._replace(h=head)),
        *centred(below, shown, step, px),
        *help_line(stage, page.help, text._replace(y=below.bottom, h=foot), px),
    )
    used = len(shown) * step
    buttons = _buttons(below._replace(y=below.y + used, h=below.h - used), grid, len(choices))
    return Sheet(panel, labels, choices, buttons, number % sheets, sheets)


def heading(stage: Stage, text: str, box: Box) -> Label:
    """The first line of a page, smaller where it must be."""
    plain = text_size(stage.size)
    px = round(plain * 1.5)
    while px > plain and stage.measure.width(text, px, bold=True) > box.w:
        px -= 1
    return Label(box, text, px, Ink.ACCENT, Align.CENTRE, True)


def centred(box: Box, rows: Sequence[str], step: int, px: int) -> tuple[Label, ...]:
    """These lines from the box's top downwards, each in the middle and so many pixels high."""
    return tuple(
        Label(box._replace(y=box.y + i * step, h=step), row, px, align=Align.CENTRE)
        for i, row in enumerate(rows)
    )


def surface(size: tuple[int, int], px: int, margin: int) -> Box:
    """The surface of the page: as wide as it reads well, and as high as the picture."""
    wide = min(size[0] - 2 * margin, max(px * 26, size[0] * 3 // 5))
    return Box((size[0] - wide) // 2, 0, wide, size[1])


def help_line(stage: Stage, text: str | None, box: Box, px: int) -> list[Label]:
    """The line of help, as large as it fits."""
    if not text:
        return []
    small = max(11, round(px * 0.85))
    while small > 9 and stage.measure.width(text, small) > box.w:
        small -= 1
    return [Label(box, text, small, Ink.QUIET, Align.CENTRE)]


def roomy(px: int, fair: int, share: int) -> int:
    """The height of a button whose fair share of the room may be more than it needs."""
    return max(fair, min(share, round(px * 3.2)))


def _grid(stage: Stage, count: int, room: int) -> _Grid:
    """Buttons one below the other, in fair height or at least a finger's; else two by two."""
    px = text_size(stage.size)
    gap = max(2, px // 4)
    least = finger(stage.size, stage.config.display.density)
    tall = max(least, round(px * 2.2))
    for height in (roomy(px, tall, room // count - gap), max(least, round(px * 1.7))):
        if count * (height + gap) <= room:
            return _Grid(1, count, height, gap)
    rows = -(-count // 2)
    if surface(stage.size, px, 0).w >= 2 * px * WORDY:  # higher ones have larger icons
        tall = roomy(px, tall, room // rows - gap)
    return _Grid(2, rows, tall, gap)


def _buttons(below: Box, grid: _Grid, count: int) -> tuple[Box, ...]:
    wide = (below.w - (grid.columns - 1) * grid.gap) // grid.columns
    top = below.y + max(0, below.h - grid.height) // 2 + grid.gap
    return tuple(
        Box(
            below.x + (i % grid.columns) * (wide + grid.gap),
            top + (i // grid.columns) * (grid.tall + grid.gap),
            wide,
            grid.tall,
        )
        for i in range(count)
    )


def lay_rows(stage: Stage, page: Page, number: int) -> Sheet:
    """The sheet of that number (counted from 0, and around): as many rows as fit, evenly shared.

    The last choice stands below the rows on every sheet, beside it the button to the next sheet.
    """
    px = text_size(stage.size)
    margin = max(3, min(stage.size) // 40)
    panel = surface(stage.size, px, margin)
    text = panel.grown(-margin)
    head, foot = round(px * 1.95), round(px * 1.4) if page.help is not None else 0
    gap = max(2, px // 5)
    *rows, last = page.choices
    said = _said(stage, page.lines, text._replace(y=text.y + head), px)
    head += sum(label.box.h for label in said)
    room = text.h - head - foot - gap
    tall = _height(stage, len(rows) + 1, room, gap)
    fits = max(1, room // (tall + gap) - 1)
    sheets = -(-len(rows) // fits)
    each = -(-len(rows) // sheets)
    tall = roomy(px, tall, room // (each + 1) - gap)
    shown = rows[number % sheets * each :][:each]
    boxes = [
        Box(text.x, text.y + head + gap + i * (tall + gap), text.w, tall) for i in range(each + 1)
    ]
    below: list[Choice] = [last]
    if sheets > 1:
        below = [MORE._replace(text=stage.words.say(MORE_TEXT)), last]
    labels = (
        heading(stage, page.heading, text._replace(h=round(px * 1.95))),
        *said,
        *help_line(stage, page.help, text._replace(y=text.bottom - foot, h=foot), px),
    )
    buttons = (*boxes[: len(shown)], *beside(boxes[each], len(below), gap))
    return Sheet(panel, labels, (*shown, *below), buttons, number % sheets, sheets)


def _said(stage: Stage, lines: Sequence[str], box: Box, px: int) -> tuple[Label, ...]:
    """What is told in passing above the rows; of much no more than a third of the height."""
    step = round(px * 1.3)
    rows = [row for line in lines for row in wrapped(stage.measure, line, px, box.w)]
    return centred(box, first_of(rows, max(1, box.h // 3 // step)), step, px)


def _height(stage: Stage, count: int, room: int, gap: int) -> int:
    """How high a row is: fairly, where all fit on one sheet so; else no more than is needed."""
    px = text_size(stage.size)
    least = finger(stage.size, stage.config.display.density)
    fair = max(least, round(px * 2.2))
    return fair if count * (fair + gap) <= room else max(least, round(px * 1.7))


def written(measure: Measure, name: str, value: str, box: Box, px: int) -> tuple[Label, ...]:
    """The two texts of a row in its box; both shrink where they would meet."""
    inner = box._replace(x=box.x + px // 2, w=box.w - px // 2 * 2)

    def wide(size: int) -> int:
        return measure.width(name, size) + measure.width(value, size, bold=True) + size // 2

    while px > LEAST and wide(px) > inner.w:
        px -= 1
    room = measure.width(value, px, bold=True)
    right = inner._replace(x=inner.right - room, w=room)
    left = inner._replace(w=inner.w - room - px // 2)
    return (
        Label(left, name, px),
        Label(right, value, px, Ink.ACCENT, Align.RIGHT, True),
    )


SMALL = 0.8
"""The em of text that is long, in that of other pages; never less than 11 pixels."""
MARKED = "! "
"""What a line begins with that is to be seen first; it is written in another colour."""


def lay_report(stage: Stage, page: Page, number: int) -> Sheet:
    """The sheet of that number (counted from 0, and around), with all its buttons at its foot."""
    px = text_size(stage.size)
    margin = max(3, min(stage.size) // 40)
    panel = Box(0, 0, *stage.size)
    text = panel.grown(-margin)
    head = round(px * 1.95)
    tall = max(finger(stage.size, stage.config.display.density), round(px * 1.9))
    room = text.h - head - tall - margin
    size, rows = _written(stage, page.lines, text.w, room)
    step = round(size * 1.3)
    fits = max(1, room // step)
    sheets = max(1, -(-len(rows) // fits))
    choices = page.choices
    if sheets > 1:
        choices = (MORE._replace(text=stage.words.say(MORE_TEXT)), *choices)
    shown = rows[number % sheets * fits :][:fits]
    labels = tuple(
        Label(text._replace(y=text.y + head + i * step, h=step), row, size, ink)
        for i, (row, ink) in enumerate(shown)
    )
    gap = max(2, px // 4)
    foot = text._replace(y=text.bottom - tall, h=tall)
    buttons = tuple(beside(foot, len(choices), gap))
    top = heading(stage, page.heading, text._replace(h=head))
    return Sheet(panel, (top, *labels), choices, buttons, number % sheets, sheets)


def _written(
    stage: Stage, lines: Sequence[str], width: int, room: int
) -> tuple[int, list[tuple[str, Ink]]]:
    """The em of the text, and its rows with the ink of each: small where there are many."""
    px = text_size(stage.size)
    for size in (px, max(11, round(px * SMALL))):
        rows = [
            (row, Ink.WARNING if line.startswith(MARKED) else Ink.TEXT)
            for line in lines
            for row in wrapped(stage.measure, line, size, width)
        ]
        if len(rows) * round(size * 1.3) <= room:
            break
    return size, rows


def fitted(
    measure: Measure, choices: Sequence[Choice], boxes: Sequence[Box], px: int
) -> tuple[tuple[Choice, ...], int]:
    """The choices, those too long for their boxes with their short texts, and the em for all.

    It is `px` or, where that is too large for one of them, less.
    """

    def fits(text: str, choice: Choice, box: Box, size: int) -> bool:
        beside = box.h * 2 // 5 if choice.icon is None else box.h + size // 3
        return measure.width(text, size, bold=True) + beside <= box.w

    pairs = list(zip(choices, boxes, strict=True))
    told = tuple(
        choice
        if fits(choice.text, choice, box, px) or not choice.short
        else choice._replace(text=choice.short)
        for choice, box in pairs
    )
    sizes = range(px, LEAST, -1)
    pairs = list(zip(told, boxes, strict=True))
    return told, next((n for n in sizes if all(fits(c.text, c, b, n) for c, b in pairs)), LEAST)
