"""A quick proof that a table without cells cannot be won from, which holds for many that cannot.

Every card is granted more than it may do: once a card has been uncovered it counts as uncovered
for ever, and any number of cards may be laid on it or leave through it. If some card still never
gets home, none of the moves that are really possible can bring it there. Proof: by induction over
a winning line every card that it uncovers is uncovered here, and every card that it sends home
gets home here, since each of its moves needs only cards uncovered or at home before it.
"""

from __future__ import annotations

from engine.solver.bitsets import Tables
from engine.solver.nodes import Book
from engine.solver.working_state import Column


def is_dead(book: Book) -> bool:
    """Whether the opened table certainly cannot be won from. The rules must have no cells."""
    tables = book.tables
    home = book.home.home
    ready = book.home.ready
    piles = list(book.columns)
    leaving = ready
    for column in piles:
        leaving |= tables.carries[column.top]
    while True:
        leaving = _uncover(tables, piles, leaving)
        covered = 0
        for column in piles:
            covered |= column.mask ^ column.bit
        if not covered:
            return False
        going = ready & ~covered & ~home
        if not going:
            return True
        while going:
            bit = going & -going
            going ^= bit
            home |= bit
            ready |= tables.above[bit.bit_length() - 1]
        leaving |= ready


def _uncover(tables: Tables, piles: list[Column], leaving: int) -> int:
    """Takes off all cards that may leave, and answers which may then."""
    moved = True
    while moved:
        moved = False
        for index, column in enumerate(piles):
            start = column
            while column.bit & leaving:
                column = column.below
                leaving |= tables.carries[column.top]
            if tables.whole:
                group = _group(column, leaving)
                while group:
                    group -= 1
                    column = column.below
                    leaving |= tables.carries[column.top]
            if column is not start:
                piles[index] = column
                moved = True
    return leaving


def _group(column: Column, leaving: int) -> int:
    """How many cards the shortest group at the top has whose leader may leave; 0 for none."""
    leader = column
    for count in range(1, column.run + 1):
        if leader.bit & leaving:
            return count
        leader = leader.below
    return 0
