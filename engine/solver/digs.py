"""The turns worth trying where columns build in suit: whole runs are dug out for a purpose.

A *run* is as many cards as are in sequence at the top of a column; to *dig* is to lift runs into
cells until another card is the top card. From a settled table (`Draft`) these turns lead on:

* *join*: dig in up to two columns so that the head of a run and the next higher card of its suit
  are both free, and move the run onto that card;
* *dig* until the top card can go home, or takes a card from a cell, which then settles;
* *park*: move a run, or cards at the top of it, or a card from a cell into an empty column that
  takes it, digging for the run first. Where no column is empty, one may be dug empty for it.

**Why no others are needed.** Call these the purposes. Take a line of single moves that wins from a
settled table; it exists wherever the table can be won from, since a group moves where its cards
could one by one. Until its first purpose is reached, the line does nothing but put cards from the
tops of columns into cells (and back, which only repeats a table), for every other move is a
purpose: a card goes home; onto a card, which must be the next higher of its suit; or into an empty
column. Part of a run in cells achieves nothing but what whole runs do: the card that is then
uncovered waits for just the card that was lifted from it, which can go back and free its cell.
Now only the columns that the purpose needs have to be dug before it. All others can be dug right
after it: until then they hold no cell, and nothing of the purpose lies in their way. So the line
that reaches its purpose at once by one of these turns, and then digs the rest, wins as well, has no
more moves, and goes on from the table after that turn. By induction over the length of the line,
a table that can be won from is won by these turns alone.

A run of n cards moves where n - 1 cells are free beside those that the dig takes. More can be
moved over an empty column, and that is a park before a join.
"""

from __future__ import annotations

from engine.solver.book import Book
from engine.solver.columns import Column
from engine.solver.tables import BOTTOM
from engine.solver.turns import FROM_CELL, STAY, turn_of

_KING = 48
_KINGS = 0xF << 48
_NONE = -1


class Levels:
    """All runs that can be dug out of the opened table, the top ones included."""

    __slots__ = ("at", "free", "lifts", "owners", "rises", "spots")

    def __init__(self, book: Book) -> None:
        """Looks them up."""
        free = book.tables.cells - book.cells.bit_count()
        self.free: int = free
        """How many cells are free."""
        self.at: list[Column] = []
        """For each run what its column is when it has been dug out."""
        self.owners: list[int] = []
        """In which column it is."""
        self.lifts: list[int] = []
        """How many cards are lifted for it."""
        self.rises: list[int] = []
        """What lifting them adds to the key."""
        self.spots: list[int] = [_NONE] * 56
        """For each card the run that it is the top card of, by its place in the lists above."""
        for owner, column in enumerate(book.columns):
            level = column
            lifted = 0
            rise = 0
            while level.size and lifted <= free:
                self.spots[level.top] = len(self.at)
                self.at.append(level)
                self.owners.append(owner)
                self.lifts.append(lifted)
                self.rises.append(rise)
                lifted += level.run
                rise += level.lift
                level = level.base


def dig(book: Book) -> None:
    """Adds all tables that the turns lead to from the one that the book has opened."""
    levels = Levels(book)
    _join_all(book, levels)
    if not (book.tables.fills_any or book.tables.fills_king):
        return
    for target, column in enumerate(book.columns):
        if column.size == 0:
            _park_all(book, levels, target, levels.free)
            return
    for target, column in enumerate(book.columns):
        if column.size <= levels.free:
            _park_all(book, levels, target, levels.free - column.size)


def _join_all(book: Book, levels: Levels) -> None:
    """Adds the tables where a run joins the next card, or is dug out to settle."""
    for here, level in enumerate(levels.at):
        taken = book.cells | (book.columns[levels.owners[here]].mask ^ level.mask)
        if levels.lifts[here] and (taken << 4 | book.home.forced) & level.bit:
            turn = turn_of(levels.owners[here], levels.lifts[here], 0, STAY, 0)
            book.propose_settled(turn, book.key + levels.rises[here])
            if book.home.forced & level.bit:
                continue
        there = levels.spots[level.head.top + 4]
        if there != _NONE and levels.owners[there] != levels.owners[here]:
            _join(book, levels, here, there, taken)


def _join(book: Book, levels: Levels, here: int, there: int, taken: int) -> None:
    """Adds the table where one run joins the other, if there is room to carry it."""
    level = levels.at[here]
    goal = levels.at[there]
    source = levels.owners[here]
    target = levels.owners[there]
    room = levels.free - levels.lifts[here] - levels.lifts[there]
    if room < 0 or (level.run > room + 1 and not book.tables.whole):
        return
    place = book.tables.places[level.head.top << 6 | goal.top]
    book.propose(
        turn_of(source, levels.lifts[here], level.run, target, levels.lifts[there]),
        book.key + levels.rises[here] + levels.rises[there] - level.head.place + place,
        taken | (book.columns[target].mask ^ goal.mask),
        source,
        level.base,
        target,
        goal,
        level,
        level.run,
    )


def _park_all(book: Book, levels: Levels, target: int, room: int) -> None:
    """Adds the tables where something is parked in the target, which is dug empty before.

    So many cells are free then.
    """
    rise = book.kinds.lifted(book.columns[target])
    for here, level in enumerate(levels.at):
        lifted = levels.lifts[here]
        if levels.owners[here] == target or lifted > room:
            continue
        most = level.run if book.tables.whole else min(level.run, room - lifted + 1)
        if level.base.size == 0:
            most = min(most, level.run - 1)
        first = 1
        if not book.tables.fills_any:
            first = level.run if level.head.top >= _KING else most + 1
        leader = level
        for count in range(1, most + 1):
            if count >= first:
                _park(book, levels, here, target, rise, leader, count)
            leader = leader.below
    _park_from_cells(book, target, rise)


def _park(
    book: Book, levels: Levels, here: int, target: int, rise: int, leader: Column, count: int
) -> None:
    """Adds the table where so many cards of a run, led by the top of `leader`, are parked."""
    level = levels.at[here]
    source = levels.owners[here]
    goal = book.columns[target]
    place = book.tables.places[leader.top << 6 | BOTTOM]
    book.propose(
        turn_of(source, levels.lifts[here], count, target, goal.size),
        book.key + rise + levels.rises[here] - leader.place + place,
        book.cells | goal.mask | (book.columns[source].mask ^ level.mask),
        source,
        leader.below,
        target,
        book.kinds.empty,
        level,
        count,
    )


def _park_from_cells(book: Book, target: int, rise: int) -> None:
    tables = book.tables
    goal = book.columns[target]
    cards = book.cells | (goal.mask ^ goal.floor)
    if not tables.fills_any:
        cards &= _KINGS
    while cards:
        bit = cards & -cards
        cards ^= bit
        card = bit.bit_length() - 1
        book.propose_settled(
            turn_of(FROM_CELL, 0, card, target, goal.size),
            book.key + rise - tables.in_cell[card] + tables.places[card << 6 | BOTTOM],
        )
