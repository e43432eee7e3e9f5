"""The process that plays sounds: reads their names, opens the device for them, closes it again.

The game starts it; everything it is told comes through stdin, and the end of stdin is its end. An
open device keeps a thread awake, so that it stays open only a little longer than it sounds.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

MAX_DELAY_SECONDS = 0.35
"""Seconds after which a sound would no longer fit what is seen: it is left out."""
IDLE_CLOSE_SECONDS = 8.0
"""Seconds without a sound after which the device is closed."""
NO_SOUND_STATUS = 3
"""The exit status where nothing can be played."""
PR_SET_PDEATHSIG = 1


class SoundDevice(Protocol):
    """A sound device."""

    def open(self) -> None:
        """Be ready to play; raises any Exception where there is no sound."""
        ...

    def play(self, path: Path, volume: float) -> None:
        """Begin to play this file, 0 < loud <= 1; raises any Exception."""
        ...

    def close(self) -> None:
        """Be silent, and cost nothing."""
        ...


class Mixer:
    """pygame's mixer, opened on its own."""

    RATE, CHANNELS, CHUNK = 44_100, 2, 1024
    """What every device has; so many frames are 23 ms."""

    def open(self) -> None:
        """Open the default device of SDL, which environment variables may name."""
        from pygame import mixer

        mixer.init(self.RATE, -16, self.CHANNELS, self.CHUNK)
        self._mixer = mixer
        self._sounds: dict[Path, mixer.Sound] = {}

    def play(self, path: Path, volume: float) -> None:
        """Play it beside what sounds already."""
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
    """Takes names, plays them while they are fresh."""

    def __init__(self, folder: Path, device: SoundDevice, clock: Callable[[], float]) -> None:
        """The sounds are the WAV files of the folder; the device is closed."""
        self._folder, self._device, self._clock = folder, device, clock
        self._is_open = False
        self._last_played = 0.0

    def next_deadline(self) -> float | None:
        """Seconds until `rest` has something to do; None while the device is closed."""
        return (
            max(0.0, self._last_played + IDLE_CLOSE_SECONDS - self._clock())
            if self._is_open
            else None
        )

    def close_if_idle(self) -> None:
        """Close the device, if it has been quiet long enough."""
        if self._is_open and self._clock() >= self._last_played + IDLE_CLOSE_SECONDS:
            self._device.close()
            self._is_open = False

    def handle_line(self, line: str) -> None:
        """Play what the line names, how loud, and when that was asked; other lines mean nothing.

        Raises whatever the device does where nothing can be played.
        """
        try:
            name, percent, asked_text = line.split()
            volume, asked_at = int(percent) / 100, float(asked_text)
        except ValueError:
            return
        path = self._folder / f"{name}.wav"
        if not path.is_file():
            return
        if not self._is_open:
            self._device.open()
            self._is_open = True
        self._last_played = self._clock()
        if self._last_played <= asked_at + MAX_DELAY_SECONDS:
            # Ears go by the power: half of a hundred shall be half as loud.
            self._device.play(path, volume**2)


def run(player: Player, input_fd: int) -> None:
    """Play what is read from this file descriptor, until its end."""
    poll = select.poll()
    poll.register(input_fd, select.POLLIN)
    buffer = b""
    while True:
        timeout = player.next_deadline()
        if not poll.poll(None if timeout is None else timeout * 1000 + 1):
            player.close_if_idle()
            continue
        chunk = os.read(input_fd, 1 << 12)
        if not chunk:
            return
        *lines, buffer = (buffer + chunk).split(b"\n")
        for line in lines:
            player.handle_line(line.decode("ascii", "replace"))


def main(folder: str, game_pid: int) -> None:
    """Be the game's player until it goes away; where nothing can be played, say so in a line.

    Args:
        folder: The sounds.
        game_pid: The number of the game's process.
    """
    _exit_with_parent(game_pid)
    stderr_fd = os.dup(sys.stderr.fileno())
    # ALSA itself writes a dozen lines where there is no device.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        run(Player(Path(folder), Mixer(), time.monotonic), sys.stdin.fileno())
    except Exception as error:
        with suppress(OSError):
            os.write(stderr_fd, f"bakehouse: no sound: {error}\n".encode())
        os._exit(NO_SOUND_STATUS)
    os._exit(0)


def _exit_with_parent(game_pid: int) -> None:
    """Signals from the terminal are meant for the game, and its end is the end of this process."""
    for name in (signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != game_pid:
        os._exit(0)
