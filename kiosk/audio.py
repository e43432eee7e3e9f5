"""Sounds by name; so far nothing makes any."""

from __future__ import annotations

from typing import Protocol


class Audio(Protocol):
    """Whatever can play a sound."""

    def play(self, name: str) -> None:
        """Begin to play it and return at once; never raises."""
        ...


class Silent:
    """Plays nothing, on machines without any sound."""

    def play(self, name: str) -> None:
        """Nothing is heard."""
