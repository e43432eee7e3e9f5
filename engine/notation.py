"""Text of moves, boards, ASCII pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import (
    DECK,
    RANKS,
    SUITS,
    Card,
    card_symbol,
    card_text,
    is_red,
    make_card,
    parse_card,
    rank_symbol,
)
from engine.movegen import fits
from engine.position import (
    CELL,
    EMPTY,
    FOUNDATION,
    HOME,
    Move,
    Position,
    derived_heights,
    disagreement,
    is_cell,
    is_column,
)
from engine.variants import Build, Rules

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


if TYPE_CHECKING:
    pass

_COLUMN = "[1-9]|1[0-3]"
_MOVE = re.compile(rf"({_COLUMN}|[a-d]|h[cdhs])-({_COLUMN}|[a-d]|h)(?:\*([1-9][0-9]?))?")
_SHORT_MOVE = re.compile(r"([1-9a-d])([1-9a-d]|h)")


class MoveTextError(ValueError):
    """A text that is no move in either form."""


def pile_text(pile: int) -> str:
    """A pile as moves name it: `1` … `13`, `a` … `d`, `h`, and `hS` for one foundation."""
    if is_column(pile):
        return str(pile + 1)
    if is_cell(pile):
        return "abcd"[pile - CELL]
    return "h" if pile == HOME else "h" + SUITS[pile - FOUNDATION]


def move_text(move: Move) -> str:
    """A move in the long form.

    >>> move_text(Move(4, 7, 4)), move_text(Move(FOUNDATION + 3, 3))
    ('5-8*4', 'hS-4')
    """
    text = f"{pile_text(move.source)}-{pile_text(move.target)}"
    return text if move.count == 1 else f"{text}*{move.count}"


def parse_move(text: str, rules: Rules, position: Position) -> Move:
    """Reads `FROM-TO`, `FROM-TO*COUNT` or the two-character form, in any case, legal or not.

    In the two-character form the count is the most that fits at this position.

    Raises:
        MoveTextError: where the text is neither.
    """
    lowered = text.lower() if text.isascii() else text
    long_form = _MOVE.fullmatch(lowered)
    if long_form:
        source, target, count = long_form.groups()
        return Move(_pile(source), _pile(target), int(count or 1))
    short_form = _SHORT_MOVE.fullmatch(lowered)
    if short_form:
        source, target = (_pile(name) for name in short_form.groups())
        return Move(source, target, max(1, fits(rules, position, source, target)))
    raise MoveTextError(
        f"{text[:20]!a} is no move: expected one like 5-8, 5-8*4, a-12, 3-h or hS-4"
    )


def _pile(name: str) -> int:
    if name.isdigit():
        return int(name) - 1
    if len(name) == 1:
        return HOME if name == "h" else CELL + "abcd".index(name)
    return FOUNDATION + SUITS.index(name[1].upper())
