"""Sounds by name: what the game needs of whatever plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # the player's process has no use for settings
    from kiosk.settings import SoundSettings


class Audio(Protocol):
    """Whatever can play a sound."""

    def play(self, name: str) -> None:
        """Begin to play it and return at once; never raises."""
        ...

    def adjust(self, settings: SoundSettings) -> None:
        """From now on this is how loud sounds are."""
        ...
