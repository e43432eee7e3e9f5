"""Move generation: legal moves, auto-finish, perft."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.cards import KING, Card, make_card, rank_of
from engine.position import EMPTY, FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position
from engine.rules import find_home_pile, get_group_limit, get_run_length, is_won, play
from engine.variants import Filling, Rules


class _Targets(NamedTuple):
    # (pile, top card or EMPTY) of the columns that can take a card.
    columns: list[tuple[int, int]]
    cells: list[int]
    max_onto_card: int
    max_into_empty: int


def legal_moves(rules: Rules, position: Position) -> list[Move]:
    """Return all legal moves: into each free cell and empty column, groups in every length.

    Sorted by source (columns, cells, foundations C D H S), then target (columns, cells, home), then
    count. A won game has none.
    """
    if is_won(position):
        return []
    targets = _find_targets(rules, position)
    moves: list[Move] = []
    for pile in _list_sources(rules, position):
        moves += _list_moves_from(rules, position, pile, targets)
    return moves


def legal_moves_from(
    rules: Rules, position: Position, source: int, count: int | None = None
) -> list[Move]:
    """Return the legal moves from one pile in the same order, of `count` cards if given."""
    if is_won(position) or source not in _list_sources(rules, position):
        return []
    moves = _list_moves_from(rules, position, source, _find_targets(rules, position))
    return [move for move in moves if count is None or move.count == count]


def count_movable_cards(rules: Rules, position: Position, source: int, target: int) -> int:
    """Return how many cards can move from one pile to another, or 0.

    Exactly this number fits onto a card; into an empty column fewer cards can move, too.
    """
    moves = legal_moves_from(rules, position, source)
    return max((move.count for move in moves if move.target == target), default=0)


def is_stuck(rules: Rules, position: Position) -> bool:
    """Return True if the game is not won and has no legal move."""
    return not is_won(position) and not legal_moves(rules, position)


def _list_sources(rules: Rules, position: Position) -> list[int]:
    piles = [pile for pile, column in enumerate(position.columns) if column]
    piles += [FIRST_CELL + cell for cell, card in enumerate(position.cells) if card != EMPTY]
    if rules.variant.allows_returns:
        piles += [FIRST_FOUNDATION + suit for suit in range(4) if position.foundations[suit]]
    return piles


def _find_targets(rules: Rules, position: Position) -> _Targets:
    columns = [
        (pile, column[-1] if column else EMPTY) for pile, column in enumerate(position.columns)
    ]
    filled_columns = [pile for pile, top in columns if top != EMPTY]
    empty_columns = [pile for pile, top in columns if top == EMPTY]
    return _Targets(
        [
            target
            for target in columns
            if target[1] != EMPTY or rules.filling is not Filling.NOTHING
        ],
        [FIRST_CELL + cell for cell, card in enumerate(position.cells) if card == EMPTY],
        get_group_limit(rules, position, filled_columns[0]) if filled_columns else 1,
        get_group_limit(rules, position, empty_columns[0]) if empty_columns else 0,
    )


def _list_moves_from(rules: Rules, position: Position, pile: int, targets: _Targets) -> list[Move]:
    if pile < FIRST_CELL:
        column = position.columns[pile]
        run = column[-get_run_length(rules, column) :]
    elif pile < HOME:
        run = bytes([position.cells[pile - FIRST_CELL]])
    else:
        run = bytes(
            [make_card(position.foundations[pile - FIRST_FOUNDATION] - 1, pile - FIRST_FOUNDATION)]
        )
    moves = _list_column_moves(rules, pile, run, targets)
    if pile < FIRST_CELL or pile >= FIRST_FOUNDATION:
        moves += [Move(pile, cell) for cell in targets.cells]
    if pile < HOME and find_home_pile(rules, position, run[-1]) is not None:
        moves.append(Move(pile, HOME))
    return moves


def _list_column_moves(rules: Rules, pile: int, run: bytes, targets: _Targets) -> list[Move]:
    moves = []
    tableau_targets = rules.tableau_targets
    rank = rank_of(run[-1])
    max_count = min(len(run), targets.max_onto_card)
    for target, top in targets.columns:
        if top == EMPTY:
            moves += _list_empty_column_moves(rules, pile, run, target, targets.max_into_empty)
            continue
        count = rank_of(top) - rank
        if 0 < count <= max_count and target != pile and top in tableau_targets[run[-count]]:
            moves.append(Move(pile, target, count))
    return moves


def _list_empty_column_moves(
    rules: Rules, pile: int, run: bytes, target: int, limit: int
) -> list[Move]:
    counts = range(1, min(len(run), limit) + 1)
    if rules.filling is Filling.ANY:
        return [Move(pile, target, count) for count in counts]
    return [Move(pile, target, count) for count in counts if rank_of(run[-count]) == KING]


def find_finishing_moves(rules: Rules, position: Position) -> list[Move]:
    """Return moves to the foundations that alone win the game, or an empty list.

    If foundations build in suit, the order of these moves does not matter. If two cards compete for
    a foundation both are tried, because different cards lie beneath them.
    """
    paths: list[tuple[Position, tuple[Move, ...]]] = [(position, ())]
    seen = {position}
    while paths:
        current, moves = paths.pop()
        if is_won(current):
            return list(moves)
        for move in _list_home_moves(rules, current):
            after = play(rules, current, move)
            if after not in seen:
                seen.add(after)
                paths.append((after, (*moves, move)))
    return []


def _list_home_moves(rules: Rules, position: Position) -> list[Move]:
    """A move that takes no place from other cards is enough; else all are tried."""
    moves = []
    for pile, card in _list_top_cards(position):
        if find_home_pile(rules, position, card) is None:
            continue
        move = Move(pile, HOME)
        if _is_uncontested(rules, position, card):
            return [move]
        moves.append(move)
    return moves


def _is_uncontested(rules: Rules, position: Position, card: Card) -> bool:
    return all(
        position.foundations[pile] >= rank_of(card) for pile in rules.foundation_targets[card]
    )


def _list_top_cards(position: Position) -> list[tuple[int, Card]]:
    tops = [(pile, column[-1]) for pile, column in enumerate(position.columns) if column]
    cells = [(FIRST_CELL + cell, card) for cell, card in enumerate(position.cells) if card != EMPTY]
    return tops + cells


def perft(rules: Rules, position: Position, depth: int) -> int:
    """Count the sequences of `depth` legal moves.

    A position that several sequences reach is expanded once, with the number of its sequences.
    """
    layer = Counter({position: 1})
    for _ in range(depth):
        next_layer: Counter[Position] = Counter()
        for current, sequence_count in layer.items():
            for move in legal_moves(rules, current):
                next_layer[play(rules, current, move)] += sequence_count
        layer = next_layer
        if not layer:
            break
    return layer.total()
