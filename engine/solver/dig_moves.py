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

A column that was just filled by a park is not dug empty for another one (`Book.parked`): what that
would lead to, the table before the first park leads to as well, with the cards of the first one
still where they were, or in the cells where they are lifted anyway.

A run of n cards moves where n - 1 cells are free beside those that the dig takes. More can be
moved over an empty column, and that is a park before a join.
"""

from __future__ import annotations

from engine.solver.bitsets import BOTTOM
from engine.solver.macro_move import FROM_CELL, STAY, source_of, target_of, turn_of, with_count
from engine.solver.nodes import Book
from engine.solver.working_state import Column

_KING = 48
_KINGS = 0xF << 48


def dig(book: Book) -> None:
    """Adds all tables that the turns lead to from the one that the book has opened."""
    free = book.free
    within = 0
    awaited = 0
    buried = 0
    for column in book.columns:
        reach = column.reach[free]
        within |= reach.within
        awaited |= reach.awaited
        buried |= reach.buried
    settling = within & (book.home.forced | book.cells << 4 | buried)
    while settling:
        goal = settling & -settling
        settling ^= goal
        _dig_out(book, goal)
    joining = within & awaited
    while joining:
        goal = joining & -joining
        joining ^= goal
        _join(book, goal, free)
    if book.tables.fills_any or book.tables.fills_king:
        _park_everywhere(book, free)


def _with(book: Book, card: int) -> int:
    """The column that the card, given as a set, lies in."""
    index = 0
    while not book.columns[index].mask & card:
        index += 1
    return index


def _dig_out(book: Book, goal: int) -> None:
    """Adds the table where the runs above a card are lifted, so that it settles."""
    source = _with(book, goal)
    level = book.columns[source]
    lifted = 0
    rise = 0
    while level.bit != goal:
        lifted += level.run
        rise += level.lift
        level = level.base
    book.propose_settled(turn_of(source, lifted, 0, STAY, 0), book.key + rise)


def _join(book: Book, goal: int, free: int) -> None:
    """Adds the table where a run joins the next higher card, if there is room to carry it."""
    leads = goal >> 4
    source = _with(book, leads)
    target = _with(book, goal)
    if source == target:
        return
    taken = book.cells
    key = book.key
    lifted = 0
    level = book.columns[source]
    taken ^= level.mask
    while level.lead != leads:
        lifted += level.run
        key += level.lift
        level = level.base
    taken ^= level.mask
    cleared = 0
    under = book.columns[target]
    taken ^= under.mask
    while under.bit != goal:
        cleared += under.run
        key += under.lift
        under = under.base
    taken ^= under.mask
    room = free - lifted - cleared
    if room < 0 or (level.run > room + 1 and not book.tables.whole):
        return
    key += book.tables.places[under.top - 4 << 6 | under.top] - level.lead_place
    turn = turn_of(source, lifted, level.run, target, cleared)
    book.propose(turn, key, taken, source, level.base, target, under, level, level.run)


def _park_everywhere(book: Book, free: int) -> None:
    """Adds the tables where something is parked in an empty column, or in one dug empty."""
    for target, column in enumerate(book.columns):
        if column.size == 0:
            _park_all(book, target, free)
            return
    for target, column in enumerate(book.columns):
        if column.size <= free and target != book.parked:
            _park_all(book, target, free - column.size)


def _park_all(book: Book, target: int, room: int) -> None:
    """Adds the tables where something is parked in the target; so many cells are free then."""
    goal = book.columns[target]
    key = book.key + book.kinds.lifted(goal)
    taken = book.cells | goal.mask
    for source, level in enumerate(book.columns):
        if source == target:
            continue
        lifted = 0
        rise = 0
        while level.size and lifted <= room:
            most = level.run if book.tables.whole else min(level.run, room - lifted + 1)
            if level.base.size == 0:
                most = min(most, level.run - 1)
            held = taken | (book.columns[source].mask ^ level.mask)
            turn = turn_of(source, lifted, 0, target, goal.size)
            _park(book, turn, key + rise, held, level, most)
            lifted += level.run
            rise += level.lift
            level = level.base
    _park_from_cells(book, target, key)


def _park(book: Book, turn: int, key: int, taken: int, level: Column, most: int) -> None:
    """Adds the tables where up to so many cards of a run are parked, any number that may be."""
    leader = level
    for count in range(1, most + 1):
        king = count == level.run and leader.top >= _KING
        if king or book.tables.fills_any:
            place = book.tables.places[leader.top << 6 | BOTTOM] - leader.place
            book.propose(
                with_count(turn, count),
                key + place,
                taken,
                source_of(turn),
                leader.below,
                target_of(turn),
                book.kinds.empty,
                level,
                count,
            )
        leader = leader.below


def _park_from_cells(book: Book, target: int, key: int) -> None:
    """Adds the tables where a card from a cell is parked."""
    tables = book.tables
    goal = book.columns[target]
    cards = book.cells | (goal.mask ^ goal.floor)
    if not tables.fills_any:
        cards &= _KINGS
    while cards:
        bit = cards & -cards
        cards ^= bit
        card = bit.bit_length() - 1
        book.propose_from_cell(
            turn_of(FROM_CELL, 0, card, target, goal.size),
            key - tables.in_cell[card] + tables.places[card << 6 | BOTTOM],
            target,
            card,
        )
