"""Signals, exit status, power off."""

from __future__ import annotations

from collections.abc import Callable

from engine.messages import Message, make_message
from kiosk.app.overlays import make_power_refusal
from kiosk.effects import ExitProgram, PowerOff, Reboot

EXIT_OK = 0
"""Everything is saved, and nothing more is wanted."""
EXIT_TO_SHELL = 10
"""The status that tells a unit that somebody wants to log in where the game was."""
RESTART = -1
"""Never a status: the game is to begin anew, at once."""


class ExitRequest:
    """Knows whether the game is over, and how."""

    def __init__(self) -> None:
        """It goes on."""
        self.is_requested = False
        self.exit_status = EXIT_OK
        self.request_power_action: Callable[[PowerOff | Reboot, float], str | None] | None = None
        """Is told what is to become of the machine; answers why not, if that is known."""

    def exit_with_status(self, exit_status: int) -> None:
        """End the program, locked or not."""
        self.is_requested, self.exit_status = True, exit_status

    def exit_unless_locked(self, *, locked: bool) -> None:
        """Somebody wants out; a player who is locked in stays."""
        self.is_requested = not locked

    def apply(
        self, effect: ExitProgram | PowerOff | Reboot, now: float, *, locked: bool
    ) -> tuple[Message, ...]:
        """Do it; what to tell of it."""
        if isinstance(effect, ExitProgram):
            self.exit_unless_locked(locked=locked)
            return ()
        if self.request_power_action is None:
            return ()
        reason = self.request_power_action(effect, now)
        return (make_message("Please wait") if reason is None else make_power_refusal(reason),)
