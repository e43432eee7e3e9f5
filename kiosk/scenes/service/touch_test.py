"""Touch test: a cross at the finger, its trail, and the jitter of a resting finger."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from kiosk.effects import Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, PointerPhase
from kiosk.frame import Box, Button, Drawable, Rectangle, TextColour
from kiosk.gestures import drag_threshold
from kiosk.layout import text_size
from kiosk.ui.menu_layout import min_button_height
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import ScreenBase
from kiosk.ui.text_fit import stack_labels

MAX_TRAIL_POINTS = 150
LEAVE_BUTTON = Action.BACK.value


class TouchTestScene(ScreenBase):
    """Touch test; a button of any device goes back.

    Only touches restart the idle timeout, which is the way out if touch cannot hit the button.
    """

    allows_calibration = False
    idle_timeout_seconds = 20.0

    def __init__(self, context: SceneContext) -> None:
        self._trail: deque[tuple[int, int]] = deque(maxlen=MAX_TRAIL_POINTS)
        self._resting_points: list[tuple[int, int]] = []
        self._is_down = False
        super().__init__(context)

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Record a touch; a tap on the button or a button of a device goes back."""
        if isinstance(event, ButtonEvent):
            if not event.is_pressed:
                return []
            return [ExitProgram() if event.action is Action.QUIT else GoBack()]
        if isinstance(event, PointerEvent):
            self._record_point(event)
        else:
            self._trail.clear()
        return super().handle(event, now)

    def _activate(self, name: str, now: float) -> list[Effect]:
        return [GoBack()]

    def _record_point(self, event: PointerEvent) -> None:
        self._is_down = event.phase not in (PointerPhase.UP, PointerPhase.CANCEL)
        if event.phase is PointerPhase.CANCEL:  # it has no position
            return
        if event.phase is PointerPhase.DOWN:
            self._trail.clear()
            self._resting_points = []
        self._trail.append((event.x, event.y))
        if self._resting_points:
            x, y = self._resting_points[0]
            distance = max(abs(event.x - x), abs(event.y - y))
            if distance > drag_threshold(self._context.size):
                self._resting_points = []
        self._resting_points.append((event.x, event.y))

    def _build_background(self, now: float) -> Iterator[Drawable]:
        translate, px = self._context.translator.translate, text_size(self._context.size)
        width, height = self._context.size
        line_height = round(px * 1.4)
        text_box = Box(0, height // 2 - line_height * 3, width, 0)
        yield from stack_labels(text_box, list(self._list_lines()), line_height, px)
        yield Button(self._button_boxes[LEAVE_BUTTON], LEAVE_BUTTON, translate("Leave"), px)

    def _list_lines(self) -> Iterator[str]:
        translate = self._context.translator.translate
        if not self._trail:
            yield translate("Draw on the screen")
            return
        x, y = self._trail[-1]
        yield translate("Pixel {x}, {y}", x=x, y=y)
        raw_touch = self._context.diagnostics.get_raw_touch()
        if raw_touch:
            raw_x, raw_y = (f"{part:.3f}" for part in raw_touch)
            yield translate("Panel {x}, {y}", x=raw_x, y=raw_y)
        jitter_x, jitter_y = (
            max(axis) - min(axis) for axis in zip(*self._resting_points, strict=True)
        )
        yield translate("Trembles by {x}, {y} pixels", x=jitter_x, y=jitter_y)

    def _build_foreground(self, now: float) -> Iterator[Drawable]:
        width, height = self._context.size
        for x, y in self._trail:
            yield Rectangle(Box(x - 1, y - 1, 3, 3), TextColour.ACCENT)
        if self._trail:
            x, y = self._trail[-1]
            colour = TextColour.WARNING if self._is_down else TextColour.QUIET
            yield Rectangle(Box(0, y, width, 1), colour)
            yield Rectangle(Box(x, 0, 1, height), colour)

    def _layout_buttons(self) -> dict[str, Box]:
        (width, height), px = self._context.size, text_size(self._context.size)
        button_height = min_button_height(self._context, 2)
        button_width = max(width // 4, px * 8)
        left, top = (width - button_width) // 2, height * 3 // 4 - button_height // 2
        return {LEAVE_BUTTON: Box(left, top, button_width, button_height)}
