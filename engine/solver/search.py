"""Resumable portfolio of best-first runs; solve()."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.position import Move, Position
from engine.solver.bitsets import Tables
from engine.solver.dead_ends import is_dead
from engine.solver.dig_moves import dig
from engine.solver.heuristics import Temper, tempers
from engine.solver.nodes import Book
from engine.solver.shorten import shortened
from engine.solver.single_moves import shift
from engine.solver.solution import line_of
from engine.solver.verdict import Solution, Verdict
from engine.variants import Rules

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


MAX_STATES: Final = 250_000
"""How many positions are usually looked at before a search gives up."""
MAX_BYTES: Final = 512_000_000
"""How much memory a search usually takes before it gives up."""

_CHECKED: Final = 128
"""After so many positions the memory is looked at again."""
_FIRST_TURN: Final = 500
"""How many positions an attempt looks at in the first round; twice as many in each later one."""
_LATE: Final = MAX_STATES
"""After so many positions the first attempt has every other turn: the sooner it runs dry."""


class Search:
    """A search from one position.

    It gives the same answer after the same number of positions whatever the steps it was taken in,
    whatever the machine, and whatever else happens. Attempts with different tempers take turns,
    which grow with each round: where one is led astray another often is not. Each of them would
    look at everything in the end, so that the first one that runs dry proves the position lost; in
    a long search one of them is favoured, to get there.
    """

    def __init__(
        self,
        rules: Rules,
        position: Position,
        max_states: int = MAX_STATES,
        max_bytes: int = MAX_BYTES,
        tidy: bool = True,
    ) -> None:
        """Starts a search that gives up after so many positions or bytes.

        The line is made shorter in the end, which takes a few milliseconds, unless `tidy` is False.
        """
        self.solution: Solution | None = None
        """What was found; None while nothing is known."""
        self.states: int = 0
        """How many positions were looked at."""
        self._rules: Rules = rules
        self._start: Position = position
        self._max_states: int = max_states
        self._max_bytes: int = max_bytes
        self._tidy: bool = tidy
        self._tables: Tables = Tables(rules, position)
        self._tempers: tuple[Temper, ...] = tempers(rules)
        self._attempts: list[Attempt] = []
        self._playing: int = 0
        self._next: int = 1
        self._turn: int = _FIRST_TURN
        self._left: int = _FIRST_TURN

    @property
    def bytes_taken(self) -> int:
        """About how much memory the search takes."""
        return sum(attempt.book.bytes_taken for attempt in self._attempts)

    def advance(self, count: int) -> Solution | None:
        """Looks at so many positions more, fewer where the search ends; answers what is known.

        To cancel a search, advance it no more.
        """
        end = min(self.states + count, self._max_states)
        while self.solution is None:
            attempt = self._attempt()
            if attempt.state == SEARCHING and self.states < end:
                self._look(attempt, end - self.states)
            self._conclude(attempt)
            if self.states >= end:
                break
        return self.solution

    def _attempt(self) -> Attempt:
        """The attempt whose turn it is."""
        if self._left == 0:
            self._pass_on()
        if self._playing == len(self._attempts):
            temper = self._tempers[self._playing]
            self._attempts.append(Attempt(self._tables, temper, self._start))
        return self._attempts[self._playing]

    def _pass_on(self) -> None:
        """Settles whose turn comes now."""
        if self.states >= _LATE and self._playing > 0:
            self._playing = 0
        else:
            if self._next == len(self._tempers):
                self._next = 0
                self._turn *= 2
            self._playing = self._next
            self._next += 1
        self._left = self._turn

    def _look(self, attempt: Attempt, count: int) -> None:
        """Goes on with the attempt, but not beyond the next look at the memory."""
        before = attempt.book.looked_at
        attempt.advance(min(count, self._left, _CHECKED - self.states % _CHECKED))
        self.states += attempt.book.looked_at - before
        self._left -= attempt.book.looked_at - before

    def _conclude(self, attempt: Attempt) -> None:
        """Settles the verdict if it can be told now."""
        moves: Sequence[Move] = ()
        if attempt.state == WON:
            moves = line_of(self._rules, self._tables, self._start, attempt.turns())
            if self._tidy:
                moves = shortened(self._rules, self._start, moves)
            verdict = Verdict.WINNABLE
        elif attempt.state == DRY:
            verdict = Verdict.LOST
        elif self.states >= self._max_states or self._is_full():
            verdict = Verdict.UNKNOWN
        else:
            return
        self.solution = Solution(verdict, tuple(moves), self.states)
        self._attempts.clear()

    def _is_full(self) -> bool:
        return self.states % _CHECKED == 0 and self.bytes_taken > self._max_bytes


def solve(
    rules: Rules,
    position: Position,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
    cancelled: Callable[[], bool] | None = None,
) -> Solution:
    """Whether the position can be won, and how.

    The verdict is UNKNOWN after so many positions or bytes, whichever is met first, or soon after
    `cancelled` answers True; it is asked again and again.
    """
    search = Search(rules, position, max_states, max_bytes)
    solution = search.advance(0)
    while solution is None:
        if cancelled is not None and cancelled():
            return Solution(Verdict.UNKNOWN, (), search.states)
        solution = search.advance(_CHECKED)
    return solution
