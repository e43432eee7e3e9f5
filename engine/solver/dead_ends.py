"""Quick proof that a position without cells cannot be won; many lost positions pass it.

It grants each card more than the rules do: an uncovered card stays uncovered for ever, and any
number of cards may be moved onto it or leave over it. If some card still cannot get home, no legal
moves bring it there either. Proof by induction over a winning line: each card that the line
uncovers is uncovered here, and each card that it sends home gets home here, because each of its
moves needs only cards that were uncovered or home before it.
"""

from __future__ import annotations

from engine.solver.bitsets import LookupTables
from engine.solver.nodes import SearchNodes
from engine.solver.working_state import Column


def is_dead_end(nodes: SearchNodes) -> bool:
    """Return True if the current position is certainly lost. The rules must have no cells."""
    lookup = nodes.lookup
    home_cards = nodes.foundation_state.home_cards
    playable = nodes.foundation_state.playable_cards
    columns = list(nodes.columns)
    movable = playable
    for column in columns:
        movable |= lookup.column_successors[column.top]
    while True:
        movable = _remove_movable_cards(lookup, columns, movable)
        covered = 0
        for column in columns:
            covered |= column.card_bits ^ column.top_bit
        if not covered:
            return False
        arriving = playable & ~covered & ~home_cards
        if not arriving:
            return True
        while arriving:
            bit = arriving & -arriving
            arriving ^= bit
            home_cards |= bit
            playable |= lookup.foundation_successors[bit.bit_length() - 1]
        movable |= playable


def _remove_movable_cards(lookup: LookupTables, columns: list[Column], movable: int) -> int:
    """Remove all cards that can leave their columns; return the movable cards after that."""
    has_moved = True
    while has_moved:
        has_moved = False
        for index, column in enumerate(columns):
            rest = column
            while rest.top_bit & movable:
                rest = rest.below
                movable |= lookup.column_successors[rest.top]
            if lookup.can_move_whole_runs:
                for _ in range(_count_movable_group(rest, movable)):
                    rest = rest.below
                    movable |= lookup.column_successors[rest.top]
            if rest is not column:
                columns[index] = rest
                has_moved = True
    return movable


def _count_movable_group(column: Column, movable: int) -> int:
    """Return the size of the shortest group at the top whose lead card is movable, or 0."""
    lead = column
    for count in range(1, column.run_length + 1):
        if lead.top_bit & movable:
            return count
        lead = lead.below
    return 0
