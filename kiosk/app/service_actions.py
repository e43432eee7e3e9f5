"""The way into the service menu, and what is done from there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from engine.messages import MessageOrText, make_message
from kiosk.app.diagnostics import InputLog
from kiosk.app.service_access import PinLock, ServiceTrigger
from kiosk.app.shutdown import EXIT_TO_SHELL, RESTART
from kiosk.app.usb_export import UsbError, export_records, import_records
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
from kiosk.log import log_info, log_problem
from kiosk.scenes.calibrate import CalibrateScene
from kiosk.scenes.registry import PIN
from kiosk.scenes.service.pin import PinScene
from kiosk.scenes.service.service_menu import ServiceMenu
from kiosk.scenes.service.touch_test import TouchTestScene
from kiosk.settings import Config
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import Scene, SceneContext

SERVICE_TIMEOUT_SECONDS = 300.0
"""Seconds without input after which the service menu is closed."""
SERVICE_OPENED_TEXT = "The service menu is open"
SERVICE_SCENE, PIN_SCENE = "service", "pin"
"""The screen that is meant, and the one that asks who is there."""


ServiceEffect = TryPin | ExportRecords | ImportRecords | RestartProgram | ExitToShell
"""What screens of the service menu want, and no others."""


class ServiceResult(NamedTuple):
    """What follows: effects, lines to be told; with a status the program ends with that."""

    effects: tuple[Effect, ...] = ()
    messages: tuple[MessageOrText, ...] = ()
    exit_status: int | None = None


class ServiceMenuController:
    """Watches all input, also that which only wakes the screen; times are monotonic seconds."""

    def __init__(
        self,
        store: Store,
        pin_lock: PinLock,
        trigger: ServiceTrigger,
        input_log: InputLog,
        root_dir: Path,
        state_dir: Path,
    ) -> None:
        """Nobody has asked for it.

        Args:
            store: Where records are kept.
            pin_lock: Knows how many PINs may be tried.
            trigger: Sees when somebody asks for it.
            input_log: Remembers what anybody did.
            root_dir: Where this machine's files begin.
            state_dir: The state directory.
        """
        self._store, self._pin_lock, self._trigger = store, pin_lock, trigger
        self._input_log, self._root_dir, self._state_dir = input_log, root_dir, state_dir
        self._last_activity: float | None = None

    def observe(self, message: InputEvent, context: SceneContext) -> None:
        """A message passes by; while a PIN is typed it is not remembered."""
        if isinstance(message, ResizeEvent):
            return
        if self._last_activity is not None:
            self._last_activity = message.time
        if context.bindings.input_mode != PIN:
            self._input_log.add(message)
        self._trigger.observe(message, context.size, context.config)

    def next_deadline(self) -> float | None:
        """When something was held for long enough, or nobody has done anything for long."""
        timeout = (
            None if self._last_activity is None else self._last_activity + SERVICE_TIMEOUT_SECONDS
        )
        return earliest_deadline(self._trigger.next_deadline(), timeout)

    def pop_requested(self, now: float) -> bool:
        """Whether somebody has asked for it, which is said once."""
        return self._trigger.is_elapsed(now)

    def pop_timed_out(self, now: float) -> bool:
        """Whether whoever was let in has gone away since, which is said once."""
        if self._last_activity is None or now < self._last_activity + SERVICE_TIMEOUT_SECONDS:
            return False
        self._last_activity = None
        return True

    def choose_first_scene(self, context: SceneContext, now: float) -> str:
        """The screen to show first, now."""
        self._last_activity = now
        if context.config.kiosk.pin is not None:
            return PIN_SCENE
        log_info(SERVICE_OPENED_TEXT)
        return SERVICE_SCENE

    def apply(self, effect: ServiceEffect, context: SceneContext) -> ServiceResult:
        """Do it; what follows from that."""
        match effect:
            case TryPin():
                is_accepted = self._check_pin(effect.pin, context.config.kiosk.pin)
                return ServiceResult(
                    effects=(GoBack(), OpenScene(SERVICE_SCENE)) if is_accepted else ()
                )
            case RestartProgram():
                log_info("Restarted from the service menu")
                return ServiceResult(exit_status=RESTART)
            case ExitToShell():
                log_info("Left for a shell from the service menu")
                return ServiceResult(exit_status=EXIT_TO_SHELL)
            case _:
                return ServiceResult(messages=(self._transfer_records(effect),))

    def _check_pin(self, typed: str, pin: str | None) -> bool:
        """Whether the PIN is right. What is typed while none counts is no event."""
        is_unlocked = self._pin_lock.get_attempts().attempts_left > 0
        is_accepted = self._pin_lock.check_pin(typed, pin)
        if is_accepted:
            log_info(SERVICE_OPENED_TEXT)
        elif is_unlocked and not self._pin_lock.get_attempts().attempts_left:
            log_problem(
                "bakehouse: Too many wrong PINs at the service menu: none counts for a while"
            )
        return is_accepted

    def _transfer_records(self, effect: ExportRecords | ImportRecords) -> MessageOrText:
        """Take records out or in; what to tell of it."""
        try:
            if isinstance(effect, ExportRecords):
                file = export_records(self._store, self._root_dir, self._state_dir)
                return make_message("Written: {file}", file=str(file))
            added_count, known_count, file = import_records(
                self._store, self._root_dir, self._state_dir
            )
        except UsbError as error:
            return error.message
        return make_message(
            "{new} added, {known} were known: {file}",
            new=added_count,
            known=known_count,
            file=str(file),
        )


def has_service_scene(scenes: Iterable[Scene]) -> bool:
    """Whether one of these screens is the service menu, or asks for its PIN."""
    return any(isinstance(scene, ServiceMenu | PinScene) for scene in scenes)


def can_calibrate(scenes: Iterable[Scene], config: Config) -> bool:
    """Whether a finger that rests on the last of these puts touch right.

    A player who is locked in must not; whoever was let in may.
    """
    *below, top = scenes
    if isinstance(top, CalibrateScene | TouchTestScene | PinScene):
        return False
    return not config.kiosk.lock or has_service_scene((*below, top))
