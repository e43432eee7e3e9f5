"""Base class of the screens: named buttons, gestures, an idle timeout, an unchanged frame kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from kiosk.effects import Effect, GoBack
from kiosk.events import ButtonEvent, InputEvent, PointerEvent, ResizeEvent
from kiosk.frame import Box, Drawable, Frame
from kiosk.gestures import Gesture, GestureKind, GestureRecognizer
from kiosk.ui.scene import NamedBoxes, Scene, SceneContext

TAPS = (GestureKind.TAP, GestureKind.DOUBLE_TAP)


class ScreenBase(Scene):
    """A screen of named buttons. Subclasses lay them out, draw them, and react to them."""

    idle_timeout_seconds: ClassVar[float | None] = None  # without input; None: the screen stays

    def __init__(self, context: SceneContext) -> None:
        """Lay out the screen: a subclass sets what `set_context` needs before this."""
        self._messages: tuple[str, ...] = ()
        self._idle_deadline: float | None = None
        self._last_frame = Frame(context.size, ())
        self._button_boxes: dict[str, Box] = {}
        self._pressed_name = ""
        self.set_context(context)

    def enter(self, now: float) -> None:
        """Start the idle timeout."""
        if self.idle_timeout_seconds is not None:
            self._idle_deadline = now + self.idle_timeout_seconds

    def leave(self, now: float) -> None:
        """Forget the finger that is down."""
        self._gestures, self._pressed_name = GestureRecognizer(self._context.size), ""

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Keep the messages, for a screen that has room for them."""
        self._messages = messages

    def collect_boxes(self, now: float) -> NamedBoxes:
        """Return the buttons by name."""
        return {"piles": {}, "cards": {}, "buttons": dict(self._button_boxes)}

    def next_deadline(self, now: float) -> float | None:
        """Return the end of the idle timeout."""
        return self._idle_deadline

    def advance(self, now: float) -> list[Effect]:
        """Close the screen when the idle timeout is over."""
        if self._idle_deadline is None or now < self._idle_deadline:
            return []
        return self._on_idle()

    def set_context(self, context: SceneContext) -> None:
        """Lay out the screen again, for another size or other settings."""
        self._context, self._gestures = context, GestureRecognizer(context.size)
        self._button_boxes = self._layout_buttons()

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Pass the event to the handler of its kind."""
        if isinstance(event, ResizeEvent):
            self.set_context(self._context._replace(size=(event.width, event.height)))
            return []
        if self.idle_timeout_seconds is not None:
            self._idle_deadline = now + self.idle_timeout_seconds
        if isinstance(event, PointerEvent):
            return self._on_pointer(event, now)
        if event.is_pressed:
            return self._on_button_down(event, now)
        return self._on_button_up(event, now)

    def build_frame(self, now: float) -> Frame:
        """Return the picture: the same frame object until something changes."""
        background = tuple(self._build_background(now))
        if background == self._last_frame.background:
            background = self._last_frame.background
        foreground = tuple(self._build_foreground(now))
        frame = Frame(self._context.size, background, foreground, self._has_four_colours())
        if frame != self._last_frame:
            self._last_frame = frame
        return self._last_frame

    @property
    def _message(self) -> str:
        return " ".join(self._messages)

    def _layout_buttons(self) -> dict[str, Box]:
        return self._button_boxes

    def _is_enabled(self, name: str) -> bool:
        return True

    def _has_four_colours(self) -> bool:
        return True

    def _build_background(self, now: float) -> Iterable[Drawable]:
        return ()

    def _build_foreground(self, now: float) -> Iterable[Drawable]:
        return ()

    def _on_pointer(self, event: PointerEvent, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.handle_pointer(event):
            x, y = gesture.start_x, gesture.start_y
            hits = (name for name, box in self._button_boxes.items() if box.contains(x, y))
            hit = next(filter(self._is_enabled, hits), "")
            self._pressed_name = hit if gesture.kind is GestureKind.PRESS else ""
            effects += self._on_gesture(gesture, hit, now)
        return effects

    def _on_gesture(self, gesture: Gesture, hit: str, now: float) -> list[Effect]:
        """Handle a gesture that began on the button `hit`, or beside all where that is empty."""
        return self._on_tap(hit, now) if hit and gesture.kind in TAPS else []

    def _on_tap(self, name: str, now: float) -> list[Effect]:
        return self._activate(name, now)

    def _activate(self, name: str, now: float) -> list[Effect]:
        return []

    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        return []

    def _on_button_up(self, event: ButtonEvent, now: float) -> list[Effect]:
        return []

    def _on_idle(self) -> list[Effect]:
        return [GoBack()]
