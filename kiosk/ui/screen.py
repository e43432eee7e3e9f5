"""What screens that draw themselves have in common: buttons by name, patience, one frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from kiosk.effects import Effect, GoBack
from kiosk.events import ButtonEvent, InputEvent, PointerEvent, ResizeEvent
from kiosk.frame import Box, Drawable, Frame
from kiosk.gestures import GestureKind, GestureRecognizer
from kiosk.ui.scene import NamedBoxes, SceneArguments, SceneContext


class ScreenBase(ABC):
    """A screen of buttons; each screen says where they are, what is seen, and what they mean."""

    idle_timeout_seconds: ClassVar[float | None] = None
    """Seconds without input after which the screen closes; None: it stays."""

    def __init__(self, context: SceneContext, arguments: SceneArguments) -> None:
        """Lay it out; what `_lay` asks for is to be there before."""
        self._arguments = arguments
        self._pressed_name = ""
        self._message = ""
        self._idle_deadline: float | None = None
        self._last_frame = Frame(context.size, ())
        self.set_context(context)

    def enter(self, now: float) -> None:
        """Shown on top: patience begins."""
        self._idle_deadline = (
            None if self.idle_timeout_seconds is None else now + self.idle_timeout_seconds
        )

    def leave(self, now: float) -> None:
        """Covered or closed: no finger is on it any more."""
        self._gestures, self._pressed_name = GestureRecognizer(self._context.size), ""

    def show_messages(self, messages: tuple[str, ...], now: float) -> None:
        """Keep these lines, for a screen that has room for them."""
        self._message = " ".join(messages)

    def get_child_arguments(self, now: float) -> SceneArguments:
        """What was handed to this screen is handed on."""
        return self._arguments

    def collect_boxes(self, now: float) -> NamedBoxes:
        """The buttons by name."""
        return {"piles": {}, "cards": {}, "buttons": dict(self._button_boxes)}

    def next_deadline(self, now: float) -> float | None:
        """When patience is at its end."""
        return self._idle_deadline

    def advance(self, now: float) -> list[Effect]:
        """Without input for long it closes."""
        return [GoBack()] if self._idle_deadline is not None and now >= self._idle_deadline else []

    def set_context(self, context: SceneContext) -> None:
        """The picture has another size, or settings have changed: all is laid out anew."""
        self._context, self._gestures = context, GestureRecognizer(context.size)
        self._button_boxes = self._layout_buttons()

    def handle(self, event: InputEvent, now: float) -> list[Effect]:
        """Take a tap on a button, or a press."""
        if isinstance(event, ResizeEvent):
            self.set_context(self._context._replace(size=(event.width, event.height)))
            return []
        if self.idle_timeout_seconds is not None:
            self._idle_deadline = now + self.idle_timeout_seconds
        if isinstance(event, PointerEvent):
            return self._on_pointer(event)
        return (
            self._on_button_down(event, now) if event.is_pressed else self._on_button_up(event, now)
        )

    def build_frame(self, now: float) -> Frame:
        """What is to be seen; the same frame object until something changes."""
        frame = Frame(
            self._context.size, tuple(self._build_background(now)), tuple(self._build_foreground())
        )
        if frame != self._last_frame:
            self._last_frame = frame
        return self._last_frame

    @abstractmethod
    def _layout_buttons(self) -> dict[str, Box]:
        """Where the buttons are on this stage, and whatever else has its place there."""

    @abstractmethod
    def _build_background(self, now: float) -> Iterable[Drawable]:
        """What is to be seen."""

    @abstractmethod
    def _activate(self, name: str) -> list[Effect]:
        """The button of this name was struck."""

    @abstractmethod
    def _on_button_down(self, event: ButtonEvent, now: float) -> list[Effect]:
        """A button of a device goes down."""

    def _on_button_up(self, event: ButtonEvent, now: float) -> list[Effect]:
        """A button of a device goes up."""
        return []

    def _build_foreground(self) -> Iterable[Drawable]:
        """What is seen above the rest, and changes often."""
        return ()

    def _on_pointer(self, event: PointerEvent) -> list[Effect]:
        effects: list[Effect] = []
        for gesture in self._gestures.handle_pointer(event):
            x, y = gesture.start_x, gesture.start_y
            hit = next((name for name, box in self._button_boxes.items() if box.contains(x, y)), "")
            self._pressed_name = hit if gesture.kind is GestureKind.PRESS else ""
            if gesture.kind in (GestureKind.TAP, GestureKind.DOUBLE_TAP) and hit:
                effects += self._on_tap(hit)
        return effects

    def _on_tap(self, name: str) -> list[Effect]:
        return self._activate(name)
