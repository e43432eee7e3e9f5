"""Known odds and solution lengths, and the sections on odds and sources."""

from __future__ import annotations

from typing import NamedTuple

from engine.messages import Message, make_message, make_plural_message
from engine.rulebook.document import Section, list_item, paragraph
from engine.variants import Rules


class Odds(NamedTuple):
    """Share of the deals 1 to `deal_count` that can be won by perfect play."""

    cells: int
    percent: str
    deal_count: int
    undecided_count: int = 0
    published_percent: str = ""  # found by others, of a million deals
    # Median solution lengths of the shipped deals, by difficulty from 1 to 5; from
    # `python -m engine bank measure --game KEY --cells C --count N`.
    moves_by_grade: tuple[int, ...] = ()


class OddsAndSources(NamedTuple):
    """Odds of one game by cells, and sources of its rules."""

    sources: tuple[Message, ...]
    odds: tuple[Odds, ...]


_BAKERS_DOZEN_SOURCE = make_message("These rules are those of two rules pages of Baker's Dozen.")

# By game key; a game need not be here.
ODDS_AND_SOURCES = {
    "bakers-game": OddsAndSources(
        (
            make_message(
                "Cells, groups, taps, points, codes and undo are those of the rules page of the app"
                " Jeu du Boulanger."
            ),
        ),
        (
            Odds(4, "75.1", 32_000, published_percent="75.06", moves_by_grade=(84, 89, 92, 94, 99)),
            Odds(3, "31.6", 1000, published_percent="28.9", moves_by_grade=(82, 87, 90, 93, 99)),
            Odds(2, "4.45", 32_000, published_percent="4.26", moves_by_grade=(79, 83, 87, 90, 95)),
            Odds(1, "0.21", 32_000, published_percent="0.18", moves_by_grade=(76, 80, 82, 84, 90)),
        ),
    ),
    "kings-only": OddsAndSources(
        (
            make_message(
                "Cards that come back from home are those of the rules page of a web collection of"
                " solitaires."
            ),
            make_message(
                "It asks for enough empty cells and columns to move a group. Here only cells count,"
                " for a lower card cannot wait in a column that takes only Kings."
            ),
        ),
        (
            Odds(4, "32.6", 10_000, moves_by_grade=(84, 87, 91, 93, 98)),
            Odds(3, "6.3", 1000, moves_by_grade=(79, 84, 87, 90, 93)),
            Odds(2, "0.44", 32_000, moves_by_grade=(77, 81, 82, 84, 86)),
            Odds(1, "0.01", 32_000, moves_by_grade=(74, 71, 75, 75, 78)),
        ),
    ),
    "bakers-dozen": OddsAndSources(
        (_BAKERS_DOZEN_SOURCE,),
        (Odds(0, "99.5", 1000, undecided_count=4, moves_by_grade=(71, 76, 80, 84, 89)),),
    ),
    "good-measure": OddsAndSources(
        (_BAKERS_DOZEN_SOURCE,),
        (Odds(0, "92.3", 1000, undecided_count=30, moves_by_grade=(73, 80, 85, 89, 96)),),
    ),
    "spanish-patience": OddsAndSources(
        (
            _BAKERS_DOZEN_SOURCE,
            make_message(
                "At least five games bear the name Spanish Patience. This is the one whose"
                " foundations build in colours; the others are Baker's Dozen again."
            ),
        ),
        (Odds(0, "99.6", 1000, undecided_count=3, moves_by_grade=(67, 71, 72, 74, 79)),),
    ),
}


