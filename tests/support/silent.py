"""A machine without any sound."""

from __future__ import annotations

from kiosk.settings import SoundSettings


class Silent:
    """Plays nothing. It is `audio.Audio`."""

    def play(self, name: str) -> None:
        """Nothing is heard."""

    def adjust(self, settings: SoundSettings) -> None:
        """Nothing is no louder than nothing."""
