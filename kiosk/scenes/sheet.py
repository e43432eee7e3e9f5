"""A page of text and buttons laid out for a picture's size, on as many sheets as its text needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kiosk.actions import Action
from kiosk.effects import Effect
from kiosk.frame import Align, Box, Ink, Label, wrapped
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
    enabled: bool = True
    icon: str = ""
    """The name of the picture on the button, where it is another than the button's own."""


class Page(NamedTuple):
    """What a page says: heading, lines below it, choices, and a last line for the keyboard.

    `first` is the choice to do first. `prose` is text to read: from the left, over the whole width,
    with the choices in a row below it.
    """

    heading: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    help: str = ""
    first: int = 0
    prose: bool = False


class Sheet(NamedTuple):
    """A page, or the part of it that fits, in pixels; `buttons` belong to `choices`, one by one."""

    panel: Box
    labels: tuple[Label, ...]
    choices: tuple[Choice, ...]
    buttons: tuple[Box, ...]
    number: int
    sheets: int


class _Grid(NamedTuple):
    """How the buttons stand: so many side by side, each so high, with gaps between."""

    columns: int
    rows: int
    tall: int
    gap: int

    @property
    def height(self) -> int:
        return self.rows * (self.tall + self.gap)


MORE = Choice(Action.PAGE_DOWN.value, "More")
"""The button to the next sheet; the menu turns it."""


def lay(stage: Stage, page: Page, number: int) -> Sheet:
    """The page's sheet of that number (counted from 0, and around)."""
    width, height = stage.size
    px = text_size(stage.size)
    margin = max(3, min(stage.size) // 40)
    inner = (
        width - 2 * margin if page.prose else min(width - 2 * margin, max(px * 26, width * 3 // 5))
    )
    left = (width - inner) // 2
    text = Box(left + margin, margin, inner - 2 * margin, height - 2 * margin)
    head = round(px * 1.5 * 1.3)
    foot = round(px * 1.4) if page.help and not page.prose else 0
    lines = [row for line in page.lines for row in wrapped(stage.measure, line, px, text.w)]
    step = round(px * 1.3)
    room = text.h - head - foot - px // 3
    grid = _grid(stage, page, len(page.choices), room - len(lines) * step)
    count = 1
    choices = page.choices
    if len(lines) * step > room - grid.height:
        more = MORE._replace(text=stage.words.say(MORE.text))
        choices = (*page.choices, more)
        grid = _grid(stage, page, len(choices), 0)
        fits = max(1, (room - grid.height) // step)
        count = -(-len(lines) // fits)
        lines = lines[number % count * fits :][:fits]
    labels = [_heading(text, page.heading, px, head)]
    align = Align.LEFT if page.prose else Align.CENTRE
    y = text.y + head
    for row in lines:
        labels.append(Label(Box(text.x, y, text.w, step), row, px, align=align))
        y += step
    if foot:
        small = max(11, round(px * 0.85))
        while small > 9 and stage.measure.width(page.help, small) > text.w:
            small -= 1
        box = Box(text.x, text.bottom - foot, text.w, foot)
        labels.append(Label(box, page.help, small, Ink.QUIET, Align.CENTRE))
    below = Box(text.x, y, text.w, text.bottom - foot - y)
    buttons = _buttons(below, grid, len(choices), at_foot=page.prose)
    return Sheet(
        Box(left, 0, inner, height), tuple(labels), choices, buttons, number % count, count
    )


def _heading(text: Box, heading: str, px: int, height: int) -> Label:
    box = text._replace(h=height)
    return Label(box, heading, round(px * 1.5), Ink.ACCENT, Align.CENTRE, bold=True)


def _grid(stage: Stage, page: Page, count: int, room: int) -> _Grid:
    """Buttons one below the other where there is room, else two by two; in a row below prose."""
    px = text_size(stage.size)
    gap = max(2, px // 4)
    tall = max(finger(stage.size), round(px * 2.2))
    if page.prose:
        return _Grid(max(1, count), 1, tall, gap)
    if count * (tall + gap) <= room:
        return _Grid(1, count, tall, gap)
    return _Grid(2, -(-count // 2), tall, gap)


def _buttons(below: Box, grid: _Grid, count: int, *, at_foot: bool) -> tuple[Box, ...]:
    wide = (below.w - (grid.columns - 1) * grid.gap) // grid.columns
    spare = max(0, below.h - grid.height)
    top = below.y + (spare if at_foot else spare // 2) + grid.gap
    return tuple(
        Box(
            below.x + (i % grid.columns) * (wide + grid.gap),
            top + (i // grid.columns) * (grid.tall + grid.gap),
            wide,
            grid.tall,
        )
        for i in range(count)
    )
