"""How many deals of a game can be won, and how long that takes, in numbers short enough to show."""

from __future__ import annotations

from typing import NamedTuple

from engine.rulebook.known import KNOWN, Odds
from engine.variants import Rules

EASIER = {
    "bakers-dozen": {
        "E": (71, 74, 76, 81, 80),
        "G": (70, 74, 77, 75, 81),
        "EG": (68, 71, 72, 74, 77),
    },
    "good-measure": {
        "E": (73, 76, 81, 77, 86),
        "G": (70, 75, 79, 77, 80),
        "EG": (67, 72, 74, 76, 75),
    },
    "spanish-patience": {
        "E": (69, 72, 77, 77, 73),
        "G": (68, 69, 70, 72, 78),
        "EG": (67, 70, 70, 72, 76),
    },
}
"""How long ways to win are with house rules, by difficulty from 1 to 5: the medians of
`python -m engine bank measure --game KEY --rules R --count 60`."""
ANY_FILLS = (100, 100)
"""With house rule E all of the 100 deals that were tried can be won."""


class Chance(NamedTuple):
    """So many of so many deals can be won by perfect play, in about so many moves."""

    won: int
    deals: int
    moves: int


def chance(rules: Rules, grade: int | None = None) -> Chance | None:
    """The chance of this game as it is played; None where nothing is known of it.

    The moves are those of a deal of the grade from 1 to 5, else of the middle one. House rule G
    alone has the odds of the plain game, and no worse ones: it only adds moves.
    """
    key, cells = rules.variant.key, rules.cells
    known = KNOWN.get(key)
    odds = next((odds for odds in known.odds if odds.cells == cells), None) if known else None
    if odds is None:
        return None
    moves = EASIER[key][rules.house] if rules.house else odds.moves
    won, deals = ANY_FILLS if "E" in rules.house else share(odds)
    return Chance(won, deals, moves[(grade or 3) - 1])


def share(odds: Odds) -> tuple[int, int]:
    """So many of so many deals, in small numbers: whichever is rarer, won or lost, is one of them.

    >>> from engine.rulebook.known import KNOWN
    >>> [share(odds) for odds in KNOWN["bakers-game"].odds]
    [(3, 4), (1, 3), (1, 22), (1, 480)]
    """
    percent = float(odds.percent)
    deals = _rounded(100 / min(percent, 100 - percent))
    return (1, deals) if percent < 50 else (deals - 1, deals)


def _rounded(number: float) -> int:
    """To a whole number, of which no more than two figures are other than 0."""
    whole = round(number)
    unit: int = 10 ** max(0, len(str(whole)) - 2)
    return round(whole / unit) * unit
