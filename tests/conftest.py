"""Every test runs without a screen, a sound card, real pins, or the state of the person at hand."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiosk.display.sdl import format_versions, load_pygame

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

# Read by SDL and gpiozero at their first import, here and in every process that a test starts.
os.environ.update(
    SDL_VIDEODRIVER="dummy",
    SDL_AUDIODRIVER="dummy",
    PYGAME_HIDE_SUPPORT_PROMPT="1",
    GPIOZERO_PIN_FACTORY="mock",
    LC_ALL="C.UTF-8",
    BAKEHOUSE_ROOT="/nowhere",
)
for _name in ("LANGUAGE", "DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(_name, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test fails the run")


def pytest_configure() -> None:
    load_pygame()
    # A shell's background job, and all that it starts, would be deaf to Ctrl+C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    import pygame

    return f"{format_versions()}, from {Path(pygame.__file__).parent}"


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if session.config.getoption("--no-skips") and skipped and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session", autouse=True)
def someone_elses_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A fresh home for state, settings and caches, so that a test never meets a real saved game."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("STATE", "CONFIG", "DATA", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
        yield home


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """Pins that the test drives; the factory from before is put back."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    before = Device.pin_factory
    Device.pin_factory = mock = MockFactory()
    mock.reset()  # gpiozero 1.6 keeps the pins of all factories in one place
    yield mock
    mock.reset()
    Device.pin_factory = before
