"""Three taps on marks find how the axes of touch lie; a fourth one proves it."""

from __future__ import annotations

from kiosk.display.orientation import ScreenTransform, TouchAxes, detect_axes
from kiosk.effects import ChangeSettings, Effect, ExitProgram, GoBack
from kiosk.events import Action, ButtonEvent, InputEvent, PointerEvent, ResizeEvent
from kiosk.frame import Align, Box, Button, Drawable, Frame, Label, TextColour, wrap_text
from kiosk.gestures import GestureKind, GestureRecognizer
from kiosk.layout import min_touch_size, text_size
from kiosk.ui.scene import NamedBoxes, Scene, SceneArguments, SceneContext

MARK_POSITIONS = ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8))
"""Where the marks stand, in parts of the picture: no turning or mirroring makes others of them."""
CHECK_POSITION = (0.8, 0.8)
"""Where the mark stands that is to be hit with the axes that were found."""
IDLE_SECONDS = 15.0
"""Seconds without a tap after which all is left as it was: whoever came here cannot go on."""
AXIS_KEYS = ("swap", "flip_x", "flip_y")


class CalibrateScene(Scene):
    """The screen where touch is put right. It is opened by a finger that rests anywhere."""

    allows_calibration = False

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """Begin with the first mark and the axes in force."""
        self._context = context
        self._arguments = arguments
        touch = context.config.touch
        self._previous_axes = (touch.swap, touch.flip_x, touch.flip_y)
        self._axes = TouchAxes(*map(bool, self._previous_axes))
        self._raw_touches: list[tuple[float, float]] = []
        self._is_checking = False
        self._has_failed = False
        self._messages: tuple[str, ...] = ()
        self._idle_deadline: float | None = None
        self._gestures = GestureRecognizer(context.size)
        self._last_frame = Frame(context.size, ())

    def enter(self, now: float) -> None:
        """Shown on top: somebody has to tap soon."""
        self._idle_deadline = now + IDLE_SECONDS

    def leave(self, now: float) -> None:
        """Covered or closed."""
        self._gestures = GestureRecognizer(self._context.size)

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Show these lines instead of what is to be done."""
        self._messages = messages

    def get_child_arguments(self, now: float) -> SceneArguments:
        """What was below."""
        return self._arguments

    def next_deadline(self, now: float) -> float | None:
        """When patience ends."""
        return self._idle_deadline

    def advance(self, now: float) -> list[Effect]:
        """Without a tap for long, go back."""
        if self._idle_deadline is None or now < self._idle_deadline:
            return []
        return self._cancel()

    def set_context(self, context: SceneContext) -> None:
        """Settings have changed, such as those that are found here: it goes on with them."""
        self._context = context

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Take a tap on a mark; Back leaves all as it was."""
        if isinstance(event, ResizeEvent):
            self._context = self._context._replace(size=(event.width, event.height))
            self._gestures = GestureRecognizer(self._context.size)
            self._raw_touches, self._is_checking = [], False
            return []
        if isinstance(event, ButtonEvent):
            return self._on_button(event)
        return self._on_pointer(event, now)

    def build_frame(self, now: float) -> Frame:
        """The mark, and what to do with it; the same frame object until something changes."""
        frame = Frame(self._context.size, tuple(self._build_drawables()))
        if frame != self._last_frame:
            self._last_frame = frame
        return self._last_frame

    def collect_boxes(self, now: float) -> NamedBoxes:
        """The mark."""
        return {"piles": {}, "cards": {}, "buttons": {"mark": self._get_mark_box()}}

    def _on_button(self, event: ButtonEvent) -> list[Effect]:
        if not event.is_pressed:
            return []
        if event.action is Action.QUIT:
            return [*self._restore_axes(), ExitProgram()]
        return self._cancel() if event.action in (Action.BACK, Action.MENU) else []

    def _on_pointer(self, event: PointerEvent, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.handle_pointer(event):
            if gesture.kind in (GestureKind.TAP, GestureKind.DOUBLE_TAP):
                self._idle_deadline = now + IDLE_SECONDS
                self._messages = ()
                effects += self._on_tap(gesture.start_x, gesture.start_y)
        return effects

    def _on_tap(self, x: int, y: int) -> list[Effect]:
        if self._is_checking:
            return self._check_axes(x, y)
        self._raw_touches.append(self._make_transform().to_raw_touch(x, y))
        if len(self._raw_touches) < len(MARK_POSITIONS):
            return []
        transform = self._make_transform()
        targets = [transform.to_panel_fraction(*self._to_pixel(mark)) for mark in MARK_POSITIONS]
        axes = detect_axes(self._raw_touches, targets, transform.rotation)
        self._raw_touches, self._has_failed = [], axes is None
        if axes is None:
            return []
        self._axes, self._is_checking = axes, True
        return [_make_axes_change(tuple(axes))]

    def _check_axes(self, x: int, y: int) -> list[Effect]:
        """With the right axes the tap is where the mark is; else all begins anew."""
        centre = self._get_mark_box().centre
        tolerance = max(self._get_mark_box().w, min(self._context.size) // 6)
        if abs(x - centre[0]) <= tolerance and abs(y - centre[1]) <= tolerance:
            return [GoBack()]
        self._is_checking, self._has_failed = False, True
        return []

    def _cancel(self) -> list[Effect]:
        self._idle_deadline = None
        return [*self._restore_axes(), GoBack()]

    def _restore_axes(self) -> list[Effect]:
        """The settings from before, where others are in force by now."""
        is_unchanged = self._axes == TouchAxes(*map(bool, self._previous_axes))
        return [] if is_unchanged else [_make_axes_change(self._previous_axes)]

    def _make_transform(self) -> ScreenTransform:
        display = self._context.config.display
        size, axes = self._context.size, self._axes
        return ScreenTransform.from_picture_size(
            size, display.rotation or 0, display.margin or 0, axes
        )

    def _to_pixel(self, mark: tuple[float, float]) -> tuple[int, int]:
        width, height = self._context.size
        return round(mark[0] * width), round(mark[1] * height)

    def _get_mark_box(self) -> Box:
        side = min_touch_size(self._context.size, self._context.config.display.density)
        x, y = self._to_pixel(
            CHECK_POSITION if self._is_checking else MARK_POSITIONS[len(self._raw_touches)]
        )
        return Box(x - side // 2, y - side // 2, side, side)

    def _build_drawables(self) -> list[Drawable]:
        translate, size = self._context.translator.translate, self._context.size
        px = text_size(size)
        line_height = round(px * 1.4)
        width = size[0] * 11 // 20
        lines = list(self._messages) or [
            translate("That did not fit: once more")
            if self._has_failed
            else translate("Where does touch lie?"),
            translate("Tap the mark"),
        ]
        rows = [row for line in lines for row in wrap_text(self._context.measurer, line, px, width)]
        top = (size[1] - line_height * len(rows)) // 2
        left = (size[0] - width) // 2
        labels = [
            Label(
                Box(left, top + i * line_height, width, line_height),
                row,
                px,
                TextColour.TEXT,
                Align.CENTRE,
            )
            for i, row in enumerate(rows)
        ]
        return [*labels, Button(self._get_mark_box(), "plus", "", px, primary=True)]


def _make_axes_change(axes: tuple[bool | None, ...]) -> ChangeSettings:
    """Keep these axes; what was never set is cleared."""
    texts = (None if value is None else str(value).lower() for value in axes)
    return ChangeSettings(
        tuple((f"touch.{key}", text) for key, text in zip(AXIS_KEYS, texts, strict=True))
    )
