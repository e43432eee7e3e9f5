"""One best-first search over whole tables with one temper; it can be stopped at any table."""

from __future__ import annotations

from typing import Final

from engine.position import Position
from engine.solver.book import Book
from engine.solver.dead import is_dead
from engine.solver.digs import dig
from engine.solver.shifts import shift
from engine.solver.tables import Tables
from engine.solver.tempers import Temper

SEARCHING: Final = 0
WON: Final = 1
DRY: Final = 2
"""All that can be reached was looked at, and nothing of it is won."""


class Attempt:
    """A search from one table. Equal calls give equal answers, wherever and whenever."""

    def __init__(self, tables: Tables, temper: Temper, start: Position) -> None:
        """Lays out the start; nothing is looked at yet."""
        self.book: Book = Book(tables, temper, start)
        self._digs: bool = tables.digs

    @property
    def state(self) -> int:
        """SEARCHING, WON or DRY."""
        if self.book.won:
            return WON
        return SEARCHING if self.book.waiting else DRY

    def advance(self, count: int) -> int:
        """Looks at so many tables more, or until the end; answers the state."""
        book = self.book
        end = book.looked_at + count
        while book.looked_at < end and not book.won and book.waiting:
            if book.open_next() and is_dead(book):
                continue
            if self._digs:
                dig(book)
            else:
                shift(book)
        return self.state

    def turns(self) -> list[int]:
        """The turns of the line that won."""
        return self.book.turns_to(self.book.won)
