"""Seen set, bucket queue, parents, evaluation."""

from __future__ import annotations

from typing import Final

from engine.position import EMPTY, Position
from engine.solver.bitsets import WHOLE_DECK, Tables, cards_in_cells
from engine.solver.heuristics import Temper
from engine.solver.macro_move import (
    COLUMN_END,
    DOUBT,
    SETTLE,
    STAY,
    TURN_BITS,
    TURN_MASK,
    cost_of,
    count_of,
    source_of,
    target_of,
    turn_of,
)
from engine.solver.working_state import Column, Columns, Draft, Foundation, Foundations, column_key


class Frontier:
    """A queue by priority, 0 first; of equals the one that came last, so that lines are followed.

    An entry is two integers: the key of a table and how it was reached.
    """

    __slots__ = ("_buckets", "_lowest", "_unused", "size")

    def __init__(self) -> None:
        """Nothing waits."""
        self.size: int = 0
        self._unused: list[int] = []
        """Stands for every bucket that nothing was put into yet."""
        self._buckets: list[list[int]] = []
        self._lowest: int = 0

    def push(self, priority: int, key: int, reached: int) -> None:
        """Adds an entry. The priority is not below 0."""
        buckets = self._buckets
        if priority >= len(buckets):
            buckets += [self._unused] * (priority + 1 - len(buckets))
        bucket = buckets[priority]
        if bucket is self._unused:
            bucket = []
            buckets[priority] = bucket
        bucket.append(key)
        bucket.append(reached)
        self.size += 1
        if priority < self._lowest:
            self._lowest = priority

    def pop(self) -> tuple[int, int]:
        """Takes out the most promising entry. There must be one."""
        buckets = self._buckets
        lowest = self._lowest
        while not buckets[lowest]:
            lowest += 1
        self._lowest = lowest
        self.size -= 1
        bucket = buckets[lowest]
        reached = bucket.pop()
        return bucket.pop(), reached


_WORTH_BITS: Final = 16
_WORTH_MASK: Final = (1 << _WORTH_BITS) - 1
_REACHED_BITS: Final = TURN_BITS + _WORTH_BITS
_RANK_BITS: Final = 0x1111111111111

# What things take in bytes on CPython 3.11; a test holds the sum against what is really taken.
_BYTES_AT_FIRST: Final = 300_000
_BYTES_SEEN: Final = 116
_BYTES_WAITING: Final = 56
_BYTES_LAID: Final = 240
_BYTES_COLUMN: Final = 420


