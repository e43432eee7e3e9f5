"""Node store of a search run: seen keys, open list, parent links, evaluation of children."""

from __future__ import annotations

from typing import Final

from engine.position import EMPTY, Position
from engine.solver.bitsets import LookupTables, find_home_cards, make_cell_bitset
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

# A link packs how a position was reached: index of the parent node, evaluation, macro move.
_EVALUATION_BITS: Final = 16
_EVALUATION_MASK: Final = (1 << _EVALUATION_BITS) - 1
_LINK_INDEX_SHIFT: Final = MACRO_BITS + _EVALUATION_BITS
_RANK_MASK: Final = 0x1111111111111

# Memory on CPython 3.11; a test compares the sum with the memory that is really taken.
_BASE_BYTES: Final = 300_000
_BYTES_PER_SEEN_KEY: Final = 116
_BYTES_PER_OPEN_NODE: Final = 56
_BYTES_PER_NODE: Final = 240
_BYTES_PER_COLUMN: Final = 420


class BucketQueue:
    """Priority queue of (key, link) pairs, priority 0 first.

    Of equal priorities the last one pushed comes first, so that a line of play is followed.
    """

    __slots__ = ("_buckets", "_empty_bucket", "_lowest", "size")

    def __init__(self) -> None:
        self.size: int = 0
        self._empty_bucket: list[int] = []  # shared by all priorities without entries
        self._buckets: list[list[int]] = []
        self._lowest: int = 0

    def push(self, priority: int, key: int, link: int) -> None:
        """Add an entry; the priority is 0 or more."""
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
        """Remove and return the best entry; the queue must not be empty."""
        buckets = self._buckets
        lowest = self._lowest
        while not buckets[lowest]:
            lowest += 1
        self._lowest = lowest
        self.size -= 1
        bucket = buckets[lowest]
        link = bucket.pop()
        return bucket.pop(), link


