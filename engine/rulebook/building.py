"""How piles build, what empty columns take and how groups go: in a few words, and with examples."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import DECK, Card, card_symbol, make_card, rank_of, rank_symbol
from engine.phrases import Phrase, phrase
from engine.rulebook.claims import About, Claim
from engine.rulebook.sections import Paragraph, say
from engine.variants import Build, Filling, Grouping, Rules

DOWN = {
    Build.SUIT: phrase("down in suit"),
    Build.ANY: phrase("down, any suit"),
    Build.COLOURS: phrase("down, red and black in turn"),
}
"""How columns build."""

UP = {
    Build.SUIT: phrase("up in suit"),
    Build.ANY: phrase("up, any suit"),
    Build.COLOURS: phrase("up, red and black in turn"),
}
"""How foundations build."""

FILLED = {
    (Filling.ANY, False): phrase("any card"),
    (Filling.ANY, True): phrase("any card or group"),
    (Filling.KING, False): phrase("a King"),
    (Filling.KING, True): phrase("a King, or a group led by a King"),
    (Filling.NOTHING, False): phrase("nothing, ever"),
    (Filling.NOTHING, True): phrase("nothing, ever"),
}
"""What an empty column takes, where groups are moved and where they are not."""

GROUPED = {
    Grouping.NONE: phrase("one card at a time"),
    Grouping.CARRIED: phrase("as many cards as could go one by one"),
    Grouping.WHOLE: phrase("a whole run at once"),
}
"""How many cards move together."""


def filled(rules: Rules) -> Phrase:
    """What an empty column takes."""
    return FILLED[rules.filling, rules.grouping is not Grouping.NONE]


def column_example(rules: Rules) -> Paragraph:
    """One card in a column, and the cards that go on it."""
    card = make_card(7, 2)
    return _example(About.COLUMN_TAKES, card, [c for c in DECK if card in rules.lands[c]])


def home_example(rules: Rules) -> Paragraph:
    """One card at home, and the cards that go on it."""
    card = make_card(5, 2)
    piles = rules.homes[card]
    above = [make_card(rank_of(card) + 1, suit) for suit in range(4)]
    takes = [c for c in above if set(rules.homes[c]) & set(piles)]
    return _example(About.HOME_TAKES, card, takes)


def _example(about: About, card: Card, takes: Sequence[Card]) -> Paragraph:
    symbol, symbols = card_symbol(card), [card_symbol(c) for c in takes]
    rank = rank_symbol(rank_of(takes[0]))
    if len(takes) == 1:
        told = phrase(
            "On the {card} goes the {only}, and no other card.", card=symbol, only=symbols[0]
        )
    elif len(takes) == 4:
        told = phrase("On the {card} goes any {rank}.", card=symbol, rank=rank)
    else:
        told = phrase(
            "On the {card} goes the {one} or the {other}.",
            card=symbol,
            one=", ".join(symbols[:-1]),
            other=symbols[-1],
        )
    return say(told, Claim(about, (card, *takes)))
