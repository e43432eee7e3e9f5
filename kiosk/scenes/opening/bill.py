"""The bill that calls for players: the name, a game in a picture, and the best who won it here.

Every turn of it stands in another place, so that nothing burns into a panel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.variants import Rules
from kiosk.frame import Align, Box, Ink, Label, Panel, PanelKind, Record
from kiosk.layout import text_size
from kiosk.layout.table import Bar
from kiosk.ledger import NOBODY, Rank, Result, ranked
from kiosk.scenes.clock import clock_text
from kiosk.scenes.fitting import LEAST, line, lines
from kiosk.scenes.opening.miniatures import miniature
from kiosk.scenes.prompts import SEPARATOR
from kiosk.scenes.stage import Stage

NAME = "Bakehouse"
HALVES = ("Bake", "house")
"""The name, and how it stands where there is room for half of it only."""
BEST = 5
"""So many of the high scores are shown."""
WAY = ((0, 0), (1, 1), (-1, 0), (1, -1), (0, 1), (-1, -1), (0, -1), (-1, 1), (1, 0))
"""How far each turn stands from the middle, as parts of the free edge."""


def bill(
    stage: Stage,
    rules: Rules,
    told: tuple[str, str, str],
    results: Sequence[Result],
    turn: int,
    place: int,
) -> Iterator[Record]:
    """One turn of the bill.

    Args:
        stage: What may be known of the machine.
        rules: The game.
        told: The program's name, the game's, and what calls for players.
        results: What is known of this game.
        turn: Counts from 0; every other one shows the high scores, if there are any.
        place: Counts the places where it can stand.
    """
    px, measure = text_size(stage.size), stage.measure
    edge = max(4, min(stage.size) // 24)
    across, down = (edge * part // 2 for part in WAY[place % len(WAY)])
    width, height = stage.size
    area = Box(edge + across, edge + down, width - 2 * edge, height - 2 * edge)
    name, game, call = told
    tall = min(px * 4, max(px * 2, area.h // 6))
    large, middle, small = _parted(area, tall, round(px * 2.4), upside_down=bool(turn % 2))
    yield line(measure, name, large, tall * 4 // 5, Ink.ACCENT, bold=True)
    yield from lines(measure, [call], small, round(px * 1.8), Ink.TEXT)
    caption = middle._replace(h=round(px * 1.8))
    yield line(measure, game, caption, round(px * 1.4), Ink.TEXT, bold=True)
    shown = middle._replace(y=caption.bottom, h=middle.h - caption.h).grown(-px // 3)
    best = ranked(results, Rank(stage.config.records.rank), helped=False)[:BEST]
    if turn % 2 and best:
        yield from _best(stage, best, shown)
    else:
        yield miniature(stage, rules, shown)


def _parted(area: Box, tall: int, low: int, *, upside_down: bool) -> tuple[Box, Box, Box]:
    """Three boxes one below the other: so high, what is left, and so low."""
    large, small = area._replace(h=tall), area._replace(h=low)
    middle = area._replace(h=area.h - tall - low)
    if upside_down:
        middle = middle._replace(y=small.bottom)
        return large._replace(y=middle.bottom), middle, small
    middle = middle._replace(y=large.bottom)
    return large, middle, small._replace(y=middle.bottom)


def _best(stage: Stage, best: Sequence[Result], area: Box) -> Iterator[Record]:
    """The best wins, as large as there is room: place, initials, and what they are ranked by."""
    measure = stage.measure
    px = min(text_size(stage.size) * 2, area.h * 4 // (5 * (len(best) + 1) + 1))
    step = px * 5 // 4
    wide = min(area.w, px * 13)
    left, top = area.x + (area.w - wide) // 2, area.y + (area.h - step * (len(best) + 1)) // 2
    row = Box(left, top, wide, step)
    yield line(measure, stage.words.say("High scores"), row, px, Ink.QUIET)
    by_time = Rank(stage.config.records.rank) is Rank.TIME
    for place, result in enumerate(best, 1):
        row = row._replace(y=row.bottom)
        first = Ink.ACCENT if place == 1 else Ink.TEXT
        yield Label(row._replace(w=px * 2), str(place), px, Ink.QUIET, Align.CENTRE)
        initials = row._replace(x=row.x + px * 2, w=px * 4)
        yield Label(initials, result.initials or NOBODY, px, first, Align.LEFT, bold=True)
        merit = clock_text(int(result.seconds)) if by_time else _moves(stage, result.moves)
        right = row._replace(x=initials.right, w=row.right - initials.right)
        label = line(measure, merit, right, px, first)
        yield label._replace(align=Align.RIGHT)


def _moves(stage: Stage, count: int) -> str:
    return stage.words.plural("{count} move", "{count} moves", count, count=count)


def banner(stage: Stage, bar: Bar, text: str, turn: int) -> Iterator[Record]:
    """A text where the table's controls would be, each turn at another place there."""
    box, px = bar.box, text_size(stage.size)
    yield Panel(box, PanelKind.BAR)
    upright = box.h > box.w
    room = box.w - px // 2
    rows = [text]
    if upright:
        rows = text.replace(NAME, " ".join(HALVES)).replace(SEPARATOR, " ").split()
    size = round(px * 1.4)
    while size > LEAST and max(stage.measure.width(row, size, bold=True) for row in rows) > room:
        size -= 1
    step = size * 5 // 4
    part = (turn + turn // 3) % 3
    top = box.y + (box.h - step * len(rows)) * (1 + 2 * part if upright else 3) // 6
    align = Align.CENTRE if upright else (Align.CENTRE, Align.LEFT, Align.RIGHT)[part]
    for number, row in enumerate(rows):
        place = Box(box.x + px // 4, top + number * step, room, step)
        yield Label(place, row, size, Ink.ACCENT, align, bold=True)
