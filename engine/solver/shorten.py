"""Shortening of a solution: skip detours, then drop moves that it wins without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.position import Move, Position
from engine.solver.bitsets import BOTTOM, LookupTables, find_home_cards, make_cell_bitset
from engine.solver.solution import (
    ONTO_CELL,
    ONTO_EMPTY,
    ONTO_HOME,
    CardMove,
    convert_to_card_moves,
    convert_to_moves,
)
from engine.solver.working_state import FoundationCache, FoundationState
from engine.variants import Rules

# Locations of a card other than columns.
_CELL_LOCATION: Final = 64
_HOME_LOCATION: Final = 65
_NO_LOCATION: Final = -1

_MAX_ROUNDS: Final = 4


class CardTable:
    """Mutable position with the location of each card, to try card moves on.

    With `Position` and `why_not` instead, shortening takes two to four times as long.
    """

    def __init__(self, lookup: LookupTables, foundation_cache: FoundationCache) -> None:
        self.lookup: LookupTables = lookup
        self.foundation_cache: FoundationCache = foundation_cache
        self.columns: list[list[int]] = []
        self.cells: int = 0
        self.foundation_state: FoundationState = foundation_cache.get_state(0)
        self.key: int = 0  # equal for positions that differ only in the order of columns or cells
        self.locations: list[int] = [_HOME_LOCATION] * 52

    def load(self, start: Position) -> None:
        """Set the position of an empty table."""
        self.columns = [list(column) for column in start.columns]
        self.cells = make_cell_bitset(start)
        self.foundation_state = self.foundation_cache.get_state(find_home_cards(start))
        for card in range(52):
            if self.cells >> card & 1:
                self.locations[card] = _CELL_LOCATION
                self.key += self.lookup.cell_keys[card]
        for index, column in enumerate(self.columns):
            card_below = BOTTOM
            for card in column:
                self.locations[card] = index
                self.key += self.lookup.place_keys[card << 6 | card_below]
                card_below = card

    def copy(self) -> CardTable:
        """Return an independent copy."""
        other = CardTable(self.lookup, self.foundation_cache)
        other.columns = [list(column) for column in self.columns]
        other.cells = self.cells
        other.foundation_state = self.foundation_state
        other.key = self.key
        other.locations = list(self.locations)
        return other

    def apply(self, card_move: CardMove) -> bool:
        """Make the move if it is possible; return True if it was."""
        card = card_move.card
        count = self._count_moved_cards(card)
        target = self._find_target(card_move, count)
        if target == _NO_LOCATION:
            return False
        self.key = self._compute_key_without(card)
        cards = self._remove_cards(card, count)
        for moved in cards:
            self.locations[moved] = target
        if target < _CELL_LOCATION:
            column = self.columns[target]
            self.key += self.lookup.place_keys[card << 6 | (column[-1] if column else BOTTOM)]
            column += cards
        elif target == _CELL_LOCATION:
            self.key += self.lookup.cell_keys[card]
            self.cells |= 1 << card
        else:
            self.foundation_state = self.foundation_cache.toggle_card(self.foundation_state, card)
        return True

    def find_moves_to(self, keys: dict[int, int]) -> list[tuple[CardMove, int]]:
        """Return all moves to another position with one of the keys, each with the key's value."""
        moves: list[tuple[CardMove, int]] = []
        for column in self.columns:
            for count in range(1, self._count_run(column) + 1):
                self._collect_moves(column[-count], count, keys, moves)
        cells = self.cells
        while cells:
            bit = cells & -cells
            cells ^= bit
            self._collect_moves(bit.bit_length() - 1, 1, keys, moves)
        return moves

    def _collect_moves(
        self, card: int, count: int, keys: dict[int, int], moves: list[tuple[CardMove, int]]
    ) -> None:
        place_keys = self.lookup.place_keys
        key_without = self._compute_key_without(card)
        destinations = [(ONTO_EMPTY, key_without + place_keys[card << 6 | BOTTOM])]
        if count == 1:
            destinations.append((ONTO_HOME, key_without))
            destinations.append((ONTO_CELL, key_without + self.lookup.cell_keys[card]))
        for target_card in self.lookup.column_targets[card]:
            destinations.append((target_card, key_without + place_keys[card << 6 | target_card]))
        for destination, key in destinations:
            value = keys.get(key)
            if value is not None and key != self.key:
                card_move = CardMove(card, destination)
                if self._find_target(card_move, count) != _NO_LOCATION:
                    moves.append((card_move, value))

    def _count_run(self, column: list[int]) -> int:
        """Return the number of cards at the top that are in sequence and can move as a group."""
        if not column or not self.lookup.can_move_groups:
            return len(column[:1])
        predecessors = self.lookup.column_predecessors
        count = 1
        while count < len(column) and predecessors[column[-count]] >> column[-count - 1] & 1:
            count += 1
        return count

    def _count_moved_cards(self, card: int) -> int:
        """Return the number of cards that move with this lead card; 0 if it cannot move."""
        source = self.locations[card]
        if source < _CELL_LOCATION:
            column = self.columns[source]
            count = len(column) - column.index(card)
            return count if count <= self._count_run(column) else 0
        if source == _HOME_LOCATION:
            is_top = not self.lookup.foundation_successors[card] & self.foundation_state.home_cards
            return 1 if is_top and self.lookup.can_return else 0
        return 1

    def _find_target(self, card_move: CardMove, count: int) -> int:
        """Return the location that the cards move to; _NO_LOCATION if they cannot."""
        card, target = card_move
        location, limit = _NO_LOCATION, 0
        if target == ONTO_HOME:
            location, limit = _HOME_LOCATION, self.foundation_state.playable_cards >> card & 1
        elif target == ONTO_CELL:
            if self.locations[card] != _CELL_LOCATION and self._count_free_cells():
                location, limit = _CELL_LOCATION, 1
        elif target != ONTO_EMPTY:
            location = self.locations[target]
            if location < _CELL_LOCATION and self.columns[location][-1] == target:
                limit = self._compute_group_limit(0)
        elif self.lookup.empty_column_fillers >> card & 1 and [] in self.columns:
            location, limit = self.columns.index([]), self._compute_group_limit(1)
        return location if 0 < count <= limit else _NO_LOCATION

    def _count_free_cells(self) -> int:
        return self.lookup.cell_count - self.cells.bit_count()

    def _compute_group_limit(self, used_columns: int) -> int:
        """Return how many cards can move together, with so many empty columns as targets."""
        if self.lookup.can_move_whole_runs:
            return 52
        if not self.lookup.can_move_groups:
            return 1
        spare_columns = 0
        if self.lookup.can_any_fill_empty:
            spare_columns = self.columns.count([]) - used_columns
        return self._count_free_cells() + 1 << spare_columns

    def _compute_key_without(self, card: int) -> int:
        """Return the key without the share of the card."""
        source = self.locations[card]
        if source == _CELL_LOCATION:
            return self.key - self.lookup.cell_keys[card]
        if source == _HOME_LOCATION:
            return self.key
        column = self.columns[source]
        height = column.index(card)
        card_below = column[height - 1] if height else BOTTOM
        return self.key - self.lookup.place_keys[card << 6 | card_below]

    def _remove_cards(self, card: int, count: int) -> list[int]:
        """Remove cards from their location and return them, the lead card first."""
        source = self.locations[card]
        if source < _CELL_LOCATION:
            cards = self.columns[source][-count:]
            del self.columns[source][-count:]
            return cards
        if source == _CELL_LOCATION:
            self.cells ^= 1 << card
        else:
            self.foundation_state = self.foundation_cache.toggle_card(self.foundation_state, card)
        return [card]


