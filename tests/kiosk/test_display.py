"""Choice of the SDL driver, and explanations if none works."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from kiosk.display import open_display as display_module
from kiosk.display import sdl
from kiosk.display.open_display import (
    NoDisplayError,
    explain_no_display,
    list_candidate_drivers,
    open_display,
)
from kiosk.hardware import detect
from tests.support.running import BARE_ENVIRONMENT

BUNDLED = ("x11", "wayland", "offscreen", "dummy", "evdev")
DEBIAN = ("x11", "wayland", "KMSDRM", "offscreen", "dummy", "evdev")


@pytest.mark.parametrize(
    ("environ", "drivers"),
    [
        ({}, ["kmsdrm"]),
        ({"DISPLAY": ""}, ["kmsdrm"]),
        ({"DISPLAY": ":0"}, ["x11"]),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ["wayland"]),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, ["x11", "wayland"]),
        ({"SDL_VIDEODRIVER": "dummy"}, []),
    ],
)
def test_the_drivers_to_try(environ: dict[str, str], drivers: list[str]) -> None:
    assert list_candidate_drivers(environ) == drivers


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Root folder of a machine without a desktop, whose SDL supports KMSDRM."""
    monkeypatch.setattr(sdl, "list_compiled_drivers", lambda kind: DEBIAN)
    monkeypatch.setattr(detect, "has_library", lambda name: True)
    cards, connectors = detect.list_graphics_cards, detect.list_connectors
    monkeypatch.setattr(detect, "list_graphics_cards", lambda: cards(tmp_path / "dev"))
    monkeypatch.setattr(detect, "list_connectors", lambda: connectors(tmp_path / "sys"))
    return tmp_path


def put(root: Path, name: str, status: str) -> None:
    """Add a connector and its card."""
    card = root / "dev/dri" / name.partition("-")[0]
    card.parent.mkdir(parents=True, exist_ok=True)
    card.touch()
    folder = root / "sys/class/drm" / name
    folder.mkdir(parents=True)
    (folder / "status").write_text(f"{status}\n")


def test_a_pygame_without_kmsdrm_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdl, "list_compiled_drivers", lambda kind: BUNDLED)
    for environ in ({}, {"SDL_VIDEODRIVER": "kmsdrm"}):
        explanation = explain_no_display(environ, "kmsdrm not available")
        assert "has no KMSDRM" in explanation
        assert "python3-pygame" in explanation


def test_no_graphics_card(pi: Path) -> None:
    assert "no graphics card" in explain_no_display({}, "")


def test_no_panel(pi: Path) -> None:
    put(pi, "card1-HDMI-A-1", "disconnected")
    assert "card1-HDMI-A-1 disconnected" in explain_no_display({}, "")


def test_a_card_that_may_not_be_opened(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(pi, "card0-DSI-1", "connected")
    monkeypatch.setattr(display_module.os, "access", lambda path, mode: False)
    assert "groups video and render" in explain_no_display({}, "")


def test_missing_libraries_are_named_by_their_packages(
    pi: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(pi, "card0-DSI-1", "connected")
    monkeypatch.setattr(detect, "has_library", lambda name: name != "libGL.so.1")
    assert "apt install libgl1 " in explain_no_display({}, "")


def test_a_screen_that_somebody_else_holds(pi: Path) -> None:
    put(pi, "card0-DSI-1", "connected")
    put(pi, "card1-HDMI-A-1", "disconnected")
    assert "another program may hold it" in explain_no_display({}, "kmsdrm not available")


@pytest.fixture
def fallen_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let SDL choose an invisible driver, as it does by itself."""
    monkeypatch.setattr(display_module, "list_candidate_drivers", lambda environ: [])
    yield
    pygame.display.quit()


@pytest.mark.parametrize("driver", ["offscreen", "dummy"])
def test_a_screen_that_nobody_sees_is_refused(
    driver: str, fallen_back: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    with pytest.raises(NoDisplayError):
        open_display(None, {})
    pygame.display.quit()
    assert open_display((320, 240), {"SDL_VIDEODRIVER": driver}).get_size() == (320, 240)


def test_input_devices_are_listed_with_their_names(tmp_path: Path) -> None:
    for number, name in ((10, "Keyboard"), (2, "Touch")):
        node = tmp_path / "dev/input" / f"event{number}"
        node.parent.mkdir(parents=True, exist_ok=True)
        node.touch()
        folder = tmp_path / "sys/class/input" / node.name / "device"
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
    nodes = detect.list_input_nodes(tmp_path / "dev", tmp_path / "sys")
    assert [(Path(node.path).name, node.name, node.readable) for node in nodes] == [
        ("event2", "Touch", True),
        ("event10", "Keyboard", True),
    ]


def test_what_pygame_does_not_need_is_not_imported() -> None:
    code = (
        "import sys; from kiosk.display.sdl import load_pygame; load_pygame(); import pygame;"
        "print(sorted({'pkg_resources', 'numpy', 'setuptools'} & set(sys.modules)));"
        "import pygame.font; pygame.font.init(); pygame.font.Font(None, 12)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=BARE_ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_what_was_imported_before_stays() -> None:
    code = (
        "import sys, types; mine = types.ModuleType('pkg_resources');"
        "sys.modules['pkg_resources'] = mine;"
        "from kiosk.display.sdl import load_pygame; load_pygame();"
        "print(sys.modules['pkg_resources'] is mine, 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=BARE_ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True False\n"