class SearchNodes:
    """Nodes of one search run, and the position of the node expanded last.

    The public attributes from `columns` on describe that position.
    """

    def __init__(self, lookup: LookupTables, weights: Weights, start: Position) -> None:
        self.lookup: LookupTables = lookup
        self.column_cache: ColumnCache = ColumnCache(lookup, weights)
        self.foundation_cache: FoundationCache = FoundationCache(lookup)
        self.seen_keys: set[int] = set()
        self.expanded_count: int = 0
        self.winning_link: int = 0  # 0 until a won position is reached
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
            weights.cells_used * used * used for used in range(lookup.cell_count + 1)
        ]
        self._rank_bonuses: list[int] = [
            weights.top_rank + weights.top_rank_height * rank // 4 for rank in range(13)
        ]
        # Added to every evaluation so that none is negative.
        self._evaluation_offset: int = sum(self._rank_bonuses) + 13 * max(weights.empty_column, 0)
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
        self.foundation_state: FoundationState = self._working_state.foundation_state
        self.top_cards: int = 0
        self.parked_column: int = -1  # the column that the last macro move filled, or -1
        self.key: int = 0
        self.evaluation: int = 0
        self.depth: int = 0
        self._cell_penalty: int = 0
        self._add_root(start)

    @property
    def open_count(self) -> int:
        """Number of positions not expanded yet."""
        return self._open_list.size

    @property
    def memory_bytes(self) -> int:
        """Estimated memory of this run."""
        return (
            _BASE_BYTES
            + _BYTES_PER_SEEN_KEY * len(self.seen_keys)
            + _BYTES_PER_OPEN_NODE * self._open_list.size
            + _BYTES_PER_NODE * len(self._node_columns)
            + _BYTES_PER_COLUMN * self.column_cache.count
        )

    def open_next(self) -> bool:
        """Make the best open position the current one; return True if it may be a dead end."""
        key, link = self._open_list.pop()
        parent = link >> _LINK_INDEX_SHIFT
        macro = link & MACRO_MASK
        state = self._working_state
        columns = list(self._node_columns[parent])
        state.load(columns, self._node_cells[parent], self._node_foundations[parent], key)
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
        key: int,  # of the position after the move
        cells: int,  # the cards in cells after it
        source: int,
        source_rest: Column,  # the source after the move
        target: int,
        target_column: Column,  # the target after lifting, before the cards arrive
        moved: Column,  # a column with the moved cards at its top
        count: int,
    ) -> None:
        """Add the position after a move from column to column."""
        if self._mark_seen(key):
            return
        foundations = self.foundation_state
        source_column = self.columns[source]
        target_before = self.columns[target]
        top_cards = (
            self.top_cards & ~(source_column.top_bit | target_before.top_bit)
            | source_rest.top_bit
            | moved.top_bit
        )
        if foundations.safe_cards & (top_cards | cells) or (
            self._can_dig and cells << 4 & top_cards
        ):
            self._add_after_auto_play(macro, key)
            return
        cache = self.column_cache
        extended = cache.push_cards(moved, count, target_column)
        evaluation = self.evaluation
        evaluation += (
            source_rest.evaluation
            if source_rest.evaluated_for is foundations
            else cache.evaluate(source_rest, foundations)
        )
        evaluation += (
            extended.evaluation
            if extended.evaluated_for is foundations
            else cache.evaluate(extended, foundations)
        )
        evaluation -= (
            source_column.evaluation
            if source_column.evaluated_for is foundations
            else cache.evaluate(source_column, foundations)
        )
        evaluation -= (
            target_before.evaluation
            if target_before.evaluated_for is foundations
            else cache.evaluate(target_before, foundations)
        )
        if cells != self.cells:
            evaluation += self._cell_penalties[cells.bit_count()] - self._cell_penalty
        if self._has_rank_bonus:
            evaluation += self._compute_rank_bonus(self.top_cards)
            evaluation -= self._compute_rank_bonus(top_cards)
        # While the moved card can still go onto another one a dead end is unlikely: skip the check.
        if (
            self._should_check_dead_ends
            and not top_cards & self.lookup.column_predecessors[moved.top]
        ):
            macro |= MAYBE_DEAD_FLAG
        self._enqueue(macro, key, evaluation)

    def add_child_from_cell(self, macro: int, key: int, target: int, card: int) -> None:
        """Add the position after a card went from a cell into a column that was lifted whole.

        The column may be empty before, and the card may be one of those lifted from it.
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
        cache = self.column_cache
        evaluation = self.evaluation - cache.evaluate(target_column, self.foundation_state)
        evaluation += cache.evaluate(cache.push_card(cache.empty, card), self.foundation_state)
        evaluation += self._cell_penalties[cells.bit_count()] - self._cell_penalty
        self._enqueue(macro, key, evaluation)

    def add_auto_played_child(self, macro: int, key: int) -> None:
        """Add the position after a macro move and auto-play.

        The key before auto-play is marked as seen too: that drops duplicates sooner.
        """
        if not self._mark_seen(key):
            self._add_after_auto_play(macro, key)

    def trace_macros(self, link: int) -> list[int]:
        """Return the macro moves from the start to the position that was reached by the link."""
        macros = []
        while link:
            macros.append(link & MACRO_MASK)
            link = self._node_links[link >> _LINK_INDEX_SHIFT]
        macros.reverse()
        return macros

    def evaluate(self, state: WorkingState) -> int:
        """Return the evaluation of a position, 0 or more; less is nearer to a win."""
        foundations = state.foundation_state
        evaluation = self._evaluation_offset + self._cell_penalties[state.cells.bit_count()]
        evaluation += self._card_not_home_weight * (52 - foundations.count)
        top_cards = 0
        for column in state.columns:
            top_cards |= column.top_bit
            if column.evaluated_for is not foundations:
                self.column_cache.evaluate(column, foundations)
            evaluation += column.evaluation
        return evaluation - self._compute_rank_bonus(top_cards)

    def _add_root(self, start: Position) -> None:
        """Store the start as it is; its child is the position after auto-play."""
        self.columns = [self.column_cache.get_column(column) for column in start.columns]
        self.cells = make_cell_bitset(start)
        self.foundation_state = self.foundation_cache.get_state(find_home_cards(start))
        self.key = sum(compute_column_key(column) for column in self.columns)
        self.key += sum(self.lookup.cell_keys[card] for card in start.cells if card != EMPTY)
        self._store_node(0)
        self.add_auto_played_child(encode_macro(0, 0, 0, LIFT_ONLY, 0), self.key)

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

    def _find_parked_column(self, macro: int) -> int:
        target = decode_target(macro)
        if macro & AUTO_PLAY_FLAG or target >= MAX_COLUMNS:
            return -1
        count = 1 if decode_source(macro) >= MAX_COLUMNS else decode_count(macro)
        return target if self.columns[target].size == count else -1

    def _store_node(self, link: int) -> None:
        self._node_columns.append(self.columns)
        self._node_cells.append(self.cells)
        self._node_foundations.append(self.foundation_state)
        self._node_depths.append(self.depth)
        self._node_links.append(link)

    def _mark_seen(self, key: int) -> bool:
        """Mark a key as seen; return True if it was already."""
        seen_keys = self.seen_keys
        count_before = len(seen_keys)
        seen_keys.add(key)  # one hash, unlike a look-up before it
        return len(seen_keys) == count_before

    def _enqueue(self, macro: int, key: int, evaluation: int) -> None:
        priority = evaluation + self._depth_weight * (self.depth + count_moves(macro)) // 16
        self._open_list.push(priority, key, self._make_link(macro, evaluation))

    def _make_link(self, macro: int, evaluation: int) -> int:
        return (len(self._node_columns) - 1 << _EVALUATION_BITS | evaluation) << MACRO_BITS | macro

    def _compute_rank_bonus(self, top_cards: int) -> int:
        ranks = top_cards | top_cards >> 1
        ranks = (ranks | ranks >> 2) & _RANK_MASK
        bonus = self._rank_bonus_cache.get(ranks)
        if bonus is None:
            bonus = sum(self._rank_bonuses[rank] for rank in range(13) if ranks >> 4 * rank & 1)
            self._rank_bonus_cache[ranks] = bonus
        return bonus
