"""A table that was looked at, and how a search got there."""

from __future__ import annotations

from engine.solver.columns import Column
from engine.solver.foundations import Foundation


class Opened:
    """Where the cards lay, and by which turns; never changed."""

    __slots__ = ("cells", "columns", "depth", "home", "reached")

    def __init__(
        self, columns: list[Column], cells: int, home: Foundation, depth: int, reached: int
    ) -> None:
        """Takes the list of columns, which nobody changes any more."""
        self.columns: list[Column] = columns
        self.cells: int = cells
        """The cards in cells, as a set."""
        self.home: Foundation = home
        self.depth: int = depth
        """How many moves led here."""
        self.reached: int = reached
        """Which table it came from and by which turn, as `engine.solver.book` writes it."""
