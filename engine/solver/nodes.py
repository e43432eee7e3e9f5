"""Seen set, bucket queue, parents, evaluation."""

from __future__ import annotations

from typing import Final

from engine.position import EMPTY, Position
from engine.solver.bitsets import ALL_CARDS, LookupTables, make_cell_bitset
from engine.solver.heuristics import Weights
from engine.solver.macro_move import (
    AUTO_PLAY_FLAG,
    LIFT_ONLY,
    MACRO_BITS,
    MACRO_MASK,
    MAX_COLUMNS,
    MAYBE_DEAD_FLAG,
    count_moves,
    decode_count,
    decode_source,
    decode_target,
    encode_macro,
)
from engine.solver.working_state import (
    Column,
    ColumnCache,
    FoundationCache,
    FoundationState,
    WorkingState,
    compute_column_key,
)


class BucketQueue:
    """A queue by priority, 0 first; of equals the one that came last, so that lines are followed.

    An entry is two integers: the key of a table and how it was reached.
    """

    __slots__ = ("_buckets", "_empty_bucket", "_lowest", "size")

    def __init__(self) -> None:
        """Nothing waits."""
        self.size: int = 0
        self._empty_bucket: list[int] = []
        """Stands for every bucket that nothing was put into yet."""
        self._buckets: list[list[int]] = []
        self._lowest: int = 0

    def push(self, priority: int, key: int, link: int) -> None:
        """Adds an entry. The priority is not below 0."""
        buckets = self._buckets
        if priority >= len(buckets):
            buckets += [self._empty_bucket] * (priority + 1 - len(buckets))
        bucket = buckets[priority]
        if bucket is self._empty_bucket:
            bucket = []
            buckets[priority] = bucket
        bucket.append(key)
        bucket.append(link)
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
        link = bucket.pop()
        return bucket.pop(), link


_EVALUATION_BITS: Final = 16
_EVALUATION_MASK: Final = (1 << _EVALUATION_BITS) - 1
_LINK_INDEX_SHIFT: Final = MACRO_BITS + _EVALUATION_BITS
_RANK_MASK: Final = 0x1111111111111

# What things take in bytes on CPython 3.11; a test holds the sum against what is really taken.
_BASE_BYTES: Final = 300_000
_BYTES_PER_SEEN_KEY: Final = 116
_BYTES_PER_OPEN_NODE: Final = 56
_BYTES_PER_NODE: Final = 240
_BYTES_PER_COLUMN: Final = 420


