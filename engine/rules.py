"""The rules: which moves are legal, what a move does, when a game is won."""

from __future__ import annotations

from engine.cards import KING, Card, is_red, make_card, rank_of, suit_of
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
from engine.variants import Build, Filling, Grouping, Rules

NO_LIMIT = 52


def get_run_length(rules: Rules, column: bytes) -> int:
    """Return how many cards at the top of a column are in sequence and can move together.

    0 for an empty column; at most 1 in a game that moves single cards only.
    """
    if len(column) < 2 or rules.grouping is Grouping.NONE:
        return len(column[:1])
    tableau_targets = rules.tableau_targets
    length = 1
    card = column[-1]
    for lower in reversed(column[:-1]):
        if lower not in tableau_targets[card]:
            break
        card = lower
        length += 1
    return length


def count_free_cells(position: Position) -> int:
    """Return the number of free cells."""
    return position.cells.count(EMPTY)


def count_spare_columns(rules: Rules, position: Position, target: int) -> int | None:
    """Count the empty columns that help to carry a group to the target; None if none ever does.

    The target itself does not help, nor does a column that takes only Kings.
    """
    if rules.filling is not Filling.ANY:
        return None
    return position.columns.count(b"") - (not position.columns[target])


def get_group_limit(rules: Rules, position: Position, target: int) -> int:
    """Return how many cards can move together to the target column.

    Source: the published rules of Baker's Game. With f free cells and e empty columns, the target
    not counted, (f + 1) · 2^e cards can be carried one by one; f + 1 if empty columns take only
    Kings.
    """
    if rules.grouping is Grouping.NONE:
        return 1
    if rules.grouping is Grouping.WHOLE:
        return NO_LIMIT
    return count_free_cells(position) + 1 << (count_spare_columns(rules, position, target) or 0)


_WON_HEIGHTS = bytes([13, 13, 13, 13])


def is_won(position: Position) -> bool:
    """Return True if all 52 cards are on the foundations."""
    return position.foundations == _WON_HEIGHTS


def find_home_pile(rules: Rules, position: Position, card: Card) -> int | None:
    """Return the foundation, 0 to 3, that takes the card, the first of H C D S, or None."""
    rank = rank_of(card)
    for pile in rules.foundation_targets[card]:
        if position.foundations[pile] == rank:
            return pile
    return None


def play(rules: Rules, position: Position, move: Move) -> Position:
    """Return the position after a legal move; `why_not` checks whether it is legal."""
    columns = list(position.columns)
    cells = bytearray(position.cells)
    heights = bytearray(position.foundations)
    source, target, count = move
    if source < FIRST_CELL:
        cards = columns[source][-count:]
        columns[source] = columns[source][:-count]
    elif source < HOME:
        cards = bytes([cells[source - FIRST_CELL]])
        cells[source - FIRST_CELL] = EMPTY
    else:
        heights[source - FIRST_FOUNDATION] -= 1
        cards = bytes([make_card(heights[source - FIRST_FOUNDATION], source - FIRST_FOUNDATION)])
    if target < FIRST_CELL:
        columns[target] += cards
    elif target < HOME:
        cells[target - FIRST_CELL] = cards[0]
    else:
        pile = find_home_pile(rules, position, cards[0])
        assert pile is not None, "play is for legal moves"
        heights[pile] += 1
    return Position(tuple(columns), bytes(cells), bytes(heights))


_COLUMN_REASONS = {
    Build.SUIT: Reason.NEEDS_CARD,
    Build.ANY: Reason.NEEDS_RANK,
    Build.COLOURS: Reason.NEEDS_COLOUR,
}
_HOME_REASONS = {
    Build.SUIT: Reason.HOME_NEEDS_CARD,
    Build.ANY: Reason.HOME_NEEDS_RANK,
    Build.COLOURS: Reason.HOME_NEEDS_COLOUR,
}


def why_not(rules: Rules, position: Position, move: Move) -> Refusal | None:
    """Return the reason why a move is illegal, or None if it is legal."""
    if is_won(position):
        return Refusal(Reason.WON)
    refusal = why_not_pick_up(rules, position, move.source, move.count)
    if refusal is not None:
        return refusal
    if not _is_target(position, move.target):
        return Refusal(Reason.NO_SUCH_PILE)
    card = _get_lead_card(position, move.source, move.count)
    if move.source == move.target:
        return Refusal(Reason.SAME_PILE, card)
    if is_column(move.target):
        return _why_not_on_column(rules, position, move, card)
    if move.target == HOME:
        return _why_not_home(rules, position, move, card)
    return _why_not_in_cell(position, move, card)


