"""How eager a search is for what: weights found by measuring, for each way of building."""

from __future__ import annotations

from typing import NamedTuple

from engine.variants import Build, Rules


class Weights(NamedTuple):
    """Weights of what makes a table look far from won; 0 leaves a thing out of account."""

    card_not_home: int = 8
    """For each card that is not at home yet."""
    covers_own_suit: int = 0
    """For each card that lies on a lower one of its own suit, so that it must be dug out."""
    covers_lower: int = 0
    """For each card that lies on any lower one."""
    out_of_sequence: int = 0
    """For each card that is not in sequence with the one beneath it."""
    own_suit_pairs: int = 0
    """For each lower card of its own suit that a card lies on."""
    lower_pairs: int = 0
    """For each lower card that a card lies on."""
    above_playable: int = 0
    """For each card above a card that a foundation waits for."""
    above_upcoming: int = 0
    """For each card above a card that is wanted next but one."""
    column_height: int = 0
    """For each column, times an eighth of its height squared."""
    cells_used: int = 0
    """For the cards in cells, times their number squared."""
    empty_column: int = 0
    """In favour of each empty column; below 0 where they are useless."""
    top_rank: int = 0
    """In favour of each rank that some top card shows."""
    top_rank_height: int = 0
    """In favour of each such rank, times a quarter of the rank."""
    depth: int = 0
    """For every 16 moves made."""


_SUIT_WEIGHTS = (
    Weights(
        card_not_home=8,
        covers_own_suit=4,
        covers_lower=1,
        out_of_sequence=2,
        above_playable=4,
        above_upcoming=2,
        cells_used=2,
        depth=40,
    ),
)
_ANY_SUIT_WEIGHTS = (
    Weights(
        card_not_home=10,
        covers_own_suit=2,
        covers_lower=2,
        own_suit_pairs=2,
        lower_pairs=1,
        above_playable=4,
        above_upcoming=2,
        empty_column=-4,
        top_rank=6,
        depth=16,
    ),
    Weights(
        card_not_home=10,
        lower_pairs=1,
        above_playable=10,
        column_height=2,
        empty_column=-4,
        top_rank=8,
        top_rank_height=6,
        depth=24,
    ),
    Weights(
        card_not_home=8,
        own_suit_pairs=1,
        lower_pairs=1,
        above_playable=1,
        above_upcoming=4,
        column_height=3,
        empty_column=-4,
        top_rank=4,
        top_rank_height=4,
        depth=24,
    ),
    Weights(
        card_not_home=4,
        covers_own_suit=8,
        out_of_sequence=1,
        own_suit_pairs=1,
        above_playable=2,
        column_height=1,
        empty_column=4,
        top_rank=8,
        top_rank_height=2,
        depth=16,
    ),
    Weights(
        card_not_home=10,
        covers_own_suit=4,
        out_of_sequence=1,
        above_playable=4,
        above_upcoming=4,
        column_height=2,
        empty_column=-4,
        top_rank=4,
        top_rank_height=2,
        depth=1,
    ),
    Weights(
        card_not_home=10,
        covers_lower=3,
        lower_pairs=2,
        above_playable=10,
        above_upcoming=3,
        column_height=3,
        top_rank=2,
        top_rank_height=4,
        depth=24,
    ),
    Weights(
        card_not_home=14,
        covers_own_suit=8,
        out_of_sequence=2,
        lower_pairs=1,
        above_playable=1,
        above_upcoming=6,
        column_height=2,
        top_rank=2,
        top_rank_height=6,
        depth=2,
    ),
    Weights(
        card_not_home=14,
        covers_own_suit=4,
        covers_lower=3,
        out_of_sequence=2,
        own_suit_pairs=2,
        lower_pairs=1,
        above_playable=6,
        above_upcoming=3,
        column_height=2,
        top_rank=12,
        depth=1,
    ),
)


def choose_weights(rules: Rules) -> tuple[Weights, ...]:
    """The settings to try in turn, the one that serves best first."""
    return _SUIT_WEIGHTS if rules.variant.tableau is Build.SUIT else _ANY_SUIT_WEIGHTS
