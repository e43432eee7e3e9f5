"""A move is a fact about the table: from which pile, to which, how many cards."""

from __future__ import annotations

from typing import NamedTuple

CELL = 16
"""The first cell; cells are 16 … 19. Smaller numbers are columns, 0 … 12 from left to right."""
CELLS = 4
"""The most cells a game has."""
HOME = 32
"""The foundations as a target: which of them takes a card is settled by the rules."""
FOUNDATION = 36
"""The foundation of clubs as a source; 36 … 39 in the order C D H S."""


class Move(NamedTuple):
    """Cards from the top of one pile to another; piles are the small numbers above."""

    source: int
    target: int
    # Hides tuple.count, which nobody asks of a move.
    count: int = 1  # type: ignore[assignment]


def is_column(pile: int) -> bool:
    """Whether the pile is a tableau column."""
    return 0 <= pile < CELL


def is_cell(pile: int) -> bool:
    """Whether the pile is a free cell."""
    return CELL <= pile < CELL + CELLS


def is_foundation(pile: int) -> bool:
    """Whether the pile is one foundation, named as a source."""
    return FOUNDATION <= pile < FOUNDATION + 4
