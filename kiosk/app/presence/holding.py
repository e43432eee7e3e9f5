"""A button that is held for some seconds, wherever the game is."""

from __future__ import annotations

from kiosk.actions import Action, Message, Press

HOLDS = 3.0
"""Seconds."""


class Holding:
    """Watches the buttons of one action, and takes nothing from them."""

    def __init__(self, action: Action) -> None:
        """None of them is down."""
        self._action = action
        self._since: float | None = None

    def see(self, message: Message) -> None:
        """A message passes by."""
        if isinstance(message, Press) and message.action is self._action:
            self._since = message.time if message.down else None

    def due(self) -> float | None:
        """When the one that is down has been held long enough."""
        return None if self._since is None else self._since + HOLDS

    def ripe(self, now: float) -> bool:
        """Whether it has, which is said once."""
        due = self.due()
        if due is None or now < due:
            return False
        self._since = None
        return True
