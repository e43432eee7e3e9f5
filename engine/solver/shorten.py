"""Shorten a solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.position import Move, Position
from engine.solver.bitsets import ALL_CARDS, BOTTOM, LookupTables, make_bitset, make_cell_bitset
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

_CELL_LOCATION: Final = 64
_HOME_LOCATION: Final = 65
_NO_LOCATION: Final = -1


class CardTable:
    """Where the cards lie; steps change it."""

    def __init__(self, lookup: LookupTables, foundation_cache: FoundationCache) -> None:
        """An empty table; `of` and `copy` make others."""
        self.columns: list[list[int]] = []
        self.cells: int = 0
        """The cards in cells, as a set."""
        self.foundation_state: FoundationState = foundation_cache.get_state(0)
        self.key: int = 0
        """Equal for tables that are the same up to the order of columns and of cells."""
        self.lookup: LookupTables = lookup
        self.foundation_cache: FoundationCache = foundation_cache
        self.locations: list[int] = [_HOME_LOCATION] * 52
        """For each card its column, or one of the two above."""

    def load(self, start: Position) -> None:
        """Lays out a position."""
        self.columns = [list(column) for column in start.columns]
        self.cells = make_cell_bitset(start)
        cards_in_play = self.cells
        for card in range(52):
            if self.cells >> card & 1:
                self.locations[card] = _CELL_LOCATION
                self.key += self.lookup.cell_keys[card]
        for index, column in enumerate(start.columns):
            cards_in_play |= make_bitset(column)
            predecessor = BOTTOM
            for card in column:
                self.locations[card] = index
                self.key += self.lookup.place_keys[card << 6 | predecessor]
                predecessor = card
        self.foundation_state = self.foundation_cache.get_state(ALL_CARDS ^ cards_in_play)

    def copy(self) -> CardTable:
        """Another table with the same cards."""
        other = CardTable(self.lookup, self.foundation_cache)
        other.columns = [list(column) for column in self.columns]
        other.cells = self.cells
        other.foundation_state = self.foundation_state
        other.key = self.key
        other.locations = list(self.locations)
        return other

    def apply(self, card_move: CardMove) -> bool:
        """Does the step if it can be done; tells whether it was."""
        count = self._count_moved_cards(card_move.card)
        target = self._find_target(card_move, count)
        if target == _NO_LOCATION:
            return False
        self.key = self._compute_key_without(card_move.card)
        cards = self._remove_cards(card_move.card, count)
        for card in cards:
            self.locations[card] = target
        if target < _CELL_LOCATION:
            column = self.columns[target]
            self.key += self.lookup.place_keys[
                card_move.card << 6 | (column[-1] if column else BOTTOM)
            ]
            column += cards
        elif target == _CELL_LOCATION:
            self.key += self.lookup.cell_keys[card_move.card]
            self.cells |= 1 << card_move.card
        else:
            self.foundation_state = self.foundation_cache.toggle_card(
                self.foundation_state, card_move.card
            )
        return True

    def find_moves_to(self, keys: dict[int, int]) -> list[tuple[CardMove, int]]:
        """All steps that lead to a table with one of these keys, each with what the key stands for.

        A step that leads back to this very table is none of them.
        """
        candidates: list[tuple[CardMove, int]] = []
        for column in self.columns:
            for count in range(1, self._count_run(column) + 1):
                self._collect_moves(column[-count], count, keys, candidates)
        cells = self.cells
        while cells:
            bit = cells & -cells
            cells ^= bit
            self._collect_moves(bit.bit_length() - 1, 1, keys, candidates)
        return candidates

    def _collect_moves(
        self, card: int, count: int, keys: dict[int, int], candidates: list[tuple[CardMove, int]]
    ) -> None:
        """Adds the steps of so many cards that lead where they shall."""
        place_keys = self.lookup.place_keys
        key_without = self._compute_key_without(card)
        destinations = [(ONTO_EMPTY, key_without + place_keys[card << 6 | BOTTOM])]
        if count == 1:
            destinations.append((ONTO_HOME, key_without))
            destinations.append((ONTO_CELL, key_without + self.lookup.cell_keys[card]))
        targets = self.lookup.column_predecessors[card]
        while targets:
            bit = targets & -targets
            targets ^= bit
            target_card = bit.bit_length() - 1
            destinations.append((target_card, key_without + place_keys[card << 6 | target_card]))
        for destination, key in destinations:
            target_index = keys.get(key)
            if target_index is None or key == self.key:
                continue
            card_move = CardMove(card, destination)
            if self._find_target(card_move, count) != _NO_LOCATION:
                candidates.append((card_move, target_index))

    def _count_run(self, column: list[int]) -> int:
        """How many cards at the top of a column may be picked up together."""
        if not column or not self.lookup.can_move_groups:
            return len(column[:1])
        count = 1
        while (
            count < len(column)
            and self.lookup.column_predecessors[column[-count]] >> column[-count - 1] & 1
        ):
            count += 1
        return count

    def _count_moved_cards(self, card: int) -> int:
        """How many cards move where this one leads; 0 where it cannot be picked up."""
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
        """Where so many cards go by the step; _NONE where they do not."""
        if count == 0:
            return _NO_LOCATION
        if card_move.target == ONTO_HOME:
            return (
                _HOME_LOCATION
                if count == 1 and self.foundation_state.playable_cards >> card_move.card & 1
                else _NO_LOCATION
            )
        if card_move.target == ONTO_CELL:
            is_free = (
                count == 1
                and self.locations[card_move.card] != _CELL_LOCATION
                and self._count_free_cells() > 0
            )
            return _CELL_LOCATION if is_free else _NO_LOCATION
        if card_move.target != ONTO_EMPTY:
            target = self.locations[card_move.target]
            is_free = target < _CELL_LOCATION and self.columns[target][-1] == card_move.target
            return target if is_free and count <= self._compute_group_limit(0) else _NO_LOCATION
        if self.lookup.column_successors[BOTTOM] >> card_move.card & 1 and [] in self.columns:
            return self.columns.index([]) if count <= self._compute_group_limit(1) else _NO_LOCATION
        return _NO_LOCATION

    def _count_free_cells(self) -> int:
        return self.lookup.cell_count - self.cells.bit_count()

    def _compute_group_limit(self, used_columns: int) -> int:
        """How many cards may move together where so many empty columns are used as targets."""
        if self.lookup.can_move_whole_runs:
            return 52
        if not self.lookup.can_move_groups:
            return 1
        spare_columns = (
            self.columns.count([]) - used_columns if self.lookup.can_any_fill_empty else 0
        )
        return self._count_free_cells() + 1 << spare_columns

    def _compute_key_without(self, card: int) -> int:
        """The key but for what the card adds to it."""
        source = self.locations[card]
        if source == _CELL_LOCATION:
            return self.key - self.lookup.cell_keys[card]
        if source == _HOME_LOCATION:
            return self.key
        column = self.columns[source]
        height = column.index(card)
        return (
            self.key
            - self.lookup.place_keys[card << 6 | (column[height - 1] if height else BOTTOM)]
        )

    def _remove_cards(self, card: int, count: int) -> list[int]:
        """Takes away so many cards, the one that leads first."""
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


_MAX_ROUNDS: Final = 4
"""After so many rounds a line is left as it is."""


def shorten_solution(rules: Rules, start: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """A line that wins from the start as the given one does, with as many moves or fewer.

    The given moves must be legal one after the other, and win.
    """
    lookup = LookupTables(rules, start)
    card_table = CardTable(lookup, FoundationCache(lookup))
    card_table.load(start)
    card_moves = convert_to_card_moves(rules, start, moves)
    for _ in range(_MAX_ROUNDS):
        length_before = len(card_moves)
        card_moves = _remove_detours(card_table, card_moves)
        card_moves = _remove_idle_moves(card_table, card_moves)
        if len(card_moves) == length_before:
            break
    return tuple(convert_to_moves(rules, start, card_moves))


def _remove_detours(start: CardTable, card_moves: list[CardMove]) -> list[CardMove]:
    """The shortest way through the tables of the line, and one move beside it."""
    card_tables = [start]
    index_by_key = {start.key: 0}
    for index, card_move in enumerate(card_moves):
        card_tables.append(card_tables[index].copy())
        card_tables[index + 1].apply(card_move)
        index_by_key[card_tables[index + 1].key] = index + 1
    moves_left = [0] * (len(card_moves) + 1)
    best = [(step, index + 1) for index, step in enumerate(card_moves)]
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
    """The line without steps that it wins without, those included that are then impossible."""
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
    """Those of the steps that can be done one after the other; None where they do not win."""
    current = start.copy()
    applied = []
    for card_move in card_moves:
        if current.apply(card_move):
            applied.append(card_move)
        elif card_move.target == ONTO_HOME:
            return None
    return applied if current.foundation_state.count == 52 else None
