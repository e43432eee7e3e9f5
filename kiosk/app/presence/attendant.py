"""Looks after the screens while nobody does: dims them, and clears the table for the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.phrases import Line
from kiosk.actions import Message, Resized
from kiosk.app.machine.powering import Powering
from kiosk.app.presence.hush import Hush
from kiosk.app.presence.idle import Idle, Light, Limits
from kiosk.app.show.signs import last_lines, nearly_empty, refused, reset_lines, with_dialog
from kiosk.app.upkeep.inspection import Inspection
from kiosk.frame import Frame
from kiosk.loop import Show
from kiosk.moments import soonest
from kiosk.scenes.stage import Stage

GLANCE = 0.3
"""Seconds in which nobody can see what a picture shows that has just become bright."""


class Attended(Show, Protocol):
    """The screens that are looked after."""

    @property
    def stage(self) -> Stage:
        """What scenes may know of the machine."""
        ...

    @property
    def fresh(self) -> bool:
        """Whether they are as the next person is to find them."""
        ...

    def later(self, line: Line) -> None:
        """Something to be told of, in passing."""
        ...

    def open(self, scene: str, now: float) -> None:
        """Show the scene of this name on top."""
        ...

    def renew(self) -> None:
        """What the machine can do is another thing now."""
        ...

    def inspect(self, now: float) -> None:
        """Show the service menu."""
        ...

    def forsake(self, now: float) -> None:
        """Close the service menu."""
        ...

    def clear(self, now: float) -> None:
        """Make them so; what was played can be gone on with for a while."""
        ...

    @property
    def attracting(self) -> bool:
        """Whether a game plays itself for whoever may come; they are fresh then, too."""
        ...

    def attract(self, now: float) -> None:
        """Let one play itself."""
        ...

    def welcome(self, now: float) -> None:
        """Show the title instead."""
        ...


class Attendant:
    """Stands between the loop and the screens. It is `loop.Show`; times are monotonic seconds."""

    def __init__(
        self,
        show: Attended,
        now: float,
        shine: Callable[[Light], None],
        *,
        panel: bool,
        powering: Powering | None = None,
        inspection: Inspection | None = None,
    ) -> None:
        """Look after these screens from now on.

        Args:
            show: The screens.
            now: The time.
            shine: Makes the picture as bright as that, which is told when it changes.
            panel: Whether they have a panel of their own.
            powering: The machine's power, where that is anybody's business.
            inspection: Sees when somebody asks for the service menu, if there is one.
        """
        self._inspection = inspection
        self._powering = powering
        self._show, self._shine, self._panel = show, shine, panel
        self._idle, self._hush = Idle(now), Hush()
        self._light = Light.FULL
        self._seen = now
        self._unseen_until = 0.0

    @property
    def over(self) -> bool:
        """Whether the program is to end."""
        return self._show.over

    @property
    def dark(self) -> bool:
        """Whether nothing is to be seen, for nobody has been there for so long."""
        return self._light is Light.DARK

    def handle(self, message: Message, now: float) -> None:
        """Pass a message on, unless all it says is that somebody is there after all."""
        if isinstance(message, Resized):
            self._show.handle(message, now)
            return
        if self._away(now) or now < self._unseen_until:
            self._hush.begin(now)
        self._idle.stir(now)
        self._attract(now)
        self._look(now)
        if self._inspection:
            self._inspection.see(message, self._show.stage)
        if self._powering:
            self._powering.see(message)  # who holds that button means it, also in the dark
        if not self._hush.takes(message, now):
            self._show.handle(message, now)

    def stir(self, now: float) -> None:
        """Somebody is there, though nothing follows from it: a mouse was moved.

        Nor from a click that comes with it, before anybody can have seen what is there.
        """
        if self._away(now):
            self._unseen_until = now + GLANCE
        self._idle.stir(now)

    def advance(self, now: float) -> None:
        """Let time pass; where nobody has come back the table is cleared."""
        if self._powering:
            self._power(self._powering, now)
        if self._inspection and self._inspection.asked(now):
            self._show.inspect(now)
        if self._inspection and self._inspection.abandoned(now):
            self._show.forsake(now)
        if self._left(now) == 0:
            self._show.clear(now)
        self._look(now)
        self._attract(now)
        wake = self._show.wake(now)
        if self._light is not Light.DARK and wake is not None and wake <= now:
            self._show.advance(now)

    def _power(self, powering: Powering, now: float) -> None:
        could = powering.facts().off
        for reason in powering.advance(now, lambda: self._show.open("power", now)):
            self._show.later(refused(reason))
        if powering.facts().off is not could:
            self._show.renew()
        percent = powering.warning()
        if percent is not None:
            self._show.later(nearly_empty(percent))

    def frame(self, now: float) -> Frame:
        """What the screens show, and the countdown over it."""
        frame, stage = self._show.frame(now), self._show.stage
        empty = self._powering.countdown(now) if self._powering else None
        left = self._left(now)
        if empty is not None:
            return with_dialog(frame, stage, last_lines(stage.words, empty))
        if left is not None:
            return with_dialog(frame, stage, reset_lines(stage.words, left))
        return frame

    def wake(self, now: float) -> float | None:
        """When the screens want something, or time without input is over; in the dark only that."""
        if self._light is not self._wanted(now) or self._show.attracting is not self._alone(now):
            return now
        shown = None if self._light is Light.DARK else self._show.wake(now)
        power = self._powering.due(self._seen) if self._powering else None
        asked = self._inspection.due() if self._inspection else None
        return soonest(shown, power, asked, self._idle.due(self._limits(), self._seen))

    def leave(self) -> None:
        """The person closes the program from outside."""
        self._show.leave()

    def _away(self, now: float) -> bool:
        """Whether nobody has been there, as far as can be seen."""
        unseen = self._light is not Light.FULL or self._show.attracting
        return unseen or self._left(now) is not None

    def _attract(self, now: float) -> None:
        """Let a game play itself while nobody is there; whoever comes is at the title."""
        alone = self._alone(now)
        if alone is not self._show.attracting:
            (self._show.attract if alone else self._show.welcome)(now)

    def _alone(self, now: float) -> bool:
        """Whether a game is to play itself; one that does goes on so in the dark, unseen."""
        begins = self._light is not Light.DARK or self._show.attracting
        return begins and self._show.fresh and self._idle.attracts(self._limits(), now)

    def _look(self, now: float) -> None:
        """Let the picture shine as it is to by now."""
        self._seen = now
        light, self._light = self._light, self._wanted(now)
        if light is not self._light:
            self._shine(self._light)

    def _wanted(self, now: float) -> Light:
        """A countdown is not dimmed, or nobody would see it; in the dark there is none to see."""
        light = self._idle.light(self._limits(), now)
        return Light.FULL if light is Light.DIM and self._left(now) is not None else light

    def _limits(self) -> Limits:
        limits = Limits.of(self._show.stage.config, panel=self._panel)
        return limits._replace(reset=0.0) if self._show.fresh else limits

    def _left(self, now: float) -> int | None:
        return self._idle.countdown(self._limits(), now)
