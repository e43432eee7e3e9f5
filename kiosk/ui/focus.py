"""Where the cursor goes: from box to box by what a person sees, never trapped, around the edges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

from kiosk.events import Action
from kiosk.frame import Box

Name = TypeVar("Name")

DIRECTION_VECTORS = {
    Action.UP: (0, -1),
    Action.DOWN: (0, 1),
    Action.LEFT: (-1, 0),
    Action.RIGHT: (1, 0),
}
"""The four ways of the cursor as steps in x and y."""

OPPOSITE_DIRECTIONS = {
    Action.UP: Action.DOWN,
    Action.DOWN: Action.UP,
    Action.LEFT: Action.RIGHT,
    Action.RIGHT: Action.LEFT,
}
"""The way back."""


class LastStep(NamedTuple, Generic[Name]):
    """The last step of the cursor: which way, and from where."""

    action: Action
    source: Name


def move_focus(
    boxes: Mapping[Name, Box], current: Name, action: Action, last_step: LastStep[Name] | None
) -> tuple[Name, LastStep[Name]]:
    """Where the cursor goes, and how it came there: straight back leads to where it was before.

    So that up and down again is the same column, though the row above has other places.
    """
    if (
        last_step is not None
        and action is OPPOSITE_DIRECTIONS[last_step.action]
        and last_step.source in boxes
    ):
        return last_step.source, LastStep(action, current)
    return find_neighbour(boxes, current, action), LastStep(action, current)


def find_neighbour(boxes: Mapping[Name, Box], current: Name, action: Action) -> Name:
    """The name of the box that a person means who stands on `current` and goes this way.

    That is the nearest box that lies this way and shares a row (or column) of pixels with the
    current one. Where there is none, up and down lead to the nearest that shares none, and left and
    right around to the far end of the row; the other of these two where there is not even that.
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
    """Whether `there` begins where `here` ends, or farther on, going this way."""
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
    """The way along; and the way aside, which counts double where no lines are shared."""
    aside = _distance_along(here, there, (vector[1], vector[0]))
    along = _distance_along(here, there, vector)
    return along if _is_in_line(here, there, vector) else along + 2 * aside, aside
