"""The game's side of sound: names go down a pipe to the player process.

Opening a sound device blocks the whole interpreter for as long as the device likes, and a device
that was unplugged can block it for ever. So sounds are played by a child process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from kiosk.child_process import ChildProcess, build_child_command
from kiosk.paths import assets_dir
from kiosk.settings import SoundSettings

RETRY_SECONDS, MAX_RETRY_SECONDS = 60.0, 3600.0
"""Pause before a player that ended is restarted (a device may have been plugged in); it doubles."""


class Sounds:
    """Player of sounds in a child process, which starts with the first sound (an `Audio`)."""

    def __init__(
        self,
        settings: SoundSettings,
        clock: Callable[[], float],
        command: Callable[[], Sequence[str]],
    ) -> None:
        """Start nothing yet.

        Args:
            settings: Volume and mute.
            clock: Returns monotonic seconds; the player process compares them with its own.
            command: Returns the player's command line.
        """
        self._clock = clock
        self._child = ChildProcess(
            command,
            max_starts=1,
            window_seconds=RETRY_SECONDS,
            max_window_seconds=MAX_RETRY_SECONDS,
        )
        self._has_started = False
        self.adjust(settings)

    @property
    def pid(self) -> int | None:
        """Process number of the player, if it runs."""
        return self._child.pid

    def adjust(self, settings: SoundSettings) -> None:
        """Apply changed sound settings."""
        self._percent = 0 if settings.mute else settings.volume

    def play(self, name: str) -> None:
        """Start a sound and return at once; never raise."""
        if not self._percent:
            return
        now = self._clock()
        if self._child.pid is None:
            # Only the first player reports on stderr that there is no sound.
            is_running = self._child.start(now, inherit_stderr=not self._has_started)
            self._has_started = True
            if not is_running:
                return
        try:
            os.write(self._child.input_fd, f"{name} {self._percent} {now:.3f}\n".encode())
        except BlockingIOError:
            pass  # The player is busy: the sound is lost.
        except OSError:
            self._child.stop()

    def close(self) -> None:
        """End the player for good."""
        self._child.close()


def build_player_command() -> list[str]:
    """Return the command line of the player process."""
    return build_child_command("kiosk.audio.player", str(assets_dir() / "sounds"))
