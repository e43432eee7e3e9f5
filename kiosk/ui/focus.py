"""Where the cursor goes: from box to box by what a person sees, never trapped, around the edges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

from kiosk.events import Action
from kiosk.frame import Box

Name = TypeVar("Name")

STEPS = {
    Action.UP: (0, -1),
    Action.DOWN: (0, 1),
    Action.LEFT: (-1, 0),
    Action.RIGHT: (1, 0),
}
"""The four ways of the cursor as steps in x and y."""

OPPOSITE = {
    Action.UP: Action.DOWN,
    Action.DOWN: Action.UP,
    Action.LEFT: Action.RIGHT,
    Action.RIGHT: Action.LEFT,
}
"""The way back."""


class Came(NamedTuple, Generic[Name]):
    """The last step of the cursor: which way, and from where."""

    action: Action
    source: Name


def step(
    boxes: Mapping[Name, Box], current: Name, action: Action, came: Came[Name] | None
) -> tuple[Name, Came[Name]]:
    """Where the cursor goes, and how it came there: straight back leads to where it was before.

    So that up and down again is the same column, though the row above has other places.
    """
    if came is not None and action is OPPOSITE[came.action] and came.source in boxes:
        return came.source, Came(action, current)
    return neighbour(boxes, current, action), Came(action, current)


def neighbour(boxes: Mapping[Name, Box], current: Name, action: Action) -> Name:
    """The name of the box that a person means who stands on `current` and goes this way.

    That is the nearest box that lies this way and shares a row (or column) of pixels with the
    current one. Where there is none, up and down lead to the nearest that shares none, and left and
    right around to the far end of the row; the other of these two where there is not even that.
    """
    step = STEPS[action]
    here = boxes[current]
    others = [name for name in boxes if name != current]
    ahead = [name for name in others if _beyond(here, boxes[name], step)]
    behind = [name for name in others if _beyond(boxes[name], here, step)]
    nearest = sorted(ahead, key=lambda name: _distance(here, boxes[name], step))
    line = [name for name in nearest if _shares(here, boxes[name], step)]
    around = [name for name in behind if _shares(here, boxes[name], step)]
    around.sort(key=lambda name: -_along(here, boxes[name], step))
    rest = [*around, *nearest] if step[0] else [*nearest, *around]
    return [*line, *rest, current][0]


def _beyond(here: Box, there: Box, step: tuple[int, int]) -> bool:
    """Whether `there` begins where `here` ends, or farther on, going this way."""
    if step[0]:
        return there.x >= here.right if step[0] > 0 else there.right <= here.x
    return there.y >= here.bottom if step[1] > 0 else there.bottom <= here.y


def _shares(here: Box, there: Box, step: tuple[int, int]) -> bool:
    if step[0]:
        return here.y < there.bottom and there.y < here.bottom
    return here.x < there.right and there.x < here.right


def _along(here: Box, there: Box, step: tuple[int, int]) -> int:
    (x, y), (a, b) = here.middle, there.middle
    return abs(a - x) if step[0] else abs(b - y)


def _distance(here: Box, there: Box, step: tuple[int, int]) -> tuple[int, int]:
    """The way along; and the way aside, which counts double where no lines are shared."""
    aside = _along(here, there, (step[1], step[0]))
    along = _along(here, there, step)
    return along if _shares(here, there, step) else along + 2 * aside, aside
