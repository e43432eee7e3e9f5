"""Deals: a deal number always gives the same deal, by the method of Microsoft FreeCell."""

from __future__ import annotations

from engine.cards import DECK, KING, Card, rank_of, suit_of
from engine.position import EMPTY, Position
from engine.variants import Rules

# 25 bits of a game code.
MAX_DEAL_NUMBER = 33_554_432


def check_deal_number(number: int) -> None:
    """Raise ValueError if there is no such deal number."""
    if not 1 <= number <= MAX_DEAL_NUMBER:
        raise ValueError(f"deal numbers go from 1 to {MAX_DEAL_NUMBER}")


def shuffle_deck(number: int) -> list[Card]:
    """Return the 52 cards in the order in which they are dealt.

    Source: the shuffle of Microsoft FreeCell, a linear congruential generator seeded with the
    number.
    """
    remaining = list(DECK)
    state = number
    order = []
    while remaining:
        state = (state * 214013 + 2531011) % 2**31
        index = (state >> 16) % len(remaining)
        remaining[index], remaining[-1] = remaining[-1], remaining[index]
        order.append(remaining.pop())
    return order


def deal(rules: Rules, number: int) -> Position:
    """Return the position before the first move.

    Raises:
        ValueError: the number is not within 1 to MAX_DEAL_NUMBER.
    """
    check_deal_number(number)
    variant = rules.variant
    cards = shuffle_deck(number)
    aces = [card for card in cards if rank_of(card) == 0][: variant.aces_home]
    cards = [card for card in cards if card not in aces]
    columns = [bytes(cards[first :: variant.columns]) for first in range(variant.columns)]
    if variant.kings_slide:
        columns = [_slide_kings(column) for column in columns]
    heights = bytes(any(suit_of(ace) == suit for ace in aces) for suit in range(4))
    return Position(tuple(columns), bytes([EMPTY] * rules.cells), heights)


def _slide_kings(column: bytes) -> bytes:
    kings = bytes(card for card in column if rank_of(card) == KING)
    return kings + bytes(card for card in column if rank_of(card) != KING)
