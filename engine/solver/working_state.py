"""Interned columns and foundations, mutable state."""

from __future__ import annotations

from engine.cards import rank_of
from engine.solver.bitsets import BOTTOM, Tables
from engine.solver.heuristics import Temper
from engine.solver.macro_move import (
    COLUMN_END,
    FROM_CELL,
    TO_CELL,
    TO_HOME,
    cleared_of,
    count_of,
    lifted_of,
    source_of,
    target_of,
)


class Foundation:
    """Which cards lie at home, and what follows from that; never changed."""

    __slots__ = ("count", "forced", "home", "ready", "wanted")

    def __init__(self, home: int, ready: int, wanted: int, forced: int) -> None:
        """All four are sets of cards."""
        self.home: int = home
        self.ready: int = ready
        """The cards that could go home now."""
        self.wanted: int = wanted
        """These, and those that could follow on them."""
        self.forced: int = forced
        """Those of the ready cards that go home as soon as they are uncovered."""
        self.count: int = home.bit_count()


class Foundations:
    """All foundations that a search has met."""

    def __init__(self, tables: Tables) -> None:
        """Knows none yet."""
        self._tables: Tables = tables
        self._known: dict[int, Foundation] = {}

    def of(self, home: int) -> Foundation:
        """The foundations with these cards at home."""
        known = self._known.get(home)
        return self._make(home, 0, 0, 0, 13) if known is None else known

    def with_card(self, before: Foundation, card: int) -> Foundation:
        """The foundations with one card more at home, or with its top card `card` returned."""
        home = before.home ^ 1 << card
        known = self._known.get(home)
        if known is not None:
            return known
        rank = rank_of(card)
        others = ~(0xFFF << 4 * rank)
        ready = before.ready & others
        return self._make(home, ready, before.wanted & others, rank, min(rank + 3, 13))

    def _make(self, home: int, ready: int, wanted: int, first: int, end: int) -> Foundation:
        """Only the ranks from `first` up to `end` are worked out anew."""
        tables = self._tables
        for card in range(4 * first, 4 * end):
            if home >> card & 1:
                continue
            beneath = home & tables.beneath[card]
            alike = home & tables.alike[card]
            if card < 4 or (beneath and beneath.bit_count() > alike.bit_count()):
                ready |= 1 << card
                wanted |= 1 << card
            elif ready & tables.beneath[card]:
                wanted |= 1 << card
        made = Foundation(home, ready, wanted, self._forced(home, ready))
        self._known[home] = made
        return made

    def _forced(self, home: int, ready: int) -> int:
        forced = 0
        if self._tables.returns:
            return forced
        while ready:
            bit = ready & -ready
            ready ^= bit
            if not self._tables.safe[bit.bit_length() - 1] & ~home:
                forced |= bit
        return forced


class Reach:
    """What can be dug out of a column with so many free cells, all of it as sets."""

    __slots__ = ("awaited", "buried", "within")

    def __init__(self, within: int, awaited: int, buried: int) -> None:
        """Takes all three."""
        self.within: int = within
        """The cards that are uncovered by lifting whole runs."""
        self.awaited: int = awaited
        """The cards that the leaders of these runs can be laid on."""
        self.buried: int = buried
        """Those of the cards within reach that take one that is lifted for them."""


class Column:
    """Cards from the bottom up to `top`, and what a search asks of them; never changed.

    Only `seen_with` and `worth` are rewritten: they remember the last answer.
    """

    __slots__ = (
        "base",
        "below",
        "bit",
        "floor",
        "lead",
        "lead_place",
        "lift",
        "mask",
        "number",
        "place",
        "reach",
        "run",
        "seen_with",
        "size",
        "still",
        "top",
        "worth",
    )

    def __init__(self, number: int, top: int, below: Column | None) -> None:
        """A column of the top card on the column below it; the rest is for `Columns` to fill."""
        self.number: int = number
        self.top: int = top
        """The top card; BOTTOM where the column is empty."""
        self.bit: int = 0
        """The top card as a set; 0 where the column is empty."""
        self.mask: int = 0
        """All cards as a set."""
        self.size: int = 0
        self.below: Column = self if below is None else below
        """The column without its top card; an empty column is below itself."""
        self.floor: int = 0
        """The bottom card as a set."""
        self.run: int = 0
        """How many cards at the top are in sequence."""
        self.lead: int = 0
        """The card that leads them, as a set."""
        self.lead_place: int = 0
        """What that card adds to the key where it lies."""
        self.base: Column = self
        """The column without them."""
        self.place: int = 0
        """What the top card adds to the key where it lies."""
        self.lift: int = 0
        """What is added to the key when the run goes into cells."""
        self.reach: list[Reach] = []
        """By the number of free cells; empty where nothing is dug."""
        self.still: int = 0
        """How far from won it looks, whatever lies at home."""
        self.seen_with: Foundation | None = None
        self.worth: int = 0
        """How far from won it looks with the foundations `seen_with`."""


