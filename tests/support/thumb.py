"""Play a line of moves with four arrows and one button, in as few presses as possible."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.cards import SUITS
from engine.game import Game
from engine.position import EMPTY, FIRST_CELL, FIRST_FOUNDATION, HOME, Move, is_cell, is_foundation
from kiosk import intent
from kiosk.events import Action
from kiosk.frame import Box
from kiosk.intent import PileSpot, Selection
from kiosk.scenes.table.cursor import CursorStop, list_arrow_stops, list_next_stops
from kiosk.ui.focus import DIRECTION_VECTORS, LastStep, move_focus
from kiosk.ui.scene import NamedBoxes

SHORT, LONG = 0.05, 0.7
"""Seconds of a tap and of a hold."""
QUICK, SLOW = 0.1, 0.5
"""Seconds after a press: within a double tap, and not."""


class Push(NamedTuple):
    """One press of a button."""

    action: Action
    last: float = SHORT
    pause: float = SLOW


class Stand(NamedTuple):
    """The cursor's place, and its last step."""

    at: CursorStop
    came: LastStep[CursorStop] | None = None


class Plan(NamedTuple):
    """Presses, and the cursor's place after them."""

    pushes: tuple[Push, ...]
    stand: Stand


class Thumb:
    """Plays moves with the table's cursor, counting every press."""

    def __init__(
        self,
        press: Callable[[Push], None],
        game: Callable[[], Game],
        stops: Callable[[], dict[CursorStop, Box]],
        *,
        ways: bool = True,
    ) -> None:
        """`press` presses a button, `game` and `stops` look at the table.

        Without the four `ways` there are two buttons: Next and Confirm.
        """
        self._has_ways = ways
        self._press, self._game, self._stops = press, game, stops
        self._stand: Stand | None = None
        self._cells: dict[int, int] = {}
        self.presses = 0

    def play(self, move: Move) -> None:
        """Play one move of a line; free cells are all alike, so a card may be in another one."""
        if self._stand is None:
            self._do((Push(Action.RIGHT if self._has_ways else Action.NEXT),))
            columns = self._game().position.columns
            self._stand = Stand(next(i for i, column in enumerate(columns) if column))
        game = self._game()
        move = move._replace(source=self._cells.pop(move.source, move.source))
        wanted = self._wanted(game, move)
        plan = min(
            (plan for target in wanted for plan in self._plans(game, target)),
            key=lambda plan: len(plan.pushes),
        )
        self._stand = plan.stand
        self._do(plan.pushes)
        done = self._game().moves[-1]
        assert done in wanted, (game.number, move, done)
        if is_cell(move.target):
            self._cells[move.target] = done.target

    def _do(self, pushes: tuple[Push, ...]) -> None:
        for push in pushes:
            self.presses += 1
            self._press(push)

    def _wanted(self, game: Game, move: Move) -> list[Move]:
        """Return all moves that are as good as this one: into every free cell, where it is one."""
        if not is_cell(move.target):
            return [move]
        cells = enumerate(game.position.cells)
        return [move._replace(target=FIRST_CELL + i) for i, card in cells if card == EMPTY]

    def _plans(self, game: Game, move: Move) -> list[Plan]:
        """Return the ways to make a move: by a tap, by a double tap, or from place to place."""
        assert self._stand is not None
        there = self._way(game, None, self._stand, move.source)
        rules, position, spot = game.rules, game.position, PileSpot(move.source)
        tapped = intent.interpret_tap(rules, position, None, spot, by_cursor=True)
        if _is(tapped, move):
            return [there._replace(pushes=(*there.pushes, Push(Action.CONFIRM)))]
        plans = []
        if isinstance(tapped, Selection) and self._doubles(game, spot, move):
            twice = (Push(Action.CONFIRM, pause=QUICK), Push(Action.CONFIRM))
            plans.append(there._replace(pushes=(*there.pushes, *twice)))
        hand = intent.pick_up(rules, position, spot, by_cursor=True)
        assert isinstance(hand, Selection)
        for goal in self._goals(move):
            if _is(
                intent.interpret_tap(rules, position, hand, PileSpot(goal), by_cursor=True), move
            ):
                up = Push(Action.CONFIRM, last=SHORT if isinstance(tapped, Selection) else LONG)
                on = self._way(game, hand, there.stand, goal)
                pushes = (*there.pushes, up, *on.pushes, Push(Action.CONFIRM))
                plans.append(Plan(pushes, on.stand))
        return plans

    def _doubles(self, game: Game, spot: PileSpot, move: Move) -> bool:
        meaning = intent.interpret_double_tap(game.rules, game.position, spot, by_cursor=True)
        return _is(meaning, move)

    def _goals(self, move: Move) -> list[int]:
        return (
            [FIRST_FOUNDATION + suit for suit in range(4)] if move.target == HOME else [move.target]
        )

    def _way(self, game: Game, hand: Selection | None, start: Stand, goal: CursorStop) -> Plan:
        """Return the shortest path of the cursor."""
        stops = self._stops()
        plans: dict[Stand, tuple[Push, ...]] = {start: ()}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            if here.at == goal:
                return Plan(plans[here], here)
            for action, there in self._onward(game, hand, here, stops):
                if there not in plans:
                    plans[there] = (*plans[here], Push(action))
                    waiting.append(there)
        return Plan((Push(Action.TYPE),) * 999, start)  # a foundation that takes nothing

    def _onward(
        self, game: Game, hand: Selection | None, here: Stand, stops: dict[CursorStop, Box]
    ) -> Iterator[tuple[Action, Stand]]:
        if self._has_ways:
            boxes = list_arrow_stops(stops, game, hand, here.at)
            yield from (
                (way, Stand(*move_focus(boxes, here.at, way, here.came)))
                for way in DIRECTION_VECTORS
            )
            return
        names = list_next_stops(game, hand)
        on = (names.index(here.at) + 1) % len(names) if here.at in names else 0
        yield Action.NEXT, Stand(names[on])


def stops(boxes: NamedBoxes) -> dict[CursorStop, Box]:
    """Return the cursor's stops from a scene's boxes."""
    piles: dict[CursorStop, Box] = {_pile(name): box for name, box in boxes["piles"].items()}
    return {**piles, **{Action(name): box for name, box in boxes["buttons"].items()}}


def _pile(name: str) -> int:
    if name.isdigit():
        return int(name) - 1
    return (
        FIRST_FOUNDATION + SUITS.index(name[1])
        if name[0] == "h"
        else FIRST_CELL + "abcd".index(name)
    )


def is_by_cursor(game: Game, move: Move) -> bool:
    """Return whether a cursor can make this move: as many cards as may go into an empty column."""
    hand = intent.pick_up(game.rules, game.position, PileSpot(move.source), by_cursor=True)
    if move.target == HOME or not isinstance(hand, Selection) or is_foundation(move.source):
        return isinstance(hand, Selection)
    return _is(
        intent.interpret_tap(
            game.rules, game.position, hand, PileSpot(move.target), by_cursor=True
        ),
        move,
    )


def _is(meaning: intent.TouchResult, move: Move) -> bool:
    return isinstance(meaning, Move) and meaning == move
