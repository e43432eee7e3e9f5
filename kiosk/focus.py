"""Where the cursor goes: from box to box by what a person sees, never trapped, around the edges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from kiosk.actions import Action
from kiosk.frame import Box

Name = TypeVar("Name", bound=object)

STEPS = {
    Action.UP: (0, -1),
    Action.DOWN: (0, 1),
    Action.LEFT: (-1, 0),
    Action.RIGHT: (1, 0),
}
"""The four ways of the cursor as steps in x and y."""


def neighbour(boxes: Mapping[Name, Box], current: Name, action: Action) -> Name:
    """The name of the box that a person means who stands on `current` and goes this way.

    A box that shares a row (or column) of pixels with the current one comes before one that does
    not, the nearer before the farther. Where nothing lies that way, the cursor goes around: to the far
    end of its own row or column.
    """
    step = STEPS[action]
    here = boxes[current]
    ahead = [name for name in boxes if name != current and _beyond(here, boxes[name], step)]
    if ahead:
        return min(ahead, key=lambda name: _distance(here, boxes[name], step))
    behind = [
        name
        for name in boxes
        if name != current and _beyond(boxes[name], here, step) and _shares(here, boxes[name], step)
    ]
    if not behind:
        return current
    return max(behind, key=lambda name: _along(here, boxes[name], step))


def _beyond(here: Box, there: Box, step: tuple[int, int]) -> bool:
    """Whether `there` begins past the middle of `here` and ends past its end, going this way."""
    (x, y), (a, b) = here.middle, there.middle
    return (a - x) * step[0] > here.w // 3 or (b - y) * step[1] > min(here.h, there.h) // 3


def _shares(here: Box, there: Box, step: tuple[int, int]) -> bool:
    if step[0]:
        return here.y < there.bottom and there.y < here.bottom
    return here.x < there.right and there.x < here.right


def _along(here: Box, there: Box, step: tuple[int, int]) -> int:
    return (
        abs(there.middle[0] - here.middle[0]) if step[0] else abs(there.middle[1] - here.middle[1])
    )


def _distance(here: Box, there: Box, step: tuple[int, int]) -> tuple[bool, int, int]:
    """Rank of a box that lies ahead: shared lines first, then the way along, then the way aside."""
    aside = (
        abs(there.middle[1] - here.middle[1]) if step[0] else abs(there.middle[0] - here.middle[0])
    )
    shares = _shares(here, there, step)
    along = _along(here, there, step)
    return not shares, along if shares else along + 2 * aside, aside
