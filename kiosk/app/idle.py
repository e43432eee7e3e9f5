"""Dim, blank, attract, reset; wake filter."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, Protocol

from engine.messages import MessageOrText
from kiosk.app.overlays import last_lines, nearly_empty, refused, reset_lines, with_dialog
from kiosk.app.service_actions import Inspection
from kiosk.events import ButtonEvent, InputEvent, Light, PointerEvent, PointerPhase, ResizeEvent
from kiosk.frame import Frame
from kiosk.hardware.power import Powering
from kiosk.loop import Screen
from kiosk.settings import Config
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import SceneContext

WITHIN = 2.0
"""Seconds in which everything belongs to that input; what is pressed later is meant for the game,
also where the release of the first was lost."""


class Hush:
    """Takes an input from its beginning to the release of all that was pressed in it."""

    def __init__(self) -> None:
        """Nothing is taken."""
        self._begun: float | None = None
        self._held: set[str] = set()

    def begin(self, now: float) -> None:
        """The next message is one that the game is not to have."""
        self._begun, self._held = now, set()

    def takes(self, message: InputEvent, now: float) -> bool:
        """Whether the game is not to have this message."""
        if self._begun is None or isinstance(message, ResizeEvent):
            return False
        what, down = _named(message)
        if down and now - self._begun > WITHIN:
            self._begun = None
            return False
        if down:
            self._held.add(what)
        elif down is not None:
            self._held.discard(what)
        if not self._held:
            self._begun = None
        return True


def _named(message: ButtonEvent | PointerEvent) -> tuple[str, bool | None]:
    """What is held, and whether it went down (or up; None: it only moves)."""
    if isinstance(message, ButtonEvent):
        return message.action.value, message.is_pressed
    return "pointer", {PointerPhase.DOWN: True, PointerPhase.MOVE: None}.get(message.phase, False)


WARNING = 10
"""Seconds of the countdown before a table that was left is cleared."""
LOCKED_RESET = 120
"""Seconds after which it is where the player is kept inside and no setting says otherwise."""
DIM_AFTER, BLANK_AFTER, ATTRACT_AFTER = 300, 1800, 60
"""Seconds after which a whole panel is dimmed, goes dark, and shows a game that plays itself, where
no setting says otherwise."""
_GRAIN = 0.001
"""Seconds by which a clock may be early."""


class Limits(NamedTuple):
    """After how many seconds without input something happens; 0 = never."""

    reset: float = 0.0
    """The screens are closed, for the next person."""
    dim: float = 0.0
    """The picture is dimmed."""
    blank: float = 0.0
    """It is dark."""
    attract: float = 0.0
    """A game plays itself."""

    @classmethod
    def of(cls, config: Config, *, panel: bool = False) -> Limits:
        """Those that the settings say; `panel`: the picture has one of its own, and is no window.

        A window is not dimmed unless a setting says so: that is the desktop's affair.
        """
        kiosk, display = config.kiosk, config.display
        return cls(
            _chosen(kiosk.idle_reset, LOCKED_RESET if kiosk.lock else 0),
            _chosen(display.dim_after, DIM_AFTER if panel else 0),
            _chosen(display.blank_after, BLANK_AFTER if panel else 0),
            _chosen(kiosk.attract_after, ATTRACT_AFTER if panel else 0),
        )


class Idle:
    """The time since the last input, against limits that may change meanwhile."""

    def __init__(self, now: float) -> None:
        """Somebody is there."""
        self._since = now

    def stir(self, now: float) -> None:
        """Somebody has done something."""
        self._since = now

    def countdown(self, limits: Limits, now: float) -> int | None:
        """The whole seconds that are left, 0 when time is over; None before the warning."""
        left = math.ceil(self._since + limits.reset - now - _GRAIN)
        if not limits.reset or left > min(WARNING, limits.reset / 2):
            return None
        return max(0, left)

    def light(self, limits: Limits, now: float) -> Light:
        """How the picture is to shine."""
        passed = now - self._since + _GRAIN
        if limits.blank and passed >= limits.blank:
            return Light.DARK
        return Light.DIM if limits.dim and passed >= limits.dim else Light.FULL

    def attracts(self, limits: Limits, now: float) -> bool:
        """Whether it is time for a game that plays itself."""
        return bool(limits.attract) and now - self._since + _GRAIN >= limits.attract

    def next_deadline(self, limits: Limits, now: float) -> float | None:
        """When an answer is another one than at `now`, if nobody does anything."""
        lights = (self._since + limit for limit in limits[1:] if limit)
        times = [time for time in lights if time > now]
        if limits.reset:
            times.append(self._next_count(limits, now))
        return min(times, default=None)

    def _next_count(self, limits: Limits, now: float) -> float:
        end = self._since + limits.reset
        left = self.countdown(limits, now)
        if left is None:
            return end - math.floor(min(WARNING, limits.reset / 2))
        return end - max(0, left - 1)


def _chosen(setting: int | None, usual: int) -> float:
    return float(usual if setting is None else setting)


GLANCE = 0.3
"""Seconds in which nobody can see what a picture shows that has just become bright."""


class Attended(Screen, Protocol):
    """The screens that are looked after."""

    @property
    def stage(self) -> SceneContext:
        """What scenes may know of the machine."""
        ...

    @property
    def fresh(self) -> bool:
        """Whether they are as the next person is to find them."""
        ...

    def later(self, line: MessageOrText) -> None:
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
    def is_finished(self) -> bool:
        """Whether the program is to end."""
        return self._show.is_finished

    @property
    def dark(self) -> bool:
        """Whether nothing is to be seen, for nobody has been there for so long."""
        return self._light is Light.DARK

    def handle(self, message: InputEvent, now: float) -> None:
        """Pass a message on, unless all it says is that somebody is there after all."""
        if isinstance(message, ResizeEvent):
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
        wake = self._show.next_deadline(now)
        if self._light is not Light.DARK and wake is not None and wake <= now:
            self._show.advance(now)

    def _power(self, powering: Powering, now: float) -> None:
        could = powering.facts().can_power_off
        for reason in powering.advance(now, lambda: self._show.open("power", now)):
            self._show.later(refused(reason))
        if powering.facts().can_power_off is not could:
            self._show.renew()
        percent = powering.warning()
        if percent is not None:
            self._show.later(nearly_empty(percent))

    def build_frame(self, now: float) -> Frame:
        """What the screens show, and the countdown over it."""
        frame, context = self._show.build_frame(now), self._show.stage
        empty = self._powering.countdown(now) if self._powering else None
        left = self._left(now)
        if empty is not None:
            return with_dialog(frame, context, last_lines(context.translator, empty))
        if left is not None:
            return with_dialog(frame, context, reset_lines(context.translator, left))
        return frame

    def next_deadline(self, now: float) -> float | None:
        """When the screens want something, or time without input is over; in the dark only that."""
        if self._light is not self._wanted(now) or self._show.attracting is not self._alone(now):
            return now
        shown = None if self._light is Light.DARK else self._show.next_deadline(now)
        power = self._powering.next_deadline(self._seen) if self._powering else None
        asked = self._inspection.next_deadline() if self._inspection else None
        return earliest_deadline(
            shown, power, asked, self._idle.next_deadline(self._limits(), self._seen)
        )

    def request_exit(self) -> None:
        """The person closes the program from outside."""
        self._show.request_exit()

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
