"""A bank that grows is written to its file now and then, so that a search can be interrupted."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from engine.bank.bank import Bank

_PAUSE = 5.0
"""Seconds between two writings: so much work is lost at most."""


class Keeper:
    """Writes a bank to a file; without a file it only remembers it."""

    def __init__(self, path: Path | None, clock: Callable[[], float], bank: Bank) -> None:
        """Nothing is written yet. The clock tells seconds."""
        self.bank = bank
        """The last bank it was told."""
        self._path = path
        self._clock = clock
        self._written = clock()

    def keep(self, bank: Bank) -> None:
        """Remembers the bank, and writes it if the last time is long ago.

        Raises:
            OSError: where it cannot be written.
        """
        self.bank = bank
        if self._clock() - self._written >= _PAUSE:
            self.write()

    def write(self) -> None:
        """Writes what it was told last: whole, or not at all.

        Raises:
            OSError: where it cannot be written.
        """
        if self._path is None:
            return
        draft = self._path.with_name(f"{self._path.name}.new")
        with draft.open("w", encoding="ascii") as file:
            file.write(self.bank.text())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._path)
        self._written = self._clock()
