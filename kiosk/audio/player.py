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

LATE = 0.35
"""Seconds after which a sound would no longer fit what is seen: it is left out."""
QUIET = 8.0
"""Seconds without a sound after which the device is closed."""
ENDED = 3
"""The exit status where nothing can be played."""
PR_SET_PDEATHSIG = 1


class Device(Protocol):
    """A sound device."""

    def open(self) -> None:
        """Be ready to play; raises any Exception where there is no sound."""
        ...

    def play(self, path: Path, loud: float) -> None:
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

    def play(self, path: Path, loud: float) -> None:
        """Play it beside what sounds already."""
        sound = self._sounds.get(path)
        if sound is None:
            sound = self._sounds[path] = self._mixer.Sound(str(path))
        sound.set_volume(loud)
        sound.play()

    def close(self) -> None:
        """Close the device."""
        self._sounds.clear()
        self._mixer.quit()


class Player:
    """Takes names, plays them while they are fresh."""

    def __init__(self, folder: Path, device: Device, clock: Callable[[], float]) -> None:
        """The sounds are the WAV files of the folder; the device is closed."""
        self._folder, self._device, self._clock = folder, device, clock
        self._open = False
        self._last = 0.0

    def due(self) -> float | None:
        """Seconds until `rest` has something to do; None while the device is closed."""
        return max(0.0, self._last + QUIET - self._clock()) if self._open else None

    def rest(self) -> None:
        """Close the device, if it has been quiet long enough."""
        if self._open and self._clock() >= self._last + QUIET:
            self._device.close()
            self._open = False

    def take(self, line: str) -> None:
        """Play what the line names, how loud, and when that was asked; other lines mean nothing.

        Raises whatever the device does where nothing can be played.
        """
        try:
            name, percent, asked = line.split()
            loud, when = int(percent) / 100, float(asked)
        except ValueError:
            return
        path = self._folder / f"{name}.wav"
        if not path.is_file():
            return
        if not self._open:
            self._device.open()
            self._open = True
        self._last = self._clock()
        if self._last <= when + LATE:
            # Ears go by the power: half of a hundred shall be half as loud.
            self._device.play(path, loud**2)


def run(player: Player, inward: int) -> None:
    """Play what is read from this file descriptor, until its end."""
    poll = select.poll()
    poll.register(inward, select.POLLIN)
    read = b""
    while True:
        due = player.due()
        if not poll.poll(None if due is None else due * 1000 + 1):
            player.rest()
            continue
        part = os.read(inward, 1 << 12)
        if not part:
            return
        *lines, read = (read + part).split(b"\n")
        for line in lines:
            player.take(line.decode("ascii", "replace"))


def main(folder: str, game: int) -> None:
    """Be the game's player until it goes away; where nothing can be played, say so in a line.

    Args:
        folder: The sounds.
        game: The number of the game's process.
    """
    _end_with(game)
    lines = os.dup(sys.stderr.fileno())
    # ALSA itself writes a dozen lines where there is no device.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        run(Player(Path(folder), Mixer(), time.monotonic), sys.stdin.fileno())
    except Exception as error:
        with suppress(OSError):
            os.write(lines, f"bakehouse: no sound: {error}\n".encode())
        os._exit(ENDED)
    os._exit(0)


def _end_with(game: int) -> None:
    """Signals from the terminal are meant for the game, and its end is the end of this process."""
    for name in (signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != game:
        os._exit(0)
