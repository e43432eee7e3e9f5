"""Perft counts the sequences of legal moves of a length, to compare two engines by one number."""

from __future__ import annotations

from collections import Counter

from engine.position import Position
from engine.rules import legal_moves, play
from engine.variants import Rules


def perft(rules: Rules, position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves there are from this position.

    Positions that several sequences reach are looked at once, with the number of their sequences.
    """
    layer = Counter({position: 1})
    for _ in range(depth):
        after: Counter[Position] = Counter()
        for here, sequences in layer.items():
            for move in legal_moves(rules, here):
                after[play(rules, here, move)] += sequences
        layer = after
        if not layer:
            break
    return layer.total()
