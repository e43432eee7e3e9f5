"""Tables made to be asked about: what the judge lets pass, card by card and group by group."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.cards import DECK, format_card, parse_card
from engine.position import EMPTY, HOME, Move, Position
from engine.rules import why_not
from engine.variants import Rules
from tests.support.oracle import can_build


def placed(
    rules: Rules, *columns: bytes, cells: bytes = b"", heights: bytes = bytes(4)
) -> Position:
    """A table with these cards; the other columns and cells are empty."""
    rest = [b""] * (rules.variant.columns - len(columns))
    cells += bytes([EMPTY] * (rules.cells - len(cells)))
    return Position((*columns, *rest), cells, heights)


def may(rules: Rules, position: Position, source: int, target: int, count: int = 1) -> bool:
    return why_not(rules, position, Move(source, target, count)) is None


@cache
def taken_by_column(rules: Rules, below: int) -> frozenset[int]:
    """The cards that may be laid on this one in a column."""
    others = set(DECK) - {below}
    table = {card: placed(rules, bytes([below]), bytes([card])) for card in others}
    return frozenset(card for card in others if may(rules, table[card], 1, 0))


@cache
def taken_at_home(rules: Rules, pile: int, height: int) -> frozenset[int]:
    """The cards that go home where one foundation is so high and the others are empty."""
    heights = bytes(height if other == pile else 0 for other in range(4))
    table = {card: placed(rules, bytes([card]), heights=heights) for card in DECK}
    return frozenset(card for card in DECK if may(rules, table[card], 0, HOME))


def text(cards: frozenset[int]) -> set[str]:
    return {format_card(card) for card in cards}


@cache
def builds_up(build: str, pile: int, height: int) -> frozenset[str]:
    """What such a foundation takes by the words of the rules; the empty ones take their Aces."""
    aces = {"A" + suit for other, suit in enumerate("CDHS") if other != pile or height == 0}
    if height in (0, 13):
        return frozenset(aces)
    tops = {"A" + "CDHS"[pile]}
    for _ in range(height - 1):
        tops = {
            format_card(c) for c in DECK for top in tops if can_build(build, format_card(c), top)
        }
    above = {format_card(c) for c in DECK for top in tops if can_build(build, format_card(c), top)}
    return frozenset(aces | above)


def run(rules: Rules, lead: str, count: int) -> bytes:
    """So many cards in sequence, by what the columns themselves accept, the leading one first."""
    cards = [parse_card(lead)]
    while len(cards) < count:
        cards.append(min(taken_by_column(rules, cards[-1])))
    return bytes(cards)


@cache
def longest_run(rules: Rules) -> bytes:
    return run(rules, "KH", 13)


def groups_onto(rules: Rules, free: int, empty: int) -> list[int]:
    """The sizes of groups that move onto a card with so many free cells and empty columns."""
    cards = longest_run(rules)
    sizes = range(1, 13)
    tables = {n: spread(rules, free, empty, cards[12 - n : 13 - n], cards[13 - n :]) for n in sizes}
    return [n for n in sizes if may(rules, tables[n], 1, 0, n)]


def groups_into(rules: Rules, free: int, empty: int) -> list[int]:
    """The sizes of groups, led by a King, that move into one of so many empty columns."""
    cards = longest_run(rules)
    sizes = range(1, 14)
    tables = {n: spread(rules, free, empty - 1, b"", cards[:n]) for n in sizes}
    return [n for n in sizes if may(rules, tables[n], 1, 0, n)]


def spread(rules: Rules, free: int, empty: int, target: bytes, source: bytes) -> Position:
    """Two columns, so many free cells and empty columns, and Aces everywhere else."""
    aces = [b"\0"] * (rules.variant.columns - 2 - empty)
    return placed(rules, target, source, *aces, cells=bytes(rules.cells - free))


def limit_is(sizes: list[int], limit: int, most: int) -> bool:
    return sizes == list(range(1, min(limit, most) + 1))


def parse_cards(words: str) -> bytes:
    return bytes(parse_card(word) for word in words.split())


def accepted(call: Callable[..., object], *values: object) -> bool:
    try:
        call(*values)
    except ValueError:
        return False
    return True