def make_odds_section(rules: Rules) -> Section | None:
    """Return how many deals can be won; None if that is unknown."""
    game_data = ODDS_AND_SOURCES.get(rules.variant.key)
    if game_data is None:
        return None
    blocks = [
        paragraph("This is for perfect play, found by search. People win less, and enjoy it more.")
    ]
    blocks += [list_item(_describe_odds(odds)) for odds in game_data.odds]
    if any(odds.cells == rules.cells and float(odds.percent) < 50 for odds in game_data.odds):
        blocks.append(
            paragraph(
                "So most deals of this game are lost from the start. It is no fault of yours."
            )
        )
    if "E" in rules.variant.house_rules:
        blocks.append(list_item("With house rule E: all of the 100 deals that were tried."))
    if "G" in rules.variant.house_rules:
        blocks.append(list_item("With house rule G: at least as many, for it only adds moves."))
    return Section("odds", make_message("Odds"), tuple(blocks))


def _describe_odds(odds: Odds) -> Message:
    percent, deals = float(odds.percent), odds.deal_count
    if odds.undecided_count:
        text = make_plural_message(
            "At least {percent} % of deals 1 to {deals} can be won; {n} of them is not decided.",
            "At least {percent} % of deals 1 to {deals} can be won; {n} of them are not decided.",
            odds.undecided_count,
            percent=percent,
            deals=deals,
        )
    elif odds.published_percent:
        text = make_message(
            "{percent} % of deals 1 to {deals}, all of them decided; others found {published} % of"
            " a million.",
            percent=percent,
            deals=deals,
            published=float(odds.published_percent),
        )
    else:
        text = make_message(
            "{percent} % of deals 1 to {deals}, all of them decided.", percent=percent, deals=deals
        )
    if not odds.cells:
        return text
    cells = make_plural_message("{n} cell", "{n} cells", odds.cells)
    return make_message("With {cells}: {odds}", cells=cells, odds=text)


def make_sources_section(rules: Rules) -> Section:
    """Return the sources of the rules and of the deals."""
    game_data = ODDS_AND_SOURCES.get(rules.variant.key)
    sources = () if game_data is None else game_data.sources
    shuffle = paragraph(
        "The deals are those of Microsoft FreeCell: a number deals the same cards here as in many"
        " other programs."
    )
    return Section("sources", make_message("Sources"), (*map(paragraph, sources), shuffle))


# Median solution lengths with house rules, by difficulty from 1 to 5; from
# `python -m engine bank measure --game KEY --rules R --count 60`.
HOUSE_RULE_MOVE_COUNTS = {
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
HOUSE_RULE_E_ODDS = (100, 100)  # all of the deals tried


class WinChance(NamedTuple):
    """Odds in small numbers, and a typical solution length."""

    winnable: int
    deals: int
    typical_moves: int


def estimate_win_chance(rules: Rules, grade: int | None = None) -> WinChance | None:
    """Return the chance to win a deal of the grade, 1 to 5, or a middle one; None if unknown.

    House rule G alone has the odds of the plain game, which are a lower limit: it only adds moves.
    """
    key = rules.variant.key
    known_odds = ODDS_AND_SOURCES[key].odds if key in ODDS_AND_SOURCES else ()
    odds = next((odds for odds in known_odds if odds.cells == rules.cells), None)
    if odds is None:
        return None
    moves = (
        HOUSE_RULE_MOVE_COUNTS[key][rules.house_rules] if rules.house_rules else odds.moves_by_grade
    )
    winnable, deals = HOUSE_RULE_E_ODDS if "E" in rules.house_rules else simplify_odds(odds)
    return WinChance(winnable, deals, moves[(grade or 3) - 1])


def simplify_odds(odds: Odds) -> tuple[int, int]:
    """Return odds as winnable deals of deals; the rarer of won and lost is 1.

    >>> [simplify_odds(odds) for odds in ODDS_AND_SOURCES["bakers-game"].odds]
    [(3, 4), (1, 3), (1, 22), (1, 480)]
    """
    percent = float(odds.percent)
    deals = round(100 / min(percent, 100 - percent))
    unit: int = 10 ** max(0, len(str(deals)) - 2)
    deals = round(deals / unit) * unit  # two significant digits
    return (1, deals) if percent < 50 else (deals - 1, deals)
