"""State of a search: interned foundations and columns, and a mutable position made of them."""

from __future__ import annotations

from engine.cards import rank_of
from engine.solver.bitsets import BOTTOM, LookupTables
from engine.solver.heuristics import Weights
from engine.solver.macro_move import (
    FROM_CELL,
    MAX_COLUMNS,
    TO_CELL,
    TO_FOUNDATION,
    decode_count,
    decode_source,
    decode_source_lift,
    decode_target,
    decode_target_lift,
)


class FoundationState:
    """Immutable sets of cards that follow from the cards on the foundations."""

    __slots__ = ("count", "home_cards", "playable_cards", "safe_cards", "upcoming_cards")

    def __init__(
        self, home_cards: int, playable_cards: int, upcoming_cards: int, safe_cards: int
    ) -> None:
        self.home_cards: int = home_cards
        self.playable_cards: int = playable_cards  # those that can go home now
        self.upcoming_cards: int = upcoming_cards  # these, and those that can follow on them
        self.safe_cards: int = safe_cards  # those that are auto-played; README.md has the proof
        self.count: int = home_cards.bit_count()


class FoundationCache:
    """Interned foundation states."""

    def __init__(self, lookup: LookupTables) -> None:
        self._lookup: LookupTables = lookup
        self._states: dict[int, FoundationState] = {}

    def get_state(self, home_cards: int) -> FoundationState:
        """Return the state with these cards home."""
        cached = self._states.get(home_cards)
        return self._create_state(home_cards, 0, 0, 0, 13) if cached is None else cached

    def toggle_card(self, state: FoundationState, card: int) -> FoundationState:
        """Return the state with one more card home, or with the top card `card` returned."""
        home_cards = state.home_cards ^ 1 << card
        cached = self._states.get(home_cards)
        if cached is not None:
            return cached
        rank = rank_of(card)
        kept = ~(0xFFF << 4 * rank)  # a card affects its own rank and the two above it
        playable_cards = state.playable_cards & kept
        upcoming_cards = state.upcoming_cards & kept
        return self._create_state(
            home_cards, playable_cards, upcoming_cards, rank, min(rank + 3, 13)
        )

    def _create_state(
        self,
        home_cards: int,
        playable_cards: int,
        upcoming_cards: int,
        first_rank: int,
        end_rank: int,
    ) -> FoundationState:
        """Complete the sets for the ranks from `first_rank` up to, not including, `end_rank`."""
        lookup = self._lookup
        for card in range(4 * first_rank, 4 * end_rank):
            if home_cards >> card & 1:
                continue
            predecessors = home_cards & lookup.foundation_predecessors[card]
            equivalents = home_cards & lookup.foundation_equivalents[card]
            if card < 4 or (predecessors and predecessors.bit_count() > equivalents.bit_count()):
                playable_cards |= 1 << card
                upcoming_cards |= 1 << card
            elif playable_cards & lookup.foundation_predecessors[card]:
                upcoming_cards |= 1 << card
        safe_cards = self._find_safe_cards(home_cards, playable_cards)
        state = FoundationState(home_cards, playable_cards, upcoming_cards, safe_cards)
        self._states[home_cards] = state
        return state

    def _find_safe_cards(self, home_cards: int, playable_cards: int) -> int:
        safe_cards = 0
        if self._lookup.should_search_returns:  # the proof needs cards to stay home
            return safe_cards
        while playable_cards:
            bit = playable_cards & -playable_cards
            playable_cards ^= bit
            if not self._lookup.safe_requirements[bit.bit_length() - 1] & ~home_cards:
                safe_cards |= bit
        return safe_cards


class DigReach:
    """Sets of cards that digging in a column concerns, for some number of free cells."""

    __slots__ = ("reachable_cards", "receiving_cards", "target_cards")

    def __init__(self, reachable_cards: int, target_cards: int, receiving_cards: int) -> None:
        self.reachable_cards: int = reachable_cards  # uncovered by lifting whole runs
        self.target_cards: int = target_cards  # those that the heads of these runs fit on
        self.receiving_cards: int = receiving_cards  # reachable ones that a lifted card fits on


class Column:
    """Immutable column, linked to the column without its top card.

    Only `evaluation` and `evaluated_for` change: they cache the last evaluation.
    """

    # fmt: off
    __slots__ = (
        "below", "bottom_bit", "card_bits", "dig_reaches", "evaluated_for", "evaluation",
        "lift_key_delta", "rest", "run_head_bit", "run_length", "serial", "size",
        "static_evaluation", "top", "top_bit", "top_key",
    )
    # fmt: on

    def __init__(self, serial: int, top: int, below: Column | None) -> None:
        self.serial: int = serial
        self.top: int = top  # BOTTOM if empty
        self.top_bit: int = 0
        self.card_bits: int = 0
        self.size: int = 0
        self.below: Column = self if below is None else below
        self.bottom_bit: int = 0
        self.top_key: int = 0  # share of the top card in the key of a position
        # The run: the cards in sequence at the top; its head is the card that leads it.
        self.run_length: int = 0
        self.run_head_bit: int = 0
        self.rest: Column = self  # the column without its run
        self.lift_key_delta: int = 0  # change of the key when the run is lifted into cells
        self.dig_reaches: list[DigReach] = []  # by free cells; empty unless the rules allow digging
        self.static_evaluation: int = 0  # independent of the foundations
        self.evaluated_for: FoundationState | None = None
        self.evaluation: int = 0


