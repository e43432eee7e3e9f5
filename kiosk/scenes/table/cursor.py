"""The piles and buttons that the table's cursor can reach."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Game
from engine.position import FIRST_CELL, FIRST_FOUNDATION, HOME, Move, Position, is_cell, is_column
from engine.rules import find_home_pile
from engine.variants import Rules
from kiosk import intent
from kiosk.events import Action
from kiosk.frame import Box
from kiosk.intent import Selection

CursorStop = int | Action  # a pile's number, or a button's action


def list_arrow_stops(
    stops: Mapping[CursorStop, Box], game: Game, selection: Selection | None, current: CursorStop
) -> dict[CursorStop, Box]:
    """Return those of `stops` that the arrow keys reach.

    With a selection these are its own pile and those that accept it. Otherwise they are the piles
    with a card to take, and the buttons.
    """
    reachable: set[CursorStop] = set(_list_source_piles(game))
    reachable.update(stop for stop in stops if isinstance(stop, Action))
    if selection is not None:
        reachable = {*list_target_piles(game, selection), selection.pile}
        reachable = reachable if len(reachable) > 1 else set(stops)
    return {stop: box for stop, box in stops.items() if stop in reachable or stop == current}


def list_next_stops(game: Game, selection: Selection | None) -> list[CursorStop]:
    """Return the piles that Next cycles through, so that two buttons suffice to play.

    With a selection these are the piles that accept it, the most likely first, and then its own
    pile; free cells and empty columns are all alike, so only one of each is included. Without a
    selection these are all piles with a card to take.
    """
    if selection is None:
        return [*_list_source_piles(game)]
    targets, columns = list_target_piles(game, selection), game.position.columns
    duplicates = [pile for pile in targets if is_cell(pile)][1:]
    duplicates += [pile for pile in targets if is_column(pile) and not columns[pile]][1:]
    return [*(pile for pile in targets if pile not in duplicates), selection.pile]


def list_target_piles(game: Game, selection: Selection) -> list[int]:
    """Return the piles that accept the selection, the most likely first."""
    rules, position = game.rules, game.position
    moves = intent.list_selection_moves(rules, position, selection)
    moves.sort(key=lambda move: _rank_target(position, move))
    return [_get_target_pile(rules, position, move) for move in moves]


def _rank_target(position: Position, move: Move) -> tuple[int, int]:
    if move.target == HOME:
        return 0, 0
    if is_cell(move.target):
        return 3, move.target
    length = len(position.columns[move.target])
    return (1, -length) if length else (2, move.target)


def _get_target_pile(rules: Rules, position: Position, move: Move) -> int:
    """Return the cursor stop of a move's target: HOME is the card's foundation."""
    if move.target != HOME:
        return move.target
    source = move.source
    card = position.cells[source - FIRST_CELL] if is_cell(source) else position.columns[source][-1]
    suit = find_home_pile(rules, position, card)
    assert suit is not None, "a legal move home has a foundation"
    return FIRST_FOUNDATION + suit


def _list_source_piles(game: Game) -> list[int]:
    position, rules = game.position, game.rules
    columns = range(len(position.columns))
    cells = range(FIRST_CELL, FIRST_CELL + len(position.cells))
    foundations = (
        range(FIRST_FOUNDATION, FIRST_FOUNDATION + 4) if rules.variant.allows_returns else ()
    )
    return [
        pile for pile in (*columns, *cells, *foundations) if intent.has_top_card(position, pile)
    ]
