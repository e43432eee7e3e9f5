"""Macro moves -> legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import Card, make_card, rank_of, suit_of
from engine.position import CELL, EMPTY, FOUNDATION, HOME, Move, Position
from engine.rules import play, why_not
from engine.solver.bitsets import WHOLE_DECK, Tables, card_set, cards_in_cells
from engine.solver.macro_move import (
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
from engine.solver.working_state import Foundation, Foundations
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


class Step(NamedTuple):
    """A move told by its cards, so that it means the same wherever they lie."""

    card: Card
    """The card that leads those that move: it and all that lie on it."""
    onto: int
    """The card it is laid on, or one of the three below."""


ONTO_HOME: Final = 100
ONTO_CELL: Final = 101
ONTO_EMPTY: Final = 102


def steps_of(rules: Rules, start: Position, moves: Sequence[Move]) -> list[Step]:
    """The moves as steps."""
    steps = []
    position = start
    for move in moves:
        steps.append(step_of(position, move))
        position = play(rules, position, move)
    return steps


def step_of(position: Position, move: Move) -> Step:
    """The move as a step."""
    onto = ONTO_CELL
    if move.target == HOME:
        onto = ONTO_HOME
    elif move.target < CELL:
        column = position.columns[move.target]
        onto = column[-1] if column else ONTO_EMPTY
    return Step(_leader(position, move), onto)


def moves_of(rules: Rules, start: Position, steps: list[Step]) -> list[Move]:
    """The steps as moves; all of them must be possible one after the other."""
    moves = []
    position = start
    for step in steps:
        move = move_of(rules, position, step)
        assert move is not None, "a line of steps can be played"
        moves.append(move)
        position = play(rules, position, move)
    return moves


def move_of(rules: Rules, position: Position, step: Step) -> Move | None:
    """The move that the step is at this position; None where it is none."""
    source, count = _source(position, step)
    target = _target(position, step.onto)
    if count == 0 or target is None:
        return None
    move = Move(source, target, count)
    return move if why_not(rules, position, move) is None else None


def _source(position: Position, step: Step) -> tuple[int, int]:
    """The pile of the card, and how many cards move with it; 0 where it cannot move."""
    for index, column in enumerate(position.columns):
        if step.card in column:
            return index, len(column) - column.index(step.card)
    index = position.cells.find(step.card)
    if index >= 0:
        return CELL + index, 1
    suit = suit_of(step.card)
    is_top = position.foundations[suit] == rank_of(step.card) + 1
    return FOUNDATION + suit, int(is_top and step.onto != ONTO_HOME)


def _target(position: Position, onto: int) -> int | None:
    if onto == ONTO_HOME:
        return HOME
    if onto == ONTO_CELL:
        index = position.cells.find(EMPTY)
        return CELL + index if index >= 0 else None
    for index, column in enumerate(position.columns):
        if column[-1:] == bytes([onto]) if onto != ONTO_EMPTY else not column:
            return index
    return None


def _leader(position: Position, move: Move) -> Card:
    """The card that leads what the move takes."""
    if move.source < CELL:
        return position.columns[move.source][-move.count]
    if move.source < HOME:
        return position.cells[move.source - CELL]
    suit = move.source - FOUNDATION
    return make_card(position.foundations[suit] - 1, suit)


Looks = tuple[tuple[bytes, ...], bytes]
"""What two positions have in common that are the same but for the order of columns and cells."""


def looks(position: Position) -> Looks:
    """Equal where two positions are the same up to the order of columns and of cells."""
    return tuple(sorted(position.columns)), bytes(sorted(position.cells))
