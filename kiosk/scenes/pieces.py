"""The pieces of the table as records: places, cards, marks, controls, the line that says why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.cards import make_card, rank_of, suit_of
from engine.game import Game
from engine.moves import CELL, HOME, Move, is_cell
from engine.position import Position
from engine.rules import home_pile
from engine.variants import Build, Filling, Rules
from kiosk.actions import Action
from kiosk.frame import (
    Align,
    Box,
    Button,
    Card,
    Counter,
    Ink,
    Label,
    Mark,
    MarkKind,
    Measure,
    Panel,
    PanelKind,
    Record,
    Slot,
    SlotKind,
    halo,
    wrapped,
)
from kiosk.i18n import Words
from kiosk.layout import Bar, Table
from kiosk.scenes.spread import SHOWN_SUITS, Folded, Lying, Spread

LABELS = {
    Action.UNDO: "Undo",
    Action.REDO: "Redo",
    Action.NEW: "New",
    Action.MENU: "Menu",
    Action.FINISH: "Finish",
}
"""The words on the table's buttons."""


Tops = tuple[int | None, ...]
"""The card on each foundation, in the order C D H S."""


SMALLEST = 11
"""The smallest em, in pixels, of a figure that would not fit otherwise."""


class Figures(NamedTuple):
    """What the slim line of controls tells."""

    seconds: int
    moves: int
    score: int | None
    code: str


def slots(table: Table, rules: Rules, bare: frozenset[int]) -> Iterable[Record]:
    """The places below the cards; `bare` are the foundations (by suit) whose card beneath is drawn elsewhere."""
    dead = rules.filling is Filling.NOTHING
    kind = SlotKind.DEAD if dead else SlotKind.COLUMN
    yield from (Slot(box, kind) for box in table.column_cards)
    yield from (Slot(box, SlotKind.CELL) for box in table.cell_cards)
    for place, suit in enumerate(SHOWN_SUITS):
        if suit not in bare:
            yield Slot(table.foundation_cards[place], SlotKind.FOUNDATION, suit)


def beneath(
    table: Table, rules: Rules, tops: Tops, before: Tops | None, away: frozenset[int]
) -> dict[int, Record]:
    """By suit, the card that shows on a foundation while its top card is in the hand or on its way.

    `before` are the tops from before a move that is still under way.
    """
    shown: dict[int, Record] = {}
    for place, suit in enumerate(SHOWN_SUITS):
        top = tops[suit]
        if top is None or top not in away:
            continue
        below = before[suit] if before is not None else top
        if below == top:
            builds = rules.variant.foundations is Build.SUIT and rank_of(top) > 0
            below = make_card(rank_of(top) - 1, suit_of(top)) if builds else None
        if below is not None:
            shown[suit] = Card(table.foundation_cards[place], below, table.widest_strip)
    return shown


def card(place: Lying, *, lifted: bool = False) -> Card:
    """A card in its place."""
    return Card(place.box, place.card, place.strip, place.covered, lifted)


def cards(laid: Spread, lifted: frozenset[int], away: frozenset[int]) -> Iterable[Record]:
    """The cards and counters that lie still, without those that are `away` in the hand or on their way."""
    counters = list(laid.folds)
    for place in laid.lying:
        while counters and _covers(place, counters[0]):
            counter = counters.pop(0)
            yield Counter(counter.box, counter.fold.last - counter.fold.first + 1)
        if place.card not in away:
            yield card(place, lifted=place.card in lifted)


def _covers(place: Lying, counter: Folded) -> bool:
    """Whether this card lies on the folded ones."""
    index = place.spot.place
    return place.spot.pile == counter.column and index is not None and index > counter.fold.first


def marks(
    table: Table, rules: Rules, laid: Spread, position: Position, moves: Iterable[Move]
) -> Iterable[Record]:
    """A soft sign around every place where what is in the hand may go."""
    for move in moves:
        if move.target == HOME:
            box = _home_box(table, rules, laid, position, move)
        elif is_cell(move.target):
            box = table.cell_cards[move.target - CELL]
        else:
            top = laid.top_of(move.target)
            box = top.box if top else table.column_cards[move.target]
        yield Mark(box.grown(halo(box)), MarkKind.TARGET)


