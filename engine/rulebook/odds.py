"""Known odds and lengths, with sources."""

from __future__ import annotations

from typing import NamedTuple

from engine.messages import Phrase, counted, phrase
from engine.rulebook.document import Block, Section, entry, say
from engine.variants import Rules


class Odds(NamedTuple):
    """How many deals can be won by perfect play, and how that is known."""

    cells: int
    """Free cells in play."""
    percent: str
    deals: int
    """It was tried on the deals from 1 to this number."""
    unknown: int = 0
    """Deals of them that could not be decided."""
    published: str = ""
    """What others found, in per cent of a million deals."""
    moves: tuple[int, ...] = ()
    """How long the solver's ways to win are, by difficulty from 1 to 5: the medians of the shipped
    deals, of `python -m engine bank measure --game KEY --cells C --count N`."""


class Known(NamedTuple):
    """What is known of one game."""

    source: tuple[Phrase, ...]
    odds: tuple[Odds, ...]


_DOZEN = phrase("These rules are those of two rules pages of Baker's Dozen.")

KNOWN = {
    "bakers-game": Known(
        (
            phrase(
                "Cells, groups, taps, points, codes and undo are those of the rules page of the app"
                " Jeu du Boulanger."
            ),
        ),
        (
            Odds(4, "75.1", 32_000, published="75.06", moves=(84, 89, 92, 94, 99)),
            Odds(3, "31.6", 1000, published="28.9", moves=(82, 87, 90, 93, 99)),
            Odds(2, "4.45", 32_000, published="4.26", moves=(79, 83, 87, 90, 95)),
            Odds(1, "0.21", 32_000, published="0.18", moves=(76, 80, 82, 84, 90)),
        ),
    ),
    "kings-only": Known(
        (
            phrase(
                "Cards that come back from home are those of the rules page of a web collection of"
                " solitaires."
            ),
            phrase(
                "It asks for enough empty cells and columns to move a group. Here only cells count,"
                " for a lower card cannot wait in a column that takes only Kings."
            ),
        ),
        (
            Odds(4, "32.6", 10_000, moves=(84, 87, 91, 93, 98)),
            Odds(3, "6.3", 1000, moves=(79, 84, 87, 90, 93)),
            Odds(2, "0.44", 32_000, moves=(77, 81, 82, 84, 86)),
            Odds(1, "0.01", 32_000, moves=(74, 71, 75, 75, 78)),
        ),
    ),
    "bakers-dozen": Known(
        (_DOZEN,), (Odds(0, "99.5", 1000, unknown=4, moves=(71, 76, 80, 84, 89)),)
    ),
    "good-measure": Known(
        (_DOZEN,), (Odds(0, "92.3", 1000, unknown=30, moves=(73, 80, 85, 89, 96)),)
    ),
    "spanish-patience": Known(
        (
            _DOZEN,
            phrase(
                "At least five games bear the name Spanish Patience. This is the one whose"
                " foundations build in colours; the others are Baker's Dozen again."
            ),
        ),
        (Odds(0, "99.6", 1000, unknown=3, moves=(67, 71, 72, 74, 79)),),
    ),
}
"""By the key of a game. What is not known of a game is left out of its pages."""


def chances(rules: Rules) -> Section | None:
    """How many deals can be won; None where nothing is known of it."""
    known = KNOWN.get(rules.variant.key)
    if known is None:
        return None
    blocks: list[Block] = [
        say(
            phrase("This is for perfect play, found by search. People win less, and enjoy it more.")
        )
    ]
    blocks += [entry(_odds(odds)) for odds in known.odds]
    blocks += [say(told) for odds in known.odds for told in _warning(rules, odds)]
    if "E" in rules.variant.house_rules:
        blocks.append(entry(phrase("With house rule E: all of the 100 deals that were tried.")))
    if "G" in rules.variant.house_rules:
        blocks.append(entry(phrase("With house rule G: at least as many, for it only adds moves.")))
    return Section("odds", phrase("Odds"), tuple(blocks))


def _odds(odds: Odds) -> Phrase:
    percent, deals = float(odds.percent), odds.deals
    if odds.unknown:
        told = counted(
            "At least {percent} % of deals 1 to {deals} can be won; {n} of them is not decided.",
            "At least {percent} % of deals 1 to {deals} can be won; {n} of them are not decided.",
            odds.unknown,
            percent=percent,
            deals=deals,
        )
    elif odds.published:
        told = phrase(
            "{percent} % of deals 1 to {deals}, all of them decided; others found {published} % of"
            " a million.",
            percent=percent,
            deals=deals,
            published=float(odds.published),
        )
    else:
        told = phrase(
            "{percent} % of deals 1 to {deals}, all of them decided.",
            percent=percent,
            deals=deals,
        )
    if not odds.cells:
        return told
    cells = counted("{n} cell", "{n} cells", odds.cells)
    return phrase("With {cells}: {odds}", cells=cells, odds=told)


def _warning(rules: Rules, odds: Odds) -> list[Phrase]:
    if odds.cells != rules.cells or float(odds.percent) >= 50:
        return []
    return [phrase("So most deals of this game are lost from the start. It is no fault of yours.")]


def sources(rules: Rules) -> Section:
    """Where the rules are from."""
    known = KNOWN.get(rules.variant.key)
    told = [] if known is None else [say(source) for source in known.source]
    shuffle = phrase(
        "The deals are those of Microsoft FreeCell: a number deals the same cards here as in many"
        " other programs."
    )
    return Section("sources", phrase("Sources"), (*told, say(shuffle)))


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
