"""The high scores of one kind of game: ten wins, and ten with help apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kiosk.frame import Align, Box, Ink, Label, Record
from kiosk.scenes.play_clock import clock_text
from kiosk.scenes.rulebook_pages import backdrop
from kiosk.stats import NOBODY, PLACES, Rank, Result, Standing, kind_of, ranked
from kiosk.ui.pager import Leaf, Leafing, Paper, Place, paper
from kiosk.ui.scene import Occasion, Stage
from kiosk.ui.text_fit import LEAST

WIDEST = 24
"""A line is at most so many em wide."""
DATED = 21
"""From so many em on the day has room."""
LOOSE = 2
"""Where there is room, lines stand so many lines apart."""


def scores(stage: Stage, occasion: Occasion) -> Leafing:
    """The high scores of the game on the table, its own place marked."""
    game = occasion.game
    kind = kind_of(game.code or "" if game else "")
    results = [result for result in occasion.results if result.kind == kind]

    def leaves(stage: Stage) -> list[Leaf]:
        found = list(score_leaves(stage, results, occasion.standing))
        if occasion.standing and occasion.standing.helped:
            found.reverse()
        return found

    return Leafing(stage, leaves, occasion, contents=False)


def score_leaves(
    stage: Stage, results: Sequence[Result], mine: Standing | None = None
) -> Iterator[Leaf]:
    """The leaf of the high scores, and that of the wins with help where there are any."""
    sheet = paper(stage.size, stage.config.display.density)
    rank = Rank(stage.config.records.rank)
    say = stage.words.say
    headings = {False: say("High scores"), True: say("With help")}
    for helped, heading in headings.items():
        best = ranked(results, rank, helped=helped)
        if not best and helped:
            continue
        own = mine.place if mine and mine.helped == helped else 0
        records: list[Record] = [*backdrop(stage, sheet, heading)]
        if best:
            records += _table(stage, sheet, best, own)
        else:
            words = say("No game was won yet.")
            records.append(Label(sheet.text, words, sheet.px, align=Align.CENTRE))
        yield Leaf(Place("helped" if helped else "scores"), tuple(records), sheet.turning)


def _table(stage: Stage, sheet: Paper, best: Sequence[Result], own: int) -> Iterator[Label]:
    """What stands where; then place, initials, time, moves, and the day where there is room."""
    px, rank = sheet.px, stage.config.records.rank
    tall = min(sheet.line * LOOSE, sheet.text.h // (PLACES + 1))
    wide = min(sheet.text.w, px * WIDEST)
    dated = wide >= px * DATED and any(result.day for result in best)
    share = (2, 5, 5, 5, 7) if dated else (2, 5, 5, 5)
    starts = [sum(share[:i]) * wide // sum(share) for i in range(len(share) + 1)]
    left, top = (stage.size[0] - wide) // 2, sheet.text.y
    for name, column in ((stage.words.say("Time"), 2), (stage.words.say("Moves"), 3)):
        box = Box(left + starts[column], top, starts[column + 1] - starts[column], tall)
        yield Label(box, name, _size(stage, name, box, px), Ink.QUIET, Align.RIGHT)
    for place, result in enumerate(best, 1):
        texts = (
            (str(place), Ink.QUIET, Align.RIGHT, False),
            (result.initials or NOBODY, Ink.TEXT, Align.CENTRE, True),
            (clock_text(int(result.seconds)), _ink(rank == Rank.TIME), Align.RIGHT, False),
            (str(result.moves), _ink(rank == Rank.MOVES), Align.RIGHT, False),
            (result.day, Ink.QUIET, Align.RIGHT, False),
        )
        y = top + place * tall
        for (text, ink, align, bold), x, end in zip(texts, starts, starts[1:], strict=False):
            ink = Ink.ACCENT if place == own else ink
            yield Label(Box(left + x, y, end - x, tall), text, px, ink, align, bold)


def _size(stage: Stage, text: str, box: Box, px: int) -> int:
    """As large as `px`, or less where the text would not fit."""
    return next((n for n in range(px, LEAST, -1) if stage.measure.width(text, n) <= box.w), LEAST)


def _ink(ranked_by: bool) -> Ink:
    return Ink.TEXT if ranked_by else Ink.QUIET
