"""Statistics and histogram."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.codes import decode
from engine.rulebook import page_title
from kiosk.effects import Open
from kiosk.frame import Align, Block, Box, Ink, Label, Measure, Record
from kiosk.scenes.high_scores import LOOSE, score_leaves
from kiosk.scenes.play_clock import clock_text
from kiosk.scenes.rulebook_pages import backdrop
from kiosk.stats import (
    MOVE_STEPS,
    TIME_STEPS,
    Bars,
    Figures,
    Outcome,
    Result,
    bars,
    figures,
    kind_of,
)
from kiosk.ui.menu_layout import written
from kiosk.ui.pager import Leaf, Leafing, Link, Paper, Place, paper
from kiosk.ui.scene import Occasion, Stage

NARROWEST = 1.6
"""A bar with the gap to the next is at least so many em wide."""
MOST = 12
"""More bars would tell no more."""
SMALL = 0.85


def plot(
    measure: Measure,
    values: Sequence[float],
    steps: Sequence[int],
    write: Callable[[int], str],
    box: Box,
    px: int,
) -> Iterator[Record]:
    """The bars of these values in the box; nothing of no values.

    Args:
        measure: How wide texts will be.
        values: What is to be shown.
        steps: The widths that a bar may stand for.
        write: A value in words.
        box: Where.
        px: The em of plain text.
    """
    found = bars(values, steps, min(MOST, int(box.w / (px * NARROWEST))))
    if found is None:
        return
    small = max(10, round(px * SMALL))
    line = round(small * 1.35)
    ground = box.bottom - line
    yield Block(Box(box.x, ground, box.w, 1), Ink.QUIET)
    room = ground - box.y - line
    wide = min(box.w // len(found.counts), px * 4)
    left = box.x + (box.w - wide * len(found.counts)) // 2
    most = max(found.counts)
    for i, count in enumerate(found.counts):
        if count:
            tall = max(2, room * count // most)
            bar = Box(left + i * wide + wide // 10, ground - tall, wide - wide // 5, tall)
            yield Block(bar, Ink.ACCENT)
            above = Box(left + i * wide, bar.y - line, wide, line)
            yield Label(above, str(count), small, Ink.TEXT, Align.CENTRE)
    below = Box(left, ground + 1, wide, line)
    yield from _scale(measure, found, write, below, small)


def _scale(
    measure: Measure, found: Bars, write: Callable[[int], str], first: Box, px: int
) -> Iterator[Label]:
    """Where the bars begin, as many of them as have room; each stands at the left of its bar."""
    texts = [write(found.first + i * found.width) for i in range(len(found.counts))]
    widest = max(measure.width(text, px) for text in texts)
    every = -(-(widest + px // 2) // first.w)
    for i in range(0, len(texts) if every == 1 else len(texts) - every + 1, every):
        room = first._replace(x=first.x + i * first.w, w=every * first.w)
        yield Label(room, texts[i], px, Ink.QUIET)


LAST = 20
"""So many of the last games are listed."""
WIDEST = 22
"""A line of figures is at most so many em wide: name and value belong together."""
APART = "  ·  "


def figures_of(stage: Stage, occasion: Occasion) -> Leafing:
    """What there is to tell of the kind that the occasion is about, or of the game on the table."""
    game = occasion.game
    kind = occasion.about or kind_of(game.code or "" if game else "")
    results = [result for result in occasion.results if result.kind == kind]
    return Leafing(stage, lambda stage: _leaves(stage, results), occasion, contents=False)


def kind_name(stage: Stage, result: Result) -> str:
    """The game of a result as it was played: its name, cells and house rules."""
    return stage.words.told(page_title(decode(result.code).rules))


def _leaves(stage: Stage, results: Sequence[Result]) -> list[Leaf]:
    sheet = paper(stage.size, stage.config.display.density)
    if not results:
        words = stage.words.say("No game was played yet.")
        label = Label(sheet.text, words, sheet.px, align=Align.CENTRE)
        ground = backdrop(stage, sheet, stage.words.say("Records"))
        return [Leaf(Place("figures"), (*ground, label), sheet.turning)]
    found = figures(results)
    return [
        _figures(stage, sheet, results, found),
        *_plots(stage, sheet, results),
        *score_leaves(stage, results),
        *_last(stage, sheet, results[: -LAST - 1 : -1]),
    ]


def _figures(stage: Stage, sheet: Paper, results: Sequence[Result], found: Figures) -> Leaf:
    ground = backdrop(stage, sheet, kind_name(stage, results[-1]))
    lines = list(_lines(stage, found))
    wide = min(sheet.text.w, sheet.px * WIDEST)
    tall = min(sheet.line * LOOSE, sheet.text.h // len(lines))
    records: list[Record] = []
    for i, (name, value) in enumerate(lines):
        row = Box((stage.size[0] - wide) // 2, sheet.text.y + i * tall, wide, tall)
        records += written(stage.measure, name, value, row, sheet.px)
    return Leaf(Place("figures"), (*ground, *records), sheet.turning)


def _lines(stage: Stage, found: Figures) -> Iterator[tuple[str, str]]:
    """Every figure with its name; what there is nothing to say of is left out."""
    say = stage.words.say
    yield say("Played"), str(found.played)
    rate = "" if found.rate is None else f"{APART}{round(found.rate * 100)} %"
    yield say("Won"), f"{found.won}{rate}"
    if found.helped:
        yield say("Won with help"), str(found.helped)
    yield say("Lost"), str(found.lost)
    yield say("Wins in a row"), str(found.streak)
    yield say("Most in a row"), str(found.longest)
    if found.best_seconds is not None and found.mean_seconds is not None:
        yield say("Best time"), clock_text(int(found.best_seconds))
        yield say("Average time"), clock_text(int(found.mean_seconds))
    if found.best_moves is not None and found.mean_moves is not None:
        yield say("Fewest moves"), str(found.best_moves)
        yield say("Average moves"), str(round(found.mean_moves))


def _plots(stage: Stage, sheet: Paper, results: Sequence[Result]) -> Iterator[Leaf]:
    """How long wins took, and how many moves; of those without help."""
    won = [r for r in results if r.outcome is Outcome.WON and not r.helped]
    if not won:
        return
    say, measure = stage.words.say, stage.measure
    wide = min(sheet.text.w, sheet.text.h * 2)
    box = sheet.text._replace(x=(stage.size[0] - wide) // 2, w=wide)
    times = plot(measure, [r.seconds for r in won], TIME_STEPS, clock_text, box, sheet.px)
    moves = plot(measure, [r.moves for r in won], MOVE_STEPS, str, box, sheet.px)
    for name, heading, chart in (
        ("times", say("Times of the wins"), times),
        ("moves", say("Moves of the wins"), moves),
    ):
        yield Leaf(Place(name), (*backdrop(stage, sheet, heading), *chart), sheet.turning)


def _last(stage: Stage, sheet: Paper, results: Sequence[Result]) -> Iterator[Leaf]:
    """The last games; those that are still there lead to their replay."""
    gap = max(2, sheet.px // 5)
    tall = sheet.turning.back.h
    fits = max(1, (sheet.text.h + gap) // (tall + gap))
    count = -(-len(results) // fits)
    for number in range(count):
        heading = stage.words.say("Last games")
        records = [*backdrop(stage, sheet, f"{heading} {number + 1}/{count}")]
        links = []
        for i, result in enumerate(results[number * fits :][:fits]):
            box = Box(sheet.text.x, sheet.text.y + i * (tall + gap), sheet.text.w, tall)
            text = _fitting(stage, result, sheet.px, box.w - tall * 2)
            if result.recorded:
                about = str(result.deal)
                links.append(Link(f"deal {about}", text, box, Open("replay", about), "play"))
            else:
                inner = box._replace(x=box.x + tall, w=box.w - tall)
                records.append(Label(inner, text, sheet.px, Ink.QUIET))
        yield Leaf(Place("last", number), tuple(records), sheet.turning, tuple(links))


def _fitting(stage: Stage, result: Result, px: int, room: int) -> str:
    """A game in one line, with as much about it as there is room for."""
    words = stage.words
    ends = {Outcome.LOST: words.say("lost"), Outcome.OPEN: words.say("under way")}
    time = ends.get(result.outcome) or clock_text(int(result.seconds))
    moves = words.plural("{count} move", "{count} moves", result.moves, count=result.moves)
    helped = words.say("with help") if result.helped and result.outcome is Outcome.WON else ""
    forms = (
        (result.code, time, moves, helped, result.initials, result.day),
        (result.code, time, moves, helped),
        (result.code, time, helped),
        (result.code, time),
    )
    texts = [APART.join(part for part in parts if part) for parts in forms]
    fitting = (text for text in texts if stage.measure.width(text, px, bold=True) <= room)
    return next(fitting, " ".join(forms[-1]))