class Columns:
    """All columns that a search has met."""

    def __init__(self, tables: Tables, temper: Temper) -> None:
        """Knows the empty column only."""
        self.empty: Column = Column(0, BOTTOM, None)
        self.empty.still = -temper.gap
        self.count: int = 1
        self._grown: dict[int, Column] = {}
        self._tables: Tables = tables
        self._temper: Temper = temper
        self._wanted: int = temper.wanted
        self._after: int = temper.after
        if tables.digs:
            self.empty.reach = _reach(self.empty, tables.cells)

    def grow(self, below: Column, card: int) -> Column:
        """The column with one card more."""
        known = self._grown.get(below.number << 6 | card)
        return self._add(below, card) if known is None else known

    def of(self, cards: bytes) -> Column:
        """The column of these cards, the bottom card first."""
        column = self.empty
        for card in cards:
            column = self.grow(column, card)
        return column

    def carry(self, cards: Column, count: int, onto: Column) -> Column:
        """The column `onto` with the `count` top cards of another one laid on it."""
        if count > 1:
            onto = self.carry(cards.below, count - 1, onto)
        return self.grow(onto, cards.top)

    def lifted(self, column: Column) -> int:
        """What is added to the key when all its cards go into cells."""
        rise = 0
        while column.size:
            rise += column.lift
            column = column.base
        return rise

    def weigh(self, column: Column, home: Foundation) -> int:
        """How far from won the column looks, the cards above wanted ones counted in."""
        worth = column.still
        wanted = column.mask & home.wanted
        above = 0
        here = column
        while wanted:
            if wanted & here.bit:
                wanted ^= here.bit
                worth += above * (self._wanted if home.ready & here.bit else self._after)
            above += 1
            here = here.below
        column.seen_with = home
        column.worth = worth
        return worth

    def _add(self, below: Column, card: int) -> Column:
        tables = self._tables
        column = Column(self.count, card, below)
        self._grown[below.number << 6 | card] = column
        self.count += 1
        column.bit = 1 << card
        column.mask = below.mask | column.bit
        column.size = below.size + 1
        column.floor = below.floor if below.size else column.bit
        column.place = tables.places[card << 6 | below.top]
        to_cell = tables.in_cell[card] - column.place
        in_sequence = tables.lands[card] & below.bit != 0
        column.run = below.run + 1 if in_sequence else 1
        column.lead = below.lead if in_sequence else column.bit
        column.lead_place = below.lead_place if in_sequence else column.place
        column.base = below.base if in_sequence else below
        column.lift = below.lift + to_cell if in_sequence else to_cell
        column.still = below.still + self._change(below, card, in_sequence)
        if tables.digs:
            column.reach = _reach(column, tables.cells)
        return column

    def _change(self, below: Column, card: int, in_sequence: bool) -> int:
        """How much farther from won the column looks with the card than without it."""
        temper = self._temper
        lower = below.mask & ((1 << (card & ~3)) - 1)
        own = lower & (0x1111111111111 << (card & 3))
        change = temper.own_pairs * own.bit_count() + temper.low_pairs * lower.bit_count()
        change += temper.own * (own != 0) + temper.low * (lower != 0)
        if below.size == 0:
            return change + temper.gap + temper.tall // 8
        if not in_sequence:
            change += temper.broken
        size = below.size + 1
        return change + temper.tall * size * size // 8 - temper.tall * below.size**2 // 8


def column_key(column: Column) -> int:
    """What the cards of a column add to the key of a table."""
    key = 0
    while column.size:
        key += column.place
        column = column.below
    return key


