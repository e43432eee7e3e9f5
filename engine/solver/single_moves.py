"""The turns worth trying in all other games: single moves, and groups where they go as one.

These are all legal moves but for those that lead to tables that are alike: only the first of
several empty columns is filled, none from a column that would be empty then, and groups that can be
moved card by card are not listed. A card in a cell is not moved to another cell.
"""

from __future__ import annotations

from engine.solver.bitsets import BOTTOM
from engine.solver.macro_move import (
    FROM_CELL,
    FROM_FOUNDATION,
    TO_CELL,
    TO_FOUNDATION,
    encode_macro,
)
from engine.solver.nodes import SearchNodes
from engine.solver.working_state import Column

_FIRST_KING = 48


def add_single_moves(nodes: SearchNodes) -> None:
    """Adds all tables that the turns lead to from the one that the book has opened."""
    column_by_top = [-1] * 52
    empty_column = -1
    for index, column in enumerate(nodes.columns):
        if column.size:
            column_by_top[column.top] = index
        elif empty_column < 0:
            empty_column = index
    for index, column in enumerate(nodes.columns):
        if column.size:
            _add_moves_from_column(nodes, index, column_by_top, empty_column)
    if nodes.cells:
        _add_moves_from_cells(nodes, column_by_top, empty_column)
    if nodes.lookup.should_search_returns:
        _add_moves_from_foundations(nodes, column_by_top, empty_column)


def _add_moves_from_column(
    nodes: SearchNodes, source: int, column_by_top: list[int], empty_column: int
) -> None:
    lookup = nodes.lookup
    column = nodes.columns[source]
    if column.top_bit & nodes.foundation_state.playable_cards:
        nodes.add_auto_played_child(
            encode_macro(source, 0, 1, TO_FOUNDATION, 0), nodes.key - column.top_key
        )
    if nodes.free_cells:
        key = nodes.key + lookup.cell_keys[column.top] - column.top_key
        nodes.add_auto_played_child(encode_macro(source, 0, 1, TO_CELL, 0), key)
    leader = column
    for count in range(1, (column.run_length if lookup.can_move_whole_runs else 1) + 1):
        targets = nodes.top_cards & lookup.column_predecessors[leader.top]
        while targets:
            bit = targets & -targets
            targets ^= bit
            target = column_by_top[bit.bit_length() - 1]
            if target != source:
                _add_column_move(nodes, source, target, leader, count)
        if empty_column >= 0 and leader.below.size and can_fill_empty_column(nodes, leader.top):
            _add_column_move(nodes, source, empty_column, leader, count)
        leader = leader.below


def _add_column_move(
    nodes: SearchNodes, source: int, target: int, leader: Column, count: int
) -> None:
    """Adds the table where so many cards, led by the top of `leader`, go to the target."""
    target_column = nodes.columns[target]
    nodes.add_child(
        encode_macro(source, 0, count, target, 0),
        nodes.key - leader.top_key + nodes.lookup.place_keys[leader.top << 6 | target_column.top],
        nodes.cells,
        source,
        leader.below,
        target,
        target_column,
        nodes.columns[source],
        count,
    )


def can_fill_empty_column(nodes: SearchNodes, card: int) -> bool:
    """Whether an empty column takes the card."""
    return nodes.lookup.can_any_fill_empty or (
        nodes.lookup.can_king_fill_empty and card >= _FIRST_KING
    )


def _add_moves_from_cells(nodes: SearchNodes, column_by_top: list[int], empty_column: int) -> None:
    for card in range(52):
        if not nodes.cells >> card & 1:
            continue
        key = nodes.key - nodes.lookup.cell_keys[card]
        if nodes.foundation_state.playable_cards >> card & 1:
            nodes.add_auto_played_child(encode_macro(FROM_CELL, 0, card, TO_FOUNDATION, 0), key)
        _add_moves_onto_columns(nodes, FROM_CELL, card, key, column_by_top, empty_column)


def _add_moves_from_foundations(
    nodes: SearchNodes, column_by_top: list[int], empty_column: int
) -> None:
    for card in range(52):
        if (
            not nodes.foundation_state.home_cards >> card & 1
            or nodes.foundation_state.home_cards >> card + 4 & 1
        ):
            continue
        _add_moves_onto_columns(
            nodes, FROM_FOUNDATION, card, nodes.key, column_by_top, empty_column
        )
        if nodes.free_cells:
            key = nodes.key + nodes.lookup.cell_keys[card]
            nodes.add_auto_played_child(encode_macro(FROM_FOUNDATION, 0, card, TO_CELL, 0), key)


def _add_moves_onto_columns(
    nodes: SearchNodes,
    source: int,
    card: int,
    key: int,
    column_by_top: list[int],
    empty_column: int,
) -> None:
    """Tries a card that comes from no column on every column that takes it."""
    place_keys = nodes.lookup.place_keys
    targets = nodes.top_cards & nodes.lookup.column_predecessors[card]
    while targets:
        bit = targets & -targets
        targets ^= bit
        target_card = bit.bit_length() - 1
        macro = encode_macro(source, 0, card, column_by_top[target_card], 0)
        nodes.add_auto_played_child(macro, key + place_keys[card << 6 | target_card])
    if empty_column >= 0 and can_fill_empty_column(nodes, card):
        macro = encode_macro(source, 0, card, empty_column, 0)
        nodes.add_auto_played_child(macro, key + place_keys[card << 6 | BOTTOM])
