"""How eager a search is for what: weights found by measuring, for each way of building."""

from __future__ import annotations

from typing import NamedTuple

from engine.variants import Build, Rules


class Temper(NamedTuple):
    """Weights of what makes a table look far from won; 0 leaves a thing out of account."""

    out: int = 8
    """For each card that is not at home yet."""
    own: int = 0
    """For each card that lies on a lower one of its own suit, so that it must be dug out."""
    low: int = 0
    """For each card that lies on any lower one."""
    broken: int = 0
    """For each card that is not in sequence with the one beneath it."""
    own_pairs: int = 0
    """For each lower card of its own suit that a card lies on."""
    low_pairs: int = 0
    """For each lower card that a card lies on."""
    wanted: int = 0
    """For each card above a card that a foundation waits for."""
    after: int = 0
    """For each card above a card that is wanted next but one."""
    tall: int = 0
    """For each column, times an eighth of its height squared."""
    held: int = 0
    """For the cards in cells, times their number squared."""
    gap: int = 0
    """In favour of each empty column; below 0 where they are useless."""
    variety: int = 0
    """In favour of each rank that some top card shows."""
    grandeur: int = 0
    """In favour of each such rank, times a quarter of the rank."""
    haste: int = 0
    """For every 16 moves made."""


_IN_SUIT = (Temper(out=8, own=4, low=1, broken=2, wanted=4, after=2, held=2, haste=40),)
_ANY = (
    Temper(
        out=10,
        own=2,
        low=2,
        own_pairs=2,
        low_pairs=1,
        wanted=4,
        after=2,
        gap=-4,
        variety=6,
        haste=16,
    ),
    Temper(out=10, low_pairs=1, wanted=10, tall=2, gap=-4, variety=8, grandeur=6, haste=24),
    Temper(
        out=8,
        own_pairs=1,
        low_pairs=1,
        wanted=1,
        after=4,
        tall=3,
        gap=-4,
        variety=4,
        grandeur=4,
        haste=24,
    ),
    Temper(
        out=4,
        own=8,
        broken=1,
        own_pairs=1,
        wanted=2,
        tall=1,
        gap=4,
        variety=8,
        grandeur=2,
        haste=16,
    ),
    Temper(
        out=10, own=4, broken=1, wanted=4, after=4, tall=2, gap=-4, variety=4, grandeur=2, haste=1
    ),
    Temper(out=10, low=3, low_pairs=2, wanted=10, after=3, tall=3, variety=2, grandeur=4, haste=24),
    Temper(
        out=14,
        own=8,
        broken=2,
        low_pairs=1,
        wanted=1,
        after=6,
        tall=2,
        variety=2,
        grandeur=6,
        haste=2,
    ),
    Temper(
        out=14,
        own=4,
        low=3,
        broken=2,
        own_pairs=2,
        low_pairs=1,
        wanted=6,
        after=3,
        tall=2,
        variety=12,
        haste=1,
    ),
)


def tempers(rules: Rules) -> tuple[Temper, ...]:
    """The settings to try in turn, the one that serves best first."""
    return _IN_SUIT if rules.variant.tableau is Build.SUIT else _ANY
