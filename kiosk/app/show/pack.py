"""The screens that lie on each other; only the one on top is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kiosk.actions import Message
from kiosk.scenes.stage import Restaged, Scene, Stage


class Pack:
    """Screens that are told when they come to the top and when they are covered or closed."""

    def __init__(self, shown: Callable[[Scene], None]) -> None:
        """No screen is there yet; `shown` takes each one that comes to the top."""
        self._scenes: list[Scene] = []
        self._shown = shown

    def __len__(self) -> int:
        """How many there are."""
        return len(self._scenes)

    def __iter__(self) -> Iterator[Scene]:
        """From the bottom to the top."""
        return iter(tuple(self._scenes))

    @property
    def top(self) -> Scene:
        """The screen that is shown."""
        return self._scenes[-1]

    def push(self, scene: Scene, now: float) -> None:
        """Lay a screen on top."""
        if self._scenes:
            self.top.leave(now)
        self._scenes.append(scene)
        self._enter(now)

    def pop(self, now: float) -> Scene:
        """Take the one on top away; there must be another."""
        closed = self._scenes.pop()
        closed.leave(now)
        self._enter(now)
        return closed

    def replace(self, scene: Scene, now: float) -> list[Scene]:
        """This screen instead of all others, which are answered."""
        closed, self._scenes = self._scenes, [scene]
        if closed:
            closed[-1].leave(now)
        self._enter(now)
        return closed

    def covered(self, message: Message, now: float) -> None:
        """All but the one on top take this message, and want nothing done about it."""
        for scene in self._scenes[:-1]:
            scene.handle(message, now)

    def restage(self, stage: Stage) -> None:
        """Those that have to know it are told of other settings."""
        for scene in self._scenes:
            if isinstance(scene, Restaged):
                scene.restage(stage)

    def _enter(self, now: float) -> None:
        self._shown(self.top)
        self.top.enter(now)
