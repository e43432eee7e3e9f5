"""The touch test: a cross where the finger is, the way it came, and how much it trembles."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from kiosk.effects import Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.frame import Align, Box, Button, Drawable, Label, Rectangle, TextColour
from kiosk.gestures import drag_threshold
from kiosk.layout import min_touch_size, text_size
from kiosk.ui.scene import SceneArguments, SceneContext
from kiosk.ui.screen import ScreenBase

IDLE_SECONDS = 20.0
"""Seconds without a touch after which the screen closes: where touch is wrong no button is hit."""
MAX_TRAIL_POINTS = 150
"""Places of the way that are seen."""
LEAVE_BUTTON = Action.BACK.value


class TouchTestScene(ScreenBase):
    """Shows every touch; a button of any device leads back."""

    allows_calibration = False

    idle_timeout_seconds = IDLE_SECONDS

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """Nothing was touched yet."""
        self._trail: deque[tuple[int, int]] = deque(maxlen=MAX_TRAIL_POINTS)
        self._resting_points: list[tuple[int, int]] = []
        self._is_down = False
        super().__init__(context, arguments)

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Note a touch; a tap on the button or a press leads back."""
        if isinstance(event, ButtonEvent):  # the patience is for touches alone
            return self._on_button_down(event, now) if event.is_pressed else []
        if isinstance(event, PointerEvent):
            self._record_point(event)
        else:
            self._trail.clear()
        return super().handle(event, now)

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        return [ExitProgram() if event.action is Action.QUIT else GoBack()]

    def _activate(self, name: str, now: float) -> list[Effect]:
        return [GoBack()]

    def _record_point(self, event: PointerEvent) -> None:
        if event.phase is PointerPhase.CANCEL:  # it says where the finger is no more
            self._is_down = False
            return
        point = event.x, event.y
        if event.phase is PointerPhase.DOWN:
            self._trail.clear()
            self._resting_points = []
        self._trail.append(point)
        self._is_down = event.phase is not PointerPhase.UP
        if self._resting_points and _measure_distance(
            point, self._resting_points[0]
        ) > drag_threshold(self._context.size):
            self._resting_points = []
        self._resting_points.append(point)

    def _build_background(self, now: float) -> Iterator[Drawable]:
        translate, px = self._context.translator.translate, text_size(self._context.size)
        lines = [translate("Draw on the screen")]
        if self._trail:
            x, y = self._trail[-1]
            raw_touch = self._context.diagnostics.get_raw_touch()
            lines = [translate("Pixel {x}, {y}", x=x, y=y)]
            if raw_touch:
                lines.append(
                    translate("Panel {x}, {y}", x=f"{raw_touch[0]:.3f}", y=f"{raw_touch[1]:.3f}")
                )
            jitter_x, jitter_y = _measure_jitter(self._resting_points)
            lines.append(translate("Trembles by {x}, {y} pixels", x=jitter_x, y=jitter_y))
        line_height, width = round(px * 1.4), self._context.size[0]
        top = self._context.size[1] // 2 - line_height * 3
        for i, line in enumerate(lines):
            box = Box(0, top + i * line_height, width, line_height)
            yield Label(box, line, px, TextColour.TEXT, Align.CENTRE)
        yield Button(self._button_boxes[LEAVE_BUTTON], LEAVE_BUTTON, translate("Leave"), px)

    def _build_foreground(self, now: float) -> Iterator[Drawable]:
        width, height = self._context.size
        for x, y in self._trail:
            yield Rectangle(Box(x - 1, y - 1, 3, 3), TextColour.ACCENT)
        if self._trail:
            x, y = self._trail[-1]
            ink = TextColour.WARNING if self._is_down else TextColour.QUIET
            yield Rectangle(Box(0, y, width, 1), ink)
            yield Rectangle(Box(x, 0, 1, height), ink)

    def _layout_buttons(self) -> dict[str, Box]:
        context = self._context
        width, height = context.size
        px = text_size(context.size)
        button_height = max(
            min_touch_size(context.size, context.config.display.density), round(px * 2)
        )
        button_width = max(width // 4, px * 8)
        return {
            LEAVE_BUTTON: Box(
                (width - button_width) // 2,
                height * 3 // 4 - button_height // 2,
                button_width,
                button_height,
            )
        }


def _measure_distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _measure_jitter(points: list[tuple[int, int]]) -> tuple[int, int]:
    """How far apart the places of a finger that rests are, across and down."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return max(across) - min(across), max(down) - min(down)
