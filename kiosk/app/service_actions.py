"""The way into the service menu, and what is done from there."""

from __future__ import annotations

from pathlib import Path

from engine.messages import MessageOrText, make_message
from kiosk.app.diagnostics import InputLog
from kiosk.app.service_access import PinLock, ServiceTrigger
from kiosk.app.usb_export import UsbError, export_records, import_records
from kiosk.events import InputEvent, ResizeEvent
from kiosk.input.bindings import PIN_MODE
from kiosk.log import log_info, log_problem
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import SceneContext

SERVICE_TIMEOUT_SECONDS = 300.0
"""Seconds without input after which the service menu is closed."""
SERVICE_OPENED_TEXT = "The service menu is open"
SERVICE_SCENE, PIN_SCENE = "service", "pin"
"""The screen that is meant, and the one that asks who is there."""


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
        if context.bindings.input_mode != PIN_MODE:
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
        return self._trigger.pop_elapsed(now)

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

    def check_pin(self, typed: str, pin: str | None) -> bool:
        """Return whether the PIN is right; log it, but not what is typed while none counts."""
        is_unlocked = self._pin_lock.get_attempts().attempts_left > 0
        is_accepted = self._pin_lock.check_pin(typed, pin)
        if is_accepted:
            log_info(SERVICE_OPENED_TEXT)
        elif is_unlocked and not self._pin_lock.get_attempts().attempts_left:
            log_problem(
                "bakehouse: Too many wrong PINs at the service menu: none counts for a while"
            )
        return is_accepted

    def export_records(self) -> MessageOrText:
        """Write the records to a USB drive, else to the state directory; return the outcome."""
        try:
            file = export_records(self._store, self._root_dir, self._state_dir)
        except UsbError as error:
            return error.message
        return make_message("Written: {file}", file=str(file))

    def import_records(self) -> MessageOrText:
        """Add the records of an exported file; return the outcome."""
        try:
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
