"""Shorten a solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.position import Move, Position
from engine.solver.bitsets import BOTTOM, WHOLE_DECK, Tables, card_set, cards_in_cells
from engine.solver.solution import ONTO_CELL, ONTO_EMPTY, ONTO_HOME, Step, moves_of, steps_of
from engine.solver.working_state import Foundation, Foundations
from engine.variants import Rules

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
        count = self._count(step.card)
        target = self._target(step, count)
        if target == _NONE:
            return False
        self.key = self._key_without(step.card)
        cards = self._take(step.card, count)
        for card in cards:
            self.where[card] = target
        if target < _IN_CELL:
            column = self.columns[target]
            self.key += self.tables.places[step.card << 6 | (column[-1] if column else BOTTOM)]
            column += cards
        elif target == _IN_CELL:
            self.key += self.tables.in_cell[step.card]
            self.cells |= 1 << step.card
        else:
            self.home = self.foundations.with_card(self.home, step.card)
        return True

    def steps_to(self, keys: dict[int, int]) -> list[tuple[Step, int]]:
        """All steps that lead to a table with one of these keys, each with what the key stands for.

        A step that leads back to this very table is none of them.
        """
        found: list[tuple[Step, int]] = []
        for column in self.columns:
            for count in range(1, self._run(column) + 1):
                self._try(column[-count], count, keys, found)
        cells = self.cells
        while cells:
            bit = cells & -cells
            cells ^= bit
            self._try(bit.bit_length() - 1, 1, keys, found)
        return found

    def _try(
        self, card: int, count: int, keys: dict[int, int], found: list[tuple[Step, int]]
    ) -> None:
        """Adds the steps of so many cards that lead where they shall."""
        places = self.tables.places
        left = self._key_without(card)
        goals = [(ONTO_EMPTY, left + places[card << 6 | BOTTOM])]
        if count == 1:
            goals.append((ONTO_HOME, left))
            goals.append((ONTO_CELL, left + self.tables.in_cell[card]))
        onto = self.tables.lands[card]
        while onto:
            bit = onto & -onto
            onto ^= bit
            higher = bit.bit_length() - 1
            goals.append((higher, left + places[card << 6 | higher]))
        for goal, key in goals:
            there = keys.get(key)
            if there is None or key == self.key:
                continue
            step = Step(card, goal)
            if self._target(step, count) != _NONE:
                found.append((step, there))

    def _run(self, column: list[int]) -> int:
        """How many cards at the top of a column may be picked up together."""
        if not column or not self.tables.groups:
            return len(column[:1])
        count = 1
        while count < len(column) and self.tables.lands[column[-count]] >> column[-count - 1] & 1:
            count += 1
        return count

    def _count(self, card: int) -> int:
        """How many cards move where this one leads; 0 where it cannot be picked up."""
        source = self.where[card]
        if source < _IN_CELL:
            column = self.columns[source]
            count = len(column) - column.index(card)
            return count if count <= self._run(column) else 0
        if source == _AT_HOME:
            is_top = not self.tables.above[card] & self.home.home
            return 1 if is_top and self.tables.may_return else 0
        return 1

    def _target(self, step: Step, count: int) -> int:
        """Where so many cards go by the step; _NONE where they do not."""
        if count == 0:
            return _NONE
        if step.onto == ONTO_HOME:
            return _AT_HOME if count == 1 and self.home.ready >> step.card & 1 else _NONE
        if step.onto == ONTO_CELL:
            fits = count == 1 and self.where[step.card] != _IN_CELL and self._free() > 0
            return _IN_CELL if fits else _NONE
        if step.onto != ONTO_EMPTY:
            target = self.where[step.onto]
            fits = target < _IN_CELL and self.columns[target][-1] == step.onto
            return target if fits and count <= self._room(0) else _NONE
        if self.tables.carries[BOTTOM] >> step.card & 1 and [] in self.columns:
            return self.columns.index([]) if count <= self._room(1) else _NONE
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

    def _key_without(self, card: int) -> int:
        """The key but for what the card adds to it."""
        source = self.where[card]
        if source == _IN_CELL:
            return self.key - self.tables.in_cell[card]
        if source == _AT_HOME:
            return self.key
        column = self.columns[source]
        height = column.index(card)
        return self.key - self.tables.places[card << 6 | (column[height - 1] if height else BOTTOM)]

    def _take(self, card: int, count: int) -> list[int]:
        """Takes away so many cards, the one that leads first."""
        source = self.where[card]
        if source < _IN_CELL:
            cards = self.columns[source][-count:]
            del self.columns[source][-count:]
            return cards
        if source == _IN_CELL:
            self.cells ^= 1 << card
        else:
            self.home = self.foundations.with_card(self.home, card)
        return [card]


_ROUNDS: Final = 4
"""After so many rounds a line is left as it is."""


def shortened(rules: Rules, start: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """A line that wins from the start as the given one does, with as many moves or fewer.

    The given moves must be legal one after the other, and win.
    """
    tables = Tables(rules, start)
    sketch = Sketch(tables, Foundations(tables))
    sketch.lay(start)
    steps = steps_of(rules, start, moves)
    for _ in range(_ROUNDS):
        before = len(steps)
        steps = _without_detours(sketch, steps)
        steps = _without_idle_steps(sketch, steps)
        if len(steps) == before:
            break
    return tuple(moves_of(rules, start, steps))


def _without_detours(start: Sketch, steps: list[Step]) -> list[Step]:
    """The shortest way through the tables of the line, and one move beside it."""
    line = [start]
    place = {start.key: 0}
    for index, step in enumerate(steps):
        line.append(line[index].copy())
        line[index + 1].do(step)
        place[line[index + 1].key] = index + 1
    ahead = [0] * (len(steps) + 1)
    best = [(step, index + 1) for index, step in enumerate(steps)]
    for index in range(len(steps) - 1, -1, -1):
        ahead[index] = ahead[index + 1] + 1
        for step, there in line[index].steps_to(place):
            if there > index and ahead[there] + 1 < ahead[index]:
                ahead[index] = ahead[there] + 1
                best[index] = (step, there)
    found = []
    index = 0
    while index < len(steps):
        step, index = best[index]
        found.append(step)
    return found


def _without_idle_steps(start: Sketch, steps: list[Step]) -> list[Step]:
    """The line without steps that it wins without, those included that are then impossible."""
    kept: list[Step] = []
    here = start.copy()
    left = steps
    while left:
        step = left[0]
        rest = None if step.onto == ONTO_HOME else _played(here, left[1:])
        if rest is None:
            here.do(step)
            kept.append(step)
            rest = left[1:]
        left = rest
    return kept


def _played(start: Sketch, steps: list[Step]) -> list[Step] | None:
    """Those of the steps that can be done one after the other; None where they do not win."""
    here = start.copy()
    done = []
    for step in steps:
        if here.do(step):
            done.append(step)
        elif step.onto == ONTO_HOME:
            return None
    return done if here.home.count == 52 else None
