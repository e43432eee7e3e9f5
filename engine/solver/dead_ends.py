"""A quick proof that a table without cells cannot be won from, which holds for many that cannot.

Every card is granted more than it may do: once a card has been uncovered it counts as uncovered
for ever, and any number of cards may be laid on it or leave through it. If some card still never
gets home, none of the moves that are really possible can bring it there. Proof: by induction over
a winning line every card that it uncovers is uncovered here, and every card that it sends home
gets home here, since each of its moves needs only cards uncovered or at home before it.
"""

from __future__ import annotations

from engine.solver.bitsets import LookupTables
from engine.solver.nodes import SearchNodes
from engine.solver.working_state import Column


def is_dead_end(nodes: SearchNodes) -> bool:
    """Whether the opened table certainly cannot be won from. The rules must have no cells."""
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
    """Takes off all cards that may leave, and answers which may then."""
    moved = True
    while moved:
        moved = False
        for index, column in enumerate(columns):
            start = column
            while column.top_bit & movable:
                column = column.below
                movable |= lookup.column_successors[column.top]
            if lookup.can_move_whole_runs:
                group = _count_movable_group(column, movable)
                while group:
                    group -= 1
                    column = column.below
                    movable |= lookup.column_successors[column.top]
            if column is not start:
                columns[index] = column
                moved = True
    return movable


def _count_movable_group(column: Column, movable: int) -> int:
    """How many cards the shortest group at the top has whose leader may leave; 0 for none."""
    leader = column
    for count in range(1, column.run_length + 1):
        if leader.top_bit & movable:
            return count
        leader = leader.below
    return 0
