"""The process that plays sounds: reads their names from stdin, until its end.

An open sound device keeps a thread awake, so the device is closed soon after the last sound.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

MAX_DELAY_SECONDS = 0.35
"""A sound that is later than this no longer fits the picture and is skipped."""
IDLE_CLOSE_SECONDS = 8.0
NO_SOUND_STATUS = 3


class SoundDevice(Protocol):
    """Interface of sound devices; every method may raise any exception."""

    def open(self) -> None:
        """Open the device."""

    def play(self, path: Path, volume: float) -> None:
        """Start playing a file at a volume above 0 and up to 1."""

    def close(self) -> None:
        """Close the device."""


class Mixer:
    """pygame's mixer, without the rest of pygame."""

    RATE, CHANNELS, CHUNK_FRAMES = 44_100, 2, 1024
    """Every device can do this; a chunk lasts 23 ms."""

    def open(self) -> None:
        """Open SDL's default device, which environment variables can override."""
        # pygame imports these two if they exist; they take most of its import time.
        sys.modules.update(dict.fromkeys(("pkg_resources", "numpy")))  # type: ignore[arg-type]
        from pygame import mixer

        mixer.init(self.RATE, -16, self.CHANNELS, self.CHUNK_FRAMES)
        self._mixer = mixer
        self._sounds: dict[Path, mixer.Sound] = {}

    def play(self, path: Path, volume: float) -> None:
        """Play a file, mixed with what already sounds."""
        sound = self._sounds.get(path)
        if sound is None:
            sound = self._sounds[path] = self._mixer.Sound(str(path))
        sound.set_volume(volume)
        sound.play()

    def close(self) -> None:
        """Close the device."""
        self._sounds.clear()
        self._mixer.quit()


class Player:
    """Plays requested sounds, and opens and closes the device for them."""

    def __init__(self, folder: Path, device: SoundDevice, clock: Callable[[], float]) -> None:
        self._folder, self._device, self._clock = folder, device, clock
        self._is_open = False
        self._last_played = 0.0

    def get_timeout(self) -> float | None:
        """Return the seconds until `close_if_idle` has work; None if the device is closed."""
        if not self._is_open:
            return None
        return max(0.0, self._last_played + IDLE_CLOSE_SECONDS - self._clock())

    def close_if_idle(self) -> None:
        """Close the device if nothing was played for a while."""
        if self.get_timeout() == 0:
            self._device.close()
            self._is_open = False

    def handle_line(self, line: str) -> None:
        """Play the sound of a line `NAME PERCENT TIME`; ignore other lines.

        Raises:
            Exception: The device cannot play.
        """
        try:
            name, percent, request_text = line.split()
            volume, request_time = int(percent) / 100, float(request_text)
        except ValueError:
            return
        path = self._folder / f"{name}.wav"
        if not path.is_file():
            return
        if not self._is_open:
            self._device.open()
            self._is_open = True
        self._last_played = self._clock()
        if self._last_played <= request_time + MAX_DELAY_SECONDS:
            # Loudness grows with the power, so that 50 % sounds half as loud as 100 %.
            self._device.play(path, volume**2)


def run(player: Player, input_fd: int) -> None:
    """Play the sounds named on a file descriptor, until its end."""
    poll = select.poll()
    poll.register(input_fd, select.POLLIN)
    buffer = b""
    while True:
        timeout = player.get_timeout()
        if not poll.poll(None if timeout is None else timeout * 1000 + 1):
            player.close_if_idle()
            continue
        chunk = os.read(input_fd, 1 << 12)
        if not chunk:
            return
        *lines, buffer = (buffer + chunk).split(b"\n")
        for line in lines:
            player.handle_line(line.decode("ascii", "replace"))


def main(folder: str) -> None:
    """Play the WAV files of a folder; if that is impossible, report it on stderr and exit."""
    stderr_fd = os.dup(sys.stderr.fileno())
    # ALSA itself writes a dozen lines if there is no device.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        run(Player(Path(folder), Mixer(), time.monotonic), sys.stdin.fileno())
    except Exception as error:
        with suppress(OSError):
            os.write(stderr_fd, f"bakehouse: no sound: {error}\n".encode())
        os._exit(NO_SOUND_STATUS)
    os._exit(0)