def _reach(column: Column, cells: int) -> list[Reach]:
    """What can be dug out of a column, by the number of free cells."""
    awaited = column.lead << 4
    top = Reach(column.bit, awaited, 0)
    if column.base.size == 0:
        return [top] * (cells + 1)
    found = [top] * min(column.run, cells + 1)
    for free in range(cells + 1 - column.run):
        beneath = column.base.reach[free]
        within = beneath.within
        found.append(
            Reach(
                column.bit | within, awaited | beneath.awaited, beneath.buried | (awaited & within)
            )
        )
    return found


class Draft:
    """Where the cards lie while a turn is tried; unlike everything else here it changes.

    Where columns build in suit it *settles* after a turn: cards go home where that never hurts
    (`Foundations`), and a card in a cell joins the next higher one of its suit as soon as that is
    uncovered. Joining never hurts either: nothing else could be laid on that card, and the move
    can be taken back at once, since it frees the very cell it needs. So a table and the settled
    one are won from by the same player; what must not be lost are the moves that only the
    unsettled one has, and these are in `engine.solver.digs`, which lifts whole runs.
    """

    __slots__ = ("_columns", "_foundations", "_tables", "cells", "columns", "home", "key")

    def __init__(self, tables: Tables, columns: Columns, foundations: Foundations) -> None:
        """An empty table."""
        self._tables: Tables = tables
        self._columns: Columns = columns
        self._foundations: Foundations = foundations
        self.columns: list[Column] = []
        self.cells: int = 0
        """The cards in cells, as a set."""
        self.home: Foundation = foundations.of(0)
        self.key: int = 0

    def lay(self, columns: list[Column], cells: int, home: Foundation, key: int) -> None:
        """Starts from this table; the list of columns is changed by turns.

        The key is the one after the turn that is taken next, which does not work it out again.
        """
        self.columns = columns
        self.cells = cells
        self.home = home
        self.key = key

    def take(self, turn: int) -> None:
        """Does what the turn says."""
        source = source_of(turn)
        count = count_of(turn)
        target = target_of(turn)
        if target < COLUMN_END:
            self._lift(target, cleared_of(turn))
        if source < COLUMN_END:
            self._lift(source, lifted_of(turn))
            self._move(source, count, target)
            return
        if source == FROM_CELL:
            self.cells ^= 1 << count
        else:
            self.home = self._foundations.with_card(self.home, count)
        if target < COLUMN_END:
            self.columns[target] = self._columns.grow(self.columns[target], count)
        elif target == TO_CELL:
            self.cells |= 1 << count
        else:
            self.home = self._foundations.with_card(self.home, count)

    def settle(self) -> None:
        """Sends home what goes home at once, and joins cards in cells to columns."""
        columns = self.columns
        joins = self._tables.digs
        moved = True
        while moved:
            moved = False
            if self.cells & self.home.forced:
                self._empty_cells()
            moving = self.home.forced | (self.cells << 4 if joins else 0)
            for index, column in enumerate(columns):
                if column.bit & moving:
                    columns[index] = self._settle_column(column)
                    moved = True
                    moving = self.home.forced | (self.cells << 4 if joins else 0)

    def _settle_column(self, column: Column) -> Column:
        """Does what goes on by itself in one column, whose top card must be concerned."""
        if column.bit & self.home.forced:
            self.key -= column.place
            self.home = self._foundations.with_card(self.home, column.top)
            return column.below
        card = column.top - 4
        self.cells ^= 1 << card
        self.key -= self._tables.in_cell[card]
        grown = self._columns.grow(column, card)
        self.key += grown.place
        return grown

    def _empty_cells(self) -> None:
        """Sends home from the cells what goes home at once."""
        while self.cells & self.home.forced:
            card = (self.cells & self.home.forced).bit_length() - 1
            self.cells ^= 1 << card
            self.key -= self._tables.in_cell[card]
            self.home = self._foundations.with_card(self.home, card)

    def _lift(self, index: int, count: int) -> None:
        """Moves cards from the top of a column into cells."""
        column = self.columns[index]
        left = column
        for _ in range(count):
            left = left.below
        self.cells |= column.mask ^ left.mask
        self.columns[index] = left

    def _move(self, source: int, count: int, target: int) -> None:
        column = self.columns[source]
        if target < COLUMN_END:
            self.columns[target] = self._columns.carry(column, count, self.columns[target])
            for _ in range(count):
                column = column.below
            self.columns[source] = column
        elif target == TO_CELL:
            self._lift(source, count)
        elif target == TO_HOME:
            self.home = self._foundations.with_card(self.home, column.top)
            self.columns[source] = column.below
