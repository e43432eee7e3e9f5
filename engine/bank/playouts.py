"""A sensible player without foresight: how far chance gets who follows good habits only.

The habits: a card that may go home goes. No table is made twice. A run moves as a whole, and not
from a column of its own to another empty one. Cards return from foundations never. Among what
remains chance decides, and favours columns over cells and whatever digs for a wanted card.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from engine.cards import KING, rank_of
from engine.groups import run_length
from engine.moves import CELL, HOME, Move
from engine.position import EMPTY, Position
from engine.rules import is_won, legal_moves, play
from engine.solver.steps import looks
from engine.variants import Rules

PLAYOUTS: Final = 32
"""How often each deal is played."""

_MOST_MOVES: Final = 250
"""A player who has not won by then gives up."""
_ONTO_CARD: Final = 12
_INTO_EMPTY: Final = 2
_INTO_CELL: Final = 1
_RUN_LEFT: Final = 1
"""For a card that leaves the one it lies on in sequence."""
_DIGGING: Final = 3
"""How many times likelier a move is that takes cards off a wanted one."""


def cards_left(rules: Rules, start: Position, seed: int) -> tuple[int, int]:
    """How many cards are not at home when playouts end, all added up, and how many of them win.

    Equal calls give equal answers: chance comes from the seed, on every Python alike.
    """
    left = won = 0
    for index in range(PLAYOUTS):
        end = played_out(rules, start, Random(seed * PLAYOUTS + index))
        left += 52 - sum(end.foundations)
        won += is_won(end)
    return left, won


def played_out(rules: Rules, start: Position, chance: Random) -> Position:
    """The table at which one playout ends: won, stuck, or after too many moves."""
    position = start
    seen = {looks(start)}
    for _ in range(_MOST_MOVES):
        for move in _in_order_of_liking(rules, position, chance):
            after = play(rules, position, move)
            if looks(after) not in seen:
                seen.add(looks(after))
                position = after
                break
        else:
            break
    return position


def _in_order_of_liking(rules: Rules, position: Position, chance: Random) -> Iterator[Move]:
    """The moves that make sense, drawn one after the other; those home come first."""
    moves = _sensible(rules, position)
    home = [move for move in moves if move.target == HOME]
    yield from home[:1]
    digs = _digs(rules, position)
    weighed = [(_weight(rules, position, move, digs), move) for move in moves if move not in home]
    total = sum(weight for weight, _ in weighed)
    while total:
        drawn = int(chance.random() * total)
        for index, (weight, _) in enumerate(weighed):
            drawn -= weight
            if drawn < 0:
                total -= weight
                yield weighed.pop(index)[1]
                break


def _sensible(rules: Rules, position: Position) -> list[Move]:
    """Legal moves without those that differ from others by the place of a card only."""
    empty = next((pile for pile, column in enumerate(position.columns) if not column), None)
    cell = CELL + position.cells.find(EMPTY)
    targets = {cell, empty, HOME, *(p for p, column in enumerate(position.columns) if column)}
    return [
        move
        for move in legal_moves(rules, position)
        if move.source < HOME and move.target in targets and _moves_all(rules, position, move)
    ]


def _moves_all(rules: Rules, position: Position, move: Move) -> bool:
    """Whether an empty column gets a whole run, and not one that has a column of its own."""
    if move.target >= CELL or move.source >= CELL or position.columns[move.target]:
        return True
    column = position.columns[move.source]
    return len(column) > move.count and move.count == run_length(rules, column)


def _digs(rules: Rules, position: Position) -> set[int]:
    """The columns that hold a card which a foundation waits for."""
    heights = position.foundations
    wanted = {
        card
        for pile in range(4)
        for card in range(4 * heights[pile], 4 * heights[pile] + 4)
        if pile in rules.homes[card % 52]
    }
    return {p for p, column in enumerate(position.columns) if not wanted.isdisjoint(column)}


def _weight(rules: Rules, position: Position, move: Move, digs: set[int]) -> int:
    if move.source >= CELL:
        king = rank_of(position.cells[move.source - CELL]) == KING
        onto_card = bool(position.columns[move.target])
        return _ONTO_CARD if onto_card or king else _INTO_EMPTY
    weight = _INTO_CELL
    if move.target < CELL:
        column = position.columns[move.source]
        if run_length(rules, column) > move.count:
            weight = _RUN_LEFT
        elif position.columns[move.target] or rank_of(column[-move.count]) == KING:
            weight = _ONTO_CARD
        else:
            weight = _INTO_EMPTY
    return weight * (_DIGGING if move.source in digs else 1)
