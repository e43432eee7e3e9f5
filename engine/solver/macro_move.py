"""A turn is what a search does at once: cards lifted into cells, and then cards moved.

It is one integer, because a search keeps very many of them.
"""

from __future__ import annotations

from typing import Final

COLUMN_END: Final = 13
"""Columns are 0 … 12, as sources and as targets."""
FROM_CELL: Final = 13
"""As a source: a cell; the count is then the card in it."""
FROM_HOME: Final = 14
"""As a source: a foundation; the count is then its top card."""
TO_HOME: Final = 13
"""As a target: the foundations."""
TO_CELL: Final = 14
"""As a target: a free cell."""
STAY: Final = 15
"""As a target: nothing is moved after lifting."""

SETTLE: Final = 1 << 20
"""Set in a turn after which cards go on by themselves, see `Draft.settle`."""
DOUBT: Final = 1 << 21
"""Set in a turn after which the table may be dead, see `engine.solver.dead`."""
TURN_BITS: Final = 22
"""How many bits a turn takes."""
TURN_MASK: Final = (1 << TURN_BITS) - 1


def turn_of(source: int, lifted: int, count: int, target: int, cleared: int) -> int:
    """The turn that lifts cards from the source and from the target, then moves `count` cards.

    At most 7 cards are lifted from each.
    """
    return (((source << 3 | lifted) << 6 | count) << 4 | target) << 3 | cleared


def source_of(turn: int) -> int:
    """Where its cards come from."""
    return turn >> 16 & 15


def target_of(turn: int) -> int:
    """Where its cards go."""
    return turn >> 3 & 15


def count_of(turn: int) -> int:
    """How many cards it moves, or which."""
    return turn >> 7 & 63


def lifted_of(turn: int) -> int:
    """How many cards are lifted from the source before."""
    return turn >> 13 & 7


def cleared_of(turn: int) -> int:
    """How many cards are lifted from the target before."""
    return turn & 7


def with_count(turn: int, count: int) -> int:
    """A turn of no cards made one of so many."""
    return turn | count << 7


def cost_of(turn: int) -> int:
    """How many moves the turn is."""
    return lifted_of(turn) + cleared_of(turn) + (target_of(turn) != STAY)
