"""Evaluation weights for each way of building, found by measurement."""

from __future__ import annotations

from typing import NamedTuple

from engine.variants import Build, Rules


class Weights(NamedTuple):
    """Penalties that raise the estimated distance from a win; 0 disables one."""

    card_not_home: int = 8
    covers_own_suit: int = 0  # for each card above a lower one of its suit, at any distance
    covers_lower: int = 0  # for each card above any lower one
    out_of_sequence: int = 0  # for each card out of sequence with the card beneath it
    own_suit_pairs: int = 0  # for each lower card of its suit that a card is above
    lower_pairs: int = 0  # for each lower card that a card is above
    above_playable: int = 0  # for each card above one that can go home now
    above_upcoming: int = 0  # for each card above one that can go home after that
    column_height: int = 0  # for each column, times its height squared, divided by 8
    cells_used: int = 0  # times the number of cards in cells squared
    depth: int = 0  # for every 16 moves made
    # Bonuses:
    empty_column: int = 0  # for each; negative where empty columns are useless
    top_rank: int = 0  # for each rank among the top cards
    top_rank_height: int = 0  # for each such rank, times the rank, divided by 4


# fmt: off
_SUIT_WEIGHTS = (
    Weights(card_not_home=8, covers_own_suit=4, covers_lower=1, out_of_sequence=2,
            above_playable=4, above_upcoming=2, cells_used=2, depth=40),
)
_ANY_SUIT_WEIGHTS = (
    Weights(card_not_home=10, covers_own_suit=2, covers_lower=2, own_suit_pairs=2, lower_pairs=1,
            above_playable=4, above_upcoming=2, depth=16, empty_column=-4, top_rank=6),
    Weights(card_not_home=10, lower_pairs=1, above_playable=10, column_height=2,
            depth=24, empty_column=-4, top_rank=8, top_rank_height=6),
    Weights(card_not_home=8, own_suit_pairs=1, lower_pairs=1, above_playable=1, above_upcoming=4,
            column_height=3, depth=24, empty_column=-4, top_rank=4, top_rank_height=4),
    Weights(card_not_home=4, covers_own_suit=8, out_of_sequence=1, own_suit_pairs=1,
            above_playable=2, column_height=1,
            depth=16, empty_column=4, top_rank=8, top_rank_height=2),
    Weights(card_not_home=10, covers_own_suit=4, out_of_sequence=1, above_playable=4,
            above_upcoming=4, column_height=2,
            depth=1, empty_column=-4, top_rank=4, top_rank_height=2),
    Weights(card_not_home=10, covers_lower=3, lower_pairs=2, above_playable=10, above_upcoming=3,
            column_height=3, depth=24, top_rank=2, top_rank_height=4),
    Weights(card_not_home=14, covers_own_suit=8, out_of_sequence=2, lower_pairs=1,
            above_playable=1, above_upcoming=6, column_height=2,
            depth=2, top_rank=2, top_rank_height=6),
    Weights(card_not_home=14, covers_own_suit=4, covers_lower=3, out_of_sequence=2,
            own_suit_pairs=2, lower_pairs=1, above_playable=6, above_upcoming=3, column_height=2,
            depth=1, top_rank=12),
)
# fmt: on


def choose_weights(rules: Rules) -> tuple[Weights, ...]:
    """Return the weights of the runs that take turns, the best first."""
    return _SUIT_WEIGHTS if rules.variant.tableau is Build.SUIT else _ANY_SUIT_WEIGHTS
