"""The input that only says "I am here" is kept from the game, with its release and its gesture."""

from __future__ import annotations

from kiosk.actions import Message, Pointer, Press, Resized, Touch

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

    def takes(self, message: Message, now: float) -> bool:
        """Whether the game is not to have this message."""
        if self._begun is None or isinstance(message, Resized):
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


def _named(message: Press | Pointer) -> tuple[str, bool | None]:
    """What is held, and whether it went down (or up; None: it only moves)."""
    if isinstance(message, Press):
        return message.action.value, message.down
    return "pointer", {Touch.DOWN: True, Touch.MOVE: None}.get(message.touch, False)
