"""Frame of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import make_card, rank_of, suit_of
from engine.game import Game
from engine.position import HOME, Move, Position
from engine.rules import home_pile
from engine.variants import Build, Rules
from kiosk import intent
from kiosk.animation import shaken
from kiosk.frame import Box, Card, Counter, Frame, Mark, MarkKind, Record, Slot, SlotKind, halo
from kiosk.layout import Table
from kiosk.scenes.table.card_layout import (
    EMPTY_COLUMN,
    SHOWN_SUITS,
    Folded,
    Lying,
    Spread,
    Tops,
    card,
    empty_box,
)
from kiosk.scenes.table.draw_toolbar import controls
from kiosk.scenes.table.magnifier import loupe
from kiosk.scenes.table.message import remark
from kiosk.scenes.table.view import Glass
from kiosk.ui.scene import Stage


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


class Picture:
    """The frames of one table. It remembers what lay still in the last one."""

    def __init__(self) -> None:
        """Nothing was shown yet."""
        self._key: tuple[object, ...] | None = None
        self._still: tuple[Record, ...] = ()

    def frame(self, glass: Glass, game: Game, seconds: int, now: float) -> Frame:
        """The picture at this moment; `still` is the same tuple while nothing in it changes."""
        away = frozenset(glide.card for glide in glass.glides) | glass.carried_cards()
        if glass.shaking is not None:
            away |= glass.shaking[0]
        size, offered = glass.stage.size, glass.can_finish
        gone = 0 if glass.triumph is None else glass.triumph.gone(now)
        key = (
            *(size, gone, game, seconds, glass.hand, glass.pressed, away, offered, glass.laid),
            *(glass.hint, glass.offer, glass.odds, glass.stage.power(), glass.stage.words.language),
        )
        if key != self._key:
            self._key = key
            self._still = tuple(_still(glass, game, seconds, away, now))
        four = four_colours(glass.stage, game.rules)
        return Frame(size, self._still, tuple(_moving(glass, game, now)), four)


def _still(
    glass: Glass, game: Game, seconds: int, away: frozenset[int], now: float
) -> list[Record]:
    rules, table = game.rules, glass.table
    records = resting(glass, game, away, now)
    if glass.hand is not None:
        moves = intent.places(rules, game.position, glass.hand)
        records += marks(table, rules, glass.laid, game.position, moves)
    records += controls(glass, game, seconds)
    return records


def _moving(glass: Glass, game: Game, now: float) -> list[Record]:
    records: list[Record] = [*_shaking(glass, now), *flying(glass, now)]
    if glass.carried is not None:
        for lying, box in zip(glass.carried.cards, glass.carried.boxes(), strict=True):
            records.append(Card(box, lying.card, lying.strip, lying.covered, lifted=True))
    around = glass.cursor_box()
    if around is not None:
        lifted = glass.hand is not None and glass.hand.pile == glass.cursor
        records.append(cursor(around, lifted=lifted))
    if glass.hint is not None:
        records.append(advised(glass.table, game.rules, glass.laid, game.position, glass.hint))
    if glass.resting is not None:
        records += loupe(glass, game, glass.resting)
    if glass.note is not None:
        records += remark(glass.table, glass.laid.seen(), glass.note[0], glass.stage.measure)
    return records


def _shaking(glass: Glass, now: float) -> Iterator[Record]:
    cards, begun = glass.shaking or (frozenset(), now)
    lifted = glass.lifted_cards()
    for place in glass.laid.lying:
        if place.card in cards:
            moved = place._replace(box=shaken(place.box, begun, now, glass.pace))
            yield card(moved, lifted=place.card in lifted)


def lying(glass: Glass, game: Game, away: frozenset[int]) -> list[Record]:
    """The empty places and the cards of the table, but for those `away`."""
    rules, table = game.rules, glass.table
    below = beneath(table, rules, game.foundation_tops(), glass.tops_before, away)
    places = slots(table, rules, frozenset(below))
    return [*places, *below.values(), *cards(glass.laid, glass.lifted_cards(), away)]


def resting(glass: Glass, game: Game, away: frozenset[int], now: float) -> list[Record]:
    """The same, but for what has left in triumph by now."""
    triumph = glass.triumph
    if triumph is None or not triumph.gone(now):
        return lying(glass, game, away)
    left = triumph.lying(now)
    return [*slots(glass.table, game.rules, frozenset(left)), *left.values()]


def flying(glass: Glass, now: float) -> list[Record]:
    """The cards that are on their way, and those that leave in triumph."""
    triumph = glass.triumph
    return [*gliding(glass, now), *(triumph.flying(now) if triumph is not None else ())]


def gliding(glass: Glass, now: float) -> Iterator[Record]:
    """The cards that are on their way, where they are at this moment."""
    for glide in glass.glides:
        lying = glass.laid.of(glide.card)
        if lying is not None:
            x, y = glide.at(now)
            yield card(lying._replace(box=lying.box._replace(x=x, y=y)))
