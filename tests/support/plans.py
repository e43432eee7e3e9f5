"""How a person would play a move, by mouse or by keys: tried out at a table of our own."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from engine.cards import card_text
from engine.game import Game
from engine.notation import move_text, parse_move
from engine.position import HOME, Move, is_column, is_foundation
from engine.rules import home_pile
from kiosk.events import Action
from kiosk.scenes.table.cursor import ways
from kiosk.ui.focus import STEPS, step
from tests.support.player import Player

Place = tuple[int, int]


class Drag(NamedTuple):
    """The button goes down at one place and up at another; a click where they are the same."""

    start: Place
    end: Place


class Keys(NamedTuple):
    """Keys one after the other; `held`: the last of them is confirm, and long."""

    actions: tuple[Action, ...]
    held: bool = False


def by_mouse(player: Player, text: str) -> list[Drag]:
    """Play the move at the player's table; what the mouse does for it.

    A tap on the card and a tap on the place; a drag where the tap would send the card home.
    """
    before, move = player.game, parsed(player, text)
    source = player.find(_held(before, move))
    if move.target == HOME:
        player.tap(source)
        did = [Drag(source, source)]
    elif may_go_home(before, move) and move.count == 1:
        target = player.find(_named(move))
        player.drag(source, target)
        did = [Drag(source, target)]
    else:
        player.tap(source)
        target = player.find(_named(move))
        player.tap(target)
        did = [Drag(source, source), Drag(target, target)]
    assert player.game.line == (*before.line, move), (text, player.said)
    return did


def by_keys(player: Player, text: str) -> list[Keys]:
    """Play the move at the player's table; the keys for it."""
    before, move = player.game, parsed(player, text)
    did = [_press_at(player, move.source, held=move.target != HOME and may_go_home(before, move))]
    if move.target != HOME:
        did.append(_press_at(player, move.target, held=False))
    assert player.game.line == (*before.line, move), (text, player.said)
    return did


def parsed(player: Player, text: str) -> Move:
    """The move that a text means at the player's table."""
    return parse_move(text, player.game.rules, player.game.position)


def may_go_home(game: Game, move: Move) -> bool:
    """Whether a tap on the top card of the move's source would send it home."""
    position = game.position
    if is_foundation(move.source):
        return False
    cards = position.columns[move.source] if is_column(move.source) else position.cells
    top = cards[-1] if is_column(move.source) else cards[move.source - 16]
    return home_pile(game.rules, position, top) is not None


def _held(game: Game, move: Move) -> str:
    """The name of the card that leads the move, or of the cell or foundation."""
    if not is_column(move.source):
        return move_text(move).partition("-")[0]
    return card_text(game.position.columns[move.source][-move.count])


def _named(move: Move) -> str:
    """The name of the pile that the move goes to."""
    return move_text(move).partition("-")[2].partition("*")[0]


def _press_at(player: Player, pile: int, *, held: bool) -> Keys:
    """Bring the cursor to a pile and confirm there."""
    way = _way(player, pile)
    player.press(*way)
    player.press(Action.CONFIRM, last=0.7 if held else 0.05)
    return Keys((*way, Action.CONFIRM), held)


def _way(player: Player, pile: int) -> tuple[Action, ...]:
    """The fewest arrows that bring the cursor there."""
    glass = player.scene._glass
    stops = glass.stops()
    assert glass.cursor is not None, "the first arrow shows the cursor"
    start = (glass.cursor, glass.came)
    found: dict[object, tuple[Action, ...]] = {start: ()}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        at, came = here
        if at == pile:
            return found[here]
        boxes = ways(stops, player.game, glass.hand, at)
        for action in STEPS:
            there = step(boxes, at, action, came)
            if there not in found:
                found[there] = (*found[here], action)
                waiting.append(there)
    raise AssertionError(f"no way leads to {pile}")
