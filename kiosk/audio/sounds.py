"""Sounds from the game's side: names go down a pipe to the process that plays them.

A process of its own, because to open a sound device holds up the whole interpreter for as long as
the device likes, and one that was pulled out may hold it up for ever.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import kiosk
from kiosk.paths import assets_dir
from kiosk.settings import SoundSettings

PROGRAM = """\
import sys
sys.path[:] = sys.argv[3:]
sys.modules["pkg_resources"] = sys.modules["numpy"] = None
from kiosk.audio.player import main
main(sys.argv[1], int(sys.argv[2]))
"""
RETRY_SECONDS, MAX_RETRY_SECONDS = 60.0, 3600.0
"""Seconds until a process that has ended is started anew, as somebody may have plugged a device in:
twice as many each time, up to the second number."""


class Sounds:
    """Plays sounds by a process that is started with the first one; it is `audio.Audio`."""

    def __init__(
        self,
        settings: SoundSettings,
        clock: Callable[[], float],
        command: Callable[[], Sequence[str]],
    ) -> None:
        """Nothing is started yet.

        Args:
            settings: How loud.
            clock: Gives monotonic seconds, the same in every process.
            command: What starts the player.
        """
        self._clock, self._command = clock, command
        self.pid: int | None = None
        """The number of the player's process, while there is one."""
        self._pipe = -1
        self._next_start, self._retry_pause = clock(), RETRY_SECONDS
        self._has_reported = False
        self.adjust(settings)

    def adjust(self, settings: SoundSettings) -> None:
        """From now on this is how loud sounds are."""
        self._percent = 0 if settings.mute else settings.volume

    def play(self, name: str) -> None:
        """Have it played, where there is any sound; never waits, never raises."""
        if not self._percent:
            return
        now = self._clock()
        if self.pid is None and now >= self._next_start:
            self._start(now)
        if self.pid is not None:
            self._write(f"{name} {self._percent} {now:.3f}\n".encode())

    def close(self) -> None:
        """End the player, where there is one; nothing is to be called afterwards."""
        if self.pid is not None:
            self._kill(self.pid)

    def _start(self, now: float) -> None:
        """Start the player. The first one of all may write a line where there is no sound."""
        self._next_start, self._retry_pause = (
            now + self._retry_pause,
            min(2 * self._retry_pause, MAX_RETRY_SECONDS),
        )
        child_end, self._pipe = os.pipe()
        os.set_blocking(self._pipe, False)
        silenced_fds = range(1, 3 if self._has_reported else 2)
        self._has_reported = True
        program = list(self._command())
        actions = [
            (os.POSIX_SPAWN_DUP2, child_end, 0),
            *((os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in silenced_fds),
        ]
        try:
            # The module subprocess would be imported for this, in the middle of the first move.
            self.pid = os.posix_spawn(program[0], program, os.environ, file_actions=actions)
        except OSError:
            os.close(self._pipe)
        finally:
            os.close(child_end)

    def _write(self, line: bytes) -> None:
        """Write without waiting: to a player that does not read, the sound is simply lost."""
        try:
            os.write(self._pipe, line)
        except BlockingIOError:
            return
        except OSError:
            if self.pid is not None:
                self._kill(self.pid)

    def _kill(self, pid: int) -> None:
        """Be done with the player, whether it still runs or not."""
        self.pid = None
        os.close(self._pipe)
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
        with suppress(OSError):
            os.waitpid(pid, 0)


def build_player_command() -> list[str]:
    """What starts the player, wherever this is run from."""
    root = str(Path(kiosk.__path__[0]).parent)
    folder = str(assets_dir() / "sounds")
    return [sys.executable, "-I", "-S", "-c", PROGRAM, folder, str(os.getpid()), root, *sys.path]
