"""Moves to try where columns build in suit: whole runs are lifted ("dug out") for a purpose.

A *run* is the cards in sequence at the top of a column; to *dig* is to lift runs into cells until
another card is the top card. The macro moves from a position after auto-play are:

* *dig out* a card that can then go home, or that a card in a cell then goes onto;
* *join*: dig in up to two columns so that the head of a run and the next higher card of its suit
  are uncovered, and move the run onto that card;
* *park*: move a run, its upper cards or a card from a cell into an empty column, digging for the
  run first. If no column is empty, one may be dug empty for it.

README.md proves that these find a win wherever there is one.
"""

from __future__ import annotations

from engine.solver.bitsets import BOTTOM
from engine.solver.macro_move import (
    FROM_CELL,
    LIFT_ONLY,
    decode_source,
    decode_target,
    encode_macro,
    set_count,
)
from engine.solver.nodes import SearchNodes
from engine.solver.working_state import Column


def add_dig_moves(nodes: SearchNodes) -> None:
    """Add the children of the current position."""
    free_cells = nodes.free_cells
    reachable_cards = 0
    target_cards = 0
    receiving_cards = 0
    for column in nodes.columns:
        reach = column.dig_reaches[free_cells]
        reachable_cards |= reach.reachable_cards
        target_cards |= reach.target_cards
        receiving_cards |= reach.receiving_cards
    auto_playing = reachable_cards & (
        nodes.foundation_state.safe_cards | nodes.cells << 4 | receiving_cards
    )
    while auto_playing:
        goal = auto_playing & -auto_playing
        auto_playing ^= goal
        _add_dig_out(nodes, goal)
    joinable = reachable_cards & target_cards
    while joinable:
        goal = joinable & -joinable
        joinable ^= goal
        _add_join(nodes, goal, free_cells)
    if nodes.lookup.empty_column_fillers:
        _add_parks(nodes, free_cells)


def _find_column(nodes: SearchNodes, card_bit: int) -> int:
    index = 0
    while not nodes.columns[index].card_bits & card_bit:
        index += 1
    return index


def _add_dig_out(nodes: SearchNodes, goal: int) -> None:
    source = _find_column(nodes, goal)
    level = nodes.columns[source]
    source_lift = 0
    key_delta = 0
    while level.top_bit != goal:
        source_lift += level.run_length
        key_delta += level.lift_key_delta
        level = level.rest
    nodes.add_auto_played_child(
        encode_macro(source, source_lift, 0, LIFT_ONLY, 0), nodes.key + key_delta
    )


def _add_join(nodes: SearchNodes, goal: int, free_cells: int) -> None:
    """Move the run that fits on the goal onto it, if the free cells suffice."""
    head_bit = goal >> 4
    source = _find_column(nodes, head_bit)
    target = _find_column(nodes, goal)
    if source == target:
        return
    key = nodes.key
    source_lift = 0
    level = nodes.columns[source]
    while level.run_head_bit != head_bit:
        source_lift += level.run_length
        key += level.lift_key_delta
        level = level.rest
    target_lift = 0
    target_column = nodes.columns[target]
    while target_column.top_bit != goal:
        target_lift += target_column.run_length
        key += target_column.lift_key_delta
        target_column = target_column.rest
    room = free_cells - source_lift - target_lift
    if room < 0 or (level.run_length > room + 1 and not nodes.lookup.can_move_whole_runs):
        return
    place_keys, head = nodes.lookup.place_keys, target_column.top - 4
    key += place_keys[head << 6 | target_column.top] - place_keys[head << 6 | level.rest.top]
    lifted_cards = nodes.columns[source].card_bits ^ level.card_bits
    lifted_cards |= nodes.columns[target].card_bits ^ target_column.card_bits
    nodes.add_child(
        macro=encode_macro(source, source_lift, level.run_length, target, target_lift),
        key=key,
        cells=nodes.cells | lifted_cards,
        source=source,
        source_rest=level.rest,
        target=target,
        target_column=target_column,
        moved=level,
        count=level.run_length,
    )


def _add_parks(nodes: SearchNodes, free_cells: int) -> None:
    for target, column in enumerate(nodes.columns):
        if column.size == 0:
            _add_parks_into(nodes, target, free_cells)
            return
    for target, column in enumerate(nodes.columns):
        if column.size <= free_cells and target != nodes.parked_column:
            _add_parks_into(nodes, target, free_cells - column.size)


def _add_parks_into(nodes: SearchNodes, target: int, room: int) -> None:
    """Park in the target, with `room` free cells after digging it empty."""
    goal = nodes.columns[target]
    key = nodes.key
    level = goal
    while level.size:
        key += level.lift_key_delta
        level = level.rest
    cells = nodes.cells | goal.card_bits
    for source, level in enumerate(nodes.columns):
        if source == target:
            continue
        source_lift = 0
        key_delta = 0
        while level.size and source_lift <= room:
            max_count = (
                level.run_length
                if nodes.lookup.can_move_whole_runs
                else min(level.run_length, room - source_lift + 1)
            )
            if level.rest.size == 0:
                max_count = min(max_count, level.run_length - 1)
            cells_after = cells | (nodes.columns[source].card_bits ^ level.card_bits)
            macro = encode_macro(source, source_lift, 0, target, goal.size)
            _add_run_parks(nodes, macro, key + key_delta, cells_after, level, max_count)
            source_lift += level.run_length
            key_delta += level.lift_key_delta
            level = level.rest
    _add_cell_parks(nodes, target, key)


def _add_run_parks(
    nodes: SearchNodes, macro: int, key: int, cells: int, level: Column, max_count: int
) -> None:
    lead = level
    for count in range(1, max_count + 1):
        if nodes.lookup.empty_column_fillers >> lead.top & 1:
            place_delta = nodes.lookup.place_keys[lead.top << 6 | BOTTOM] - lead.top_key
            nodes.add_child(
                macro=set_count(macro, count),
                key=key + place_delta,
                cells=cells,
                source=decode_source(macro),
                source_rest=lead.below,
                target=decode_target(macro),
                target_column=nodes.column_cache.empty,
                moved=level,
                count=count,
            )
        lead = lead.below


def _add_cell_parks(nodes: SearchNodes, target: int, key: int) -> None:
    lookup = nodes.lookup
    goal = nodes.columns[target]
    cards = (nodes.cells | (goal.card_bits ^ goal.bottom_bit)) & lookup.empty_column_fillers
    while cards:
        bit = cards & -cards
        cards ^= bit
        card = bit.bit_length() - 1
        nodes.add_child_from_cell(
            encode_macro(FROM_CELL, 0, card, target, goal.size),
            key - lookup.cell_keys[card] + lookup.place_keys[card << 6 | BOTTOM],
            target,
            card,
        )
