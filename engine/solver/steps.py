"""Moves told by their cards mean the same wherever these lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import Card, make_card, rank_of, suit_of
from engine.moves import CELL, FOUNDATION, HOME, Move
from engine.playing import play
from engine.position import EMPTY, Position
from engine.rules import why_not
from engine.variants import Rules


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
