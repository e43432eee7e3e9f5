"""A board is a text, a line for each column; reading it proves that it has its 52 cards."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.cards import DECK, RANKS, SUITS, Card, card_symbol, card_text, parse_card
from engine.foundations import derived_heights, disagreement
from engine.position import EMPTY, Position
from engine.variants import Rules

_HEIGHTS = "0" + RANKS
_ORDER = "HCDS"
"""The order in which boards name their foundations: that of the field's other programs."""
_FOUNDATION = re.compile(r"([CDHS])-(10|[0A2-9TJQK])")


class BoardError(ValueError):
    """A text that is no board of this game; the message says what is wrong in which line."""


def board_text(position: Position, rules: Rules) -> str:
    """The board: the foundations, the cells where the game has them, a line for each column."""
    heights = position.foundations
    homes = [f"{suit}-{_HEIGHTS[heights[SUITS.index(suit)]]}" for suit in _ORDER]
    lines = ["Foundations: " + " ".join(homes)]
    if rules.cells:
        cells = ["-" if card == EMPTY else card_text(card) for card in position.cells]
        lines.append("Freecells: " + " ".join(cells))
    lines += [" ".join(map(card_text, column)) or ":" for column in position.columns]
    return "\n".join(lines) + "\n"


def parse_board(text: str, rules: Rules) -> Position:
    """Reads a board and proves it: foundations, cells and columns together must be the 52 cards.

    Blank lines and what follows a `#` are ignored; a `:` before a column may be left out; columns
    missing at the end are empty; without a Foundations line they are what is missing from the
    table.

    Raises:
        BoardError: naming the line or the card that is wrong.
    """
    lines = _lines(text)
    if not lines:
        raise BoardError("an empty text is no board")
    columns = [_cards(line, line.text) for line in lines if line.label == ""]
    if len(columns) > rules.variant.columns:
        raise BoardError(
            f"{len(columns)} columns: {rules.variant.name} has {rules.variant.columns}"
        )
    columns += [b""] * (rules.variant.columns - len(columns))
    cells = _cells(_only(lines, "freecells"), rules)
    missing = _missing([*b"".join(columns), *cells.replace(bytes([EMPTY]), b"")])
    heights = _heights(_only(lines, "foundations"), rules, missing)
    return Position(tuple(columns), cells, heights)


class _Line(NamedTuple):
    number: int
    label: str
    """What stands before the colon, lower case; "" for a column."""
    text: str


def _lines(text: str) -> list[_Line]:
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        label, colon, rest = line.partition(":")
        if colon:
            lines.append(_Line(number, label.strip().lower(), rest))
        elif line:
            lines.append(_Line(number, "", line))
    for found in lines:
        if found.label not in ("", "foundations", "freecells"):
            raise BoardError(
                f"line {found.number}: {found.label[:20]!a}: expected Foundations,"
                " Freecells, or a column of cards"
            )
    return lines


def _only(lines: list[_Line], label: str) -> _Line | None:
    found = [line for line in lines if line.label == label]
    if len(found) > 1:
        raise BoardError(f"line {found[1].number}: a second line {label.capitalize()}")
    return found[0] if found else None


def _cards(line: _Line, text: str) -> bytes:
    try:
        return bytes(parse_card(word) for word in text.split())
    except ValueError as error:
        raise BoardError(f"line {line.number}: {error}") from None


def _cells(line: _Line | None, rules: Rules) -> bytes:
    words = line.text.split() if line else []
    if line and len(words) > rules.cells:
        raise BoardError(f"line {line.number}: {len(words)} free cells, but {rules.cells} in play")
    held = [_cards(line, word)[0] if line and word != "-" else EMPTY for word in words]
    return bytes(held + [EMPTY] * (rules.cells - len(held)))


def _missing(laid: list[Card]) -> set[Card]:
    twice = next((card for card in laid if laid.count(card) > 1), None)
    if twice is not None:
        raise BoardError(f"the {card_symbol(twice)} is there twice")
    return set(DECK) - set(laid)


def _heights(line: _Line | None, rules: Rules, missing: set[Card]) -> bytes:
    if line is None:
        try:
            return derived_heights(rules, missing)
        except ValueError as error:
            raise BoardError(str(error)) from None
    heights = {}
    for word in line.text.upper().split():
        shape = _FOUNDATION.fullmatch(word)
        if shape is None or shape[1] in heights:
            raise BoardError(
                f"line {line.number}: {word[:20]!a}: expected H-0, C-A, D-9 or the like"
            )
        heights[shape[1]] = _HEIGHTS.index(shape[2].replace("10", "T"))
    given = bytes(heights.get(suit, 0) for suit in SUITS)
    wrong = disagreement(rules, missing, given)
    if wrong:
        raise BoardError(wrong)
    return given
