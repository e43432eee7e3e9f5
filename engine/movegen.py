"""Legal_moves, auto-finish, perft."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.cards import KING, Card, make_card, rank_of
from engine.position import CELL, EMPTY, FOUNDATION, HOME, Move, Position
from engine.rules import group_limit, home_pile, is_won, play, run_length
from engine.variants import Filling, Rules


class _Targets(NamedTuple):
    """What a card finds on the table, whichever pile it comes from."""

    columns: list[tuple[int, int]]
    """Columns that may take a card, each with its top card or EMPTY."""
    cells: list[int]
    """The free cells."""
    onto_card: int
    """How many cards may move together onto a card."""
    into_empty: int
    """How many into an empty column."""


def legal_moves(rules: Rules, position: Position) -> list[Move]:
    """All legal moves: into every free cell and empty column, groups in every length.

    In the order of their sources (columns from left to right, cells, foundations C D H S), then of
    their targets (columns from left to right, cells, home), then of their counts. A won game has
    none.
    """
    if is_won(position):
        return []
    targets = _targets(rules, position)
    moves: list[Move] = []
    for pile in _sources(rules, position):
        moves += _moves_from(rules, position, pile, targets)
    return moves


def accepting(
    rules: Rules, position: Position, source: int, count: int | None = None
) -> list[Move]:
    """The legal moves from one pile, in the same order, of `count` cards where that is given."""
    if is_won(position) or source not in _sources(rules, position):
        return []
    moves = _moves_from(rules, position, source, _targets(rules, position))
    return [move for move in moves if count is None or move.count == count]


def fits(rules: Rules, position: Position, source: int, target: int) -> int:
    """How many cards go from one pile to the other, 0 where none.

    Onto a card that is the one count that fits, into an empty column the most that may go.
    """
    moves = accepting(rules, position, source)
    return max((move.count for move in moves if move.target == target), default=0)


def is_stuck(rules: Rules, position: Position) -> bool:
    """Whether the game is not won and has no legal move, foundation returns counted in."""
    return not is_won(position) and not legal_moves(rules, position)


def _sources(rules: Rules, position: Position) -> list[int]:
    piles = [pile for pile, column in enumerate(position.columns) if column]
    piles += [CELL + cell for cell, card in enumerate(position.cells) if card != EMPTY]
    if rules.variant.returns:
        piles += [FOUNDATION + suit for suit in range(4) if position.foundations[suit]]
    return piles


def _targets(rules: Rules, position: Position) -> _Targets:
    columns = [
        (pile, column[-1] if column else EMPTY) for pile, column in enumerate(position.columns)
    ]
    filled = [pile for pile, top in columns if top != EMPTY]
    empty = [pile for pile, top in columns if top == EMPTY]
    return _Targets(
        [
            target
            for target in columns
            if target[1] != EMPTY or rules.filling is not Filling.NOTHING
        ],
        [CELL + cell for cell, card in enumerate(position.cells) if card == EMPTY],
        group_limit(rules, position, filled[0]) if filled else 1,
        group_limit(rules, position, empty[0]) if empty else 0,
    )


def _moves_from(rules: Rules, position: Position, pile: int, targets: _Targets) -> list[Move]:
    if pile < CELL:
        column = position.columns[pile]
        run = column[-run_length(rules, column) :]
    elif pile < HOME:
        run = bytes([position.cells[pile - CELL]])
    else:
        run = bytes([make_card(position.foundations[pile - FOUNDATION] - 1, pile - FOUNDATION)])
    moves = _to_columns(rules, pile, run, targets)
    if pile < CELL or pile >= FOUNDATION:
        moves += [Move(pile, cell) for cell in targets.cells]
    if pile < HOME and home_pile(rules, position, run[-1]) is not None:
        moves.append(Move(pile, HOME))
    return moves


def _to_columns(rules: Rules, pile: int, run: bytes, targets: _Targets) -> list[Move]:
    moves = []
    lands = rules.lands
    rank = rank_of(run[-1])
    most = min(len(run), targets.onto_card)
    for target, top in targets.columns:
        if top == EMPTY:
            moves += _into_empty(rules, pile, run, target, targets.into_empty)
            continue
        count = rank_of(top) - rank
        if 0 < count <= most and target != pile and top in lands[run[-count]]:
            moves.append(Move(pile, target, count))
    return moves


def _into_empty(rules: Rules, pile: int, run: bytes, target: int, limit: int) -> list[Move]:
    counts = range(1, min(len(run), limit) + 1)
    if rules.filling is Filling.ANY:
        return [Move(pile, target, count) for count in counts]
    return [Move(pile, target, count) for count in counts if rank_of(run[-count]) == KING]


def finish(rules: Rules, position: Position) -> list[Move]:
    """Moves to the foundations that alone win from here; none where they do not.

    Where foundations build in suit the order of such moves never matters. Where two cards compete
    for one foundation each is tried, for what lies beneath them differs.
    """
    paths: list[tuple[Position, tuple[Move, ...]]] = [(position, ())]
    seen = {position}
    while paths:
        here, line = paths.pop()
        if is_won(here):
            return list(line)
        for move in _homeward(rules, here):
            after = play(rules, here, move)
            if after not in seen:
                seen.add(after)
                paths.append((after, (*line, move)))
    return []


def _homeward(rules: Rules, position: Position) -> list[Move]:
    """The foundation moves worth trying: one that takes nothing from other cards, else all."""
    moves = []
    for pile, card in _tops(position):
        if home_pile(rules, position, card) is None:
            continue
        move = Move(pile, HOME)
        if _unrivalled(rules, position, card):
            return [move]
        moves.append(move)
    return moves


def _unrivalled(rules: Rules, position: Position, card: Card) -> bool:
    """Whether there is a foundation ready for every card that could take the place of this one."""
    return all(position.foundations[pile] >= rank_of(card) for pile in rules.homes[card])


def _tops(position: Position) -> list[tuple[int, Card]]:
    tops = [(pile, column[-1]) for pile, column in enumerate(position.columns) if column]
    cells = [(CELL + cell, card) for cell, card in enumerate(position.cells) if card != EMPTY]
    return tops + cells


def perft(rules: Rules, position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves there are from this position.

    Positions that several sequences reach are looked at once, with the number of their sequences.
    """
    layer = Counter({position: 1})
    for _ in range(depth):
        after: Counter[Position] = Counter()
        for here, sequences in layer.items():
            for move in legal_moves(rules, here):
                after[play(rules, here, move)] += sequences
        layer = after
        if not layer:
            break
    return layer.total()
