"""Turns of a search become moves that the judge of the rules accepts one by one."""

from __future__ import annotations

from engine.cards import Card, suit_of
from engine.moves import CELL, FOUNDATION, HOME, Move
from engine.playing import play
from engine.position import EMPTY, Position
from engine.solver.foundations import Foundation, Foundations
from engine.solver.tables import WHOLE_DECK, Tables, card_set, cards_in_cells
from engine.solver.turns import (
    COLUMN_END,
    FROM_CELL,
    STAY,
    TO_CELL,
    TO_HOME,
    cleared_of,
    count_of,
    lifted_of,
    source_of,
    target_of,
)
from engine.variants import Rules


def line_of(rules: Rules, tables: Tables, start: Position, turns: list[int]) -> list[Move]:
    """The moves that these turns of a search from the start are."""
    replay = _Replay(rules, tables, start)
    for turn in turns:
        replay.take(turn)
        replay.settle()
    return replay.moves


class _Replay:
    """Does with whole positions what `engine.solver.draft.Draft` does with shared columns."""

    def __init__(self, rules: Rules, tables: Tables, start: Position) -> None:
        self.moves: list[Move] = []
        self._rules: Rules = rules
        self._tables: Tables = tables
        self._foundations: Foundations = Foundations(tables)
        self._position: Position = start
        out = cards_in_cells(start)
        for column in start.columns:
            out |= card_set(column)
        self._home: Foundation = self._foundations.of(WHOLE_DECK ^ out)

    def take(self, turn: int) -> None:
        source = source_of(turn)
        count = count_of(turn)
        target = target_of(turn)
        if target < COLUMN_END:
            self._lift(target, cleared_of(turn))
        if source < COLUMN_END:
            self._lift(source, lifted_of(turn))
        if target != STAY:
            self._move(source, count, target)

    def settle(self) -> None:
        settled = False
        while not settled:
            settled = not (self._settle_columns() | self._settle_cells())

    def _settle_columns(self) -> bool:
        """Sends home from the columns what goes home at once; tells whether there was any."""
        moved = False
        for index in range(len(self._position.columns)):
            column = self._position.columns[index]
            while column and self._home.forced >> column[-1] & 1:
                self._play(Move(index, HOME), column[-1])
                column = self._position.columns[index]
                moved = True
        return moved

    def _settle_cells(self) -> bool:
        """The same for cells, where cards may join columns too."""
        moved = False
        for index, card in enumerate(self._position.cells):
            if card == EMPTY:
                continue
            if self._home.forced >> card & 1:
                self._play(Move(CELL + index, HOME), card)
                moved = True
            elif self._tables.digs:
                moved = self._join(index, card) or moved
        return moved

    def _join(self, cell: int, card: Card) -> bool:
        for index, column in enumerate(self._position.columns):
            if column and column[-1] == card + 4:
                self._play(Move(CELL + cell, index), card)
                return True
        return False

    def _lift(self, column: int, count: int) -> None:
        for _ in range(count):
            self._play(Move(column, self._free_cell()), self._position.columns[column][-1])

    def _move(self, source: int, count: int, target: int) -> None:
        pile = target if target < COLUMN_END else HOME if target == TO_HOME else self._free_cell()
        if source < COLUMN_END:
            cards = 1 if target == TO_CELL else count
            self._play(Move(source, pile, cards), self._position.columns[source][-1])
        elif source == FROM_CELL:
            self._play(Move(CELL + self._position.cells.index(count), pile), count)
        else:
            self._home = self._foundations.with_card(self._home, count)
            self._play(Move(FOUNDATION + suit_of(count), pile), count)

    def _free_cell(self) -> int:
        return CELL + self._position.cells.index(EMPTY)

    def _play(self, move: Move, top: Card) -> None:
        """Plays a move; its top card tells what comes home."""
        self.moves.append(move)
        self._position = play(self._rules, self._position, move)
        if move.target == HOME:
            self._home = self._foundations.with_card(self._home, top)