def why_not_pick_up(rules: Rules, position: Position, source: int, count: int) -> Refusal | None:
    """Return the reason why cards cannot be picked up together, or None if they can.

    Neither the target nor the limit of a group is considered.
    """
    if not _is_source(position, source):
        return Refusal(Reason.NO_SUCH_PILE)
    if is_foundation(source) and not rules.variant.allows_returns:
        return Refusal(Reason.FOUNDATION_LOCKED)
    available = _count_cards(position, source)
    if count < 1 or available < 1:
        return Refusal(Reason.NO_CARD)
    if count > available:
        return Refusal(Reason.TOO_FEW_CARDS, card_count=count, limit=available)
    if count == 1:
        return None
    if is_foundation(source) or rules.grouping is Grouping.NONE:
        return _refuse_group(position, source, count)
    column = position.columns[source]
    run_length = get_run_length(rules, column)
    if count <= run_length:
        return None
    lead_card, other_card = column[-run_length - 1], column[-run_length]
    return Refusal(Reason.NOT_A_RUN, lead_card, other_card, count, run_length)


def _refuse_group(position: Position, source: int, count: int) -> Refusal:
    if is_foundation(source):
        return Refusal(Reason.ONE_AT_A_TIME)
    card, other_card = position.columns[source][-count:][:2]
    return Refusal(Reason.CARD_COVERED, card, other_card, count)


def _is_source(position: Position, pile: int) -> bool:
    return is_foundation(pile) or (pile != HOME and _is_target(position, pile))


def _is_target(position: Position, pile: int) -> bool:
    if is_column(pile):
        return pile < len(position.columns)
    return pile == HOME or (is_cell(pile) and pile < FIRST_CELL + len(position.cells))


def _count_cards(position: Position, source: int) -> int:
    if is_column(source):
        return len(position.columns[source])
    if is_cell(source):
        return int(position.cells[source - FIRST_CELL] != EMPTY)
    return position.foundations[source - FIRST_FOUNDATION]


def _get_lead_card(position: Position, source: int, count: int) -> Card:
    if is_column(source):
        return position.columns[source][-count]
    if is_cell(source):
        return position.cells[source - FIRST_CELL]
    suit = source - FIRST_FOUNDATION
    return make_card(position.foundations[suit] - 1, suit)


def _why_not_on_column(rules: Rules, position: Position, move: Move, card: Card) -> Refusal | None:
    column = position.columns[move.target]
    if column and column[-1] not in rules.tableau_targets[card]:
        return _refuse_on_card(rules, card)
    if not column and rules.filling is Filling.NOTHING:
        return Refusal(Reason.STAYS_EMPTY)
    if not column and rules.filling is Filling.KING and rank_of(card) != KING:
        return Refusal(Reason.NEEDS_KING, card)
    limit = get_group_limit(rules, position, move.target)
    if move.count <= limit:
        return None
    spare = count_spare_columns(rules, position, move.target)
    return Refusal(
        Reason.TOO_MANY, card, None, move.count, limit, count_free_cells(position), spare
    )


def _refuse_on_card(rules: Rules, card: Card) -> Refusal:
    if rank_of(card) == KING:
        return Refusal(Reason.KING_ON_CARD, card)
    return Refusal(_COLUMN_REASONS[rules.variant.tableau], card, rules.tableau_targets[card][0])


def _why_not_home(rules: Rules, position: Position, move: Move, card: Card) -> Refusal | None:
    if is_foundation(move.source):
        return Refusal(Reason.ALREADY_HOME, card)
    if move.count > 1:
        return Refusal(Reason.ONE_TO_HOME, card, card_count=move.count)
    if find_home_pile(rules, position, card) is not None:
        return None
    build = rules.variant.foundations
    return Refusal(_HOME_REASONS[build], card, _find_card_beneath(build, card))


def _find_card_beneath(build: Build, card: Card) -> Card:
    suit = suit_of(card)
    if build is Build.COLOURS:
        suit = next(other for other in range(4) if is_red(other) != is_red(suit))
    return make_card(rank_of(card) - 1, suit)


def _why_not_in_cell(position: Position, move: Move, card: Card) -> Refusal | None:
    if is_cell(move.source):
        return Refusal(Reason.CELL_TO_CELL, card)
    if move.count > 1:
        return Refusal(Reason.ONE_TO_CELL, card, card_count=move.count)
    cell_card = position.cells[move.target - FIRST_CELL]
    return None if cell_card == EMPTY else Refusal(Reason.CELL_TAKEN, card, cell_card)