class Book:
    """The record of a search, and the table it looks at: `columns`, `cells`, `home`, `key`."""

    def __init__(self, tables: Tables, temper: Temper, start: Position) -> None:
        """The first table waits; it is the start with what goes on by itself done."""
        self.tables: Tables = tables
        self.kinds: Columns = Columns(tables, temper)
        self.foundations: Foundations = Foundations(tables)
        self.seen: set[int] = set()
        self.looked_at: int = 0
        """How many tables were opened."""
        self.won: int = 0
        """How the first won table was reached; 0 while there is none."""
        self._frontier: Frontier = Frontier()
        self._draft: Draft = Draft(tables, self.kinds, self.foundations)
        self._digs: bool = tables.digs
        self._doubts: bool = tables.cells == 0 and not tables.returns
        self._haste: int = temper.haste
        self._out: int = temper.out
        self._held: list[int] = [temper.held * used * used for used in range(tables.cells + 1)]
        self._holding: int = 0
        """What the cards in cells of the opened table weigh."""
        self._shown: list[int] = [
            temper.variety + temper.grandeur * rank // 4 for rank in range(13)
        ]
        self._ground: int = sum(self._shown) + 13 * max(temper.gap, 0)
        """Added to every worth, so that none is below 0."""
        self._shows: bool = self._ground > 0
        self._shown_by: dict[int, int] = {}
        self._laid: list[list[Column]] = []
        self._cells: list[int] = []
        self._homes: list[Foundation] = []
        self._depths: list[int] = []
        self._reached: list[int] = []
        self.columns: list[Column] = []
        self.cells: int = 0
        self.free: int = 0
        """How many cells are free."""
        self.home: Foundation = self._draft.home
        self.tops: int = 0
        self.parked: int = -1
        """The column that was empty before the last turn and holds what that put there; else -1."""
        self.key: int = 0
        self.worth: int = 0
        self.depth: int = 0
        self._begin(start)

    @property
    def waiting(self) -> int:
        """How many tables wait to be opened."""
        return self._frontier.size

    @property
    def bytes_taken(self) -> int:
        """About how much memory the record takes."""
        return (
            _BYTES_AT_FIRST
            + _BYTES_SEEN * len(self.seen)
            + _BYTES_WAITING * self._frontier.size
            + _BYTES_LAID * len(self._laid)
            + _BYTES_COLUMN * self.kinds.count
        )

    def open_next(self) -> bool:
        """Turns to the most promising table that waits; tells whether it may need a second look.

        A table that may be dead is one for `engine.solver.dead`.
        """
        key, reached = self._frontier.pop()
        parent = reached >> _REACHED_BITS
        turn = reached & TURN_MASK
        draft = self._draft
        draft.lay(list(self._laid[parent]), self._cells[parent], self._homes[parent], key)
        draft.take(turn)
        if turn & SETTLE:
            draft.settle()
        self.columns = draft.columns
        self.cells = draft.cells
        self.home = draft.home
        used = draft.cells.bit_count()
        self.free = self.tables.cells - used
        self._holding = self._held[used]
        self.key = key
        self.worth = reached >> TURN_BITS & _WORTH_MASK
        self.depth = self._depths[parent] + cost_of(turn)
        tops = 0
        for column in self.columns:
            tops |= column.bit
        self.tops = tops
        self.parked = self._parked(turn)
        self._keep(reached)
        self.looked_at += 1
        return turn & DOUBT != 0

    def propose(
        self,
        turn: int,
        key: int,
        cells: int,
        source: int,
        base: Column,
        target: int,
        goal: Column,
        moved: Column,
        count: int,
    ) -> None:
        """Adds the table where `count` cards at the top of `moved` go from `source` onto `goal`.

        Args:
            turn: what is done.
            key: of the table after it.
            cells: the cards in cells after it.
            source: the column the cards come from.
            base: what remains of it.
            target: the column the cards go to.
            goal: what it is when they come.
            moved: a column with the cards at its top.
            count: how many they are.
        """
        if self._met(key):
            return
        home = self.home
        left = self.columns[source]
        under = self.columns[target]
        tops = self.tops & ~(left.bit | under.bit) | base.bit | moved.bit
        if home.forced & (tops | cells) or (self._digs and cells << 4 & tops):
            self._settle(turn, key)
            return
        kinds = self.kinds
        grown = kinds.carry(moved, count, goal)
        worth = self.worth
        worth += base.worth if base.seen_with is home else kinds.weigh(base, home)
        worth += grown.worth if grown.seen_with is home else kinds.weigh(grown, home)
        worth -= left.worth if left.seen_with is home else kinds.weigh(left, home)
        worth -= under.worth if under.seen_with is home else kinds.weigh(under, home)
        if cells != self.cells:
            worth += self._held[cells.bit_count()] - self._holding
        if self._shows:
            worth += self._display(self.tops) - self._display(tops)
        if self._doubts and not tops & self.tables.lands[moved.top]:
            turn |= DOUBT
        self._offer(turn, key, worth)

    def propose_from_cell(self, turn: int, key: int, target: int, card: int) -> None:
        """Adds the table where a card goes from a cell into a column, all of which is lifted.

        The column may be empty, and the card one of those that are lifted.
        """
        if self._met(key):
            return
        goal = self.columns[target]
        bit = 1 << card
        cells = (self.cells | goal.mask) ^ bit
        tops = self.tops & ~goal.bit | bit
        if self.home.forced & (tops | cells) or cells << 4 & tops:
            self._settle(turn, key)
            return
        grown = self.kinds.grow(self.kinds.empty, card)
        worth = self.worth + self.kinds.weigh(grown, self.home) - self.kinds.weigh(goal, self.home)
        worth += self._held[cells.bit_count()] - self._holding
        self._offer(turn, key, worth)

    def propose_settled(self, turn: int, key: int) -> None:
        """Adds the table after a turn, and after what goes on by itself then.

        The key of the table before it settles is remembered as well: the same one is soon dropped.
        """
        if not self._met(key):
            self._settle(turn, key)

    def _settle(self, turn: int, key: int) -> None:
        draft = self._draft
        draft.lay(list(self.columns), self.cells, self.home, key)
        draft.take(turn)
        draft.settle()
        if draft.key != key:
            if self._met(draft.key):
                return
            turn |= SETTLE
        if self._doubts:
            turn |= DOUBT
        worth = self.worth_of(draft)
        self._offer(turn, draft.key, worth)
        if draft.home.count == 52 and not self.won:
            self.won = self._reach(turn, worth)

    def turns_to(self, reached: int) -> list[int]:
        """The turns that lead from the start to a table, by how it was reached."""
        turns = []
        while reached:
            turns.append(reached & TURN_MASK)
            reached = self._reached[reached >> _REACHED_BITS]
        turns.reverse()
        return turns

    def _parked(self, turn: int) -> int:
        target = target_of(turn)
        if turn & SETTLE or target >= COLUMN_END:
            return -1
        count = 1 if source_of(turn) >= COLUMN_END else count_of(turn)
        return target if self.columns[target].size == count else -1

    def _begin(self, start: Position) -> None:
        """The start as it lies is the parent of the first table."""
        columns = [self.kinds.of(column) for column in start.columns]
        cells = cards_in_cells(start)
        out = cells
        for column in columns:
            out |= column.mask
        self.columns = columns
        self.cells = cells
        self.home = self.foundations.of(WHOLE_DECK ^ out)
        self.key = sum(column_key(column) for column in columns)
        self.key += sum(self.tables.in_cell[card] for card in start.cells if card != EMPTY)
        self._keep(0)
        self.propose_settled(turn_of(0, 0, 0, STAY, 0), self.key)

    def _keep(self, reached: int) -> None:
        self._laid.append(self.columns)
        self._cells.append(self.cells)
        self._homes.append(self.home)
        self._depths.append(self.depth)
        self._reached.append(reached)

    def _met(self, key: int) -> bool:
        """Whether a table was met before; from now on it was."""
        seen = self.seen
        before = len(seen)
        seen.add(key)
        return len(seen) == before

    def _offer(self, turn: int, key: int, worth: int) -> None:
        priority = worth + self._haste * (self.depth + cost_of(turn)) // 16
        self._frontier.push(priority, key, self._reach(turn, worth))

    def _reach(self, turn: int, worth: int) -> int:
        return (len(self._laid) - 1 << _WORTH_BITS | worth) << TURN_BITS | turn

    def worth_of(self, draft: Draft) -> int:
        """How far from won a table looks; 0 or more."""
        home = draft.home
        worth = self._ground + self._out * (52 - home.count)
        worth += self._held[draft.cells.bit_count()]
        tops = 0
        for column in draft.columns:
            tops |= column.bit
            worth += column.worth if column.seen_with is home else self.kinds.weigh(column, home)
        return worth - self._display(tops)

    def _display(self, tops: int) -> int:
        """How much the ranks that the top cards show speak for a table."""
        ranks = tops | tops >> 1
        ranks = (ranks | ranks >> 2) & _RANK_BITS
        known = self._shown_by.get(ranks)
        if known is None:
            known = sum(self._shown[rank] for rank in range(13) if ranks >> 4 * rank & 1)
            self._shown_by[ranks] = known
        return known
