"""Heights of foundations tell which cards lie on them, and the other way round."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.cards import DECK, Card, card_symbol, make_card
from engine.position import EMPTY, Position
from engine.variants import Rules


def cards_at_home(rules: Rules, position: Position) -> tuple[bytes, ...]:
    """For each foundation, C D H S, the cards on it, the Ace first.

    Where foundations build in colours the heights leave open on which of two like piles a card
    lies; then this is one of the ways in which they can lie.
    """
    missing = missing_cards(position)
    piles: list[list[Card]] = [[], [], [], []]
    for rank, alike, cards in _classes(rules):
        gone = [card for card in cards if card in missing]
        open_piles = [pile for pile in alike if position.foundations[pile] > rank]
        for pile, card in zip(open_piles, gone, strict=True):
            piles[pile].append(card)
    return tuple(bytes(pile) for pile in piles)


def missing_cards(position: Position) -> set[Card]:
    """The cards that lie neither in a column nor in a cell."""
    return set(DECK).difference(*position.columns, set(position.cells) - {EMPTY})


def derived_heights(rules: Rules, missing: Collection[Card]) -> bytes:
    """The heights of the foundations where exactly these cards lie on them.

    Raises:
        ValueError: where they cannot, or where they can in several ways.
    """
    heights = [0, 0, 0, 0]
    for rank, alike, cards in _classes(rules):
        gone = [card for card in cards if card in missing]
        ready = [pile for pile in alike if heights[pile] == rank]
        if len(gone) > len(ready):
            raise ValueError(f"the {card_symbol(gone[-1])} is missing, and cannot be at home yet")
        if 0 < len(gone) < len(ready):
            raise ValueError(
                f"the {card_symbol(gone[0])} may be on either of two foundations:"
                " expected a line 'Foundations: …'"
            )
        for pile in ready[: len(gone)]:
            heights[pile] = rank + 1
    return bytes(heights)


def disagreement(rules: Rules, missing: Collection[Card], heights: bytes) -> str | None:
    """Why just these cards cannot lie on foundations of these heights; None where they can."""
    for rank, alike, cards in _classes(rules):
        gone = [card for card in cards if card in missing]
        there = [card for card in cards if card not in missing]
        at_home = sum(heights[pile] > rank for pile in alike)
        if len(gone) > at_home:
            return f"the {card_symbol(gone[-1])} is missing: it is neither on the table nor at home"
        if len(gone) < at_home:
            return f"the {card_symbol(there[0])} is there twice: on the table and at home"
    return None


def _classes(rules: Rules) -> Iterator[tuple[int, bytes, list[Card]]]:
    """Cards that the same foundations may take: rank, foundations, cards; Aces first."""
    for rank in range(13):
        cards = [make_card(rank, suit) for suit in range(4)]
        for alike in dict.fromkeys(rules.homes[card] for card in cards):
            yield rank, alike, [card for card in cards if rules.homes[card] == alike]
