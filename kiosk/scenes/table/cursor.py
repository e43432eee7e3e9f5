"""Where the cursor of the table may go: what confirm means something for, nearest first."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Game
from engine.position import CELL, FOUNDATION, HOME, Move, Position, is_cell, is_column
from engine.rules import home_pile
from engine.variants import Rules
from kiosk import intent
from kiosk.events import Action
from kiosk.frame import Box
from kiosk.intent import Hand

Name = int | Action
"""A place the cursor can stand on: a pile's number, or a button's action."""


def ways(stops: Mapping[Name, Box], game: Game, hand: Hand | None, here: Name) -> dict[Name, Box]:
    """The stops that arrows lead to, among all `stops`, from `here`.

    With something in the hand these are the places where it may go, and its own. Else they are the
    piles from which something may be taken, and the buttons: no dead column, no empty cell.
    """
    names: set[Name] = set(_sources(game))
    names.update(name for name in stops if isinstance(name, Action))
    if hand is not None:
        names = {*targets(game, hand), hand.pile}
        names = names if len(names) > 1 else set(stops)
    return {name: box for name, box in stops.items() if name in names or name == here}


def turns(game: Game, hand: Hand | None) -> list[Name]:
    """The places that Next goes through, around: for two buttons that is the whole table.

    With something in the hand, its places in the order in which a double tap would take them (one
    free cell, one empty column: they are all alike), then its own pile; else all piles with a card
    to take.
    """
    if hand is None:
        return [*_sources(game)]
    found = targets(game, hand)
    alike = [pile for pile in found if is_cell(pile)][1:]
    columns = game.position.columns
    alike += [pile for pile in found if is_column(pile) and not columns[pile]][1:]
    return [*(pile for pile in found if pile not in alike), hand.pile]


def targets(game: Game, hand: Hand) -> list[int]:
    """The piles where what is in the hand may go, the most likely first."""
    rules, position = game.rules, game.position
    moves = intent.places(rules, position, hand)
    moves.sort(key=lambda move: _rank(position, move))
    return [_pile(rules, position, move) for move in moves]


def _rank(position: Position, move: Move) -> tuple[int, int]:
    if move.target == HOME:
        return 0, 0
    if is_cell(move.target):
        return 3, move.target
    length = len(position.columns[move.target])
    return (1, -length) if length else (2, move.target)


def _pile(rules: Rules, position: Position, move: Move) -> int:
    """Where the cursor stands for a move's target: a foundation has a place of its own."""
    if move.target != HOME:
        return move.target
    card = position.columns[move.source][-1] if is_column(move.source) else _in_cell(position, move)
    suit = home_pile(rules, position, card)
    assert suit is not None, "a legal move home has a foundation"
    return FOUNDATION + suit


def _in_cell(position: Position, move: Move) -> int:
    return position.cells[move.source - CELL]


def _sources(game: Game) -> list[int]:
    """The piles with a card on top that may be taken."""
    position, rules = game.position, game.rules
    columns = range(len(position.columns))
    cells = range(CELL, CELL + len(position.cells))
    homes = range(FOUNDATION, FOUNDATION + 4) if rules.variant.returns else ()
    return [pile for pile in (*columns, *cells, *homes) if intent.top_card(position, pile)]
