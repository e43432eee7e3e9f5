"""Turns of a search become moves that the judge of the rules accepts one by one."""

from __future__ import annotations

from engine.cards import suit_of
from engine.moves import CELL, FOUNDATION, HOME, Move
from engine.playing import play
from engine.position import EMPTY, Position
from engine.solver.foundations import Foundation, Foundations
from engine.solver.tables import WHOLE_DECK, Tables, card_set, cards_in_cells
from engine.solver.turns import COLUMN_END, FROM_CELL, STAY, TO_CELL, TO_HOME
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

    def take(self, turn: int) -> None:
        source = turn >> 16 & 15
        count = turn >> 7 & 63
        target = turn >> 3 & 15
        if target < COLUMN_END:
            self._lift(target, turn & 7)
        if source < COLUMN_END:
            self._lift(source, turn >> 13 & 7)
        if target != STAY:
            self._move(source, count, target)

    def settle(self) -> None:
        move = self._next_settling()
        while move is not None:
            self._play(move)
            move = self._next_settling()

    def _next_settling(self) -> Move | None:
        home = self._home()
        tops = {column[-1]: index for index, column in enumerate(self._position.columns) if column}
        for card, index in tops.items():
            if home.forced >> card & 1:
                return Move(index, HOME)
        for index, card in enumerate(self._position.cells):
            if card != EMPTY and home.forced >> card & 1:
                return Move(CELL + index, HOME)
        if self._tables.digs:
            for index, card in enumerate(self._position.cells):
                if card + 4 in tops:
                    return Move(CELL + index, tops[card + 4])
        return None

    def _home(self) -> Foundation:
        out = cards_in_cells(self._position)
        for column in self._position.columns:
            out |= card_set(column)
        return self._foundations.of(WHOLE_DECK ^ out)

    def _lift(self, column: int, count: int) -> None:
        for _ in range(count):
            self._play(Move(column, self._free_cell()))

    def _move(self, source: int, count: int, target: int) -> None:
        pile = target if target < COLUMN_END else HOME if target == TO_HOME else self._free_cell()
        if source < COLUMN_END:
            self._play(Move(source, pile, 1 if target == TO_CELL else count))
        elif source == FROM_CELL:
            self._play(Move(CELL + self._position.cells.index(count), pile))
        else:
            self._play(Move(FOUNDATION + suit_of(count), pile))

    def _free_cell(self) -> int:
        return CELL + self._position.cells.index(EMPTY)

    def _play(self, move: Move) -> None:
        self.moves.append(move)
        self._position = play(self._rules, self._position, move)
