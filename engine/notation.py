"""Text forms of moves and boards, and ASCII pictures of positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from engine.cards import (
    DECK,
    RANKS,
    SUITS,
    Card,
    format_card,
    format_card_rank,
    format_card_symbol,
    is_red,
    make_card,
    parse_card,
)
from engine.movegen import count_movable_cards
from engine.position import (
    EMPTY,
    FIRST_CELL,
    FIRST_FOUNDATION,
    HOME,
    Move,
    Position,
    derive_heights,
    explain_height_mismatch,
    is_cell,
    is_column,
)
from engine.variants import Build, Rules

_HEIGHT_SYMBOLS = "0" + RANKS
# As other solitaire programs write boards.
_BOARD_SUIT_ORDER = "HCDS"
_FOUNDATION_PATTERN = re.compile(r"([CDHS])-(10|[0A2-9TJQK])")


class BoardError(ValueError):
    """The text is no board of this game; the message names the line and the cause."""


def format_board(position: Position, rules: Rules) -> str:
    """Format the board: foundations, cells if the game has them, a line for each column."""
    heights = position.foundations
    foundation_words = [
        f"{suit}-{_HEIGHT_SYMBOLS[heights[SUITS.index(suit)]]}" for suit in _BOARD_SUIT_ORDER
    ]
    lines = ["Foundations: " + " ".join(foundation_words)]
    if rules.cells:
        cells = ["-" if card == EMPTY else format_card(card) for card in position.cells]
        lines.append("Freecells: " + " ".join(cells))
    lines += [" ".join(map(format_card, column)) or ":" for column in position.columns]
    return "\n".join(lines) + "\n"


def parse_board(text: str, rules: Rules) -> Position:
    """Parse a board; all 52 cards must be there once.

    Blank lines and comments after `#` are ignored. The `:` before a column can be omitted, and so
    can empty columns at the end. Without a line Foundations they hold the cards that are missing.

    Raises:
        BoardError: the message names the line or the card.
    """
    lines = _read_lines(text)
    if not lines:
        raise BoardError("an empty text is no board")
    columns = [_parse_cards(line, line.text) for line in lines if line.label == ""]
    if len(columns) > rules.variant.columns:
        raise BoardError(
            f"{len(columns)} columns: {rules.variant.name} has {rules.variant.columns}"
        )
    columns += [b""] * (rules.variant.columns - len(columns))
    cells = _parse_cells(_find_line(lines, "freecells"), rules)
    missing = _find_missing([*b"".join(columns), *cells.replace(bytes([EMPTY]), b"")])
    heights = _parse_heights(_find_line(lines, "foundations"), rules, missing)
    return Position(tuple(columns), cells, heights)


class _BoardLine(NamedTuple):
    number: int
    label: str
    text: str


def _read_lines(text: str) -> list[_BoardLine]:
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        label, colon, rest = line.partition(":")
        if colon:
            lines.append(_BoardLine(number, label.strip().lower(), rest))
        elif line:
            lines.append(_BoardLine(number, "", line))
    for board_line in lines:
        if board_line.label not in ("", "foundations", "freecells"):
            raise BoardError(
                f"line {board_line.number}: {board_line.label[:20]!a}: expected Foundations,"
                " Freecells, or a column of cards"
            )
    return lines


def _find_line(lines: list[_BoardLine], label: str) -> _BoardLine | None:
    matches = [line for line in lines if line.label == label]
    if len(matches) > 1:
        raise BoardError(f"line {matches[1].number}: a second line {label.capitalize()}")
    return matches[0] if matches else None


def _parse_cards(line: _BoardLine, text: str) -> bytes:
    try:
        return bytes(parse_card(word) for word in text.split())
    except ValueError as error:
        raise BoardError(f"line {line.number}: {error}") from None


def _parse_cells(line: _BoardLine | None, rules: Rules) -> bytes:
    words = line.text.split() if line else []
    if line and len(words) > rules.cells:
        raise BoardError(f"line {line.number}: {len(words)} free cells, but {rules.cells} in play")
    cells = [_parse_cards(line, word)[0] if line and word != "-" else EMPTY for word in words]
    return bytes(cells + [EMPTY] * (rules.cells - len(cells)))


def _find_missing(cards: list[Card]) -> set[Card]:
    duplicate = next((card for card in cards if cards.count(card) > 1), None)
    if duplicate is not None:
        raise BoardError(f"the {format_card_symbol(duplicate)} is there twice")
    return set(DECK) - set(cards)


def _parse_heights(line: _BoardLine | None, rules: Rules, missing: set[Card]) -> bytes:
    if line is None:
        try:
            return derive_heights(rules, missing)
        except ValueError as error:
            raise BoardError(str(error)) from None
    heights = {}
    for word in line.text.upper().split():
        match = _FOUNDATION_PATTERN.fullmatch(word)
        if match is None or match[1] in heights:
            raise BoardError(
                f"line {line.number}: {word[:20]!a}: expected H-0, C-A, D-9 or the like"
            )
        heights[match[1]] = _HEIGHT_SYMBOLS.index(match[2].replace("10", "T"))
    stated_heights = bytes(heights.get(suit, 0) for suit in SUITS)
    mismatch = explain_height_mismatch(rules, missing, stated_heights)
    if mismatch:
        raise BoardError(mismatch)
    return stated_heights


_BOX_TOP, _BOX_JOIN, _BOX_BLANK, _BOX_BOTTOM = "┌───┐", "├───┤", "│   │", "└───┘"
_GAP = "     "


def draw_board(position: Position, rules: Rules) -> str:
    """Draw the board with at most 80 characters in a line.

    The height of a foundation that builds in colours does not determine the suit of its top card:
    it is drawn as rank and `r` or `b`.
    """
    cells = [b"" if card == EMPTY else bytes([card]) for card in position.cells]
    top_row = [(name, _draw_cards(cards)) for name, cards in zip("abcd", cells, strict=False)]
    for pile, suit in enumerate(SUITS):
        top_row.append(("h" + suit, _draw_foundation(rules, pile, position.foundations[pile])))
    columns = [
        (str(number), _draw_cards(column)) for number, column in enumerate(position.columns, 1)
    ]
    return _join_piles(top_row) + "\n" + _join_piles(columns)


def _draw_foundation(rules: Rules, pile: int, height: int) -> list[str]:
    if height == 0:
        return _draw_cards(b"")
    if rules.variant.foundations is Build.SUIT or height == 1:
        return _draw_cards(bytes([make_card(height - 1, pile)]))
    colour = "r" if is_red(pile) == (height % 2 == 1) else "b"
    return _draw_boxes([f"{format_card_rank(height - 1)}{colour}"])


def _draw_cards(cards: bytes) -> list[str]:
    return _draw_boxes([format_card_symbol(card) for card in cards])


def _draw_boxes(labels: Sequence[str]) -> list[str]:
    lines = []
    for place, label in enumerate(labels):
        lines += [_BOX_JOIN if place else _BOX_TOP, f"│{label:3}│"]
    return [*lines, _BOX_BLANK, _BOX_BOTTOM] if labels else [" ╌╌╌ "]


def _join_piles(piles: list[tuple[str, list[str]]]) -> str:
    head = " ".join(f"{name:^5}" for name, _ in piles).rstrip()
    rows = zip_longest(*(lines for _, lines in piles), fillvalue=_GAP)
    return "\n".join([head, *(" ".join(row).rstrip() for row in rows)]) + "\n"


_COLUMN_PATTERN = "[1-9]|1[0-3]"
_LONG_MOVE_PATTERN = re.compile(
    rf"({_COLUMN_PATTERN}|[a-d]|h[cdhs])-({_COLUMN_PATTERN}|[a-d]|h)(?:\*([1-9][0-9]?))?"
)
_SHORT_MOVE_PATTERN = re.compile(r"([1-9a-d])([1-9a-d]|h)")


class MoveTextError(ValueError):
    """The text is not a move."""


def format_pile(pile: int) -> str:
    """Format a pile as in moves: `1` to `13`, `a` to `d`, `h`, or `hS` for one foundation."""
    if is_column(pile):
        return str(pile + 1)
    if is_cell(pile):
        return "abcd"[pile - FIRST_CELL]
    return "h" if pile == HOME else "h" + SUITS[pile - FIRST_FOUNDATION]


def format_move(move: Move) -> str:
    """Format a move in its long form.

    >>> format_move(Move(4, 7, 4)), format_move(Move(FIRST_FOUNDATION + 3, 3))
    ('5-8*4', 'hS-4')
    """
    text = f"{format_pile(move.source)}-{format_pile(move.target)}"
    return text if move.count == 1 else f"{text}*{move.count}"


def parse_move(text: str, rules: Rules, position: Position) -> Move:
    """Parse `FROM-TO`, `FROM-TO*COUNT` or the two-character form, in any case, legal or not.

    In the two-character form the count is the highest that fits at this position.

    Raises:
        MoveTextError: the text is neither.
    """
    lowered = text.lower() if text.isascii() else text
    long_form = _LONG_MOVE_PATTERN.fullmatch(lowered)
    if long_form:
        source, target, count = long_form.groups()
        return Move(_parse_pile(source), _parse_pile(target), int(count or 1))
    short_form = _SHORT_MOVE_PATTERN.fullmatch(lowered)
    if short_form:
        source, target = (_parse_pile(name) for name in short_form.groups())
        return Move(source, target, max(1, count_movable_cards(rules, position, source, target)))
    raise MoveTextError(
        f"{text[:20]!a} is no move: expected one like 5-8, 5-8*4, a-12, 3-h or hS-4"
    )


def _parse_pile(name: str) -> int:
    if name.isdigit():
        return int(name) - 1
    if len(name) == 1:
        return HOME if name == "h" else FIRST_CELL + "abcd".index(name)
    return FIRST_FOUNDATION + SUITS.index(name[1].upper())
