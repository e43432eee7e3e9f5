"""Moves to try in all other games: single cards, and whole groups where the rules allow them.

These are all legal moves except those that lead to equivalent positions: only the first empty
column is a target, not for the last card of a column, and groups that could be moved card by card
are left out. Cards do not move from cell to cell.
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


def add_single_moves(nodes: SearchNodes) -> None:
    """Add the children of the current position."""
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
    fillers = lookup.empty_column_fillers
    lead = column
    for count in range(1, (column.run_length if lookup.can_move_whole_runs else 1) + 1):
        targets = nodes.top_cards & lookup.column_predecessors[lead.top]
        while targets:
            bit = targets & -targets
            targets ^= bit
            target = column_by_top[bit.bit_length() - 1]
            if target != source:
                _add_column_move(nodes, source, target, lead, count)
        if empty_column >= 0 and lead.below.size and fillers >> lead.top & 1:
            _add_column_move(nodes, source, empty_column, lead, count)
        lead = lead.below


def _add_column_move(
    nodes: SearchNodes, source: int, target: int, lead: Column, count: int
) -> None:
    """Move `count` cards, led by the top card of `lead`."""
    target_column = nodes.columns[target]
    key = nodes.key - lead.top_key + nodes.lookup.place_keys[lead.top << 6 | target_column.top]
    nodes.add_child(
        macro=encode_macro(source, 0, count, target, 0),
        key=key,
        cells=nodes.cells,
        source=source,
        source_rest=lead.below,
        target=target,
        target_column=target_column,
        moved=nodes.columns[source],
        count=count,
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
    home_cards = nodes.foundation_state.home_cards
    key = nodes.key
    for card in range(52):
        if not home_cards >> card & 1 or home_cards >> card + 4 & 1:
            continue
        _add_moves_onto_columns(nodes, FROM_FOUNDATION, card, key, column_by_top, empty_column)
        if nodes.free_cells:
            macro = encode_macro(FROM_FOUNDATION, 0, card, TO_CELL, 0)
            nodes.add_auto_played_child(macro, key + nodes.lookup.cell_keys[card])


def _add_moves_onto_columns(
    nodes: SearchNodes,
    source: int,
    card: int,
    key: int,
    column_by_top: list[int],
    empty_column: int,
) -> None:
    """Move a card from a cell or a foundation onto every column that accepts it."""
    place_keys = nodes.lookup.place_keys
    targets = nodes.top_cards & nodes.lookup.column_predecessors[card]
    while targets:
        bit = targets & -targets
        targets ^= bit
        target_card = bit.bit_length() - 1
        macro = encode_macro(source, 0, card, column_by_top[target_card], 0)
        nodes.add_auto_played_child(macro, key + place_keys[card << 6 | target_card])
    if empty_column >= 0 and nodes.lookup.empty_column_fillers >> card & 1:
        macro = encode_macro(source, 0, card, empty_column, 0)
        nodes.add_auto_played_child(macro, key + place_keys[card << 6 | BOTTOM])
