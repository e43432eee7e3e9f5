"""A column is a value that shares all but its top card with the column beneath it."""

from __future__ import annotations

from engine.solver.foundations import Foundation
from engine.solver.tables import BOTTOM, Tables
from engine.solver.tempers import Temper


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
