"""Cursor movement between boxes by their positions, wrapping around at the edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from kiosk.events import Action
from kiosk.frame import Box

Name = TypeVar("Name")

DIRECTION_VECTORS = {  # steps in x and y
    Action.UP: (0, -1),
    Action.DOWN: (0, 1),
    Action.LEFT: (-1, 0),
    Action.RIGHT: (1, 0),
}
OPPOSITE_DIRECTIONS = {
    Action.UP: Action.DOWN,
    Action.DOWN: Action.UP,
    Action.LEFT: Action.RIGHT,
    Action.RIGHT: Action.LEFT,
}
FOCUS_STEPS = {Action.PREVIOUS: -1, Action.NEXT: 1}  # steps through all boxes in their order


class LastStep(NamedTuple, Generic[Name]):
    """Direction and start of the last cursor step."""

    action: Action
    source: Name


def move_focus(
    boxes: Mapping[Name, Box], current: Name, action: Action, last_step: LastStep[Name] | None
) -> tuple[Name, LastStep[Name]]:
    """Return the new name and this step; the opposite of the last step returns to its source.

    So up and then down ends in the same column, even if the row above has other columns.
    """
    step = LastStep(action, current)
    if (
        last_step is not None
        and action is OPPOSITE_DIRECTIONS[last_step.action]
        and last_step.source in boxes
    ):
        return last_step.source, step
    return find_neighbour(boxes, current, action), step


def step_focus(names: Iterable[Name], current: Name, step: int) -> Name:
    """Return the next (1) or previous (-1) name in order, wrapping around."""
    ordered = list(names)
    return ordered[(ordered.index(current) + step) % len(ordered)]


def find_neighbour(boxes: Mapping[Name, Box], current: Name, action: Action) -> Name:
    """Return the name of the box that a direction key leads to.

    That is the nearest box in this direction that shares a row (or column) of pixels with the
    current one. If there is none, up and down lead to the nearest that shares none, and left and
    right wrap around to the far end of the row. If there is none of these, up and down wrap around
    and left and right lead to the nearest.
    """
    vector = DIRECTION_VECTORS[action]
    here = boxes[current]
    others = [name for name in boxes if name != current]
    ahead = [name for name in others if _is_beyond(here, boxes[name], vector)]
    behind = [name for name in others if _is_beyond(boxes[name], here, vector)]
    nearest = sorted(ahead, key=lambda name: _distance_key(here, boxes[name], vector))
    line = [name for name in nearest if _is_in_line(here, boxes[name], vector)]
    wrapped_around = [name for name in behind if _is_in_line(here, boxes[name], vector)]
    wrapped_around.sort(key=lambda name: -_distance_along(here, boxes[name], vector))
    rest = [*wrapped_around, *nearest] if vector[0] else [*nearest, *wrapped_around]
    return [*line, *rest, current][0]


def _is_beyond(here: Box, there: Box, vector: tuple[int, int]) -> bool:
    if vector[0]:
        return there.x >= here.right if vector[0] > 0 else there.right <= here.x
    return there.y >= here.bottom if vector[1] > 0 else there.bottom <= here.y


def _is_in_line(here: Box, there: Box, vector: tuple[int, int]) -> bool:
    if vector[0]:
        return here.y < there.bottom and there.y < here.bottom
    return here.x < there.right and there.x < here.right


def _distance_along(here: Box, there: Box, vector: tuple[int, int]) -> int:
    (x, y), (a, b) = here.centre, there.centre
    return abs(a - x) if vector[0] else abs(b - y)


def _distance_key(here: Box, there: Box, vector: tuple[int, int]) -> tuple[int, int]:
    """Return the distances along and across; the latter counts twice if no pixel row is shared."""
    across = _distance_along(here, there, (vector[1], vector[0]))
    along = _distance_along(here, there, vector)
    return along if _is_in_line(here, there, vector) else along + 2 * across, across
