"""Sound playback in a child process, and its interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # The player process does not need settings.
    from kiosk.settings import SoundSettings


class Audio(Protocol):
    """Interface of sound players."""

    def play(self, name: str) -> None:
        """Start a sound and return at once; never raise."""

    def adjust(self, settings: SoundSettings) -> None:
        """Apply changed sound settings."""
