"""A board can be drawn for people: cards as small boxes, columns overlapping downwards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from engine.cards import Card, card_symbol, is_red, make_card, rank_symbol
from engine.position import EMPTY, Position
from engine.variants import Build, Rules

_TOP, _JOIN, _BLANK, _FOOT = "┌───┐", "├───┤", "│   │", "└───┘"
_NOTHING = "     "


def drawn(position: Position, rules: Rules) -> str:
    """The board as a picture of at most 80 signs in a line.

    The top of a foundation that builds in colours is drawn as its rank and `r` or `b`, for its suit
    is not told by its height.
    """
    above = [(name, _face(card)) for name, card in zip("abcd", position.cells, strict=False)]
    for pile, suit in enumerate("CDHS"):
        above.append(("h" + suit, _home_face(rules, pile, position.foundations[pile])))
    columns = [(str(number), _column(column)) for number, column in enumerate(position.columns, 1)]
    return _side_by_side(above) + "\n" + _side_by_side(columns)


def _face(card: Card) -> list[str]:
    return _column(b"" if card == EMPTY else bytes([card]))


def _home_face(rules: Rules, pile: int, height: int) -> list[str]:
    if height == 0:
        return _column(b"")
    if rules.variant.foundations is Build.SUIT or height == 1:
        return _column(bytes([make_card(height - 1, pile)]))
    colour = "r" if is_red(pile) == (height % 2 == 1) else "b"
    return _boxes([f"{rank_symbol(height - 1)}{colour}"])


def _column(cards: bytes) -> list[str]:
    return _boxes([card_symbol(card) for card in cards])


def _boxes(indices: Sequence[str]) -> list[str]:
    """The lines of one column, five signs wide."""
    lines = []
    for place, index in enumerate(indices):
        lines += [_JOIN if place else _TOP, f"│{index:3}│"]
    return [*lines, _BLANK, _FOOT] if indices else [" ╌╌╌ "]


def _side_by_side(piles: list[tuple[str, list[str]]]) -> str:
    head = " ".join(f"{name:^5}" for name, _ in piles).rstrip()
    rows = zip_longest(*(lines for _, lines in piles), fillvalue=_NOTHING)
    return "\n".join([head, *(" ".join(row).rstrip() for row in rows)]) + "\n"
