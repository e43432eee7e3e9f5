"""Settings that are made on the device: for good, or only while a player who is locked in stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kiosk.app.desk import Adjusted
from kiosk.effects import Adjust
from kiosk.store import Store

Desk = Callable[[Mapping[str, str | None]], Adjusted]
"""Puts settings into force."""


class Visit:
    """Keeps settings, or knows what they were before a player has changed them."""

    def __init__(self, store: Store) -> None:
        """Nothing is changed; `store` keeps what is set on the device."""
        self._store = store
        self._before: dict[str, str | None] = {}
        self.desk: Desk | None = None
        """Who puts them into force, if anybody does."""

    def make(self, adjust: Adjust) -> Adjusted | None:
        """These settings are made."""
        for key, value in adjust.values:
            if adjust.lasting:
                self._before.pop(key, None)
                self._store.keep_setting(key, value)
            else:
                self._before.setdefault(key, self._store.setting(key))
        return self.desk(dict(adjust.values)) if self.desk else None

    def end(self) -> Adjusted | None:
        """The player has gone: all is as it was before, which no disk has ever forgotten."""
        before, self._before = self._before, {}
        return self.desk(before) if self.desk and before else None