class ColumnCache:
    """Interned columns."""

    def __init__(self, lookup: LookupTables, weights: Weights) -> None:
        self.empty: Column = Column(0, BOTTOM, None)
        self.empty.static_evaluation = -weights.empty_column
        self.count: int = 1
        self._extensions: dict[int, Column] = {}
        self._lookup: LookupTables = lookup
        self._weights: Weights = weights
        self._playable_weight: int = weights.above_playable
        self._upcoming_weight: int = weights.above_upcoming
        if lookup.can_dig:
            self.empty.dig_reaches = _compute_dig_reaches(self.empty, lookup.cell_count)

    def push_card(self, below: Column, card: int) -> Column:
        """Return the column with one more card."""
        cached = self._extensions.get(below.serial << 6 | card)
        return self._create_column(below, card) if cached is None else cached

    def get_column(self, cards: bytes) -> Column:
        """Return the column of these cards, the bottom card first."""
        column = self.empty
        for card in cards:
            column = self.push_card(column, card)
        return column

    def push_cards(self, source: Column, count: int, target: Column) -> Column:
        """Return the target with the top `count` cards of the source on it."""
        if count > 1:
            target = self.push_cards(source.below, count - 1, target)
        return self.push_card(target, source.top)

    def evaluate(self, column: Column, foundation_state: FoundationState) -> int:
        """Return the penalty of a column, with the cards above playable and upcoming ones."""
        evaluation = column.static_evaluation
        remaining = column.card_bits & foundation_state.upcoming_cards
        cards_above = 0
        current = column
        while remaining:
            if remaining & current.top_bit:
                remaining ^= current.top_bit
                evaluation += cards_above * (
                    self._playable_weight
                    if foundation_state.playable_cards & current.top_bit
                    else self._upcoming_weight
                )
            cards_above += 1
            current = current.below
        column.evaluated_for = foundation_state
        column.evaluation = evaluation
        return evaluation

    def _create_column(self, below: Column, card: int) -> Column:
        lookup = self._lookup
        column = Column(self.count, card, below)
        self._extensions[below.serial << 6 | card] = column
        self.count += 1
        column.top_bit = 1 << card
        column.card_bits = below.card_bits | column.top_bit
        column.size = below.size + 1
        column.bottom_bit = below.bottom_bit if below.size else column.top_bit
        column.top_key = lookup.place_keys[card << 6 | below.top]
        to_cell = lookup.cell_keys[card] - column.top_key
        in_sequence = lookup.column_predecessors[card] & below.top_bit != 0
        column.run_length = below.run_length + 1 if in_sequence else 1
        column.run_head_bit = below.run_head_bit if in_sequence else column.top_bit
        column.rest = below.rest if in_sequence else below
        column.lift_key_delta = below.lift_key_delta + to_cell if in_sequence else to_cell
        column.static_evaluation = below.static_evaluation + self._compute_card_penalty(
            below, card, in_sequence
        )
        if lookup.can_dig:
            column.dig_reaches = _compute_dig_reaches(column, lookup.cell_count)
        return column

    def _compute_card_penalty(self, below: Column, card: int, in_sequence: bool) -> int:
        weights = self._weights
        lower_cards = below.card_bits & ((1 << (card & ~3)) - 1)
        own_suit_cards = lower_cards & (0x1111111111111 << (card & 3))
        penalty = weights.own_suit_pairs * own_suit_cards.bit_count()
        penalty += weights.lower_pairs * lower_cards.bit_count()
        penalty += weights.covers_own_suit * (own_suit_cards != 0)
        penalty += weights.covers_lower * (lower_cards != 0)
        if below.size == 0:
            return penalty + weights.empty_column + weights.column_height // 8
        if not in_sequence:
            penalty += weights.out_of_sequence
        size = below.size
        penalty += weights.column_height * (size + 1) * (size + 1) // 8
        return penalty - weights.column_height * size * size // 8


def compute_column_key(column: Column) -> int:
    """Return the share of a column in the key of a position."""
    key = 0
    while column.size:
        key += column.top_key
        column = column.below
    return key


