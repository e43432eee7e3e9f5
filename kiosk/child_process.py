"""A helper process behind non-blocking pipes that ends with the game: the solver, the sounds."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

EXIT_WAIT_SECONDS = 0.2
PR_SET_PDEATHSIG = 1


class ChildProcess:
    """At most one running child, with a limit on the number of starts."""

    def __init__(
        self,
        command: Callable[[], Sequence[str]],
        *,
        max_starts: int,
        window_seconds: float,
        max_window_seconds: float = 0.0,
    ) -> None:
        """Start nothing yet.

        Args:
            command: Returns the program and its arguments.
            max_starts: Starts allowed within the window.
            window_seconds: Length of the window. It doubles with every further start.
            max_window_seconds: Upper limit of the doubled window.
        """
        self._command = command
        self._starts: deque[float] = deque(maxlen=max_starts)
        self._window, self._max_window = window_seconds, max(window_seconds, max_window_seconds)
        self._killed: list[int] = []
        self.pid: int | None = None
        self.input_fd = self.output_fd = -1

    def start(self, now: float, *, inherit_stderr: bool = False) -> bool:
        """Start the child; return False if it was started too often or cannot be started."""
        if len(self._starts) == self._starts.maxlen:
            if now - self._starts[0] < self._window:
                return False
            self._window = min(2 * self._window, self._max_window)
        self._starts.append(now)
        self._reap()
        child_input, self.input_fd = os.pipe()
        self.output_fd, child_output = os.pipe()
        actions: list[tuple[int, int, int] | tuple[int, int, str, int, int]] = [
            (os.POSIX_SPAWN_DUP2, child_input, 0),
            (os.POSIX_SPAWN_DUP2, child_output, 1),
        ]
        if not inherit_stderr:
            actions.append((os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0))
        try:
            command = list(self._command())
            # Importing subprocess instead would delay the first move.
            self.pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        except (OSError, ValueError):
            self._close_pipes()
            return False
        finally:
            os.close(child_input)
            os.close(child_output)
        os.set_blocking(self.input_fd, False)
        os.set_blocking(self.output_fd, False)
        return True

    def stop(self) -> None:
        """Kill the child, if there is one, without waiting for its end."""
        if self.pid is None:
            return
        self._close_pipes()
        with suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        self._killed.append(self.pid)
        self.pid = None
        self._reap()

    def close(self) -> None:
        """Kill the child and wait a moment for its end."""
        self.stop()
        deadline = time.monotonic() + EXIT_WAIT_SECONDS
        while self._killed and time.monotonic() < deadline:
            time.sleep(0.002)
            self._reap()

    def _close_pipes(self) -> None:
        os.close(self.input_fd)
        os.close(self.output_fd)

    def _reap(self) -> None:
        self._killed = [pid for pid in self._killed if not _has_ended(pid)]


def _has_ended(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except OSError:
        return True


def build_child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that calls `main` of a module in a new interpreter.

    The child finds the same packages from any directory, without the environment's help.
    """
    paths = [str(Path(__file__).resolve().parent.parent), *filter(None, sys.path)]
    program = (
        f"import sys\nsys.path[:] = {paths!r}\n"
        f"from kiosk.child_process import follow_parent\nfollow_parent({os.getpid()})\n"
        f"from {module} import main\nmain(*{arguments!r})\n"
    )
    return [sys.executable, "-I", "-S", "-c", program]


def follow_parent(parent_pid: int) -> None:
    """Make this process end with its parent, and keep nothing of the parent's."""
    import ctypes

    # Ctrl-C and a hang-up reach the whole process group, but are meant for the game.
    for ignored in (signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    os.chdir("/")
    os.closerange(3, 1024)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent_pid:
        os._exit(0)
