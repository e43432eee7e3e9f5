"""The turns worth trying in all other games: single moves, and groups where they go as one.

These are all legal moves but for those that lead to tables that are alike: only the first of
several empty columns is filled, none from a column that would be empty then, and groups that can be
moved card by card are not listed. A card in a cell is not moved to another cell.
"""

from __future__ import annotations

from engine.solver.bitsets import BOTTOM
from engine.solver.macro_move import FROM_CELL, FROM_HOME, TO_CELL, TO_HOME, turn_of
from engine.solver.nodes import Book
from engine.solver.working_state import Column

_KING = 48


def shift(book: Book) -> None:
    """Adds all tables that the turns lead to from the one that the book has opened."""
    spots = [-1] * 52
    vacant = -1
    for index, column in enumerate(book.columns):
        if column.size:
            spots[column.top] = index
        elif vacant < 0:
            vacant = index
    for index, column in enumerate(book.columns):
        if column.size:
            _from_column(book, index, spots, vacant)
    if book.cells:
        _from_cells(book, spots, vacant)
    if book.tables.returns:
        _from_home(book, spots, vacant)


def _from_column(book: Book, source: int, spots: list[int], vacant: int) -> None:
    tables = book.tables
    column = book.columns[source]
    if column.bit & book.home.ready:
        book.propose_settled(turn_of(source, 0, 1, TO_HOME, 0), book.key - column.place)
    if book.free:
        key = book.key + tables.in_cell[column.top] - column.place
        book.propose_settled(turn_of(source, 0, 1, TO_CELL, 0), key)
    leader = column
    for count in range(1, (column.run if tables.whole else 1) + 1):
        goals = book.tops & tables.lands[leader.top]
        while goals:
            bit = goals & -goals
            goals ^= bit
            target = spots[bit.bit_length() - 1]
            if target != source:
                _move(book, source, target, leader, count)
        if vacant >= 0 and leader.below.size and takes(book, leader.top):
            _move(book, source, vacant, leader, count)
        leader = leader.below


def _move(book: Book, source: int, target: int, leader: Column, count: int) -> None:
    """Adds the table where so many cards, led by the top of `leader`, go to the target."""
    goal = book.columns[target]
    book.propose(
        turn_of(source, 0, count, target, 0),
        book.key - leader.place + book.tables.places[leader.top << 6 | goal.top],
        book.cells,
        source,
        leader.below,
        target,
        goal,
        book.columns[source],
        count,
    )


def takes(book: Book, card: int) -> bool:
    """Whether an empty column takes the card."""
    return book.tables.fills_any or (book.tables.fills_king and card >= _KING)


def _from_cells(book: Book, spots: list[int], vacant: int) -> None:
    for card in range(52):
        if not book.cells >> card & 1:
            continue
        key = book.key - book.tables.in_cell[card]
        if book.home.ready >> card & 1:
            book.propose_settled(turn_of(FROM_CELL, 0, card, TO_HOME, 0), key)
        _put_down(book, FROM_CELL, card, key, spots, vacant)


def _from_home(book: Book, spots: list[int], vacant: int) -> None:
    for card in range(52):
        if not book.home.home >> card & 1 or book.home.home >> card + 4 & 1:
            continue
        _put_down(book, FROM_HOME, card, book.key, spots, vacant)
        if book.free:
            key = book.key + book.tables.in_cell[card]
            book.propose_settled(turn_of(FROM_HOME, 0, card, TO_CELL, 0), key)


def _put_down(book: Book, source: int, card: int, key: int, spots: list[int], vacant: int) -> None:
    """Tries a card that comes from no column on every column that takes it."""
    places = book.tables.places
    goals = book.tops & book.tables.lands[card]
    while goals:
        bit = goals & -goals
        goals ^= bit
        onto = bit.bit_length() - 1
        turn = turn_of(source, 0, card, spots[onto], 0)
        book.propose_settled(turn, key + places[card << 6 | onto])
    if vacant >= 0 and takes(book, card):
        turn = turn_of(source, 0, card, vacant, 0)
        book.propose_settled(turn, key + places[card << 6 | BOTTOM])
