"""Find the mouse or key inputs for a move by trying them at a table."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from engine.cards import format_card
from engine.game import Game
from engine.notation import format_move, parse_move
from engine.position import HOME, Move, is_column, is_foundation
from engine.rules import find_home_pile
from kiosk.events import Action
from kiosk.scenes.table.cursor import list_arrow_stops
from kiosk.ui.focus import DIRECTION_VECTORS, move_focus
from tests.support.player import Player

Pixel = tuple[int, int]


class Drag(NamedTuple):
    """The mouse button goes down at one place and up at another; a click if they are equal."""

    start: Pixel
    end: Pixel


class KeyPresses(NamedTuple):
    """Keys one after the other; `is_last_held`: the last of them is a held Confirm."""

    actions: tuple[Action, ...]
    is_last_held: bool = False


def plan_mouse_move(player: Player, text: str) -> list[Drag]:
    """Play the move at the player's table; return the mouse inputs for it.

    A tap on the card and a tap on the target; a drag where the tap would send the card home.
    """
    before, move = player.game, parse_player_move(player, text)
    source = player.find_pixel(_name_source(before, move))
    if move.target == HOME:
        player.tap(source)
        drags = [Drag(source, source)]
    elif can_go_home(before, move) and move.count == 1:
        target = player.find_pixel(_name_target(move))
        player.drag(source, target)
        drags = [Drag(source, target)]
    else:
        player.tap(source)
        target = player.find_pixel(_name_target(move))
        player.tap(target)
        drags = [Drag(source, source), Drag(target, target)]
    assert player.game.moves == (*before.moves, move), (text, player.message_text)
    return drags


def plan_key_move(player: Player, text: str) -> list[KeyPresses]:
    """Play the move at the player's table; return the keys for it."""
    before, move = player.game, parse_player_move(player, text)
    key_presses = [
        _press_key_at(
            player, move.source, is_held=move.target != HOME and can_go_home(before, move)
        )
    ]
    if move.target != HOME:
        key_presses.append(_press_key_at(player, move.target, is_held=False))
    assert player.game.moves == (*before.moves, move), (text, player.message_text)
    return key_presses


def parse_player_move(player: Player, text: str) -> Move:
    return parse_move(text, player.game.rules, player.game.position)


def can_go_home(game: Game, move: Move) -> bool:
    """Return whether a tap on the top card of the move's source would send it home."""
    position = game.position
    if is_foundation(move.source):
        return False
    cards = position.columns[move.source] if is_column(move.source) else position.cells
    top = cards[-1] if is_column(move.source) else cards[move.source - 16]
    return find_home_pile(game.rules, position, top) is not None


def _name_source(game: Game, move: Move) -> str:
    if not is_column(move.source):
        return format_move(move).partition("-")[0]
    return format_card(game.position.columns[move.source][-move.count])


def _name_target(move: Move) -> str:
    return format_move(move).partition("-")[2].partition("*")[0]


def _press_key_at(player: Player, pile: int, *, is_held: bool) -> KeyPresses:
    path = _find_arrow_path(player, pile)
    player.press(*path)
    player.press(Action.CONFIRM, seconds=0.7 if is_held else 0.05)
    return KeyPresses((*path, Action.CONFIRM), is_held)


def _find_arrow_path(player: Player, pile: int) -> tuple[Action, ...]:
    """Return the fewest arrows that bring the cursor to the pile."""
    view = player.scene._view
    stops = view.list_cursor_stops()
    assert view.cursor is not None, "the first arrow shows the cursor"
    start = (view.cursor, view.last_step)
    paths: dict[object, tuple[Action, ...]] = {start: ()}
    waiting = deque([start])
    while waiting:
        current = waiting.popleft()
        pile_at, came = current
        if pile_at == pile:
            return paths[current]
        boxes = list_arrow_stops(stops, player.game, view.selection, pile_at)
        for action in DIRECTION_VECTORS:
            neighbour = move_focus(boxes, pile_at, action, came)
            if neighbour not in paths:
                paths[neighbour] = (*paths[current], action)
                waiting.append(neighbour)
    raise AssertionError(f"no way leads to {pile}")
