"""The way into the service menu, and what is done from there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from engine.messages import Line, phrase
from kiosk.app.diagnostics import Inputs
from kiosk.app.service_access import Guard, Summons
from kiosk.app.shutdown import AGAIN, TO_SHELL
from kiosk.app.usb_export import StickError, export, take_in
from kiosk.effects import Attempt, Back, Effect, Export, Import, Open, Restart, Shell
from kiosk.events import Message, Resized
from kiosk.log import complain, log
from kiosk.scenes.calibrate import Calibrate
from kiosk.scenes.registry import PIN
from kiosk.scenes.service.pin import PinScene
from kiosk.scenes.service.service_menu import ServiceMenu
from kiosk.scenes.service.touch_test import TouchTest
from kiosk.settings import Config
from kiosk.storage import Store
from kiosk.timers import soonest
from kiosk.ui.scene import Scene, Stage

ALONE = 300.0
"""Seconds without input after which the service menu is closed."""
OPENED = "The service menu is open"
MENU, DOOR = "service", "pin"
"""The screen that is meant, and the one that asks who is there."""


Served = Attempt | Export | Import | Restart | Shell
"""What screens of the service menu want, and no others."""


class Outcome(NamedTuple):
    """What follows: effects, lines to be told; with a status the program ends with that."""

    follows: tuple[Effect, ...] = ()
    lines: tuple[Line, ...] = ()
    status: int | None = None


class Inspection:
    """Watches all input, also that which only wakes the screen; times are monotonic seconds."""

    def __init__(
        self, store: Store, guard: Guard, summons: Summons, inputs: Inputs, top: Path, folder: Path
    ) -> None:
        """Nobody has asked for it.

        Args:
            store: Where records are kept.
            guard: Knows how many PINs may be tried.
            summons: Sees when somebody asks for it.
            inputs: Remembers what anybody did.
            top: Where this machine's files begin.
            folder: The state directory.
        """
        self._store, self._guard, self._summons = store, guard, summons
        self._inputs, self._top, self._folder = inputs, top, folder
        self._left: float | None = None

    def see(self, message: Message, stage: Stage) -> None:
        """A message passes by; while a PIN is typed it is not remembered."""
        if isinstance(message, Resized):
            return
        if self._left is not None:
            self._left = message.time
        if stage.bindings.screen != PIN:
            self._inputs.note(message)
        self._summons.see(message, stage.size, stage.config)

    def due(self) -> float | None:
        """When something was held for long enough, or nobody has done anything for long."""
        left = None if self._left is None else self._left + ALONE
        return soonest(self._summons.due(), left)

    def asked(self, now: float) -> bool:
        """Whether somebody has asked for it, which is said once."""
        return self._summons.ripe(now)

    def abandoned(self, now: float) -> bool:
        """Whether whoever was let in has gone away since, which is said once."""
        if self._left is None or now < self._left + ALONE:
            return False
        self._left = None
        return True

    def entrance(self, stage: Stage, now: float) -> str:
        """The screen to show first, now."""
        self._left = now
        if stage.config.kiosk.pin is not None:
            return DOOR
        log(OPENED)
        return MENU

    def do(self, effect: Served, stage: Stage) -> Outcome:
        """Do it; what follows from that."""
        match effect:
            case Attempt():
                lets = self._attempt(effect.pin, stage.config.kiosk.pin)
                return Outcome(follows=(Back(), Open(MENU)) if lets else ())
            case Restart():
                log("Restarted from the service menu")
                return Outcome(status=AGAIN)
            case Shell():
                log("Left for a shell from the service menu")
                return Outcome(status=TO_SHELL)
            case _:
                return Outcome(lines=(self._move(effect),))

    def _attempt(self, typed: str, pin: str | None) -> bool:
        """Whether the PIN is right. What is typed while none counts is no event."""
        counts = self._guard.trials().left > 0
        lets = self._guard.lets(typed, pin)
        if lets:
            log(OPENED)
        elif counts and not self._guard.trials().left:
            complain("bakehouse: Too many wrong PINs at the service menu: none counts for a while")
        return lets

    def _move(self, effect: Export | Import) -> Line:
        """Take records out or in; what to tell of it."""
        try:
            if isinstance(effect, Export):
                file = export(self._store, self._top, self._folder)
                return phrase("Written: {file}", file=str(file))
            new, known, file = take_in(self._store, self._top, self._folder)
        except StickError as error:
            return error.line
        return phrase(
            "{new} added, {known} were known: {file}", new=new, known=known, file=str(file)
        )


def inspecting(scenes: Iterable[Scene]) -> bool:
    """Whether one of these screens is the service menu, or asks for its PIN."""
    return any(isinstance(scene, ServiceMenu | PinScene) for scene in scenes)


def may_calibrate(scenes: Iterable[Scene], config: Config) -> bool:
    """Whether a finger that rests on the last of these puts touch right.

    A player who is locked in must not; whoever was let in may.
    """
    *below, top = scenes
    if isinstance(top, Calibrate | TouchTest | PinScene):
        return False
    return not config.kiosk.lock or inspecting((*below, top))
