"""What a move does to the table, and when the table is won."""

from __future__ import annotations

from engine.cards import Card, make_card, rank_of
from engine.moves import CELL, FOUNDATION, HOME, Move
from engine.position import EMPTY, Position
from engine.variants import Rules

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
