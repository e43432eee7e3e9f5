"""The picture wanders, so that nothing burns into the panel: a pixel a minute, over all places."""

from __future__ import annotations

from typing import Protocol

from kiosk.actions import Message
from kiosk.frame import Frame
from kiosk.loop import Show
from kiosk.moments import soonest
from kiosk.turning import View

MINUTE = 60.0


def way(slack: int) -> tuple[tuple[int, int], ...]:
    """Every place within so many pixels of the middle, each beside the next, and back again."""
    side = range(-slack, slack + 1)
    places = [(x, y) for y in side for x in (side if (y + slack) % 2 == 0 else reversed(side))]
    middle = len(places) // 2
    there = [*places[middle:], *reversed(places[middle:-1])]
    return (*there, *reversed(places[:middle]), *places[1:middle])


class Pane(Protocol):
    """The window, as far as its picture can be moved."""

    @property
    def view(self) -> View:
        """How the picture lies on the panel."""
        ...

    def wander(self, shift: tuple[int, int]) -> None:
        """Move the picture that far from its place."""
        ...


class Drift:
    """Stands between the loop and what it shows. It is `loop.Show`; times are monotonic seconds."""

    def __init__(self, show: Show, pane: Pane, now: float) -> None:
        """Let the picture in this window wander from now on, where it has any room to."""
        self._show, self._pane = show, pane
        self._next, self._steps = now + MINUTE, 0

    @property
    def over(self) -> bool:
        """Whether the program is to end."""
        return self._show.over

    def handle(self, message: Message, now: float) -> None:
        """Pass the message on."""
        self._show.handle(message, now)

    def advance(self, now: float) -> None:
        """Let time pass; once a minute, take a step."""
        wake = self._show.wake(now)
        if wake is not None and wake <= now:
            self._show.advance(now)
        slack = self._pane.view.slack
        if slack and now >= self._next:
            self._next, self._steps = now + MINUTE, self._steps + 1
            places = way(slack)
            self._pane.wander(places[self._steps % len(places)])

    def frame(self, now: float) -> Frame:
        """What is shown."""
        return self._show.frame(now)

    def wake(self, now: float) -> float | None:
        """When what is shown wants something, or the next step is due."""
        return soonest(self._show.wake(now), self._next if self._pane.view.slack else None)

    def leave(self) -> None:
        """The person closes the program from outside."""
        self._show.leave()
