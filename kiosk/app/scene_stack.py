"""The director's stack of scenes, its waiting messages, and its filter of double taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.messages import MessageOrText, format_english
from kiosk.events import InputEvent, PointerEvent, PointerPhase
from kiosk.gestures import DOUBLE_TAP_SECONDS, drag_threshold, is_near
from kiosk.log import log_problem
from kiosk.ui.scene import Scene


class DoubleTapGuard:
    """Detects the second tap of a double tap whose first one has opened another scene."""

    def __init__(self) -> None:
        self._last_tap: tuple[PointerEvent, Scene] | None = None
        self._is_swallowing = False

    def should_swallow(self, event: InputEvent, top: Scene, size: tuple[int, int]) -> bool:
        """Return True if the top scene must not get this event; `size` is the picture's."""
        if not isinstance(event, PointerEvent):
            return False
        if event.phase is PointerPhase.DOWN:
            self._is_swallowing = self._is_second_tap(event, top, size)
        if event.phase is PointerPhase.UP and not self._is_swallowing:
            self._last_tap = event, top
        return self._is_swallowing

    def _is_second_tap(self, event: PointerEvent, top: Scene, size: tuple[int, int]) -> bool:
        if self._last_tap is None:
            return False
        last_tap, scene = self._last_tap
        return (
            scene is not top
            and event.time - last_tap.time <= DOUBLE_TAP_SECONDS
            and is_near(event, last_tap, drag_threshold(size))
        )


class SceneStack:
    """Stack of open scenes; calls their `enter` and `leave`."""

    def __init__(self, on_top_changed: Callable[[Scene], None]) -> None:
        self._scenes: list[Scene] = []
        self._on_top_changed = on_top_changed

    def __len__(self) -> int:
        return len(self._scenes)

    def __iter__(self) -> Iterator[Scene]:
        """Iterate from the bottom to the top."""
        return iter(tuple(self._scenes))

    @property
    def top(self) -> Scene:
        """The visible scene."""
        return self._scenes[-1]

    @property
    def bottom(self) -> Scene:
        """The title, the table or the attract scene below all others."""
        return self._scenes[0]

    @property
    def has_service_scene(self) -> bool:
        """True while the service menu or the request for its PIN is open."""
        return any(scene.is_service for scene in self._scenes)

    def push(self, scene: Scene, now: float) -> None:
        """Cover the top scene by another one."""
        if self._scenes:
            self.top.leave(now)
        self._scenes.append(scene)
        self._enter_top(now)

    def pop(self, now: float) -> Scene:
        """Close and return the top scene, which must not be the only one."""
        closed = self._scenes.pop()
        closed.leave(now)
        self._enter_top(now)
        return closed

    def replace(self, scene: Scene, now: float) -> list[Scene]:
        """Close and return all scenes, and show this one."""
        closed, self._scenes = self._scenes, [scene]
        if closed:
            closed[-1].leave(now)
        self._enter_top(now)
        return closed

    def _enter_top(self, now: float) -> None:
        self._on_top_changed(self.top)
        self.top.enter(now)


class PendingMessages:
    """Messages about the machine that are not shown yet."""

    def __init__(self) -> None:
        self._messages: list[MessageOrText] = []

    def __bool__(self) -> bool:
        return bool(self._messages)

    def notify(self, message: MessageOrText) -> None:
        """Log a message, and show it as soon as possible."""
        log_problem(f"bakehouse: {format_english(message)}")
        self._messages.append(message)

    def pop_all(self) -> list[MessageOrText]:
        """Return and remove all messages."""
        messages, self._messages = self._messages, []
        return messages
