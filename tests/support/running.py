"""Commands of the appliance as processes of their own, in an environment that the test knows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.support.commands import CommandResult

ROOT = Path(__file__).resolve().parents[2]
BARE_ENVIRONMENT = {
    "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
    "PYTHONPATH": str(ROOT),
    "BAKEHOUSE_ROOT": "/nowhere",
}
"""No home, no locale, no user, no display, no settings of this machine."""
HEADLESS_ENVIRONMENT = {**BARE_ENVIRONMENT, "SDL_VIDEODRIVER": "dummy", "PYTHONWARNINGS": "error"}
"""A driver that shows nothing, asked for by name."""


def run_kiosk(
    *words: str,
    environ: Mapping[str, str] = HEADLESS_ENVIRONMENT,
    cwd: Path | str = "/",
    stdin: str = "",
) -> CommandResult:
    """Run `python -m kiosk` to its end."""
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", *words],
        env=environ,
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return CommandResult(done.returncode, done.stdout, done.stderr)


@contextmanager
def start_kiosk(
    *words: str, environ: Mapping[str, str] = HEADLESS_ENVIRONMENT
) -> Iterator[subprocess.Popen[str]]:
    """`python -m kiosk` while it runs; killed at the end if it still does."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kiosk", *words],
        env=environ,
        cwd="/",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def is_listening(process: subprocess.Popen[str]) -> bool:
    """Return whether the process has a handler for SIGTERM by now."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)


def wait_until_idle(process: subprocess.Popen[str], moment: float = 0.15) -> None:
    """Wait until the process has slept so many seconds: all output is written by then."""
    before, since, end = "", time.monotonic(), time.monotonic() + 20.0
    while time.monotonic() < since + moment and process.poll() is None:
        state, *fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        now = f"{state} {fields[10:12]}"  # and how long it has run
        if now != before or state != "S":
            before, since = now, time.monotonic()
        assert time.monotonic() < end, "it never rests"
        time.sleep(0.02)


def can_mount() -> bool:
    """Return whether this user may mount file systems in a name space of its own."""
    try:
        return subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0
    except OSError:
        return False


def wait_until(what: str, holds: object, patience: float = 20.0) -> None:
    """Wait for something that is to come true soon."""
    assert callable(holds)
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


def wait_until_ended(process: subprocess.Popen[str], by: int) -> tuple[int, float, str]:
    """Send the signal; return the exit status, the seconds it took, and the text on stderr."""
    start = time.monotonic()
    process.send_signal(by)
    _, err = process.communicate(timeout=20)
    return process.returncode, time.monotonic() - start, err
