"""Touch calibration: three taps on marks give the axes, a fourth one checks them."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.display.orientation import ScreenTransform, TouchAxes, detect_axes
from kiosk.effects import ChangeSettings, Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent, InputEvent, ResizeEvent
from kiosk.frame import Box, Button, Drawable
from kiosk.gestures import Gesture
from kiosk.layout import text_size
from kiosk.ui.menu_layout import min_button_height
from kiosk.ui.scene import SceneContext
from kiosk.ui.screen import TAPS, ScreenBase
from kiosk.ui.text_fit import stack_labels, wrap_texts

MARK_POSITIONS = ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8))
"""Parts of width and height: no rotation or mirroring maps these marks onto each other."""
CHECK_POSITION = (0.8, 0.8)
IDLE_SECONDS = 15.0  # without a tap; then the axes are restored: the person may be unable to tap
AXIS_KEYS = ("swap", "flip_x", "flip_y")


class CalibrateScene(ScreenBase):
    """Touch calibration, which opens after a long press anywhere."""

    allows_calibration = False

    def __init__(self, context: SceneContext) -> None:
        touch = context.config.touch
        self._previous_axes = (touch.swap, touch.flip_x, touch.flip_y)
        self._axes = TouchAxes(*map(bool, self._previous_axes))
        self._raw_touches: list[tuple[float, float]] = []
        self._is_checking = False
        self._has_failed = False
        super().__init__(context)

    def enter(self, now: float) -> None:
        """Start the timeout, which only taps restart."""
        self._idle_deadline = now + IDLE_SECONDS

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Handle the event; a resize moves the marks, so calibration starts again."""
        if isinstance(event, ResizeEvent):
            self._raw_touches, self._is_checking = [], False
        return super().handle(event, now)

    def _layout_buttons(self) -> dict[str, Box]:
        side = min_button_height(self._context)
        index = len(self._raw_touches)
        x, y = self._to_pixel(CHECK_POSITION if self._is_checking else MARK_POSITIONS[index])
        return {"mark": Box(x - side // 2, y - side // 2, side, side)}

    def _on_idle(self) -> list[Effect]:
        self._idle_deadline = None
        return [*self._restore_axes(), GoBack()]

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        if event.action is Action.QUIT:
            return [*self._restore_axes(), ExitProgram()]
        return self._on_idle() if event.action in (Action.BACK, Action.MENU) else []

    def _on_gesture(self, gesture: Gesture, hit: str, now: float) -> list[Effect]:
        if gesture.kind not in TAPS:
            return []
        self._idle_deadline = now + IDLE_SECONDS
        self._messages = ()
        x, y = gesture.start_x, gesture.start_y
        effects = self._check_axes(x, y) if self._is_checking else self._add_touch(x, y)
        self._button_boxes = self._layout_buttons()
        return effects

    def _add_touch(self, x: int, y: int) -> list[Effect]:
        display = self._context.config.display
        transform = ScreenTransform.from_picture_size(
            self._context.size, display.rotation or 0, display.margin or 0, self._axes
        )
        self._raw_touches.append(transform.to_raw_touch(x, y))
        if len(self._raw_touches) < len(MARK_POSITIONS):
            return []
        targets = [transform.to_panel_fraction(*self._to_pixel(mark)) for mark in MARK_POSITIONS]
        axes = detect_axes(self._raw_touches, targets, transform.rotation)
        self._raw_touches, self._has_failed = [], axes is None
        if axes is None:
            return []
        self._axes, self._is_checking = axes, True
        return [_make_axes_change(tuple(axes))]

    def _check_axes(self, x: int, y: int) -> list[Effect]:
        mark = self._button_boxes["mark"]
        tolerance = max(mark.w, min(self._context.size) // 6)
        if max(abs(x - mark.centre[0]), abs(y - mark.centre[1])) <= tolerance:
            return [GoBack()]
        self._is_checking, self._has_failed = False, True
        return []

    def _restore_axes(self) -> list[Effect]:
        is_unchanged = self._axes == TouchAxes(*map(bool, self._previous_axes))
        return [] if is_unchanged else [_make_axes_change(self._previous_axes)]

    def _to_pixel(self, mark: tuple[float, float]) -> tuple[int, int]:
        width, height = self._context.size
        return round(mark[0] * width), round(mark[1] * height)

    def _build_background(self, now: float) -> Iterator[Drawable]:
        translate, size = self._context.translator.translate, self._context.size
        px = text_size(size)
        width, line_height = size[0] * 11 // 20, round(px * 1.4)
        question = translate("Where does touch lie?")
        if self._has_failed:
            question = translate("That did not fit: once more")
        lines = self._messages or [question, translate("Tap the mark")]
        rows = wrap_texts(self._context.measurer, lines, px, width)
        top = (size[1] - line_height * len(rows)) // 2
        yield from stack_labels(Box((size[0] - width) // 2, top, width, 0), rows, line_height, px)
        yield Button(self._button_boxes["mark"], "plus", "", px, primary=True)


def _make_axes_change(axes: tuple[bool | None, ...]) -> ChangeSettings:
    """Store these axes; None clears a setting that was not set before."""
    texts = (None if value is None else str(value).lower() for value in axes)
    return ChangeSettings(
        tuple((f"touch.{key}", text) for key, text in zip(AXIS_KEYS, texts, strict=True))
    )
