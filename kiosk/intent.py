"""Interpret a touch on the table: a move, a selection, or a refusal with its reason.

 Fingers, mouse, keys and buttons share these rules of taps, holds, double taps and drags. Legality
is decided by the engine's `why_not` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.position import (
    EMPTY,
    FIRST_CELL,
    FIRST_FOUNDATION,
    HOME,
    Move,
    Position,
    is_cell,
    is_column,
    is_foundation,
)
from engine.refusals import Reason, Refusal
from engine.rules import get_run_length, why_not, why_not_pick_up
from engine.variants import Rules


class PileSpot(NamedTuple):
    """A touched pile, and in a column the touched card, counted from the bottom card.

    `card_index` is None for the top card or an empty pile, and for the cursor.
    """

    pile: int
    card_index: int | None = None


class Selection(NamedTuple):
    """The uppermost `card_count` cards of a pile.

    With `by_cursor` no card of the run was touched: as many as possible go into an empty column.
    """

    pile: int
    card_count: int
    by_cursor: bool = False


class Deselect(NamedTuple):
    """The selected card was touched again."""


class NoAction(NamedTuple):
    """The touch has no meaning here."""


ANY_FOUNDATION = FIRST_FOUNDATION
"""Any foundation will do as a target: the rules find the one that takes the card."""

TouchResult = Move | Selection | Deselect | Refusal | NoAction


def has_top_card(position: Position, pile: int) -> bool:
    """Return whether a card is on this column, in this cell or on this foundation (36 + suit)."""
    if is_column(pile):
        return bool(position.columns[pile])
    if is_cell(pile):
        return position.cells[pile - FIRST_CELL] != EMPTY
    return is_foundation(pile) and position.foundations[pile - FIRST_FOUNDATION] > 0


def count_cards_from(position: Position, spot: PileSpot) -> int:
    """Return the number of cards that a touch here takes: the touched one and all that cover it."""
    if not is_column(spot.pile) or spot.card_index is None:
        return 1
    return max(1, len(position.columns[spot.pile]) - spot.card_index)


def interpret_tap(
    rules: Rules,
    position: Position,
    selection: Selection | None,
    spot: PileSpot,
    *,
    by_cursor: bool = False,
) -> TouchResult:
    """Interpret a tap (or confirm) on this spot, with or without a selection."""
    if selection is not None:
        return _interpret_target(rules, position, selection, spot)
    if not has_top_card(position, spot.pile):
        return NoAction()
    if count_cards_from(position, spot) == 1 and not is_foundation(spot.pile):
        home = Move(spot.pile, HOME)
        if why_not(rules, position, home) is None:
            return home
    return pick_up(rules, position, spot, by_cursor=by_cursor)


def pick_up(
    rules: Rules, position: Position, spot: PileSpot, *, by_cursor: bool = False
) -> Selection | Refusal | NoAction:
    """Return the selection that a hold (or the start of a drag) makes, or the reason against it."""
    if not has_top_card(position, spot.pile):
        return NoAction()
    cards = count_cards_from(position, spot)
    return why_not_pick_up(rules, position, spot.pile, cards) or Selection(
        spot.pile, cards, by_cursor
    )


def interpret_drop(
    rules: Rules, position: Position, selection: Selection, targets: Iterable[int]
) -> TouchResult:
    """Return the move to the first of the target piles (nearest first) that accepts the selection.

    Where none does, return the reason of the nearest; with its own pile nearest, deselect.
    """
    first: TouchResult | None = None
    for pile in targets:
        result = _interpret_target(rules, position, selection, PileSpot(pile))
        first = result if first is None else first
        if isinstance(result, Move) or isinstance(first, Deselect):
            return result
    return first or Deselect()


def list_selection_moves(rules: Rules, position: Position, selection: Selection) -> list[Move]:
    """Return all legal moves of the selection, one for each pile that accepts it, home last."""
    cells = range(FIRST_CELL, FIRST_CELL + len(position.cells))
    piles = (*range(len(position.columns)), *cells, HOME)
    others = [pile for pile in piles if pile != selection.pile]
    results = [_move_onto(rules, position, selection, pile) for pile in others]
    return [move for move in results if isinstance(move, Move)]


def interpret_double_tap(
    rules: Rules, position: Position, spot: PileSpot, *, by_cursor: bool = False
) -> TouchResult:
    """Return the move that a double tap makes, or NoAction.

    The first that is legal of: its foundation; the longest column that accepts it; an empty column
    (but not for a column of one card, nor by cursor for a whole column); a free cell; ties to the
    left. For a group only the two steps with columns apply.
    """
    selection = pick_up(rules, position, spot, by_cursor=by_cursor)
    if not isinstance(selection, Selection):
        return selection
    moves = list_selection_moves(rules, position, selection)
    single = selection.card_count == 1
    if single and (home := [move for move in moves if move.target == HOME]):
        return home[0]
    onto = [m for m in moves if is_column(m.target) and position.columns[m.target]]
    if onto:
        return max(onto, key=lambda m: (len(position.columns[m.target]), -m.target))
    empty = [m for m in moves if is_column(m.target) and not position.columns[m.target]]
    if empty and not (single and _takes_whole_column(position, empty[0])):
        return empty[0]
    cells = [m for m in moves if is_cell(m.target)]
    return cells[0] if single and cells else NoAction()


def _takes_whole_column(position: Position, move: Move) -> bool:
    return is_column(move.source) and move.count == len(position.columns[move.source])


def _interpret_target(
    rules: Rules, position: Position, selection: Selection, spot: PileSpot
) -> TouchResult:
    if spot.pile == selection.pile and count_cards_from(position, spot) <= selection.card_count:
        return Deselect()
    return _move_onto(rules, position, selection, spot.pile)


def _move_onto(rules: Rules, position: Position, selection: Selection, pile: int) -> Move | Refusal:
    target = HOME if is_foundation(pile) else pile
    if not is_column(target) or not is_column(selection.pile):
        move = Move(selection.pile, target, 1)
        return why_not(rules, position, move) or move
    if not position.columns[target]:
        return _move_into_empty(rules, position, selection, target)
    too_many: Refusal | None = None
    for count in range(1, get_run_length(rules, position.columns[selection.pile]) + 1):
        move = Move(selection.pile, target, count)
        refusal = why_not(rules, position, move)
        if refusal is None:
            return move
        if refusal.reason is Reason.TOO_MANY:
            too_many = refusal
    move = Move(selection.pile, target, selection.card_count)
    return too_many or _explain_refusal(rules, position, move)


def _move_into_empty(
    rules: Rules, position: Position, selection: Selection, target: int
) -> Move | Refusal:
    counts = [selection.card_count]
    if selection.by_cursor and selection.card_count == 1:
        counts = list(range(get_run_length(rules, position.columns[selection.pile]), 0, -1))
    for count in counts:
        move = Move(selection.pile, target, count)
        if why_not(rules, position, move) is None:
            return move
    return _explain_refusal(rules, position, Move(selection.pile, target, selection.card_count))


def _explain_refusal(rules: Rules, position: Position, move: Move) -> Refusal:
    refusal = why_not(rules, position, move)
    assert refusal is not None, "asked for the reason of a legal move"
    return refusal
