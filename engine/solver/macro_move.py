"""Macro move: the step of a search, packed into an integer because a search keeps very many.

A macro move lifts cards from its source and from its target into cells, then moves `count` cards.
Columns are 0 to 12, as sources and as targets.
"""

from __future__ import annotations

from typing import Final

MAX_COLUMNS: Final = 13
# Sources other than columns; `count` is then the card.
FROM_CELL: Final = 13
FROM_FOUNDATION: Final = 14
# Targets other than columns.
TO_FOUNDATION: Final = 13
TO_CELL: Final = 14
LIFT_ONLY: Final = 15

AUTO_PLAY_FLAG: Final = 1 << 20  # `WorkingState.auto_play` changes the position afterwards
MAYBE_DEAD_FLAG: Final = 1 << 21  # the position afterwards is worth a check by `dead_ends`
MACRO_BITS: Final = 22
MACRO_MASK: Final = (1 << MACRO_BITS) - 1


def encode_macro(source: int, source_lift: int, count: int, target: int, target_lift: int) -> int:
    """Pack a macro move; at most 7 cards are lifted from each column."""
    return (((source << 3 | source_lift) << 6 | count) << 4 | target) << 3 | target_lift


def decode_source(macro: int) -> int:
    """Return a column, FROM_CELL or FROM_FOUNDATION."""
    return macro >> 16 & 15


def decode_target(macro: int) -> int:
    """Return a column, TO_FOUNDATION, TO_CELL or LIFT_ONLY."""
    return macro >> 3 & 15


def decode_count(macro: int) -> int:
    """Return the number of cards moved; from a cell or a foundation, the card itself."""
    return macro >> 7 & 63


def decode_source_lift(macro: int) -> int:
    """Return the number of cards lifted from the source."""
    return macro >> 13 & 7


def decode_target_lift(macro: int) -> int:
    """Return the number of cards lifted from the target."""
    return macro & 7


def set_count(macro: int, count: int) -> int:
    """Set the count of a macro move encoded with count 0."""
    return macro | count << 7


def count_moves(macro: int) -> int:
    """Return the number of legal moves in a macro move."""
    return (macro >> 13 & 7) + (macro & 7) + (decode_target(macro) != LIFT_ONLY)
