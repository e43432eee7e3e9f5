"""A group move can be taken apart into the moves of single cards that it stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.moves import CELL, Move
from engine.position import EMPTY, Position


def carried(position: Position, move: Move) -> tuple[Move, ...]:
    """The single moves that carry a group to its place, through free cells and empty columns.

    The group must be one that may move in a game whose empty columns take any card, or be small
    enough to need free cells alone. The cells are free again afterwards.
    """
    free = [CELL + cell for cell, card in enumerate(position.cells) if card == EMPTY]
    spare = [
        pile for pile, column in enumerate(position.columns) if not column and pile != move.target
    ]
    return tuple(_carry(move, free, spare))


def _carry(move: Move, free: Sequence[int], spare: Sequence[int]) -> Iterator[Move]:
    """Carries what fits through the cells; of more, first the upper part to an empty column."""
    source, target, count = move
    if count <= len(free) + 1:
        waiting = free[: count - 1]
        yield from (Move(source, cell) for cell in waiting)
        yield Move(source, target)
        yield from (Move(cell, target) for cell in reversed(waiting))
        return
    *rest, column = spare
    part = count - ((len(free) + 1) << len(rest))
    if part <= 0:
        yield from _carry(move, free, rest)
        return
    yield from _carry(Move(source, column, part), free, rest)
    yield from _carry(Move(source, target, count - part), free, rest)
    yield from _carry(Move(column, target, part), free, rest)
