"""The PIN of the service menu: tries are limited, and a plug that is pulled gives no new ones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from kiosk.scenes.facts import TRIES, Trials
from kiosk.store import Store

FIRST, LONGEST = 60.0, 3600.0
"""Seconds for which no PIN counts after three wrong ones, and at most after many more."""
_KEY = "service.tries"
_WAITED = "waited"


class Guard:
    """Counts wrong PINs in the store; times are monotonic seconds.

    A try is counted before it is looked at. A wait that is not over when the machine starts anew
    begins anew: no clock tells how long it was off.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Go on with the tries of this store."""
        self._store, self._clock = store, clock
        self._wrong, waited = self._recalled()
        self._until = None if waited else self._wait()

    def trials(self) -> Trials:
        """How many tries are left, or until when there is none."""
        if self._until is not None and self._clock() < self._until:
            return Trials(0, self._until)
        if self._until is not None:
            self._until = None
            self._store.remember(_KEY, f"{self._wrong} {_WAITED}")
        return Trials(TRIES - self._wrong % TRIES)

    def lets(self, typed: str, pin: str | None) -> bool:
        """Whether these digits are the PIN; while none counts they are not looked at."""
        if pin is None:
            return True
        if not self.trials().left:
            return False
        # Start-up is dear, and hardly ever needs it.
        from hmac import compare_digest

        self._wrong += 1
        self._store.remember(_KEY, str(self._wrong))
        same = compare_digest(typed.encode(), pin.encode()) and bool(pin)
        if same:
            self._wrong = 0
            self._store.remember(_KEY, None)
        else:
            self._until = self._wait()
        return same

    def _wait(self) -> float | None:
        """Until when no PIN counts after so many wrong ones."""
        rounds, more = divmod(self._wrong, TRIES)
        if more or not rounds:
            return None
        return self._clock() + min(LONGEST, FIRST * 2.0 ** min(rounds - 1, 30))

    def _recalled(self) -> tuple[int, bool]:
        """How many wrong ones there were, and whether what follows from them is over."""
        wrong, _, waited = (self._store.memory(_KEY) or "").partition(" ")
        with suppress(ValueError):
            return max(0, int(wrong)), waited == _WAITED
        return 0, False
