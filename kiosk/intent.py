"""What a touch on the table means: a move, a card picked up or put down, or the reason why not.

Fingers, mouse, keys and buttons all end here; whether something may be done is asked of the
engine's `why_not` alone. Source: the house's rules for taps, holds, double taps and drags.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.position import (
    CELL,
    EMPTY,
    FOUNDATION,
    HOME,
    Move,
    Position,
    is_cell,
    is_column,
    is_foundation,
)
from engine.refusals import Reason, Refusal
from engine.rules import run_length, why_no_group, why_not
from engine.variants import Rules


class Spot(NamedTuple):
    """A place on the table: a pile, and in a column the touched card, counted from the bottom card.

    `place` is None for the top card or the empty place, and for the cursor, which stands on piles.
    """

    pile: int
    place: int | None = None


class Hand(NamedTuple):
    """What is picked up: `cards` of them from the top of a pile.

    `by_cursor` says that nobody touched a certain card of the run, so that into an empty column go
    as many as may.
    """

    pile: int
    cards: int
    by_cursor: bool = False


class PutDown(NamedTuple):
    """The selected card was touched again: nothing is selected any more."""


class Nothing(NamedTuple):
    """The touch means nothing here."""


ANY_FOUNDATION = FOUNDATION
"""Any foundation will do as a target: the rules know where a card goes."""

Meaning = Move | Hand | PutDown | Refusal | Nothing


def top_card(position: Position, pile: int) -> bool:
    """Whether a card lies on this column, in this cell or on this foundation (36 + suit)."""
    if is_column(pile):
        return bool(position.columns[pile])
    if is_cell(pile):
        return position.cells[pile - CELL] != EMPTY
    return is_foundation(pile) and position.foundations[pile - FOUNDATION] > 0


def covering(position: Position, spot: Spot) -> int:
    """How many cards a touch here takes hold of: the touched one and all that lie on it."""
    if not is_column(spot.pile) or spot.place is None:
        return 1
    return max(1, len(position.columns[spot.pile]) - spot.place)


def tap(
    rules: Rules, position: Position, hand: Hand | None, spot: Spot, *, by_cursor: bool = False
) -> Meaning:
    """What a tap (a confirm) on this spot means, with this in the hand or nothing."""
    if hand is not None:
        return _target(rules, position, hand, spot)
    if not top_card(position, spot.pile):
        return Nothing()
    if covering(position, spot) == 1 and not is_foundation(spot.pile):
        home = Move(spot.pile, HOME)
        if why_not(rules, position, home) is None:
            return home
    return pick_up(rules, position, spot, by_cursor=by_cursor)


def pick_up(
    rules: Rules, position: Position, spot: Spot, *, by_cursor: bool = False
) -> Hand | Refusal | Nothing:
    """What a hold (or the start of a drag) takes into the hand, or why it cannot."""
    if not top_card(position, spot.pile):
        return Nothing()
    cards = covering(position, spot)
    return why_no_group(rules, position, spot.pile, cards) or Hand(spot.pile, cards, by_cursor)


def drop(rules: Rules, position: Position, hand: Hand, targets: Iterable[int]) -> Meaning:
    """What letting go means: the first target (nearest first) that takes what is in the hand.

    Where none does, the reason of the nearest; with its own pile nearest, the card is put down.
    """
    first: Meaning | None = None
    for pile in targets:
        meaning = _target(rules, position, hand, Spot(pile))
        first = meaning if first is None else first
        if isinstance(meaning, Move) or isinstance(first, PutDown):
            return meaning
    return first or PutDown()


def places(rules: Rules, position: Position, hand: Hand) -> list[Move]:
    """Every legal move of what is in the hand, one for each pile that takes it, home last."""
    piles = [*range(len(position.columns)), *(CELL + i for i in range(len(position.cells))), HOME]
    meanings = [_onto(rules, position, hand, pile) for pile in piles if pile != hand.pile]
    return [move for move in meanings if isinstance(move, Move)]


def double(rules: Rules, position: Position, spot: Spot, *, by_cursor: bool = False) -> Meaning:
    """The move that a double tap makes, or nothing where there is none.

    The first that is legal of: its foundation; the longest column that accepts it; an empty column
    (but not for a column of one card, nor by cursor for a whole column); a free cell; ties to the
    left. On a group only the two columns' steps.
    """
    hand = pick_up(rules, position, spot, by_cursor=by_cursor)
    if not isinstance(hand, Hand):
        return hand
    moves = places(rules, position, hand)
    single = hand.cards == 1
    if single and (home := [move for move in moves if move.target == HOME]):
        return home[0]
    onto = [m for m in moves if is_column(m.target) and position.columns[m.target]]
    if onto:
        return max(onto, key=lambda m: (len(position.columns[m.target]), -m.target))
    empty = [m for m in moves if is_column(m.target) and not position.columns[m.target]]
    if empty and not (single and _whole(position, empty[0])):
        return empty[0]
    cells = [m for m in moves if is_cell(m.target)]
    return cells[0] if single and cells else Nothing()


def _whole(position: Position, move: Move) -> bool:
    return is_column(move.source) and move.count == len(position.columns[move.source])


def _target(rules: Rules, position: Position, hand: Hand, spot: Spot) -> Meaning:
    if spot.pile == hand.pile and covering(position, spot) <= hand.cards:
        return PutDown()
    return _onto(rules, position, hand, spot.pile)


def _onto(rules: Rules, position: Position, hand: Hand, pile: int) -> Move | Refusal:
    """The move of what is in the hand to this pile, in the number that goes, or why not."""
    target = HOME if is_foundation(pile) else pile
    if not is_column(target) or not is_column(hand.pile):
        move = Move(hand.pile, target, 1)
        return why_not(rules, position, move) or move
    if not position.columns[target]:
        return _into_empty(rules, position, hand, target)
    wanted: Refusal | None = None
    for count in range(1, run_length(rules, position.columns[hand.pile]) + 1):
        move = Move(hand.pile, target, count)
        refusal = why_not(rules, position, move)
        if refusal is None:
            return move
        if refusal.reason is Reason.TOO_MANY:
            wanted = refusal
    return wanted or _refused(rules, position, Move(hand.pile, target, hand.cards))


def _into_empty(rules: Rules, position: Position, hand: Hand, target: int) -> Move | Refusal:
    """From the touched card on; by cursor as many as may."""
    counts = [hand.cards]
    if hand.by_cursor and hand.cards == 1:
        counts = list(range(run_length(rules, position.columns[hand.pile]), 0, -1))
    for count in counts:
        move = Move(hand.pile, target, count)
        if why_not(rules, position, move) is None:
            return move
    return _refused(rules, position, Move(hand.pile, target, hand.cards))


def _refused(rules: Rules, position: Position, move: Move) -> Refusal:
    refusal = why_not(rules, position, move)
    assert refusal is not None, "asked for the reason of a legal move"
    return refusal
