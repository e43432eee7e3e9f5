"""Where the cursor goes: what a person sees, never a trap, every arrow undone by its opposite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise

from engine.game import Game
from engine.notation import format_pile
from engine.variants import Rules, find_rules
from kiosk.events import Action
from kiosk.frame import Box
from kiosk.scenes.table.cursor import CursorStop
from kiosk.scenes.table.view import TableView
from kiosk.ui.focus import DIRECTION_VECTORS, find_neighbour
from tests.support.each import for_each
from tests.support.stage import PANEL, SIZES, SMALL, UPRIGHT, shape, stage
from tests.support.varieties import SHIPPED_RULES

GAMES = {shape(rules): rules for rules in SHIPPED_RULES}


@cache
def stops(size: tuple[int, int], rules: Rules) -> dict[CursorStop, Box]:
    return TableView(stage(size), Game.begin(rules, 1)).list_cursor_stops()


Ways = dict[CursorStop, dict[Action, CursorStop]]
"""From every stop, where each arrow leads."""


@cache
def ways(size: tuple[int, int], rules: Rules) -> Ways:
    boxes = stops(size, rules)
    return {
        here: {action: find_neighbour(boxes, here, action) for action in DIRECTION_VECTORS}
        for here in boxes
    }


def reachable(
    steps: Mapping[CursorStop, Iterable[CursorStop]], start: CursorStop
) -> set[CursorStop]:
    found, waiting = {start}, [start]
    while waiting:
        for there in steps[waiting.pop()]:
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


each_size = for_each("size", SIZES)


@each_size
def test_every_stop_is_reached_from_every_other(size: tuple[int, int]) -> None:
    for rules in GAMES.values():
        onward = {here: set(steps.values()) for here, steps in ways(size, rules).items()}
        back = {here: [one for one in onward if here in onward[one]] for here in onward}
        assert reachable(onward, 0) == reachable(back, 0) == set(onward), rules


@each_size
def test_an_arrow_never_goes_the_other_way_unless_it_goes_around(size: tuple[int, int]) -> None:
    """Right leads further right while anything in the row lies there, down while anything does."""
    for rules in GAMES.values():
        boxes = stops(size, rules)
        for here, steps in ways(size, rules).items():
            box, right, down = boxes[here], boxes[steps[Action.RIGHT]], boxes[steps[Action.DOWN]]
            row = [
                other for other in boxes.values() if other.y < box.bottom and box.y < other.bottom
            ]
            beyond = [other for other in row if other.x >= box.right]
            assert right.x >= box.right or not beyond
            below = [other for other in boxes.values() if other.y >= box.bottom]
            assert down.y >= box.bottom or not below


@each_size
def test_along_the_columns_and_around(size: tuple[int, int]) -> None:
    """Right goes from column to column of a row; the opposite arrow goes back."""
    for rules in GAMES.values():
        boxes, steps = stops(size, rules), ways(size, rules)
        for one, other in pairwise(range(rules.variant.columns)):
            if boxes[one].y == boxes[other].y:
                assert steps[one][Action.RIGHT] == other
                assert steps[other][Action.LEFT] == one


def way(size: tuple[int, int], rules: Rules, start: str, *actions: str) -> str:
    """Where the cursor stands after these arrows, by the names of moves and buttons."""
    steps = ways(size, rules)
    here = next(stop for stop in steps if named(stop) == start)
    for action in actions:
        here = steps[here][Action(action)]
    return named(here)


def named(stop: CursorStop) -> str:
    return stop.value if isinstance(stop, Action) else format_pile(stop)


BAKERS = find_rules("bakers-game")
DOZEN = find_rules("bakers-dozen")


@for_each("size", [SMALL, PANEL, UPRIGHT])
@for_each(
    "start, actions, end",
    [
        ("1", "up", "a"),
        ("4", "up", "d"),
        ("5", "up", "hH"),
        ("8", "up", "hS"),
        ("a", "down", "1"),
        ("d", "down", "4"),
        ("hH", "down", "5"),
        ("a", "right", "b"),
        ("d", "right", "hH"),
        ("hS", "left", "hD"),
        ("3", "right right left", "4"),
        ("2", "up down", "2"),
        ("7", "up down", "7"),
    ],
)
def test_between_columns_cells_and_foundations(
    size: tuple[int, int], start: str, actions: str, end: str
) -> None:
    assert way(size, BAKERS, start, *actions.split()) == end


@for_each("size", [SMALL, UPRIGHT])
@for_each(
    "start, actions, end",
    [
        ("1", "down", "undo"),
        ("8", "down", "menu"),
        ("undo", "up", "1"),
        ("menu", "up", "8"),
        ("undo", "right", "redo"),
        ("redo", "right", "hint"),
        ("hint", "right", "new"),
        ("menu", "right", "undo"),
        ("undo", "left", "menu"),
        ("undo", "down", "a"),
        ("a", "up", "undo"),
        ("8", "right", "1"),
        ("1", "left", "8"),
        ("hS", "right", "a"),
        ("a", "left", "hS"),
    ],
)
def test_to_the_buttons_of_a_foot_and_around_the_edges(
    size: tuple[int, int], start: str, actions: str, end: str
) -> None:
    assert way(size, BAKERS, start, *actions.split()) == end


@for_each(
    "start, actions, end",
    [
        ("hS", "right", "menu"),
        ("menu", "left", "hS"),
        ("menu", "down", "new"),
        ("new", "down", "hint"),
        ("hint", "down", "redo"),
        ("redo", "down", "undo"),
        ("undo", "up", "redo"),
        ("undo", "down", "menu"),
        ("menu", "up", "undo"),
        ("undo", "left", "8"),
        ("redo", "left", "8"),
        ("1", "down", "a"),
        ("a", "up", "1"),
    ],
)
def test_to_the_buttons_of_a_rail_and_around_the_edges(start: str, actions: str, end: str) -> None:
    assert way(PANEL, BAKERS, start, *actions.split()) == end


def test_from_the_rail_back_to_where_one_came_from_in_few_steps() -> None:
    assert way(PANEL, BAKERS, "8", "right") in ("new", "hint", "redo", "undo")
    assert way(PANEL, BAKERS, "8", "right", "left") == "8"


def test_up_leads_to_the_foundations_where_nothing_else_is_above() -> None:
    assert way(UPRIGHT, DOZEN, "1", "up") == "hH"
    assert way(UPRIGHT, DOZEN, "7", "up") == "hS"


def test_between_two_rows_of_columns() -> None:
    assert way(UPRIGHT, DOZEN, "1", "down") == "8"
    assert way(UPRIGHT, DOZEN, "10", "up") == "3"
    assert way(UPRIGHT, DOZEN, "13", "right") == "8"


def test_a_lonely_box_keeps_the_cursor() -> None:
    assert all(
        find_neighbour({"only": Box(0, 0, 9, 9)}, "only", action) == "only"
        for action in DIRECTION_VECTORS
    )
