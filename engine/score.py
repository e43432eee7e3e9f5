"""What a move does to the score."""

from __future__ import annotations

from engine.moves import HOME, Move, is_cell, is_column, is_foundation
from engine.position import Position
from engine.variants import Rules


def score_after(rules: Rules, before: int, position: Position, move: Move) -> int:
    """The points after a move: +10 home, +5 from cell to tableau, -10 for a return, never below 0.

    Args:
        rules: the game; one that is not scored leaves the points as they are.
        before: the points before the move.
        position: where the move is played.
        move: a legal move of that position.
    """
    if not rules.variant.scored:
        return before
    if move.target == HOME:
        return before + 10
    if is_foundation(move.source):
        return max(0, before - 10)
    return before + 5 * (is_cell(move.source) and is_column(move.target))
