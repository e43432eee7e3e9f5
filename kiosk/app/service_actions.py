"""The way into the service menu, and what is done from there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from engine.messages import MessageOrText, make_message
from kiosk.app.diagnostics import Inputs
from kiosk.app.service_access import Guard, Summons
from kiosk.app.shutdown import AGAIN, TO_SHELL
from kiosk.app.usb_export import StickError, export, take_in
from kiosk.effects import (
    Effect,
    ExitToShell,
    ExportRecords,
    GoBack,
    ImportRecords,
    OpenScene,
    RestartProgram,
    TryPin,
)
from kiosk.events import InputEvent, ResizeEvent
from kiosk.log import complain, log
from kiosk.scenes.calibrate import CalibrateScene
from kiosk.scenes.registry import PIN
from kiosk.scenes.service.pin import PinScene
from kiosk.scenes.service.service_menu import ServiceMenu
from kiosk.scenes.service.touch_test import TouchTestScene
from kiosk.settings import Config
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import Scene, SceneContext

ALONE = 300.0
"""Seconds without input after which the service menu is closed."""
OPENED = "The service menu is open"
MENU, DOOR = "service", "pin"
"""The screen that is meant, and the one that asks who is there."""


Served = TryPin | ExportRecords | ImportRecords | RestartProgram | ExitToShell
"""What screens of the service menu want, and no others."""


class Outcome(NamedTuple):
    """What follows: effects, lines to be told; with a status the program ends with that."""

    follows: tuple[Effect, ...] = ()
    lines: tuple[MessageOrText, ...] = ()
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

    def see(self, message: InputEvent, context: SceneContext) -> None:
        """A message passes by; while a PIN is typed it is not remembered."""
        if isinstance(message, ResizeEvent):
            return
        if self._left is not None:
            self._left = message.time
        if context.bindings.input_mode != PIN:
            self._inputs.note(message)
        self._summons.see(message, context.size, context.config)

    def next_deadline(self) -> float | None:
        """When something was held for long enough, or nobody has done anything for long."""
        left = None if self._left is None else self._left + ALONE
        return earliest_deadline(self._summons.next_deadline(), left)

    def asked(self, now: float) -> bool:
        """Whether somebody has asked for it, which is said once."""
        return self._summons.is_elapsed(now)

    def abandoned(self, now: float) -> bool:
        """Whether whoever was let in has gone away since, which is said once."""
        if self._left is None or now < self._left + ALONE:
            return False
        self._left = None
        return True

    def entrance(self, context: SceneContext, now: float) -> str:
        """The screen to show first, now."""
        self._left = now
        if context.config.kiosk.pin is not None:
            return DOOR
        log(OPENED)
        return MENU

    def do(self, effect: Served, context: SceneContext) -> Outcome:
        """Do it; what follows from that."""
        match effect:
            case TryPin():
                lets = self._attempt(effect.pin, context.config.kiosk.pin)
                return Outcome(follows=(GoBack(), OpenScene(MENU)) if lets else ())
            case RestartProgram():
                log("Restarted from the service menu")
                return Outcome(status=AGAIN)
            case ExitToShell():
                log("Left for a shell from the service menu")
                return Outcome(status=TO_SHELL)
            case _:
                return Outcome(lines=(self._move(effect),))

    def _attempt(self, typed: str, pin: str | None) -> bool:
        """Whether the PIN is right. What is typed while none counts is no event."""
        counts = self._guard.trials().attempts_left > 0
        lets = self._guard.lets(typed, pin)
        if lets:
            log(OPENED)
        elif counts and not self._guard.trials().attempts_left:
            complain("bakehouse: Too many wrong PINs at the service menu: none counts for a while")
        return lets

    def _move(self, effect: ExportRecords | ImportRecords) -> MessageOrText:
        """Take records out or in; what to tell of it."""
        try:
            if isinstance(effect, ExportRecords):
                file = export(self._store, self._top, self._folder)
                return make_message("Written: {file}", file=str(file))
            new, known, file = take_in(self._store, self._top, self._folder)
        except StickError as error:
            return error.line
        return make_message(
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
    if isinstance(top, CalibrateScene | TouchTestScene | PinScene):
        return False
    return not config.kiosk.lock or inspecting((*below, top))
