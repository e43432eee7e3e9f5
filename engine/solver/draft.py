"""A table to try turns on."""

from __future__ import annotations

from engine.solver.columns import Column, Columns
from engine.solver.foundations import Foundation, Foundations
from engine.solver.tables import Tables
from engine.solver.turns import (
    COLUMN_END,
    FROM_CELL,
    TO_CELL,
    TO_HOME,
    cleared_of,
    count_of,
    lifted_of,
    source_of,
    target_of,
)


class Draft:
    """Where the cards lie while a turn is tried; unlike everything else here it changes.

    Where columns build in suit it *settles* after a turn: cards go home where that never hurts
    (`Foundations`), and a card in a cell joins the next higher one of its suit as soon as that is
    uncovered. Joining never hurts either: nothing else could be laid on that card, and the move
    can be taken back at once, since it frees the very cell it needs. So a table and the settled
    one are won from by the same player; what must not be lost are the moves that only the
    unsettled one has, and these are in `engine.solver.digs`, which lifts whole runs.
    """

    __slots__ = ("_columns", "_foundations", "_tables", "cells", "columns", "home", "key")

    def __init__(self, tables: Tables, columns: Columns, foundations: Foundations) -> None:
        """An empty table."""
        self._tables: Tables = tables
        self._columns: Columns = columns
        self._foundations: Foundations = foundations
        self.columns: list[Column] = []
        self.cells: int = 0
        """The cards in cells, as a set."""
        self.home: Foundation = foundations.of(0)
        self.key: int = 0

    def lay(self, columns: list[Column], cells: int, home: Foundation, key: int) -> None:
        """Starts from this table; the list of columns is changed by turns.

        The key is the one after the turn that is taken next, which does not work it out again.
        """
        self.columns = columns
        self.cells = cells
        self.home = home
        self.key = key

    def take(self, turn: int) -> None:
        """Does what the turn says."""
        source = source_of(turn)
        count = count_of(turn)
        target = target_of(turn)
        if target < COLUMN_END:
            self._lift(target, cleared_of(turn))
        if source < COLUMN_END:
            self._lift(source, lifted_of(turn))
            self._move(source, count, target)
            return
        if source == FROM_CELL:
            self.cells ^= 1 << count
        else:
            self.home = self._foundations.with_card(self.home, count)
        if target < COLUMN_END:
            self.columns[target] = self._columns.grow(self.columns[target], count)
        elif target == TO_CELL:
            self.cells |= 1 << count
        else:
            self.home = self._foundations.with_card(self.home, count)

    def settle(self) -> None:
        """Sends home what goes home at once, and joins cards in cells to columns."""
        columns = self.columns
        joins = self._tables.digs
        moved = True
        while moved:
            moved = False
            if self.cells & self.home.forced:
                self._empty_cells()
            moving = self.home.forced | (self.cells << 4 if joins else 0)
            for index, column in enumerate(columns):
                if column.bit & moving:
                    columns[index] = self._settle_column(column)
                    moved = True
                    moving = self.home.forced | (self.cells << 4 if joins else 0)

    def _settle_column(self, column: Column) -> Column:
        """Does what goes on by itself in one column, whose top card must be concerned."""
        if column.bit & self.home.forced:
            self.key -= column.place
            self.home = self._foundations.with_card(self.home, column.top)
            return column.below
        card = column.top - 4
        self.cells ^= 1 << card
        self.key -= self._tables.in_cell[card]
        grown = self._columns.grow(column, card)
        self.key += grown.place
        return grown

    def _empty_cells(self) -> None:
        """Sends home from the cells what goes home at once."""
        while self.cells & self.home.forced:
            card = (self.cells & self.home.forced).bit_length() - 1
            self.cells ^= 1 << card
            self.key -= self._tables.in_cell[card]
            self.home = self._foundations.with_card(self.home, card)

    def _lift(self, index: int, count: int) -> None:
        """Moves cards from the top of a column into cells."""
        column = self.columns[index]
        left = column
        for _ in range(count):
            left = left.below
        self.cells |= column.mask ^ left.mask
        self.columns[index] = left

    def _move(self, source: int, count: int, target: int) -> None:
        column = self.columns[source]
        if target < COLUMN_END:
            self.columns[target] = self._columns.carry(column, count, self.columns[target])
            for _ in range(count):
                column = column.below
            self.columns[source] = column
        elif target == TO_CELL:
            self._lift(source, count)
        elif target == TO_HOME:
            self.home = self._foundations.with_card(self.home, column.top)
            self.columns[source] = column.below
