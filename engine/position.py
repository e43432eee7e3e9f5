"""A position tells where all 52 cards lie, as a value that is quick to make, compare and hash."""

from __future__ import annotations

from typing import NamedTuple

EMPTY = 255
"""What a free cell holds."""


class Position(NamedTuple):
    """Where all 52 cards lie. Which rules hold is told apart from it, by `Rules`."""

    columns: tuple[bytes, ...]
    """The tableau from left to right; in each column the bottom card first, the top card last."""
    cells: bytes
    """One byte for each cell in play: its card, or EMPTY."""
    foundations: bytes
    """The heights, 0 … 13, of the foundations, by the suit of their Ace: C D H S."""
