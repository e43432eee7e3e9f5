"""A game as a small table: what is dealt, where cards go home, what an empty column takes."""

from __future__ import annotations

from engine.deals import deal
from engine.variants import Build, Filling, Rules
from kiosk.frame import Box, Miniature
from kiosk.scenes.stage import Stage
from kiosk.scenes.table.pieces import four_colours
from kiosk.scenes.table.spread import SHOWN_SUITS

NUMBER = 1
"""The deal that is shown."""
_PARTNERS = {2: (2, 3), 0: (0, 1), 1: (1, 0), 3: (3, 2)}
"""Two suits of two colours, by the first of them."""


def miniature(stage: Stage, rules: Rules, box: Box) -> Miniature:
    """The game in this box.

    Where empty columns take something, one that is empty stands at the right for all to see, unless
    anything may go there anyway; house rules that fill columns show it too.
    """
    variant = rules.variant
    position = deal(rules, NUMBER)
    colours = variant.foundations is Build.COLOURS
    kings = rules.filling is Filling.KING
    special = kings or rules.filling is not variant.filling
    aces = [suit if height else None for suit, height in enumerate(position.foundations)]
    return Miniature(
        box,
        position.columns[:-1] if special else position.columns,
        rules.cells,
        tuple(_PARTNERS[suit] if colours else (suit,) for suit in SHOWN_SUITS),
        tuple(aces[suit] for suit in SHOWN_SUITS),
        vacant=special,
        kings=kings,
        four_colours=four_colours(stage, rules),
    )
