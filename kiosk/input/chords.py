"""Buttons pressed together are one button: a chord."""

from __future__ import annotations

from collections.abc import Iterable

from kiosk.input.edges import Change

WITHIN = 0.06
"""Seconds in which all buttons of a chord go down; so long those that have one are held back."""


def chord_name(names: Iterable[str]) -> str:
    """The name of the chord of these buttons: `A+B`."""
    return "+".join(sorted(names))


class Chords:
    """Turns the changes of buttons into those of buttons and chords, named by `chord_name`.

    The buttons of a chord that has sounded say nothing more until they are released.
    """

    def __init__(self, chords: Iterable[frozenset[str]]) -> None:
        """The chords, each a set of names."""
        self._chords = tuple(sorted(chords, key=len, reverse=True))
        self._members = frozenset[str]().union(*self._chords)
        self._waiting: dict[str, Change] = {}
        self._sounding: dict[str, frozenset[str]] = {}
        self._silent: set[str] = set()

    def due(self) -> float | None:
        """When the first of those that are held back has waited long enough."""
        return min((one.time + WITHIN for one in self._waiting.values()), default=None)

    def feed(self, change: Change) -> list[Change]:
        """A button went down or up; what that means, oldest first."""
        said = self.tick(change.time)
        return [*said, *(self._down(change) if change.closed else self._up(change))]

    def tick(self, now: float) -> list[Change]:
        """The buttons that have waited long enough for others went down by themselves."""
        ripe = [one for one in self._waiting.values() if now >= one.time + WITHIN]
        for one in ripe:
            del self._waiting[one.name]
        return ripe

    def drop(self) -> None:
        """Forget what is down."""
        self._waiting.clear()
        self._sounding.clear()
        self._silent.clear()

    def _down(self, change: Change) -> list[Change]:
        if change.name not in self._members:
            return [change]
        self._waiting[change.name] = change
        for chord in self._chords:
            if chord <= self._waiting.keys():
                for name in chord:
                    del self._waiting[name]
                self._silent |= chord
                self._sounding[chord_name(chord)] = chord
                return [change._replace(name=chord_name(chord))]
        return []

    def _up(self, change: Change) -> list[Change]:
        if change.name in self._silent:
            self._silent.discard(change.name)
            ended = [name for name, chord in self._sounding.items() if change.name in chord]
            for name in ended:
                del self._sounding[name]
            return [change._replace(name=name) for name in ended]
        waited = self._waiting.pop(change.name, None)
        return [waited, change] if waited else [change]
