"""Moves, boards and games have a text form that people can write and that reads back unchanged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.boards import BoardError, board_text, parse_board
from engine.cards import SUITS, card_text
from engine.drawing import drawn
from engine.listing import fits
from engine.moves import CELL, FOUNDATION, HOME, Move, is_cell, is_column
from engine.position import EMPTY, Position
from engine.variants import Rules

if TYPE_CHECKING:
    from engine.game import Game

__all__ = [
    "BoardError",
    "MoveTextError",
    "as_json",
    "board_text",
    "drawn",
    "move_text",
    "parse_board",
    "parse_move",
    "pile_text",
]

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


def as_json(game: Game) -> dict[str, Any]:
    """A game as plain values for JSON; the moves are those from the deal to here."""
    position, rules = game.position, game.rules
    return {
        "code": game.code,
        "game": rules.variant.key,
        "cells": rules.cells,
        "rules": rules.house,
        "number": game.number,
        "columns": [[card_text(card) for card in column] for column in position.columns],
        "freecells": [None if card == EMPTY else card_text(card) for card in position.cells],
        "foundations": dict(zip(SUITS, position.foundations, strict=True)),
        "score": game.score,
        "state": game.state,
        "moves": [move_text(move) for move in game.line],
    }
