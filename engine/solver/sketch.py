"""A table on which steps are tried out quickly; what comes of it is judged by the rules later."""

from __future__ import annotations

from typing import Final

from engine.position import Position
from engine.solver.foundations import Foundation, Foundations
from engine.solver.steps import ONTO_CELL, ONTO_EMPTY, ONTO_HOME, Step
from engine.solver.tables import BOTTOM, WHOLE_DECK, Tables, card_set, cards_in_cells

_IN_CELL: Final = 64
_AT_HOME: Final = 65
_NONE: Final = -1


class Sketch:
    """Where the cards lie; steps change it."""

    def __init__(self, tables: Tables, foundations: Foundations) -> None:
        """An empty table; `of` and `copy` make others."""
        self.columns: list[list[int]] = []
        self.cells: int = 0
        """The cards in cells, as a set."""
        self.home: Foundation = foundations.of(0)
        self.key: int = 0
        """Equal for tables that are the same up to the order of columns and of cells."""
        self.tables: Tables = tables
        self.foundations: Foundations = foundations
        self.where: list[int] = [_AT_HOME] * 52
        """For each card its column, or one of the two above."""

    def lay(self, start: Position) -> None:
        """Lays out a position."""
        self.columns = [list(column) for column in start.columns]
        self.cells = cards_in_cells(start)
        out = self.cells
        for card in range(52):
            if self.cells >> card & 1:
                self.where[card] = _IN_CELL
                self.key += self.tables.in_cell[card]
        for index, column in enumerate(start.columns):
            out |= card_set(column)
            under = BOTTOM
            for card in column:
                self.where[card] = index
                self.key += self.tables.places[card << 6 | under]
                under = card
        self.home = self.foundations.of(WHOLE_DECK ^ out)

    def copy(self) -> Sketch:
        """Another table with the same cards."""
        other = Sketch(self.tables, self.foundations)
        other.columns = [list(column) for column in self.columns]
        other.cells = self.cells
        other.home = self.home
        other.key = self.key
        other.where = list(self.where)
        return other

    def do(self, step: Step) -> bool:
        """Does the step if it can be done; tells whether it was."""
        source = self._source(step)
        target = self._target(step, source)
        if target == _NONE:
            return False
        self.key = self._key_after(step, source, target)
        cards = self._take(step, source)
        for card in cards:
            self.where[card] = target
        if target < _IN_CELL:
            self.columns[target] += cards
        elif target == _IN_CELL:
            self.cells |= 1 << step.card
        else:
            self.home = self.foundations.with_card(self.home, step.card)
        return True

    def tries(self) -> list[tuple[Step, int]]:
        """All steps that can be done, each with the key of the table after it."""
        found: list[tuple[Step, int]] = []
        tops = 0
        for column in self.columns:
            if column:
                tops |= 1 << column[-1]
        for column in self.columns:
            for count in range(1, self._run(column) + 1):
                self._try(column[-count], count, tops, found)
        for card in range(52):
            if self.cells >> card & 1:
                self._try(card, 1, tops, found)
        return found

    def _try(self, card: int, count: int, tops: int, found: list[tuple[Step, int]]) -> None:
        goals = [ONTO_HOME, ONTO_CELL, ONTO_EMPTY] if count == 1 else [ONTO_EMPTY]
        onto = tops & self.tables.lands[card]
        while onto:
            bit = onto & -onto
            onto ^= bit
            goals.append(bit.bit_length() - 1)
        source = self.where[card]
        for goal in goals:
            step = Step(card, count, goal)
            target = self._target(step, source)
            if target != _NONE:
                found.append((step, self._key_after(step, source, target)))

    def _run(self, column: list[int]) -> int:
        """How many cards at the top of a column may be picked up together."""
        if not column or not self.tables.groups:
            return len(column[:1])
        count = 1
        while count < len(column) and self.tables.lands[column[-count]] >> column[-count - 1] & 1:
            count += 1
        return count

    def _source(self, step: Step) -> int:
        """Where the cards of the step lie; _NONE where they cannot be picked up."""
        source = self.where[step.card]
        if source < _IN_CELL:
            column = self.columns[source]
            if len(column) >= step.cards and column[-step.cards] == step.card:
                return source
        elif source == _IN_CELL:
            return source
        elif self.tables.may_return and not self.tables.above[step.card] & self.home.home:
            return source
        return _NONE

    def _target(self, step: Step, source: int) -> int:
        """Where the cards go; _NONE where they do not."""
        if source == _NONE:
            return _NONE
        if step.onto == ONTO_HOME:
            return _AT_HOME if self.home.ready >> step.card & 1 else _NONE
        if step.onto == ONTO_CELL:
            return _IN_CELL if source != _IN_CELL and self._free() else _NONE
        if step.onto != ONTO_EMPTY:
            target = self.where[step.onto]
            taken = target < _IN_CELL and self.columns[target][-1] == step.onto
            return target if taken and step.cards <= self._room(0) else _NONE
        if self.tables.carries[BOTTOM] >> step.card & 1 and [] in self.columns:
            return self.columns.index([]) if step.cards <= self._room(1) else _NONE
        return _NONE

    def _free(self) -> int:
        return self.tables.cells - self.cells.bit_count()

    def _room(self, used: int) -> int:
        """How many cards may move together where so many empty columns are used as targets."""
        if self.tables.whole:
            return 52
        if not self.tables.groups:
            return 1
        spare = self.columns.count([]) - used if self.tables.fills_any else 0
        return self._free() + 1 << spare

    def _key_after(self, step: Step, source: int, target: int) -> int:
        tables = self.tables
        key = self.key
        if source < _IN_CELL:
            column = self.columns[source]
            under = column[-step.cards - 1] if len(column) > step.cards else BOTTOM
            key -= tables.places[step.card << 6 | under]
        elif source == _IN_CELL:
            key -= tables.in_cell[step.card]
        if target < _IN_CELL:
            under = BOTTOM if step.onto == ONTO_EMPTY else step.onto
            return key + tables.places[step.card << 6 | under]
        return key + tables.in_cell[step.card] if target == _IN_CELL else key

    def _take(self, step: Step, source: int) -> list[int]:
        """Takes away the cards of the step, the one that leads first."""
        if source < _IN_CELL:
            cards = self.columns[source][-step.cards :]
            del self.columns[source][-step.cards :]
            return cards
        if source == _IN_CELL:
            self.cells ^= 1 << step.card
        else:
            self.home = self.foundations.with_card(self.home, step.card)
        return [step.card]
