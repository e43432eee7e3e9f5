"""Audio that plays nothing."""

from __future__ import annotations

from kiosk.settings import SoundSettings


class SilentAudio:
    """An `Audio` that plays nothing."""

    def play(self, name: str) -> None:
        """Ignore the sound."""

    def adjust(self, settings: SoundSettings) -> None:
        """Ignore the settings."""
