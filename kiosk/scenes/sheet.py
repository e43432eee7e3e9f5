"""A page of text and buttons laid out for a picture's size, on as many sheets as its text needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.phrases import Msgid
from kiosk.actions import Action
from kiosk.effects import Effect
from kiosk.frame import Align, Box, Ink, Label, PanelKind, Record, wrapped
from kiosk.layout import finger, text_size
from kiosk.scenes.stage import Stage


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