def _compute_dig_reaches(column: Column, cell_count: int) -> list[DigReach]:
    """Return what digging in a column reaches, by the number of free cells."""
    target_cards = column.run_head_bit << 4
    top_reach = DigReach(column.top_bit, target_cards, 0)
    if column.rest.size == 0:
        return [top_reach] * (cell_count + 1)
    reaches = [top_reach] * min(column.run_length, cell_count + 1)
    for free in range(cell_count + 1 - column.run_length):
        deeper = column.rest.dig_reaches[free]
        reachable_cards = deeper.reachable_cards
        reaches.append(
            DigReach(
                column.top_bit | reachable_cards,
                target_cards | deeper.target_cards,
                deeper.receiving_cards | (target_cards & reachable_cards),
            )
        )
    return reaches


class WorkingState:
    """Mutable position to apply macro moves to.

    Auto-play sends safe cards home and, where columns build in suit, moves a card from a cell onto
    the next higher one of its suit as soon as that is uncovered. This never hurts: no other card
    fits there, and the move can be reversed at once because it frees the cell that this needs.
    The moves that only the position before auto-play has are those of `dig_moves`.
    """

    # fmt: off
    __slots__ = (
        "_column_cache", "_foundation_cache", "_lookup",
        "cells", "columns", "foundation_state", "key",
    )
    # fmt: on

    def __init__(
        self, lookup: LookupTables, column_cache: ColumnCache, foundation_cache: FoundationCache
    ) -> None:
        self._lookup: LookupTables = lookup
        self._column_cache: ColumnCache = column_cache
        self._foundation_cache: FoundationCache = foundation_cache
        self.columns: list[Column] = []
        self.cells: int = 0
        self.foundation_state: FoundationState = foundation_cache.get_state(0)
        self.key: int = 0

    def load(
        self, columns: list[Column], cells: int, foundation_state: FoundationState, key: int
    ) -> None:
        """Set the position; macro moves change the list of columns.

        `apply` does not compute the key: pass the key after the next macro move.
        """
        self.columns = columns
        self.cells = cells
        self.foundation_state = foundation_state
        self.key = key

    def apply(self, macro: int) -> None:
        """Apply a macro move."""
        source = decode_source(macro)
        count = decode_count(macro)
        target = decode_target(macro)
        if target < MAX_COLUMNS:
            self._lift_cards(target, decode_target_lift(macro))
        if source < MAX_COLUMNS:
            self._lift_cards(source, decode_source_lift(macro))
            self._move_cards(source, count, target)
            return
        if source == FROM_CELL:
            self.cells ^= 1 << count
        else:
            self._toggle_home(count)
        if target < MAX_COLUMNS:
            self.columns[target] = self._column_cache.push_card(self.columns[target], count)
        elif target == TO_CELL:
            self.cells |= 1 << count
        else:
            self._toggle_home(count)

    def auto_play(self) -> None:
        """Move safe cards home, and cards from cells onto columns, until none is left."""
        columns = self.columns
        can_join = self._lookup.can_dig
        has_moved = True
        while has_moved:
            has_moved = False
            while self.cells & self.foundation_state.safe_cards:
                card = (self.cells & self.foundation_state.safe_cards).bit_length() - 1
                self.cells ^= 1 << card
                self.key -= self._lookup.cell_keys[card]
                self._toggle_home(card)
            movable = self.foundation_state.safe_cards | (self.cells << 4 if can_join else 0)
            for index, column in enumerate(columns):
                if column.top_bit & movable:
                    columns[index] = self._auto_play_column(column)
                    has_moved = True
                    movable = self.foundation_state.safe_cards | (
                        self.cells << 4 if can_join else 0
                    )

    def _auto_play_column(self, column: Column) -> Column:
        if column.top_bit & self.foundation_state.safe_cards:
            self.key -= column.top_key
            self._toggle_home(column.top)
            return column.below
        card = column.top - 4
        self.cells ^= 1 << card
        self.key -= self._lookup.cell_keys[card]
        extended = self._column_cache.push_card(column, card)
        self.key += extended.top_key
        return extended

    def _lift_cards(self, index: int, count: int) -> None:
        column = self.columns[index]
        rest = column
        for _ in range(count):
            rest = rest.below
        self.cells |= column.card_bits ^ rest.card_bits
        self.columns[index] = rest

    def _move_cards(self, source: int, count: int, target: int) -> None:
        column = self.columns[source]
        if target < MAX_COLUMNS:
            self.columns[target] = self._column_cache.push_cards(
                column, count, self.columns[target]
            )
            for _ in range(count):
                column = column.below
            self.columns[source] = column
        elif target == TO_CELL:
            self._lift_cards(source, count)
        elif target == TO_FOUNDATION:
            self._toggle_home(column.top)
            self.columns[source] = column.below

    def _toggle_home(self, card: int) -> None:
        self.foundation_state = self._foundation_cache.toggle_card(self.foundation_state, card)
