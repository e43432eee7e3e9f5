"""What a service manager hears, on a real socket, from the class and from the whole program."""

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

from kiosk.app.run import DISPLAY_RETRY_SECONDS, DISPLAY_TIMEOUT_SECONDS, wait_for_display
from kiosk.display.open_display import NoDisplayError
from kiosk.systemd import ServiceManager
from tests.support.running import HEADLESS_ENVIRONMENT, start_kiosk, wait_until_ended

HERE = os.getpid()


class Manager:
    """systemd's end of the socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)

    def heard(self, patience: float = 20.0) -> list[str]:
        """The lines of the next message, or [] if none comes for that long."""
        self._socket.settimeout(patience)
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


def test_ready_once_then_a_beat_in_every_third_of_the_patience(manager: Manager) -> None:
    supervisor = ServiceManager.from_environment(environ(manager, WATCHDOG_USEC="30000000"), HERE)
    supervisor.set_ready_status("on a panel")
    assert supervisor.ping(100.0) == 110.0
    assert manager.heard() == ["READY=1", "STATUS=on a panel"]
    assert supervisor.ping(105.0) == 110.0
    assert manager.heard(0.01) == []
    assert supervisor.ping(110.5) == 120.5
    assert manager.heard() == ["WATCHDOG=1"]
    supervisor.notify_stopping()
    assert manager.heard()[0] == "STOPPING=1"


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
    supervisor = ServiceManager.from_environment(environ(manager, **watchdog), HERE)
    assert supervisor.ping(100.0) == inf
    assert manager.heard()[0] == "READY=1"
    assert supervisor.ping(10_000.0) == inf
    assert manager.heard(0.01) == []


def test_without_a_service_manager_nothing_is_due(tmp_path: Path) -> None:
    for address in ("", "vsock:2:1234", str(tmp_path / "nobody listens")):
        supervisor = ServiceManager.from_environment({"NOTIFY_SOCKET": address}, HERE)
        assert supervisor.ping(100.0) == inf
        supervisor.notify_stopping()


def test_a_manager_that_does_not_keep_up_holds_nobody(manager: Manager) -> None:
    supervisor = ServiceManager.from_environment(environ(manager, WATCHDOG_USEC="3"), HERE)
    for now in range(1000):
        supervisor.ping(float(now))


def test_the_program_idles_under_a_watchdog_and_a_hung_one_is_silent(tmp_path: Path) -> None:
    with closing(Manager(str(tmp_path / "notify"))) as manager:
        watched = {**HEADLESS_ENVIRONMENT, **environ(manager, WATCHDOG_USEC="600000")}
        with start_kiosk("--state-dir", str(tmp_path), environ=watched) as process:
            ready, status = manager.heard()
            assert ready == "READY=1"
            assert status.startswith("STATUS=dummy ")
            for _ in range(3):
                assert manager.heard() == ["WATCHDOG=1"]
            process.send_signal(signal.SIGSTOP)
            while manager.heard(0.05):
                pass
            assert manager.heard(0.7) == []
            process.send_signal(signal.SIGCONT)
            assert manager.heard() == ["WATCHDOG=1"]
            status, _, err = wait_until_ended(process, signal.SIGTERM)
            assert (status, err) == (0, "")
            heard = manager.heard()
            while heard == ["WATCHDOG=1"]:
                heard = manager.heard()
            assert heard[0] == "STOPPING=1"


def ended(*words: str, environ: dict[str, str], stderr: IO[str]) -> int:
    """The exit status of `python -m kiosk`."""
    command = [sys.executable, "-m", "kiosk", *words]
    return subprocess.run(command, env=environ, cwd="/", stderr=stderr, timeout=60).returncode


def late(failures: int) -> Callable[..., pygame.Surface]:
    """A screen that is there after so many tries."""
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
    naps: list[float] = []
    supervisor = ServiceManager.from_environment(environ(manager), HERE)
    surface = wait_for_display(None, {}, supervisor, late(12), naps.append)
    assert surface.get_size() == (320, 240)
    assert naps == [DISPLAY_RETRY_SECONDS] * 12
    assert manager.heard() == ["STATUS=Waiting for a screen: there is no graphics card"]
    assert manager.heard(0.01) == []
    told = "bakehouse: waiting for a screen: there is no graphics card\n"
    assert capsys.readouterr().err == told


def test_a_service_does_not_wait_for_ever(manager: Manager) -> None:
    naps: list[float] = []
    supervisor = ServiceManager.from_environment(environ(manager), HERE)
    with pytest.raises(NoDisplayError):
        wait_for_display(None, {}, supervisor, late(1000), naps.append)
    assert sum(naps) == pytest.approx(DISPLAY_TIMEOUT_SECONDS)


def test_a_person_is_told_at_once() -> None:
    naps: list[float] = []
    with pytest.raises(NoDisplayError):
        wait_for_display(None, {}, ServiceManager(), late(1), naps.append)
    assert naps == []


def test_in_the_journal_a_line_has_its_level(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with journal.open("w") as stream:
        status = os.fstat(stream.fileno())
        number = f"{status.st_dev}:{status.st_ino}"
        told = {**HEADLESS_ENVIRONMENT, "JOURNAL_STREAM": number, "SDL_VIDEODRIVER": "nonsense"}
        assert ended("--state-dir", str(tmp_path), environ=told, stderr=stream) == 1
        assert ended("--nonsense", environ=told, stderr=stream) == 2
        assert ended("--nonsense", environ={**told, "JOURNAL_STREAM": "1:1"}, stderr=stream) == 2
    display, usage, option, plain_usage, elsewhere = journal.read_text().splitlines()
    assert display.startswith("<3>this SDL has no video driver")
    assert usage.startswith("<3>usage: bakehouse")
    assert option.startswith("<3>unrecognized arguments")
    assert plain_usage.startswith("usage: bakehouse")
    assert elsewhere.startswith("bakehouse: unrecognized arguments")
