"""`why_not` is the only judge of a move; all other rules can be had here as well."""

from __future__ import annotations

from engine.cards import KING, Card, is_red, make_card, rank_of, suit_of
from engine.finishing import finish
from engine.groups import free_cells, group_limit, run_length, spare_columns
from engine.listing import accepting, fits, is_stuck, legal_moves
from engine.moves import CELL, FOUNDATION, HOME, Move, is_cell, is_column, is_foundation
from engine.playing import home_pile, is_won, play
from engine.position import EMPTY, Position
from engine.refusals import Reason, Refusal
from engine.variants import Build, Filling, Grouping, Rules

__all__ = [
    "accepting",
    "finish",
    "fits",
    "group_limit",
    "home_pile",
    "is_stuck",
    "is_won",
    "legal_moves",
    "play",
    "run_length",
    "why_no_group",
    "why_not",
]

_ON_COLUMN = {
    Build.SUIT: Reason.NEEDS_CARD,
    Build.ANY: Reason.NEEDS_RANK,
    Build.COLOURS: Reason.NEEDS_COLOUR,
}
_ON_HOME = {
    Build.SUIT: Reason.HOME_NEEDS_CARD,
    Build.ANY: Reason.HOME_NEEDS_RANK,
    Build.COLOURS: Reason.HOME_NEEDS_COLOUR,
}


def why_not(rules: Rules, position: Position, move: Move) -> Refusal | None:
    """Why the move may not be played, or None where it may.

    Piles that the game does not have are refused like any other.
    """
    if is_won(position):
        return Refusal(Reason.WON)
    refusal = why_no_group(rules, position, move.source, move.count)
    if refusal is not None:
        return refusal
    if not _may_be_target(position, move.target):
        return Refusal(Reason.NO_SUCH_PILE)
    card = _leader(position, move.source, move.count)
    if move.source == move.target:
        return Refusal(Reason.SAME_PILE, card)
    if is_column(move.target):
        return _why_not_on_column(rules, position, move, card)
    if move.target == HOME:
        return _why_not_home(rules, position, move, card)
    return _why_not_in_cell(position, move, card)


def why_no_group(rules: Rules, position: Position, source: int, count: int) -> Refusal | None:
    """Why this many cards cannot be picked up together from the pile, or None where they can.

    Whether they may be put down anywhere, and whether there is room to carry them, is not asked.
    """
    if not _is_source(position, source):
        return Refusal(Reason.NO_SUCH_PILE)
    if is_foundation(source) and not rules.variant.returns:
        return Refusal(Reason.FOUNDATION_LOCKED)
    there = _height(position, source)
    if count < 1 or there < 1:
        return Refusal(Reason.NO_CARD)
    if count > there:
        return Refusal(Reason.FEW_CARDS, cards=count, limit=there)
    if count == 1:
        return None
    if is_foundation(source) or rules.grouping is Grouping.NONE:
        return _one_at_a_time(position, source, count)
    return _why_no_run(rules, position.columns[source], count)


def _one_at_a_time(position: Position, source: int, count: int) -> Refusal:
    if is_foundation(source):
        return Refusal(Reason.ONE_AT_A_TIME)
    card, other = position.columns[source][-count:][:2]
    return Refusal(Reason.ALONE, card, other, count)


def _why_no_run(rules: Rules, column: bytes, count: int) -> Refusal | None:
    run = run_length(rules, column)
    if count <= run:
        return None
    return Refusal(Reason.NO_RUN, column[-run - 1], column[-run], count, run)


def _is_source(position: Position, pile: int) -> bool:
    return is_foundation(pile) or (pile != HOME and _may_be_target(position, pile))


def _may_be_target(position: Position, pile: int) -> bool:
    if is_column(pile):
        return pile < len(position.columns)
    return pile == HOME or (is_cell(pile) and pile < CELL + len(position.cells))


def _height(position: Position, source: int) -> int:
    if is_column(source):
        return len(position.columns[source])
    if is_cell(source):
        return int(position.cells[source - CELL] != EMPTY)
    return position.foundations[source - FOUNDATION]


def _leader(position: Position, source: int, count: int) -> Card:
    """The card that leads the others: the lowest in the column."""
    if is_column(source):
        return position.columns[source][-count]
    if is_cell(source):
        return position.cells[source - CELL]
    suit = source - FOUNDATION
    return make_card(position.foundations[suit] - 1, suit)


def _why_not_on_column(rules: Rules, position: Position, move: Move, card: Card) -> Refusal | None:
    column = position.columns[move.target]
    if column and column[-1] not in rules.lands[card]:
        return _misfit(rules, card)
    if not column and rules.filling is Filling.NOTHING:
        return Refusal(Reason.STAYS_EMPTY)
    if not column and rules.filling is Filling.KING and rank_of(card) != KING:
        return Refusal(Reason.NEEDS_KING, card)
    limit = group_limit(rules, position, move.target)
    if move.count <= limit:
        return None
    spare = spare_columns(rules, position, move.target)
    return Refusal(Reason.TOO_MANY, card, None, move.count, limit, free_cells(position), spare)


def _misfit(rules: Rules, card: Card) -> Refusal:
    if rank_of(card) == KING:
        return Refusal(Reason.KING_ON_CARD, card)
    return Refusal(_ON_COLUMN[rules.variant.tableau], card, rules.lands[card][0])


def _why_not_home(rules: Rules, position: Position, move: Move, card: Card) -> Refusal | None:
    if is_foundation(move.source):
        return Refusal(Reason.AT_HOME, card)
    if move.count > 1:
        return Refusal(Reason.ONE_TO_HOME, card, cards=move.count)
    if home_pile(rules, position, card) is not None:
        return None
    build = rules.variant.foundations
    return Refusal(_ON_HOME[build], card, _beneath(build, card))


def _beneath(build: Build, card: Card) -> Card:
    """A card that this one may lie on at home. Aces never ask: their foundations wait."""
    suit = suit_of(card)
    if build is Build.COLOURS:
        suit = next(other for other in range(4) if is_red(other) != is_red(suit))
    return make_card(rank_of(card) - 1, suit)


def _why_not_in_cell(position: Position, move: Move, card: Card) -> Refusal | None:
    if is_cell(move.source):
        return Refusal(Reason.CELL_TO_CELL, card)
    if move.count > 1:
        return Refusal(Reason.ONE_TO_CELL, card, cards=move.count)
    held = position.cells[move.target - CELL]
    return None if held == EMPTY else Refusal(Reason.CELL_TAKEN, card, held)
