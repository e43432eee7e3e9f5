"""The toolbar with buttons and status lines: a rail at the side or a foot below."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.events import Action
from kiosk.frame import Box
from kiosk.layout.metrics import min_touch_size, text_size

RAIL_LINE_COUNT = 5
"""Time, moves, score, and the code in two lines."""


class Toolbar(NamedTuple):
    """Boxes of the toolbar, its buttons and its status lines from top to bottom.

    `finish_button` takes the place of some status lines while Finish is offered.
    """

    box: Box
    buttons: tuple[tuple[Action, Box], ...]
    status_lines: tuple[Box, ...]
    finish_button: Box


def toolbar_thickness(size: tuple[int, int], *, rail: bool, density: int | None = None) -> int:
    """Return the width of a rail, or the height of a foot, in pixels."""
    text_px, least = text_size(size), min_touch_size(size, density)
    return max(least + 8, round(text_px * 3.9)) if rail else max(least + 4, text_px * 2 + 4)


def place_toolbar(size: tuple[int, int], *, rail: bool, density: int | None = None) -> Toolbar:
    """Return the toolbar of a picture of this size; `density` is pixels per inch, if known."""
    thickness = toolbar_thickness(size, rail=rail, density=density)
    return _place_rail(size, thickness) if rail else _place_foot(size, thickness)


def mirror_toolbar(toolbar: Toolbar, width: int) -> Toolbar:
    """Return the toolbar mirrored at the middle of a picture of this width."""

    def mirror_box(box: Box) -> Box:
        return box._replace(x=width - box.right)

    return Toolbar(
        mirror_box(toolbar.box),
        tuple((action, mirror_box(box)) for action, box in toolbar.buttons),
        tuple(mirror_box(box) for box in toolbar.status_lines),
        mirror_box(toolbar.finish_button),
    )


def _place_rail(size: tuple[int, int], width: int) -> Toolbar:
    """Place Menu and New above, the status in the middle; Hint, Redo, Undo near the thumb."""
    box = Box(size[0] - width, 0, width, size[1])
    line = round(text_size(size) * 1.2)
    pad = max(2, width // 20)
    buttons_height = box.h - RAIL_LINE_COUNT * line - 8 * pad
    tall = min(buttons_height // 5, round(width * 0.85))
    inner = Box(box.x + pad, pad, box.w - 2 * pad, tall)
    below = box.bottom - pad - tall
    buttons = (
        (Action.MENU, inner),
        (Action.NEW, inner._replace(y=inner.bottom + pad)),
        (Action.HINT, inner._replace(y=below - 2 * (tall + pad))),
        (Action.REDO, inner._replace(y=below - tall - pad)),
        (Action.UNDO, inner._replace(y=below)),
    )
    upper, lower = 2 * (tall + pad) + pad, 3 * (tall + pad) + pad
    start = upper + (box.h - upper - lower - RAIL_LINE_COUNT * line) // 2
    figures = tuple(inner._replace(y=start + i * line, h=line) for i in range(RAIL_LINE_COUNT))
    return Toolbar(box, buttons, figures, finish_button=figures[2].union(figures[-1]))


def _place_foot(size: tuple[int, int], height: int) -> Toolbar:
    """Place Undo and Redo at the left, the status in the middle, the others at the right."""
    box = Box(0, size[1] - height, size[0], height)
    pad = 2
    tall = box.h - 2 * pad
    code = round(text_size(size) * 8.2)
    wide = min(round(tall * 1.3), (box.w - code) // 5 - pad)
    left = [Box(pad + i * (wide + pad), box.y + pad, wide, tall) for i in range(2)]
    right = [Box(box.w - (3 - i) * (wide + pad), box.y + pad, wide, tall) for i in range(3)]
    middle = Box(left[1].right + pad, box.y + pad, right[0].x - left[1].right - 2 * pad, tall)
    line = tall // 2
    figures = (middle._replace(h=line), middle._replace(y=middle.y + line, h=line))
    actions = (Action.UNDO, Action.REDO, Action.HINT, Action.NEW, Action.MENU)
    short = min(middle.w, code)
    finish = middle._replace(x=middle.right - short, w=short)
    return Toolbar(box, tuple(zip(actions, left + right, strict=True)), figures, finish)
