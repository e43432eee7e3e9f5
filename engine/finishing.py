"""Whether foundation moves alone win from a position, and which."""

from __future__ import annotations

from engine.cards import Card, rank_of
from engine.moves import CELL, HOME, Move
from engine.playing import home_pile, is_won, play
from engine.position import EMPTY, Position
from engine.variants import Rules


def finish(rules: Rules, position: Position) -> list[Move]:
    """Moves to the foundations that alone win from here; none where they do not.

    Where foundations build in suit the order of such moves never matters. Where two cards compete
    for one foundation each is tried, for what lies beneath them differs.
    """
    paths: list[tuple[Position, tuple[Move, ...]]] = [(position, ())]
    seen = {position}
    while paths:
        here, line = paths.pop()
        if is_won(here):
            return list(line)
        for move in _homeward(rules, here):
            after = play(rules, here, move)
            if after not in seen:
                seen.add(after)
                paths.append((after, (*line, move)))
    return []


def _homeward(rules: Rules, position: Position) -> list[Move]:
    """The foundation moves worth trying: one that takes nothing from other cards, else all."""
    moves = []
    for pile, card in _tops(position):
        if home_pile(rules, position, card) is None:
            continue
        move = Move(pile, HOME)
        if _unrivalled(rules, position, card):
            return [move]
        moves.append(move)
    return moves


def _unrivalled(rules: Rules, position: Position, card: Card) -> bool:
    """Whether there is a foundation ready for every card that could take the place of this one."""
    return all(position.foundations[pile] >= rank_of(card) for pile in rules.homes[card])


def _tops(position: Position) -> list[tuple[int, Card]]:
    tops = [(pile, column[-1]) for pile, column in enumerate(position.columns) if column]
    cells = [(CELL + cell, card) for cell, card in enumerate(position.cells) if card != EMPTY]
    return tops + cells
