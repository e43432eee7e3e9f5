"""Games whose players went away: offered for a while, then kept and not offered any more."""

from __future__ import annotations

from kiosk.store import Kept, Store

GONE = "gone"
"""The store's memory of the deal whose player went away last."""


class Leftovers:
    """Which kept games may be offered to whoever stands there; times are monotonic seconds."""

    def __init__(self, store: Store) -> None:
        """Nobody has gone away yet."""
        self._store = store
        self._until: dict[int, float] = {}
        self._told = 0.0
        self._offered: Kept | None = None

    def leave(self, until: float, *, lasting: bool = False) -> None:
        """The player of the game on the table has gone; until then it is offered.

        `lasting`: that they have gone is still known when the power was off.
        """
        if kept := self._store.current():
            self._until[kept.deal] = until
            if lasting:
                self._store.remember(GONE, str(kept.deal))

    def found(self, kept: Kept, until: float) -> bool:
        """Whether this game's player had gone before the power went; until then it is offered."""
        if self._store.memory(GONE) != str(kept.deal):
            return False
        self._until[kept.deal] = until
        return True

    def take_up(self) -> None:
        """Somebody plays the game on the table: it is one like any other."""
        if kept := self._store.current():
            self._until.pop(kept.deal, None)
            if self._store.memory(GONE) == str(kept.deal):
                self._store.remember(GONE, None)

    def offered(self, now: float, *, cleared: bool) -> str | None:
        """The code of the game that may be gone on with, if there is one.

        Args:
            now: The time.
            cleared: Whether the game that was played last is not on the table any more.
        """
        kept = self._store.unfinished() if cleared else self._store.left()
        late = kept is not None and now >= self._until.get(kept.deal, now + 1)
        self._offered = None if kept is None or late or not kept.entries else kept
        return self._offered.code if self._offered else None

    def meant(self, code: str | None) -> Kept | None:
        """The game of this code that was offered, of which the table may have another deal now."""
        return self._offered if self._offered and self._offered.code == code else None

    def due(self) -> float | None:
        """When the next one is not offered any more."""
        return min((until for until in self._until.values() if until > self._told), default=None)

    def expired(self, now: float) -> bool:
        """Whether one is not offered any more, which is said once."""
        due = self.due()
        if due is None or now < due:
            return False
        self._told = now
        return True