def _home_box(table: Table, rules: Rules, laid: Spread, position: Position, move: Move) -> Box:
    top = laid.top_of(move.source)
    assert top is not None, "a move home has a card"
    suit = home_pile(rules, position, top.card)
    assert suit is not None, "a legal move home has a foundation"
    return table.foundation_cards[SHOWN_SUITS.index(suit)]


def controls(
    bar: Bar,
    game: Game,
    figures: Figures,
    words: Words,
    measure: Measure,
    px: int,
    pressed: Action | None,
    *,
    finish: bool,
) -> Iterable[Record]:
    """The slim line: buttons and figures, some of which give way to Finish where it is offered."""
    yield Panel(bar.box, PanelKind.BAR)
    possible = {Action.UNDO: game.undo_count > 0, Action.REDO: game.redo_count > 0}
    for action, box in bar.buttons:
        text = _label(words.say(LABELS[action]), box, measure, px)
        enabled = possible.get(action, True)
        yield Button(box, action.value, text, px, enabled, pressed=action is pressed)
    if finish:
        word = words.say(LABELS[Action.FINISH])
        sunk = pressed is Action.FINISH
        yield Button(bar.finish, Action.FINISH.value, word, px, pressed=sunk, first=True)
    rail = len(bar.figures) > 2
    lines = _rail_lines(figures, words) if rail else _foot_lines(figures, words)
    for place, choices in zip(bar.figures, lines, strict=True):
        box = _beside(place, bar.finish) if finish else place
        if box.w < px * 3:
            continue
        text = next((t for t in choices if measure.width(t, px) <= box.w), choices[-1])
        size = px
        while size > SMALLEST and measure.width(text, size) > box.w:
            size -= 1
        yield Label(box, text, size, Ink.QUIET, Align.CENTRE)


def _beside(figure: Box, button: Box) -> Box:
    """What the button at its right end leaves of a line of figures."""
    return figure._replace(w=button.x - figure.x) if figure.meets(button) else figure


def _label(text: str, box: Box, measure: Measure, px: int) -> str:
    """The word where the button has room for it, below the icon or beside it."""
    width = measure.width(text, px, bold=True)
    below = box.h >= px * 2.6 and box.w >= width + 6
    beside = box.w >= width + box.h + 4
    return text if below or beside else ""


def clock_text(seconds: int) -> str:
    """Seconds as people read them: 4:07, 1:02:03."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _rail_lines(figures: Figures, words: Words) -> list[list[str]]:
    head, _, tail = figures.code.rpartition("-")
    score = [] if figures.score is None else [_score(figures, words), str(figures.score)]
    return [
        [clock_text(figures.seconds)],
        [_moves(figures, words), str(figures.moves)],
        score or [""],
        [head],
        [tail],
    ]


def _foot_lines(figures: Figures, words: Words) -> list[list[str]]:
    time = clock_text(figures.seconds)
    long = [time, _moves(figures, words)]
    short = [time, str(figures.moves)]
    if figures.score is not None:
        long.append(_score(figures, words))
        short.append(str(figures.score))
    return [
        ["  ·  ".join(long), " · ".join(long), " · ".join(short), " ".join(short)],
        [figures.code],
    ]


def _moves(figures: Figures, words: Words) -> str:
    return words.plural("{count} move", "{count} moves", figures.moves, count=figures.moves)


def _score(figures: Figures, words: Words) -> str:
    return words.plural(
        "{count} point", "{count} points", figures.score or 0, count=figures.score or 0
    )


def note(table: Table, text: str, measure: Measure) -> Iterable[Record]:
    """The short line that says why, over the foot of the columns; never more than two lines."""
    px = table.text
    lines = wrapped(measure, text, px, table.note.w - px)[:2]
    line = round(px * 1.35)
    height = line * len(lines) + px // 2
    box = table.note._replace(y=table.note.bottom - height, h=height)
    yield Panel(box, PanelKind.NOTE)
    for row, words in enumerate(lines):
        yield Label(
            Box(box.x, box.y + px // 4 + row * line, box.w, line), words, px, align=Align.CENTRE
        )
