"""Why_not, play, is_won, run and group lengths."""

from __future__ import annotations

from engine.cards import KING, Card, is_red, make_card, rank_of, suit_of
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
from engine.variants import Build, Filling, Grouping, Rules

NO_LIMIT = 52
"""As many cards as there are."""


def run_length(rules: Rules, column: bytes) -> int:
    """How many cards at the top of the column are in sequence and may be picked up together.

    0 where the column is empty; never more than 1 in a game that moves single cards only.
    """
    if len(column) < 2 or rules.grouping is Grouping.NONE:
        return len(column[:1])
    lands = rules.lands
    length = 1
    card = column[-1]
    for lower in reversed(column[:-1]):
        if lower not in lands[card]:
            break
        card = lower
        length += 1
    return length


def free_cells(position: Position) -> int:
    """How many cells are free."""
    return position.cells.count(EMPTY)


def spare_columns(rules: Rules, position: Position, target: int) -> int | None:
    """How many empty columns help to carry cards to the target column; None where none ever does.

    An empty column that takes only Kings is no spot for a lower card on its way, and the target
    itself is none either.
    """
    if rules.filling is not Filling.ANY:
        return None
    return position.columns.count(b"") - (not position.columns[target])


def group_limit(rules: Rules, position: Position, target: int) -> int:
    """The most cards that may move together to the target column.

    Source: the published rules of Baker's Game. With f free cells and e empty columns, the target
    not counted, (f + 1) · 2^e cards can be carried one by one; f + 1 where empty columns take only
    Kings.
    """
    if rules.grouping is Grouping.NONE:
        return 1
    if rules.grouping is Grouping.WHOLE:
        return NO_LIMIT
    return free_cells(position) + 1 << (spare_columns(rules, position, target) or 0)


_ALL_HOME = bytes([13, 13, 13, 13])


def is_won(position: Position) -> bool:
    """Whether all 52 cards lie on the foundations."""
    return position.foundations == _ALL_HOME


def home_pile(rules: Rules, position: Position, card: Card) -> int | None:
    """The foundation (0 … 3) that takes the card, the first of H C D S; None where none does."""
    rank = rank_of(card)
    for pile in rules.homes[card]:
        if position.foundations[pile] == rank:
            return pile
    return None


def play(rules: Rules, position: Position, move: Move) -> Position:
    """The position after a legal move. Whether it is legal is not asked here: ask `why_not`."""
    columns = list(position.columns)
    cells = bytearray(position.cells)
    heights = bytearray(position.foundations)
    source, target, count = move
    if source < CELL:
        cards = columns[source][-count:]
        columns[source] = columns[source][:-count]
    elif source < HOME:
        cards = bytes([cells[source - CELL]])
        cells[source - CELL] = EMPTY
    else:
        heights[source - FOUNDATION] -= 1
        cards = bytes([make_card(heights[source - FOUNDATION], source - FOUNDATION)])
    if target < CELL:
        columns[target] += cards
    elif target < HOME:
        cells[target - CELL] = cards[0]
    else:
        pile = home_pile(rules, position, cards[0])
        assert pile is not None, "play is for legal moves"
        heights[pile] += 1
    return Position(tuple(columns), bytes(cells), bytes(heights))


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
