"""An X server of a test's own, on an unused display number."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from tests.support.running import BARE_ENVIRONMENT

SERVER_OPTIONS = {**BARE_ENVIRONMENT, "SDL_AUDIODRIVER": "dummy", "PYTHONWARNINGS": "error"}
"""Nothing of the machine at hand but its programs; where there is no sound, it would be told."""


class XServer(NamedTuple):
    """A running X server: its process, and the environment of a program shown on it."""

    process: subprocess.Popen[bytes]
    environ: dict[str, str]


@contextmanager
def start_x_server(program: str, *options: str) -> Iterator[XServer]:
    """The server while it runs; it chooses the number and is asked to go at the end."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [program, "-displayfd", str(writing), "-nolisten", "tcp", *options],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        assert number, f"{program} did not start"
        yield XServer(process, {**SERVER_OPTIONS, "DISPLAY": f":{number}"})
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(5.0)
        process.kill()
        process.wait()
