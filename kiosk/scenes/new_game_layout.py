"""Its layout."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from engine.deals import deal
from engine.variants import Build, Filling, Rules
from kiosk.frame import Align, Box, Ink, Label, Measure, Miniature, PanelKind, wrapped
from kiosk.layout import finger, text_size
from kiosk.scenes.table.card_layout import SHOWN_SUITS
from kiosk.scenes.table.draw_table import four_colours
from kiosk.ui.menu_layout import Choice, Page, Sheet, fitted, heading, help_line
from kiosk.ui.scene import Stage
from kiosk.ui.text_fit import LEAST, beside, line, lines

NUMBER = 1
"""The deal that is shown."""
_PARTNERS = {2: (2, 3), 0: (0, 1), 1: (1, 0), 3: (3, 2)}
"""Two suits of two colours, by the first of them."""


def miniature(stage: Stage, rules: Rules, box: Box) -> Miniature:
    """The game in this box.

    Where empty columns take something, one that is empty stands at the right for all to see, unless
    anything may go there anyway; house rules that fill columns show it too.
    """
    variant = rules.variant
    position = deal(rules, NUMBER)
    colours = variant.foundations is Build.COLOURS
    kings = rules.filling is Filling.KING
    special = kings or rules.filling is not variant.filling
    aces = [suit if height else None for suit, height in enumerate(position.foundations)]
    return Miniature(
        box,
        position.columns[:-1] if special else position.columns,
        rules.cells,
        tuple(_PARTNERS[suit] if colours else (suit,) for suit in SHOWN_SUITS),
        tuple(aces[suit] for suit in SHOWN_SUITS),
        vacant=special,
        kings=kings,
        four_colours=four_colours(stage, rules),
    )


FLATTEST, HIGHEST = 0.6, 1.0
"""The height of a picture by its width."""
OPTIONS = 3
"""Choices between the games and the ways on: cells or house rules, the kind of deal, its grade."""
NAMED_FROM = 46
"""Names stand below pictures that are still so many pixels wide then."""


class _Rows(NamedTuple):
    """The parts of the screen, from the top down."""

    tiles: Box
    told: Box
    options: Box
    ways: Box
    help: Box


class _Tiles(NamedTuple):
    """How the pictures stand: so many side by side, their size, lines of names below them."""

    across: int
    rows: int
    picture: tuple[int, int]
    names: int
    px: int

    def tall(self, gap: int) -> int:
        """From one row to the next."""
        return self.picture[1] + self.names * round(self.px * 1.2) + gap


def lay_gallery(games: Sequence[Rules], stage: Stage, page: Page, number: int) -> Sheet:
    """The page: its choices are Deal, the games, typing, options, and the ways back."""
    px, gap = text_size(stage.size), max(2, text_size(stage.size) // 4)
    deal, *rest = page.choices
    shown, rest = rest[: len(games) + 1], rest[len(games) + 1 :]
    options = [choice for choice in rest if choice.pick]
    ways = [choice for choice in rest if not choice.pick]
    parts = _parts(stage, page)
    tiles, labels = _tiles(stage, parts.tiles, shown)
    small = _options(stage, parts.options, len(options), gap)
    foot = _ways(parts.ways, len(ways), gap)
    chosen, size = fitted(
        stage.measure, (deal, *options, *ways), (foot[-1], *small, *foot[:-1]), px
    )
    labels += _told(stage, page, parts.told)
    labels += help_line(stage, page.help, parts.help, px)
    frame = max(2, min(tiles[0][2:]) // 24)
    pictures = tuple(
        miniature(stage, rules, box.grown(-frame)) for rules, box in zip(games, tiles, strict=False)
    )
    shown = [choice._replace(text="") for choice in shown]
    choices = (chosen[0], *shown, *chosen[1:])
    boxes = (foot[-1], *tiles, *small, *foot[:-1])
    whole = Box(0, 0, *stage.size)
    return Sheet(whole, tuple(labels), choices, boxes, 0, 1, pictures, size, kind=PanelKind.BAR)


def _parts(stage: Stage, page: Page) -> _Rows:
    width, height = stage.size
    px = text_size(stage.size)
    margin, gap = max(3, min(stage.size) // 40), max(2, px // 4)
    least = finger(stage.size, stage.config.display.density)
    tall = max(least, min(round(px * 2.2), height // 11))
    inner = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    foot = round(px * 1.2) if page.help is not None and height >= 20 * px else 0
    helped = inner._replace(y=inner.bottom - foot, h=foot)
    ways = inner._replace(y=helped.y - tall - gap * bool(foot), h=tall)
    rows = _option_rows(width, px)
    high = rows * (tall + gap)
    chosen = inner._replace(y=ways.y - high - gap, h=high)
    said = round(px * 1.5) + round(px * 1.3) * _said_rows(height, px)
    told = inner._replace(y=chosen.y - said - gap, h=said)
    tiles = inner._replace(h=told.y - gap - inner.y)
    return _Rows(tiles, told, chosen, ways, helped)


def _said_rows(height: int, px: int) -> int:
    """Lines that are kept free for odds and warnings, so that nothing moves when one comes."""
    return 2 if height < px * 20 else 3


def _option_rows(width: int, px: int) -> int:
    """Rows that are kept free for the options: two side by side, or all three on a wide panel."""
    return 1 if width >= px * 30 else 2


def _options(stage: Stage, area: Box, count: int, gap: int) -> list[Box]:
    """Their places, which stay when the last one goes: somebody taps through another."""
    px = text_size(stage.size)
    rows = _option_rows(stage.size[0], px)
    tall = area.h // rows - gap
    if rows == 1:
        return beside(area._replace(h=tall), OPTIONS, gap)[:count]
    below = area._replace(y=area.y + tall + gap, h=tall)
    return [*beside(area._replace(h=tall), OPTIONS - 1, gap), below][:count]


def _ways(area: Box, count: int, gap: int) -> list[Box]:
    """The ways back, and Deal at the right, which is as wide as all of them."""
    half = (area.w - gap) // 2
    deal = area._replace(x=area.right - half, w=half)
    return [*beside(area._replace(w=area.w - half - gap), count, gap), deal]


def _tiles(stage: Stage, area: Box, shown: Sequence[Choice]) -> tuple[list[Box], list[Label]]:
    """The games' boxes, and their names below them where there is room."""
    px = text_size(stage.size)
    gap = max(3, px // 2)
    texts = [choice.text for choice in shown]
    plans = [
        _plan(stage.measure, area, texts, across, names, px, gap)
        for across, names in product((6, 3, 2), (1, 2, 0))
    ]
    best = max(plans, key=_merit)
    area, labels = _headed(stage, area, best.rows * best.tall(gap) - gap, px)
    down = max(0, area.h + gap - best.rows * best.tall(gap)) // (best.rows + 1)
    wide = (area.w + gap) // best.across
    boxes: list[Box] = []
    for i, choice in enumerate(shown):
        row, place = divmod(i, best.across)
        cell = Box(area.x + place * wide, area.y + down, wide - gap, best.tall(gap))
        cell = cell._replace(y=cell.y + row * (cell.h + down))
        boxes.append(Box(cell.x + (cell.w - best.picture[0]) // 2, cell.y, *best.picture))
        labels += _name(stage, choice, cell._replace(y=boxes[-1].bottom), best)
    return boxes, labels


def _headed(stage: Stage, area: Box, high: int, px: int) -> tuple[Box, list[Label]]:
    """What a heading leaves of the area, where the tiles leave it so much room."""
    head = round(px * 1.9)
    if area.h - high < head + px:
        return area, []
    label = heading(stage, stage.words.say("New game"), area._replace(h=head))
    return area._replace(y=area.y + head, h=area.h - head), [label]


def _name(stage: Stage, choice: Choice, below: Box, plan: _Tiles) -> list[Label]:
    """The lines of a tile's name."""
    ink, step = Ink.ACCENT if choice.lit else Ink.TEXT, round(plan.px * 1.2)
    rows = wrapped(stage.measure, choice.text, plan.px, below.w, bold=True)[: plan.names]
    return [
        Label(below._replace(y=below.y + n * step, h=step), row, plan.px, ink, Align.CENTRE, True)
        for n, row in enumerate(rows)
    ]


def _plan(
    measure: Measure, area: Box, texts: Sequence[str], across: int, names: int, px: int, gap: int
) -> _Tiles:
    rows = -(-len(texts) // across)
    wide = (area.w - (across - 1) * gap) // across
    size = next(
        (
            size
            for size in range(px, LEAST, -1)
            if names and max(_lines(measure, text, size, wide) for text in texts) <= names
        ),
        0,
    )
    if names and not size:
        return _Tiles(across, rows, (0, 0), names, px)
    tall = (area.h - (rows - 1) * gap) // rows - names * round(size * 1.2)
    high = max(0, min(tall, int(wide * HIGHEST)))
    return _Tiles(across, rows, (min(wide, int(high / FLATTEST)), high), names, size)


def _lines(measure: Measure, text: str, px: int, width: int) -> int:
    """Lines of the text where no word is broken, or too many."""
    if any(measure.width(word, px, bold=True) > width for word in text.split()):
        return 9
    return len(wrapped(measure, text, px, width, bold=True))


def _merit(plan: _Tiles) -> tuple[bool, int]:
    """Names are worth more than large pictures, as long as these can be told apart."""
    wide, high = plan.picture
    return plan.names > 0 and wide >= NAMED_FROM and high >= NAMED_FROM * FLATTEST, wide * high


def _told(stage: Stage, page: Page, area: Box) -> list[Label]:
    px = text_size(stage.size)
    head = area._replace(h=round(px * 1.5))
    below = area._replace(y=head.bottom, h=area.h - head.h)
    return [
        line(stage.measure, page.heading, head, round(px * 1.2), Ink.ACCENT, bold=True),
        *lines(stage.measure, page.lines, below, px, Ink.TEXT),
    ]
