"""systemd notifications on a real socket; waiting for a display; journal levels."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from typing import IO

import pygame
import pytest

from kiosk.display.open_display import (
    DISPLAY_RETRY_SECONDS,
    DISPLAY_TIMEOUT_SECONDS,
    NoDisplayError,
    wait_for_display,
)
from kiosk.systemd import ServiceManager
from tests.support.running import HEADLESS_ENVIRONMENT, start_kiosk, wait_until_ended

HERE = os.getpid()


class Manager:
    """A fake service manager."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)

    def receive(self, timeout: float = 20.0) -> list[str]:
        """Return the lines of the next notification, or [] after the timeout."""
        self._socket.settimeout(timeout)
        try:
            return self._socket.recv(4096).decode().splitlines()
        except TimeoutError:
            return []

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    abstract = f"@bakehouse-test-{HERE}-{time.monotonic_ns()}"
    address = abstract if request.param == "abstract" else str(tmp_path / "notify")
    with closing(Manager(address)) as manager:
        yield manager


def environ(manager: Manager, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": manager.address, **more}


def test_ready_once_then_a_beat_in_every_third_of_the_timeout(manager: Manager) -> None:
    service_manager = ServiceManager.from_environment(
        environ(manager, WATCHDOG_USEC="30000000"), HERE
    )
    service_manager.set_ready_status("on a panel")
    assert service_manager.ping(100.0) == 110.0
    assert manager.receive() == ["READY=1", "STATUS=on a panel"]
    assert service_manager.ping(105.0) == 110.0
    assert manager.receive(0.01) == []
    assert service_manager.ping(110.5) == 120.5
    assert manager.receive() == ["WATCHDOG=1"]
    service_manager.notify_stopping()
    assert manager.receive()[0] == "STOPPING=1"


@pytest.mark.parametrize(
    "watchdog",
    [
        {},
        {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
    ],
)
def test_a_watchdog_that_is_not_ours_is_not_fed(manager: Manager, watchdog: dict[str, str]) -> None:
    service_manager = ServiceManager.from_environment(environ(manager, **watchdog), HERE)
    assert service_manager.ping(100.0) == inf
    assert manager.receive()[0] == "READY=1"
    assert service_manager.ping(10_000.0) == inf
    assert manager.receive(0.01) == []


def test_without_a_service_manager_nothing_is_due(tmp_path: Path) -> None:
    for address in ("", "vsock:2:1234", str(tmp_path / "nobody listens")):
        service_manager = ServiceManager.from_environment({"NOTIFY_SOCKET": address}, HERE)
        assert service_manager.ping(100.0) == inf
        service_manager.notify_stopping()


def test_a_manager_that_does_not_keep_up_holds_nobody(manager: Manager) -> None:
    service_manager = ServiceManager.from_environment(environ(manager, WATCHDOG_USEC="3"), HERE)
    for now in range(1000):
        service_manager.ping(float(now))


def test_the_program_idles_under_a_watchdog_and_a_hung_one_is_silent(tmp_path: Path) -> None:
    with closing(Manager(str(tmp_path / "notify"))) as manager:
        watched = {**HEADLESS_ENVIRONMENT, **environ(manager, WATCHDOG_USEC="600000")}
        with start_kiosk("--state-dir", str(tmp_path), environ=watched) as process:
            ready, status = manager.receive()
            assert ready == "READY=1"
            assert status.startswith("STATUS=dummy ")
            for _ in range(3):
                assert manager.receive() == ["WATCHDOG=1"]
            process.send_signal(signal.SIGSTOP)
            while manager.receive(0.05):
                pass
            assert manager.receive(0.7) == []
            process.send_signal(signal.SIGCONT)
            assert manager.receive() == ["WATCHDOG=1"]
            status, _, err = wait_until_ended(process, signal.SIGTERM)
            assert (status, err) == (0, "")
            heard = manager.receive()
            while heard == ["WATCHDOG=1"]:
                heard = manager.receive()
            assert heard[0] == "STOPPING=1"


def run_kiosk(*words: str, environ: dict[str, str], stderr: IO[str]) -> int:
    """Return the exit status of `python -m kiosk`."""
    command = [sys.executable, "-m", "kiosk", *words]
    return subprocess.run(command, env=environ, cwd="/", stderr=stderr, timeout=60).returncode


def fail_first(failures: int) -> Callable[..., pygame.Surface]:
    """Return a function that opens the display after some failures."""
    left = [failures]

    def opening(size: object, environ: object) -> pygame.Surface:
        if left[0]:
            left[0] -= 1
            raise NoDisplayError("there is no graphics card")
        return pygame.Surface((320, 240))

    return opening


def test_a_service_waits_for_its_screen(
    manager: Manager, capsys: pytest.CaptureFixture[str]
) -> None:
    pauses: list[float] = []
    service_manager = ServiceManager.from_environment(environ(manager), HERE)
    surface = wait_for_display(None, {}, service_manager, fail_first(12), pauses.append)
    assert surface.get_size() == (320, 240)
    assert pauses == [DISPLAY_RETRY_SECONDS] * 12
    assert manager.receive() == ["STATUS=Waiting for a screen: there is no graphics card"]
    assert manager.receive(0.01) == []
    line = "bakehouse: waiting for a screen: there is no graphics card\n"
    assert capsys.readouterr().err == line


def test_a_service_does_not_wait_for_ever(manager: Manager) -> None:
    pauses: list[float] = []
    service_manager = ServiceManager.from_environment(environ(manager), HERE)
    with pytest.raises(NoDisplayError):
        wait_for_display(None, {}, service_manager, fail_first(1000), pauses.append)
    assert sum(pauses) == pytest.approx(DISPLAY_TIMEOUT_SECONDS)


def test_a_person_is_reported_at_once() -> None:
    pauses: list[float] = []
    with pytest.raises(NoDisplayError):
        wait_for_display(None, {}, ServiceManager(), fail_first(1), pauses.append)
    assert pauses == []


def test_in_the_journal_a_line_has_its_level(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with journal.open("w") as stream:
        status = os.fstat(stream.fileno())
        number = f"{status.st_dev}:{status.st_ino}"
        environ = {**HEADLESS_ENVIRONMENT, "JOURNAL_STREAM": number, "SDL_VIDEODRIVER": "nonsense"}
        assert run_kiosk("--state-dir", str(tmp_path), environ=environ, stderr=stream) == 1
        assert run_kiosk("--nonsense", environ=environ, stderr=stream) == 2
        assert (
            run_kiosk("--nonsense", environ={**environ, "JOURNAL_STREAM": "1:1"}, stderr=stream)
            == 2
        )
    display, usage, option, plain_usage, elsewhere = journal.read_text().splitlines()
    assert display.startswith("<3>this SDL has no video driver")
    assert usage.startswith("<3>usage: bakehouse")
    assert option.startswith("<3>unrecognized arguments")
    assert plain_usage.startswith("usage: bakehouse")
    assert elsewhere.startswith("bakehouse: unrecognized arguments")
