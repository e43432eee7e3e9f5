"""Opening and closing of the service menu, and its actions."""

from __future__ import annotations

from pathlib import Path

from engine.messages import MessageOrText, make_message
from kiosk.app.diagnostics import InputLog
from kiosk.app.service_access import PinLock, ServiceTrigger
from kiosk.app.usb_export import UsbError, export_records, import_records
from kiosk.events import InputEvent, ResizeEvent
from kiosk.gestures import HoldTimer
from kiosk.input.bindings import PIN_MODE
from kiosk.log import log_info, log_problem
from kiosk.storage import Store
from kiosk.timers import earliest_deadline
from kiosk.ui.scene import SceneContext

SERVICE_TIMEOUT_SECONDS = 300.0
"""Time without input after which the service menu is closed."""
SERVICE_OPENED_TEXT = "The service menu is open"
SERVICE_SCENE, PIN_SCENE = "service", "pin"


class ServiceMenuController:
    """Observes all input, also that which only wakes the screen; times are monotonic seconds."""

    def __init__(
        self,
        store: Store,
        pin_lock: PinLock,
        trigger: ServiceTrigger,
        input_log: InputLog,
        root_dir: Path,
        state_dir: Path,
    ) -> None:
        self._store, self._pin_lock, self._trigger = store, pin_lock, trigger
        self._input_log, self._root_dir, self._state_dir = input_log, root_dir, state_dir
        self._timeout = HoldTimer()
        """Runs while the menu is open."""

    def observe(self, event: InputEvent, context: SceneContext) -> None:
        """Note an event; the digits of a PIN are not logged."""
        if isinstance(event, ResizeEvent):
            return
        if self._timeout.deadline is not None:
            self._restart_timeout(event.time)
        if context.bindings.input_mode != PIN_MODE:
            self._input_log.add(event)
        self._trigger.observe(event, context.size, context.config)

    def next_deadline(self) -> float | None:
        """Return when the menu may have to be opened or closed."""
        return earliest_deadline(self._trigger.next_deadline(), self._timeout.deadline)

    def pop_requested(self, now: float) -> bool:
        """Return True, once, if someone asks for the menu."""
        return self._trigger.pop_elapsed(now)

    def pop_timed_out(self, now: float) -> bool:
        """Return True, once, if there was no input for a while since the menu was opened."""
        return self._timeout.pop_elapsed(now)

    def _restart_timeout(self, now: float) -> None:
        self._timeout.stop()
        self._timeout.start(now, SERVICE_TIMEOUT_SECONDS)

    def choose_first_scene(self, context: SceneContext, now: float) -> str:
        """Return the first scene: the menu, or the request for its PIN."""
        self._restart_timeout(now)
        if context.config.kiosk.pin is not None:
            return PIN_SCENE
        log_info(SERVICE_OPENED_TEXT)
        return SERVICE_SCENE

    def check_pin(self, typed: str, pin: str | None) -> bool:
        """Return True if the PIN is right; log the outcome."""
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