def shorten_solution(rules: Rules, start: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return a solution with as many moves or fewer.

    The given moves must be legal one after the other, and win.
    """
    lookup = LookupTables(rules, start)
    card_table = CardTable(lookup, FoundationCache(lookup))
    card_table.load(start)
    card_moves = convert_to_card_moves(rules, start, moves)
    for _ in range(_MAX_ROUNDS):
        length_before = len(card_moves)
        card_moves = _remove_idle_moves(card_table, _remove_detours(card_table, card_moves))
        if len(card_moves) == length_before:
            break
    return tuple(convert_to_moves(rules, start, card_moves))


def _remove_detours(start: CardTable, card_moves: list[CardMove]) -> list[CardMove]:
    """Return the shortest path through the positions of the solution, by any legal move."""
    card_tables = [start]
    index_by_key = {start.key: 0}
    for index, card_move in enumerate(card_moves):
        card_tables.append(card_tables[index].copy())
        card_tables[index + 1].apply(card_move)
        index_by_key[card_tables[index + 1].key] = index + 1
    moves_left = [0] * (len(card_moves) + 1)
    best = [(card_move, index + 1) for index, card_move in enumerate(card_moves)]
    for index in range(len(card_moves) - 1, -1, -1):
        moves_left[index] = moves_left[index + 1] + 1
        for card_move, target_index in card_tables[index].find_moves_to(index_by_key):
            if target_index > index and moves_left[target_index] + 1 < moves_left[index]:
                moves_left[index] = moves_left[target_index] + 1
                best[index] = (card_move, target_index)
    shortest = []
    index = 0
    while index < len(card_moves):
        card_move, index = best[index]
        shortest.append(card_move)
    return shortest


def _remove_idle_moves(start: CardTable, card_moves: list[CardMove]) -> list[CardMove]:
    """Drop each move that the solution wins without, with the later moves that depend on it."""
    kept: list[CardMove] = []
    current = start.copy()
    remaining = card_moves
    while remaining:
        card_move = remaining[0]
        rest = None if card_move.target == ONTO_HOME else _replay_card_moves(current, remaining[1:])
        if rest is None:
            current.apply(card_move)
            kept.append(card_move)
            rest = remaining[1:]
        remaining = rest
    return kept


def _replay_card_moves(start: CardTable, card_moves: list[CardMove]) -> list[CardMove] | None:
    """Return the moves that are possible one after the other; None if they do not win."""
    current = start.copy()
    applied = []
    for card_move in card_moves:
        if current.apply(card_move):
            applied.append(card_move)
        elif card_move.target == ONTO_HOME:
            return None
    return applied if current.foundation_state.count == 52 else None
