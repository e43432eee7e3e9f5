"""The pieces of the table as records: places, cards, marks."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import make_card, rank_of, suit_of
from engine.moves import HOME, Move
from engine.position import Position
from engine.rules import home_pile
from engine.variants import Build, Filling, Rules
from kiosk.frame import (
    Box,
    Card,
    Counter,
    Mark,
    MarkKind,
    Record,
    Slot,
    SlotKind,
    halo,
)
from kiosk.layout import Table
from kiosk.scenes.stage import Stage
from kiosk.scenes.table.spread import SHOWN_SUITS, Folded, Lying, Spread, empty_box

EMPTY_COLUMN = {
    Filling.ANY: SlotKind.COLUMN,
    Filling.KING: SlotKind.KINGS,
    Filling.NOTHING: SlotKind.DEAD,
}
"""How an empty column looks, by what it takes."""

Tops = tuple[int | None, ...]
"""The card on each foundation, in the order C D H S."""


def four_colours(stage: Stage, rules: Rules) -> bool:
    """Whether suits have a colour each: as is set, or where the game builds in suit."""
    suits = stage.config.display.suit_colours
    return suits == "four" or (suits == "auto" and rules.variant.tableau is Build.SUIT)


def slots(table: Table, rules: Rules, bare: frozenset[int]) -> Iterable[Record]:
    """The places below the cards; `bare` are the suits whose foundation shows a card anyway."""
    yield from (Slot(box, EMPTY_COLUMN[rules.filling]) for box in table.column_cards)
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
    """The cards and counters that lie still: not those `away`, in the hand or on their way."""
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


def cursor(box: Box, *, lifted: bool) -> Mark:
    """The cursor around a place; around a selected card it leaves the ring to be seen."""
    return Mark(box.grown((halo(box) + 1) * (2 if lifted else 1)), MarkKind.CURSOR)


def marks(
    table: Table, rules: Rules, laid: Spread, position: Position, moves: Iterable[Move]
) -> Iterable[Record]:
    """A soft sign around every place where what is in the hand may go."""
    for move in moves:
        box = _target_box(table, rules, laid, position, move)
        yield Mark(box.grown(halo(box)), MarkKind.TARGET)


def advised(table: Table, rules: Rules, laid: Spread, position: Position, move: Move) -> Mark:
    """The sign on the place where a hint says that cards are to go."""
    box = _target_box(table, rules, laid, position, move)
    return Mark(box.grown(halo(box)), MarkKind.HINT)


def _target_box(table: Table, rules: Rules, laid: Spread, position: Position, move: Move) -> Box:
    if move.target == HOME:
        return _home_box(table, rules, laid, position, move)
    top = laid.top_of(move.target)
    return top.box if top else empty_box(table, move.target)


def _home_box(table: Table, rules: Rules, laid: Spread, position: Position, move: Move) -> Box:
    top = laid.top_of(move.source)
    assert top is not None, "a move home has a card"
    suit = home_pile(rules, position, top.card)
    assert suit is not None, "a legal move home has a foundation"
    return table.foundation_cards[SHOWN_SUITS.index(suit)]