class SearchNodes:
    """The record of a search, and the table it looks at: `columns`, `cells`, `home`, `key`."""

    def __init__(self, lookup: LookupTables, weights: Weights, start: Position) -> None:
        """The first table waits; it is the start with what goes on by itself done."""
        self.lookup: LookupTables = lookup
        self.column_cache: ColumnCache = ColumnCache(lookup, weights)
        self.foundation_cache: FoundationCache = FoundationCache(lookup)
        self.seen_keys: set[int] = set()
        self.expanded_count: int = 0
        """How many tables were opened."""
        self.winning_link: int = 0
        """How the first won table was reached; 0 while there is none."""
        self._open_list: BucketQueue = BucketQueue()
        self._working_state: WorkingState = WorkingState(
            lookup, self.column_cache, self.foundation_cache
        )
        self._can_dig: bool = lookup.can_dig
        self._should_check_dead_ends: bool = (
            lookup.cell_count == 0 and not lookup.should_search_returns
        )
        self._depth_weight: int = weights.depth
        self._card_not_home_weight: int = weights.card_not_home
        self._cell_penalties: list[int] = [
            weights.cells_used * used_cells * used_cells
            for used_cells in range(lookup.cell_count + 1)
        ]
        self._cell_penalty: int = 0
        """What the cards in cells of the opened table weigh."""
        self._rank_bonuses: list[int] = [
            weights.top_rank + weights.top_rank_height * rank // 4 for rank in range(13)
        ]
        self._evaluation_offset: int = sum(self._rank_bonuses) + 13 * max(weights.empty_column, 0)
        """Added to every worth, so that none is below 0."""
        self._has_rank_bonus: bool = self._evaluation_offset > 0
        self._rank_bonus_cache: dict[int, int] = {}
        self._node_columns: list[list[Column]] = []
        self._node_cells: list[int] = []
        self._node_foundations: list[FoundationState] = []
        self._node_depths: list[int] = []
        self._node_links: list[int] = []
        self.columns: list[Column] = []
        self.cells: int = 0
        self.free_cells: int = 0
        """How many cells are free."""
        self.foundation_state: FoundationState = self._working_state.foundation_state
        self.top_cards: int = 0
        self.parked_column: int = -1
        """The column that was empty before the last turn and holds what that put there; else -1."""
        self.key: int = 0
        self.evaluation: int = 0
        self.depth: int = 0
        self._add_root(start)

    @property
    def open_count(self) -> int:
        """How many tables wait to be opened."""
        return self._open_list.size

    @property
    def memory_bytes(self) -> int:
        """About how much memory the record takes."""
        return (
            _BASE_BYTES
            + _BYTES_PER_SEEN_KEY * len(self.seen_keys)
            + _BYTES_PER_OPEN_NODE * self._open_list.size
            + _BYTES_PER_NODE * len(self._node_columns)
            + _BYTES_PER_COLUMN * self.column_cache.count
        )

    def open_next(self) -> bool:
        """Turns to the most promising table that waits; tells whether it may need a second look.

        A table that may be dead is one for `engine.solver.dead`.
        """
        key, link = self._open_list.pop()
        parent = link >> _LINK_INDEX_SHIFT
        macro = link & MACRO_MASK
        state = self._working_state
        state.load(
            list(self._node_columns[parent]),
            self._node_cells[parent],
            self._node_foundations[parent],
            key,
        )
        state.apply(macro)
        if macro & AUTO_PLAY_FLAG:
            state.auto_play()
        self.columns = state.columns
        self.cells = state.cells
        self.foundation_state = state.foundation_state
        used_cells = state.cells.bit_count()
        self.free_cells = self.lookup.cell_count - used_cells
        self._cell_penalty = self._cell_penalties[used_cells]
        self.key = key
        self.evaluation = link >> MACRO_BITS & _EVALUATION_MASK
        self.depth = self._node_depths[parent] + count_moves(macro)
        top_cards = 0
        for column in self.columns:
            top_cards |= column.top_bit
        self.top_cards = top_cards
        self.parked_column = self._find_parked_column(macro)
        self._store_node(link)
        self.expanded_count += 1
        return macro & MAYBE_DEAD_FLAG != 0

    def add_child(
        self,
        macro: int,
        key: int,
        cells: int,
        source: int,
        source_rest: Column,
        target: int,
        target_column: Column,
        moved: Column,
        count: int,
    ) -> None:
        """Adds the table where `count` cards at the top of `moved` go from `source` onto `goal`.

        Args:
            macro: what is done.
            key: of the table after it.
            cells: the cards in cells after it.
            source: the column the cards come from.
            source_rest: what remains of it.
            target: the column the cards go to.
            target_column: what it is when they come.
            moved: a column with the cards at its top.
            count: how many they are.
        """
        if self._mark_seen(key):
            return
        foundation_state = self.foundation_state
        source_column = self.columns[source]
        target_before = self.columns[target]
        top_cards = (
            self.top_cards & ~(source_column.top_bit | target_before.top_bit)
            | source_rest.top_bit
            | moved.top_bit
        )
        if foundation_state.safe_cards & (top_cards | cells) or (
            self._can_dig and cells << 4 & top_cards
        ):
            self._add_after_auto_play(macro, key)
            return
        column_cache = self.column_cache
        extended = column_cache.push_cards(moved, count, target_column)
        evaluation = self.evaluation
        evaluation += (
            source_rest.evaluation
            if source_rest.evaluated_for is foundation_state
            else column_cache.evaluate(source_rest, foundation_state)
        )
        evaluation += (
            extended.evaluation
            if extended.evaluated_for is foundation_state
            else column_cache.evaluate(extended, foundation_state)
        )
        evaluation -= (
            source_column.evaluation
            if source_column.evaluated_for is foundation_state
            else column_cache.evaluate(source_column, foundation_state)
        )
        evaluation -= (
            target_before.evaluation
            if target_before.evaluated_for is foundation_state
            else column_cache.evaluate(target_before, foundation_state)
        )
        if cells != self.cells:
            evaluation += self._cell_penalties[cells.bit_count()] - self._cell_penalty
        if self._has_rank_bonus:
            evaluation += self._compute_rank_bonus(self.top_cards) - self._compute_rank_bonus(
                top_cards
            )
        if (
            self._should_check_dead_ends
            and not top_cards & self.lookup.column_predecessors[moved.top]
        ):
            macro |= MAYBE_DEAD_FLAG
        self._enqueue(macro, key, evaluation)

    def add_child_from_cell(self, macro: int, key: int, target: int, card: int) -> None:
        """Adds the table where a card goes from a cell into a column, all of which is lifted.

        The column may be empty, and the card one of those that are lifted.
        """
        if self._mark_seen(key):
            return
        target_column = self.columns[target]
        bit = 1 << card
        cells = (self.cells | target_column.card_bits) ^ bit
        top_cards = self.top_cards & ~target_column.top_bit | bit
        if self.foundation_state.safe_cards & (top_cards | cells) or cells << 4 & top_cards:
            self._add_after_auto_play(macro, key)
            return
        extended = self.column_cache.push_card(self.column_cache.empty, card)
        evaluation = (
            self.evaluation
            + self.column_cache.evaluate(extended, self.foundation_state)
            - self.column_cache.evaluate(target_column, self.foundation_state)
        )
        evaluation += self._cell_penalties[cells.bit_count()] - self._cell_penalty
        self._enqueue(macro, key, evaluation)

    def add_auto_played_child(self, macro: int, key: int) -> None:
        """Adds the table after a turn, and after what goes on by itself then.

        The key of the table before it settles is remembered as well: the same one is soon dropped.
        """
        if not self._mark_seen(key):
            self._add_after_auto_play(macro, key)

    def _add_after_auto_play(self, macro: int, key: int) -> None:
        state = self._working_state
        state.load(list(self.columns), self.cells, self.foundation_state, key)
        state.apply(macro)
        state.auto_play()
        if state.key != key:
            if self._mark_seen(state.key):
                return
            macro |= AUTO_PLAY_FLAG
        if self._should_check_dead_ends:
            macro |= MAYBE_DEAD_FLAG
        evaluation = self.evaluate(state)
        self._enqueue(macro, state.key, evaluation)
        if state.foundation_state.count == 52 and not self.winning_link:
            self.winning_link = self._make_link(macro, evaluation)

    def trace_macros(self, link: int) -> list[int]:
        """The turns that lead from the start to a table, by how it was reached."""
        macros = []
        while link:
            macros.append(link & MACRO_MASK)
            link = self._node_links[link >> _LINK_INDEX_SHIFT]
        macros.reverse()
        return macros

    def _find_parked_column(self, macro: int) -> int:
        target = decode_target(macro)
        if macro & AUTO_PLAY_FLAG or target >= MAX_COLUMNS:
            return -1
        count = 1 if decode_source(macro) >= MAX_COLUMNS else decode_count(macro)
        return target if self.columns[target].size == count else -1

    def _add_root(self, start: Position) -> None:
        """The start as it lies is the parent of the first table."""
        columns = [self.column_cache.get_column(column) for column in start.columns]
        cells = make_cell_bitset(start)
        cards_in_play = cells
        for column in columns:
            cards_in_play |= column.card_bits
        self.columns = columns
        self.cells = cells
        self.foundation_state = self.foundation_cache.get_state(ALL_CARDS ^ cards_in_play)
        self.key = sum(compute_column_key(column) for column in columns)
        self.key += sum(self.lookup.cell_keys[card] for card in start.cells if card != EMPTY)
        self._store_node(0)
        self.add_auto_played_child(encode_macro(0, 0, 0, LIFT_ONLY, 0), self.key)

    def _store_node(self, link: int) -> None:
        self._node_columns.append(self.columns)
        self._node_cells.append(self.cells)
        self._node_foundations.append(self.foundation_state)
        self._node_depths.append(self.depth)
        self._node_links.append(link)

    def _mark_seen(self, key: int) -> bool:
        """Whether a table was met before; from now on it was."""
        seen_keys = self.seen_keys
        count_before = len(seen_keys)
        seen_keys.add(key)
        return len(seen_keys) == count_before

    def _enqueue(self, macro: int, key: int, evaluation: int) -> None:
        priority = evaluation + self._depth_weight * (self.depth + count_moves(macro)) // 16
        self._open_list.push(priority, key, self._make_link(macro, evaluation))

    def _make_link(self, macro: int, evaluation: int) -> int:
        return (len(self._node_columns) - 1 << _EVALUATION_BITS | evaluation) << MACRO_BITS | macro

    def evaluate(self, state: WorkingState) -> int:
        """How far from won a table looks; 0 or more."""
        foundation_state = state.foundation_state
        evaluation = self._evaluation_offset + self._card_not_home_weight * (
            52 - foundation_state.count
        )
        evaluation += self._cell_penalties[state.cells.bit_count()]
        top_cards = 0
        for column in state.columns:
            top_cards |= column.top_bit
            evaluation += (
                column.evaluation
                if column.evaluated_for is foundation_state
                else self.column_cache.evaluate(column, foundation_state)
            )
        return evaluation - self._compute_rank_bonus(top_cards)

    def _compute_rank_bonus(self, top_cards: int) -> int:
        """How much the ranks that the top cards show speak for a table."""
        ranks = top_cards | top_cards >> 1
        ranks = (ranks | ranks >> 2) & _RANK_MASK
        bonus = self._rank_bonus_cache.get(ranks)
        if bonus is None:
            bonus = sum(self._rank_bonuses[rank] for rank in range(13) if ranks >> 4 * rank & 1)
            self._rank_bonus_cache[ranks] = bonus
        return bonus
