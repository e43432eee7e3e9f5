"""The turns worth trying where columns build in suit: whole runs are dug out for a purpose.

A *run* is as many cards as are in sequence at the top of a column; to *dig* is to lift runs into
cells until another card is the top card. From a settled table (`Draft`) these turns lead on:

* *join*: dig in up to two columns so that the head of a run and the next higher card of its suit
  are both free, and move the run onto that card;
* *dig* until the top card can go home, or takes a card from a cell, which then settles;
* *park*: move a run, or cards at the top of it, or a card from a cell into an empty column that
  takes it, digging for the run first. Where no column is empty, one may be dug empty for it.

**Why no others are needed.** Call these the purposes. Take a line of single moves that wins from a
settled table; it exists wherever the table can be won from, since a group moves where its cards
could one by one. Until its first purpose is reached, the line does nothing but put cards from the
tops of columns into cells (and back, which only repeats a table), for every other move is a
purpose: a card goes home; onto a card, which must be the next higher of its suit; or into an empty
column. Part of a run in cells achieves nothing but what whole runs do: the card that is then
uncovered waits for just the card that was lifted from it, which can go back and free its cell.
Now only the columns that the purpose needs have to be dug before it. All others can be dug right
after it: until then they hold no cell, and nothing of the purpose lies in their way. So the line
that reaches its purpose at once by one of these turns, and then digs the rest, wins as well, has no
more moves, and goes on from the table after that turn. By induction over the length of the line,
a table that can be won from is won by these turns alone.

A column that was just filled by a park is not dug empty for another one (`Book.parked`): what that
would lead to, the table before the first park leads to as well, with the cards of the first one
still where they were, or in the cells where they are lifted anyway.

A run of n cards moves where n - 1 cells are free beside those that the dig takes. More can be
moved over an empty column, and that is a park before a join.
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

_FIRST_KING = 48
_KING_CARDS = 0xF << 48


def add_dig_moves(nodes: SearchNodes) -> None:
    """Adds all tables that the turns lead to from the one that the book has opened."""
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
    if nodes.lookup.can_any_fill_empty or nodes.lookup.can_king_fill_empty:
        _add_parks(nodes, free_cells)


def _find_column(nodes: SearchNodes, card: int) -> int:
    """The column that the card, given as a set, lies in."""
    index = 0
    while not nodes.columns[index].card_bits & card:
        index += 1
    return index


def _add_dig_out(nodes: SearchNodes, goal: int) -> None:
    """Adds the table where the runs above a card are lifted, so that it settles."""
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
    """Adds the table where a run joins the next higher card, if there is room to carry it."""
    head_bit = goal >> 4
    source = _find_column(nodes, head_bit)
    target = _find_column(nodes, goal)
    if source == target:
        return
    cells = nodes.cells
    key = nodes.key
    source_lift = 0
    level = nodes.columns[source]
    cells ^= level.card_bits
    while level.run_head_bit != head_bit:
        source_lift += level.run_length
        key += level.lift_key_delta
        level = level.rest
    cells ^= level.card_bits
    target_lift = 0
    target_column = nodes.columns[target]
    cells ^= target_column.card_bits
    while target_column.top_bit != goal:
        target_lift += target_column.run_length
        key += target_column.lift_key_delta
        target_column = target_column.rest
    cells ^= target_column.card_bits
    room = free_cells - source_lift - target_lift
    if room < 0 or (level.run_length > room + 1 and not nodes.lookup.can_move_whole_runs):
        return
    key += (
        nodes.lookup.place_keys[target_column.top - 4 << 6 | target_column.top] - level.run_head_key
    )
    macro = encode_macro(source, source_lift, level.run_length, target, target_lift)
    nodes.add_child(
        macro, key, cells, source, level.rest, target, target_column, level, level.run_length
    )


def _add_parks(nodes: SearchNodes, free_cells: int) -> None:
    """Adds the tables where something is parked in an empty column, or in one dug empty."""
    for target, column in enumerate(nodes.columns):
        if column.size == 0:
            _add_parks_into(nodes, target, free_cells)
            return
    for target, column in enumerate(nodes.columns):
        if column.size <= free_cells and target != nodes.parked_column:
            _add_parks_into(nodes, target, free_cells - column.size)


def _add_parks_into(nodes: SearchNodes, target: int, room: int) -> None:
    """Adds the tables where something is parked in the target; so many cells are free then."""
    goal = nodes.columns[target]
    key = nodes.key + nodes.column_cache.compute_lift_delta(goal)
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
    """Adds the tables where up to so many cards of a run are parked, any number that may be."""
    leader = level
    for count in range(1, max_count + 1):
        is_king_run = count == level.run_length and leader.top >= _FIRST_KING
        if is_king_run or nodes.lookup.can_any_fill_empty:
            place_delta = nodes.lookup.place_keys[leader.top << 6 | BOTTOM] - leader.top_key
            nodes.add_child(
                set_count(macro, count),
                key + place_delta,
                cells,
                decode_source(macro),
                leader.below,
                decode_target(macro),
                nodes.column_cache.empty,
                level,
                count,
            )
        leader = leader.below


def _add_cell_parks(nodes: SearchNodes, target: int, key: int) -> None:
    """Adds the tables where a card from a cell is parked."""
    lookup = nodes.lookup
    goal = nodes.columns[target]
    cards = nodes.cells | (goal.card_bits ^ goal.bottom_bit)
    if not lookup.can_any_fill_empty:
        cards &= _KING_CARDS
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
