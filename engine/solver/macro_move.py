"""A turn is what a search does at once: cards lifted into cells, and then cards moved.

It is one integer, because a search keeps very many of them.
"""

from __future__ import annotations

from typing import Final

MAX_COLUMNS: Final = 13
"""Columns are 0 … 12, as sources and as targets."""
FROM_CELL: Final = 13
"""As a source: a cell; the count is then the card in it."""
FROM_FOUNDATION: Final = 14
"""As a source: a foundation; the count is then its top card."""
TO_FOUNDATION: Final = 13
"""As a target: the foundations."""
TO_CELL: Final = 14
"""As a target: a free cell."""
LIFT_ONLY: Final = 15
"""As a target: nothing is moved after lifting."""

AUTO_PLAY_FLAG: Final = 1 << 20
"""Set in a turn after which cards go on by themselves, see `Draft.settle`."""
MAYBE_DEAD_FLAG: Final = 1 << 21
"""Set in a turn after which the table may be dead, see `engine.solver.dead`."""
MACRO_BITS: Final = 22
"""How many bits a turn takes."""
MACRO_MASK: Final = (1 << MACRO_BITS) - 1


def encode_macro(source: int, source_lift: int, count: int, target: int, target_lift: int) -> int:
    """The turn that lifts cards from the source and from the target, then moves `count` cards.

    At most 7 cards are lifted from each.
    """
    return (((source << 3 | source_lift) << 6 | count) << 4 | target) << 3 | target_lift


def decode_source(macro: int) -> int:
    """Where its cards come from."""
    return macro >> 16 & 15


def decode_target(macro: int) -> int:
    """Where its cards go."""
    return macro >> 3 & 15


def decode_count(macro: int) -> int:
    """How many cards it moves, or which."""
    return macro >> 7 & 63


def decode_source_lift(macro: int) -> int:
    """How many cards are lifted from the source before."""
    return macro >> 13 & 7


def decode_target_lift(macro: int) -> int:
    """How many cards are lifted from the target before."""
    return macro & 7


def set_count(macro: int, count: int) -> int:
    """A turn of no cards made one of so many."""
    return macro | count << 7


def count_moves(macro: int) -> int:
    """How many moves the turn is."""
    return (
        decode_source_lift(macro) + decode_target_lift(macro) + (decode_target(macro) != LIFT_ONLY)
    )
