"""Cards: numbers 0 to 51 in deck order (AC AD AH AS 2C ... KS), and their text forms."""

from __future__ import annotations

# rank * 4 + suit; ranks 0 to 12 from Ace to King, suits 0 to 3 in the order C D H S.
Card = int

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"
DECK = range(52)
KING = 12

_IS_RED_SUIT = (False, True, True, False)


def make_card(rank: int, suit: int) -> Card:
    """Return the card of a rank (0 to 12) and a suit (0 to 3).

    >>> make_card(9, 2)
    38
    """
    return rank * 4 + suit


def rank_of(card: Card) -> int:
    """Return the rank: 0 for an Ace to 12 for a King."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return the suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def is_red(card: Card) -> bool:
    """Return True for a diamond or a heart; also works for a suit number."""
    return _IS_RED_SUIT[card & 3]


def format_card_rank(rank: int) -> str:
    """Format a rank for people: `A`, `7`, `10`, `K`."""
    return "10" if rank == 9 else RANKS[rank]


def format_card(card: Card) -> str:
    """Format a card as two letters, as in boards and files.

    >>> format_card(38)
    'TH'
    """
    return RANKS[card >> 2] + SUITS[card & 3]


def format_card_symbol(card: Card) -> str:
    """Format a card for people, with 10 and the suit symbol.

    >>> format_card_symbol(38)
    '10♥'
    """
    return format_card_rank(card >> 2) + SUIT_SYMBOLS[card & 3]


def parse_card(text: str) -> Card:
    """Parse `TH`, `10H` or `10♥`, in any case.

    >>> parse_card("10♥") == parse_card("th") == 38
    True

    Raises:
        ValueError: the text is not a card.
    """
    rank_text, suit_text = text[:-1], text[-1:]
    rank = 9 if rank_text == "10" else _find_letter(RANKS, rank_text)
    suit = max(_find_letter(SUITS, suit_text), _find_letter(SUIT_SYMBOLS, suit_text))
    if rank < 0 or suit < 0:
        raise ValueError(f"{text[:20]!a} is not a card: expected one like 7H, TS or 10♥")
    return make_card(rank, suit)


def _find_letter(letters: str, text: str) -> int:
    return (
        letters.find(text.upper()) if len(text) == 1 and (text.isascii() or text in letters) else -1
    )
