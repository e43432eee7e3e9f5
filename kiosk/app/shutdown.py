"""Signals, exit status, power off."""

from __future__ import annotations

from collections.abc import Callable

from engine.messages import Message, make_message
from kiosk.app.overlays import refused
from kiosk.effects import ExitProgram, PowerOff, Reboot

PLAYED = 0
"""Everything is saved, and nothing more is wanted."""
TO_SHELL = 10
"""The status that tells a unit that somebody wants to log in where the game was."""
AGAIN = -1
"""Never a status: the game is to begin anew, at once."""


class Leaving:
    """Knows whether the game is over, and how."""

    def __init__(self) -> None:
        """It goes on."""
        self.over = False
        self.status = PLAYED
        self.machine: Callable[[PowerOff | Reboot, float], str | None] | None = None
        """Is told what is to become of the machine; answers why not, if that is known."""

    def end(self, status: int) -> None:
        """End the program, locked or not."""
        self.over, self.status = True, status

    def leave(self, *, locked: bool) -> None:
        """Somebody wants out; a player who is locked in stays."""
        self.over = not locked

    def ask(
        self, effect: ExitProgram | PowerOff | Reboot, now: float, *, locked: bool
    ) -> tuple[Message, ...]:
        """Do it; what to tell of it."""
        if isinstance(effect, ExitProgram):
            self.leave(locked=locked)
            return ()
        if self.machine is None:
            return ()
        reason = self.machine(effect, now)
        return (make_message("Please wait") if reason is None else refused(reason),)
