"""A recorded game can be wound to any of its entries, without a copy of the game for each."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game

EVERY = 50
"""One game in so many is remembered: winding back plays fewer entries than that."""


class Tape:
    """Entries of a journal, played from a game on; `game` is what they have led to so far."""

    def __init__(self, game: Game, entries: Sequence[str]) -> None:
        """Wound to the beginning: `game`, before the first entry. Every entry must be possible."""
        self.game = game
        self.entries = tuple(entries)
        self.at = 0
        self._marks = [game]

    @property
    def last(self) -> bool:
        """Whether nothing comes any more."""
        return self.at == len(self.entries)

    def wind(self, to: int) -> bool:
        """Wind so that `to` entries are played; whether there are so many, and it was elsewhere."""
        if to == self.at or not 0 <= to <= len(self.entries):
            return False
        if to < self.at:
            mark = to // EVERY
            self.at, self.game = mark * EVERY, self._marks[mark]
        while self.at < to:
            self.game = self.game.enter(self.entries[self.at])
            self.at += 1
            if self.at == len(self._marks) * EVERY:
                self._marks.append(self.game)
        return True
